package org.attune.benchmarks;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.SourceRecord;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs every tuner on every problem with every seed, and appends the results to a file.
 *
 * <pre>{@code
 * BenchRun.serve("python3 problems.py serve")
 *         .problems("branin:0,pdgeqrf:*").tuners("gp-lcm,random").seeds("0-4").trials(80)
 *         .out(Path.of("results.jsonl"))
 *         .run(System.err::println);
 * }</pre>
 *
 * <p>Runs that the file has already are skipped, so that an interrupted comparison goes on; those
 * of another build of a tuner are refused unless {@link #older} says otherwise. A tuner that throws
 * has a result too, with what it had reached, and one that refuses a problem a result without
 * evaluations. A problem that throws ends the comparison.
 */
public final class BenchRun {
    /**
     * What was done.
     *
     * @param runs studies run now
     * @param skipped studies whose results the file had
     * @param failed how many of the runs ended because the tuner threw
     */
    public record Summary(int runs, int skipped, int failed) {}

    /** What becomes of results that another build of a tuner has left in the file. */
    public enum Older {
        /** They are named, and nothing is run. */
        REFUSE,
        /** They are run again; reports count the newer ones. */
        AGAIN,
        /** They count as they are. */
        KEEP
    }

    private static final String ALONE = "alone";
    private static final String TOGETHER = "together with other tasks";
    private static final int QUICK_PROBLEMS = 6;
    private static final int QUICK_TRIALS = 20;

    private final Function<ReferencePoints, ProblemSource> source;
    private final ReferencePoints points = new ReferencePoints(); // shared by the workers
    private Optional<String> problems = Optional.empty();
    private Optional<String> tuners = Optional.empty();
    private Optional<Path> out = Optional.empty();
    private Tuners available = Tuners.available();
    private Optional<String> seeds = Optional.empty();
    private Optional<String> sources = Optional.empty();
    private String sourceTuner = "sobol";
    private int sourceTrials = 20;
    private OptionalInt trials = OptionalInt.empty();
    private boolean quick;
    private Older older = Older.REFUSE;
    private int workers = 1;
    private final Map<String, String> codes = new ConcurrentHashMap<>(); // checksums by tuner

    private BenchRun(Function<ReferencePoints, ProblemSource> source) {
        this.source = source;
    }

    /**
     * Takes problems from a command line of the shell that speaks the line protocol; one process
     * per worker.
     */
    public static BenchRun serve(String command) {
        return new BenchRun(points -> new ProblemServer(command));
    }

    /**
     * Takes problems from a suite of this module, such as {@code public}, or from a problem file or
     * the problem files of a folder, whose programs are run.
     *
     * @throws IllegalArgumentException if there is neither
     */
    public static BenchRun suite(String name) {
        Suites.requireKnown(name);
        return new BenchRun(points -> Suites.named(name, points));
    }

    /**
     * Selects problems: names with commas between them, each with the index of a task ({@code
     * demo:2}; 0 if left out) or {@code *} for all tasks in one study. All, each task on its own,
     * if not called.
     */
    public BenchRun problems(String list) {
        problems = Optional.of(list);
        return this;
    }

    /**
     * Takes a first look: where nothing else is said, all available tuners on the first tasks of
     * {@value #QUICK_PROBLEMS} problems spread over the list, with the seeds 0-2 and {@value
     * #QUICK_TRIALS} trials. So few runs show that everything works, not which tuner is better.
     */
    public BenchRun quick() {
        quick = true;
        return this;
    }

    /**
     * Selects tuners: {@code gp-lcm[profile=gptune;initial=8],random}. Required, unless it is a
     * {@link #quick} look.
     */
    public BenchRun tuners(String list) {
        tuners = Optional.of(list);
        return this;
    }

    /** Says where tuners are looked up; on the class path if not called. */
    public BenchRun available(Tuners newAvailable) {
        available = newAvailable;
        return this;
    }

    /** Sets the seeds: {@code 0-4} (if not called) or {@code 0,3,7}. */
    public BenchRun seeds(String list) {
        seeds = Optional.of(list);
        return this;
    }

    /** Sets the number of trials per task; 80 if not called. */
    public BenchRun trials(int newTrials) {
        trials = OptionalInt.of(requirePositive("trials", newTrials));
        return this;
    }

    /**
     * Gives every run the trials of these tasks as sources, but for the tasks that it tunes itself:
     * a list as of {@link #problems}. They are the same for all tuners of a seed, and nothing of
     * them counts in the results.
     */
    public BenchRun sources(String list) {
        sources = Optional.of(list);
        return this;
    }

    /** Sets the number of trials of each source task; 20 if not called. */
    public BenchRun sourceTrials(int newTrials) {
        sourceTrials = requirePositive("source trials", newTrials);
        return this;
    }

    /** Selects the tuner that runs the source tasks; {@code sobol} if not called. */
    public BenchRun sourceTuner(String tuner) {
        sourceTuner = tuner;
        return this;
    }

    /** Says what becomes of results of other builds; they are refused if not called. */
    public BenchRun older(Older choice) {
        older = choice;
        return this;
    }

    /** Sets how many studies run at once; 1 if not called. */
    public BenchRun workers(int newWorkers) {
        workers = requirePositive("workers", newWorkers);
        return this;
    }

    /** Sets the result file. Required. */
    public BenchRun out(Path file) {
        out = Optional.of(file);
        return this;
    }

    private static int requirePositive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "%d %s are too few. Maybe 1 or more.".formatted(value, what));
        }
        return value;
    }

    /**
     * Runs what the result file lacks.
     *
     * @param progress hears a line for each finished run
     * @throws IllegalArgumentException if a problem, tuner or option is unknown, or the file holds
     *     something else
     * @throws java.io.UncheckedIOException if the file cannot be written, or a server ends or
     *     refuses a request
     */
    public Summary run(Consumer<String> progress) {
        List<TunerChoice> choices =
                TunerChoice.list(required(tuners.or(this::all), "tuners, such as gp-lcm,random"));
        Path path = required(out, "a result file");
        for (TunerChoice choice : choices) { // before hours are spent
            if (!choice.isAuto()) {
                Settings.of(choice.tuner(), provider(choice).options(), choice.options());
            }
        }
        try (ProblemSource first = source.apply(points)) {
            Optional<SourceTasks> given = sources.map(list -> sourceTasks(list, first));
            List<StudyRun> planned = planned(first, choices, given, progress);
            first.notes().forEach(progress);
            try (ResultFile file = ResultFile.open(path)) {
                points.know(file.known());
                requireSame(first, planned, file);
                requireSameCompany(path, planned, file);
                List<StudyRun> ofOthers = planned.stream().filter(r -> isOfOther(r, file)).toList();
                if (older == Older.REFUSE && !ofOthers.isEmpty()) {
                    throw otherBuild(path, ofOthers);
                }
                List<StudyRun> missing =
                        planned.stream()
                                .filter(r ->
                                        !r.keys().stream().allMatch(file::has)
                                                || older == Older.AGAIN && isOfOther(r, file))
                                .toList();
                int failed = finish(first, missing, given, file, progress);
                return new Summary(missing.size(), planned.size() - missing.size(), failed);
            }
        }
    }

    /** Runs what is missing, and returns the number of runs in which the tuner failed. */
    private int finish(
            ProblemSource opened,
            List<StudyRun> missing,
            Optional<SourceTasks> given,
            ResultFile file,
            Consumer<String> progress) {
        var told = new RunProgress(missing.size(), progress);
        Environment here = Environment.here();
        RunWorkers.Work work =
                (run, own, stopped) -> {
                    Selection tasks = run.selection();
                    Benchmark benchmark = own.problem(tasks.problem());
                    List<SourceRecord> records =
                            given.map(g -> g.records(own, tasks, run.seed(), stopped))
                                    .orElse(List.of());
                    List<RunResult> results =
                            run.results(benchmark, records, stopped, note -> told.note(run, note));
                    keep(results, here.with(code(run)), file);
                    told.report(run, results);
                };
        new RunWorkers(workers, () -> source.apply(points), missing, work).finish(opened);
        return told.failed();
    }

    private void keep(List<RunResult> results, Environment with, ResultFile file) {
        results.stream()
                .filter(r -> !file.has(r.key()) || older == Older.AGAIN)
                .map(r -> r.in(with))
                .forEach(file::add);
    }

    /** Returns whether some result of the run is there, made by other code than today's. */
    private boolean isOfOther(StudyRun run, ResultFile file) {
        return run.keys().stream().anyMatch(k -> file.isOfOtherCode(k, code(run)));
    }

    private String code(StudyRun run) {
        return codes.computeIfAbsent(
                run.provider().name(), t -> TunerCode.checksum(available.named(t)));
    }

    private static IllegalArgumentException otherBuild(Path path, List<StudyRun> runs) {
        String tuners =
                runs.stream()
                        .map(r -> r.choice().text())
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
        return new IllegalArgumentException(
                "%s has results of %d of these runs from another build of %s, or one that is not recorded. Maybe run them again (--older again), count them as they are (--older keep), or name another file (--out)."
                        .formatted(path, runs.size(), tuners));
    }

    /**
     * Returns all tuners there are, for a quick look only: elsewhere their choice is deliberate.
     */
    private Optional<String> all() {
        String names =
                available.all().stream().map(TunerProvider::name).collect(Collectors.joining(","));
        return quick && !names.isEmpty() ? Optional.of(names) : Optional.empty();
    }

    private SourceTasks sourceTasks(String list, ProblemSource opened) {
        List<TunerChoice> choices = TunerChoice.list(sourceTuner);
        if (choices.size() > 1) {
            throw new IllegalArgumentException(
                    "Sources are run by one tuner, not by '%s'.".formatted(sourceTuner));
        }
        TunerChoice choice = choices.getFirst();
        Settings.of(choice.tuner(), provider(choice).options(), choice.options());
        return new SourceTasks(
                Selection.list(list, opened), choice, provider(choice), sourceTrials);
    }

    private List<StudyRun> planned(
            ProblemSource opened,
            List<TunerChoice> choices,
            Optional<SourceTasks> given,
            Consumer<String> progress) {
        List<Selection> selections =
                problems
                        .map(p -> Selection.list(p, opened))
                        .orElseGet(() ->
                                quick
                                        ? Selection.few(opened, QUICK_PROBLEMS)
                                        : Selection.all(opened))
                        .stream()
                        .filter(selection -> hasConfigurations(opened, selection, progress))
                        .toList();
        if (selections.isEmpty()) {
            throw new IllegalArgumentException(
                    "Nothing is left to run: no problem has an admissible configuration.");
        }
        int budget = trials.orElse(quick ? QUICK_TRIALS : 80);
        var runs = new ArrayList<StudyRun>();
        // seeds are outermost: half a comparison has half the seeds
        for (long seed : Selection.seeds(seeds.orElse(quick ? "0-2" : "0-4"))) {
            for (Selection selection : selections) {
                Optional<RunSources> named = given.map(g -> g.of(selection));
                for (TunerChoice choice : choices) {
                    TunerProvider taken =
                            choice.isAuto()
                                    ? chosen(opened, selection, choice, budget, named)
                                    : provider(choice);
                    runs.add(new StudyRun(selection, choice, taken, seed, budget, named));
                }
            }
        }
        return runs;
    }

    /** Returns whether a tuner can do anything at all; says why where it cannot. */
    private static boolean hasConfigurations(
            ProblemSource opened, Selection selection, Consumer<String> progress) {
        Benchmark benchmark = opened.problem(selection.problem());
        TuningProblem problem = benchmark.problem();
        Optional<Point> without =
                selection.tasks().stream()
                        .map(benchmark.tasks()::get)
                        .filter(task -> !problem.constraints().isEmpty())
                        .filter(task ->
                                new AdmissibleSampler(problem, task)
                                        .sample(
                                                p -> true,
                                                AdmissibleSampler.PATIENCE,
                                                new Seed(0).generator("admissible", 0))
                                        .configuration()
                                        .isEmpty())
                        .findFirst();
        without.ifPresent(task ->
                progress.accept(
                        "skipped: %s: %s"
                                .formatted(
                                        selection, problem.nothingAdmissible(task).getMessage())));
        return without.isEmpty();
    }

    /** Refuses runs of a problem that has changed beside those that the file has. */
    private static void requireSame(ProblemSource opened, List<StudyRun> planned, ResultFile file) {
        Map<String, String> stated = ProblemDefinitions.of(file.known());
        for (StudyRun run : planned) {
            Selection selection = run.selection();
            Benchmark benchmark = opened.problem(selection.problem());
            for (int i = 0; i < selection.tasks().size(); i++) {
                String name = selection.taskNames().get(i);
                benchmark
                        .definition(benchmark.tasks().get(selection.tasks().get(i)))
                        .ifPresent(d -> ProblemDefinitions.add(stated, name, d));
            }
        }
    }

    /** Refuses runs of a task alone beside those together with others, which have the same keys. */
    private static void requireSameCompany(Path path, List<StudyRun> planned, ResultFile file) {
        var together = new HashMap<RunResult.Key, Boolean>();
        for (RunResult known : file.known()) {
            known.account().ifPresent(a -> together.put(known.key().ofSeed(0), a.together()));
        }
        for (StudyRun run : planned) {
            boolean several = run.keys().size() > 1;
            for (RunResult.Key key : run.keys()) {
                if (together.getOrDefault(key.ofSeed(0), several) != several) {
                    throw new IllegalArgumentException(
                            "%s tuned '%s' %s in %s, and is to tune it %s now. Maybe use another result file."
                                    .formatted(
                                            key.peer(),
                                            key.problem(),
                                            several ? ALONE : TOGETHER,
                                            path,
                                            several ? TOGETHER : ALONE));
                }
            }
        }
    }

    /** Returns what a study of these tasks that names no tuner would take. */
    private TunerProvider chosen(
            ProblemSource opened,
            Selection selection,
            TunerChoice choice,
            int budget,
            Optional<RunSources> sources) {
        Benchmark benchmark = opened.problem(selection.problem());
        return available
                .chosenFor(
                        benchmark.problem(),
                        selection.tasks().stream().map(benchmark.tasks()::get).toList(),
                        budget,
                        sources.map(s -> s.tasks().size()).orElse(0),
                        choice.options())
                .provider();
    }

    private TunerProvider provider(TunerChoice choice) {
        return available.named(choice.tuner());
    }

    private static <T> T required(Optional<T> value, String what) {
        return value.orElseThrow(
                () -> new IllegalArgumentException("The run needs %s.".formatted(what)));
    }
}
