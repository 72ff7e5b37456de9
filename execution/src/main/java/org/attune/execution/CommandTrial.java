package org.attune.execution;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The evaluation of one trial: its folder, its input decks, its warm-up and measured runs. */
final class CommandTrial {
    private final CommandSettings settings;
    private final Placeholders values;
    private final Path problemFolder;
    private final Path folder;
    private final double limit;
    private final Predicate<Outcome> wouldBeBest;
    private final RunSite site;
    private final Predicate<Curve> hopeless;
    private final Path workdir;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final SecretFilter secrets;
    private final TrialReading reading;
    private double elapsed; // seconds of all runs so far

    CommandTrial(
            CommandSettings settings,
            Placeholders values,
            Path problemFolder,
            Path folder,
            double limit,
            Predicate<Outcome> wouldBeBest,
            RunSite site,
            Predicate<Curve> hopeless) {
        this.settings = settings;
        this.values = values;
        this.problemFolder = problemFolder;
        this.folder = folder;
        this.limit = limit;
        this.wouldBeBest = wouldBeBest;
        this.site = site;
        this.hopeless = hopeless;
        this.reading = new TrialReading(settings);
        this.workdir = problemFolder.resolve(text(settings.workdir())).normalize();
        var hidden = new ArrayList<String>();
        settings.environment()
                .forEach((name, variable) -> {
                    environment.put(name, text(variable.value()));
                    if (variable.secret()) {
                        hidden.add(text(variable.value()));
                    }
                });
        this.secrets = new SecretFilter(hidden);
    }

    /** Returns what {@code {workdir}} stands for, in the folder of a trial. */
    static Path workFolder(Path folder) {
        return folder.resolve("work");
    }

    Outcome run() throws InterruptedException {
        boolean bare = site instanceof StepRuns && isLaunchedBySrun(); // the step has its ranks
        List<String> command = bare ? settings.plainCommand(values) : settings.command(values);
        boolean resumes = site.resumes(request(command, label(0), EarlyEnd.NEVER));
        if (!resumes) {
            prepareFolder();
        }
        Optional<String> obstacle = resumes ? Optional.empty() : writeFiles();
        if (obstacle.isEmpty() && !Files.isDirectory(workdir)) {
            obstacle = Optional.of("evaluation.workdir: there is no folder %s.".formatted(workdir));
        }
        if (obstacle.isEmpty() && site.isHere()) {
            String path = environment.getOrDefault("PATH", System.getenv("PATH"));
            obstacle = Programs.obstacle(command.getFirst(), workdir, path);
        }
        if (obstacle.isPresent()) {
            return Outcome.failed(FailureCause.BUILD, obstacle.get());
        }
        int certain = settings.warmup() + settings.repeats();
        int most = settings.warmup() + settings.repeatsIfBest();
        for (int i = 0;
                i < certain || i < most && wouldBeBest.test(reading.measured(elapsed));
                i++) {
            Optional<Outcome.Failed> failure = run(command, i, resumes && i == 0);
            if (failure.isPresent()) {
                return failure.get();
            }
        }
        return reading.measured(elapsed);
    }

    /** Returns numbers of which patterns have read the beginning alone, by output. */
    Map<String, String> readInPart() {
        return reading.readInPart();
    }

    private Optional<Outcome.Failed> run(List<String> command, int index, boolean resumes)
            throws InterruptedException {
        boolean warmup = index < settings.warmup();
        String label = label(index);
        Map<Path, FileTime> old = resumes ? Map.of() : markOld();
        EarlyEnd early = settings.progress().isPresent() ? new EarlyEnd() : EarlyEnd.NEVER;
        TrialReading.Run run =
                reading
                .new Run(curve -> {
                    if (!early.isWanted() && hopeless.test(curve)) {
                        early.want();
                    }
                });
        long begun = System.nanoTime();
        ChildRun.Result result = site.run(request(command, label, early), run.stdout());
        double took = (System.nanoTime() - begun) / 1e9;
        double before = elapsed;
        double wall = result.record().wall();
        elapsed += wall;
        Map<String, String> missing = readFiles(run, label, old);
        return run.verdict(result.record(), !warmup, missing)
                .map(f -> TrialReading.withLastLine(f, result.lastLine()))
                .map(f ->
                        new Outcome.Failed(f.cause(), f.detail(), wall)
                                .taking(before > 0 ? took : 0))
                .map(f -> after(before, f));
    }

    /** Returns the failure of a run that others of the trial came before, in so many seconds. */
    private static Outcome.Failed after(double before, Outcome.Failed f) {
        return new Outcome.Failed(f.cause(), f.detail(), before + f.elapsed(), f.lastRun());
    }

    private String label(int index) {
        boolean warmup = index < settings.warmup();
        return KeptOutput.label(warmup, warmup ? index : index - settings.warmup());
    }

    private RunRequest request(List<String> command, String label, EarlyEnd early) {
        return new RunRequest(
                command,
                settings.environment(),
                environment,
                secrets,
                workdir,
                folder,
                label,
                limit,
                settings.measures(Source.Quantity.PEAK_RSS),
                values,
                early);
    }

    private boolean isLaunchedBySrun() {
        return settings.launcher().filter(l -> l.kind() == Launcher.Kind.SRUN).isPresent();
    }

    /** Ends what an earlier attempt left running, and starts with an empty folder. */
    private void prepareFolder() throws InterruptedException {
        site.clear(folder);
        ProcessFamily.endRecorded(ChildRun.familyFile(folder), ChildRun.GRACE);
        try {
            if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                deleteTree(folder);
            }
            Files.createDirectories(workFolder(folder));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder " + folder, e);
        }
    }

    /** Writes the input decks. Returns why a template cannot be used. */
    private Optional<String> writeFiles() {
        for (InputFile file : settings.files()) {
            InputDeck deck;
            try {
                deck = InputDeck.of(file, values, problemFolder, workdir);
            } catch (IllegalArgumentException e) {
                return Optional.of(e.getMessage());
            }
            deck.write(deck.to());
        }
        return Optional.empty();
    }

    /**
     * Sets the time of output files that are there already back by a second, to see whether the run
     * writes them.
     */
    private Map<Path, FileTime> markOld() {
        var old = new LinkedHashMap<Path, FileTime>();
        for (Path file : outputFiles()) {
            try {
                if (Files.isRegularFile(file)) {
                    FileTime before = Files.getLastModifiedTime(file);
                    Files.setLastModifiedTime(
                            file, FileTime.from(before.toInstant().minusSeconds(1)));
                    old.put(file, Files.getLastModifiedTime(file));
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot change the time of " + file, e);
            }
        }
        return old;
    }

    private Set<Path> outputFiles() {
        var files = new LinkedHashSet<Path>();
        settings.outputs().forEach(o -> o.file().ifPresent(f -> files.add(resolved(f))));
        settings.check().flatMap(OkRule::file).ifPresent(f -> files.add(resolved(f)));
        return files;
    }

    private Map<String, String> readFiles(
            TrialReading.Run run, String label, Map<Path, FileTime> old) {
        var kept = new KeptFiles();
        for (Output output : settings.outputs()) {
            output.file()
                    .ifPresent(f -> {
                        String name = KeptFiles.name(output.name());
                        kept.put(name, f, readFile(f, label, name, run.file(output.name()), old));
                    });
        }
        settings.check()
                .flatMap(OkRule::file)
                .ifPresent(f -> {
                    String name = KeptFiles.OK;
                    kept.put(name, f, readFile(f, label, name, run.checkFile(), old));
                });
        kept.write(folder, label);
        return kept.missing(settings);
    }

    /** Reads a file and keeps a copy of it; returns why it cannot. */
    private Optional<String> readFile(
            Template path, String label, String name, LineFeed feed, Map<Path, FileTime> old) {
        Path file = resolved(path);
        if (!Files.isRegularFile(file)) {
            return Optional.of("there is no file %s".formatted(file));
        }
        try {
            if (Files.getLastModifiedTime(file).equals(old.get(file))) {
                return Optional.of("the run did not write %s".formatted(file));
            }
            KeptStream.copy(file, secrets, folder, label + "." + name, feed);
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private Path resolved(Template path) {
        return workdir.resolve(text(path));
    }

    private String text(Template template) {
        return template.render(values.texts());
    }

    private static void deleteTree(Path folder) throws IOException {
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path visited, IOException failure)
                            throws IOException {
                        if (failure != null) {
                            throw failure;
                        }
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
