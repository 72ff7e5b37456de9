package org.attune.execution;

import org.attune.api.Evaluator;
import org.attune.api.FailureCause;
import org.attune.api.Format;
import org.attune.api.Machine;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.expression.UndefinedNameException;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Evaluates trials by running a command, each run in a session of its own.
 *
 * <p>At the end of a run nothing of it is left: neither children whose parents have ended, nor
 * those that left the session. When this Java process ends, by a signal too, its runs are ended
 * first; where it was killed, the next evaluator that gets the same trial ends what is left of it
 * before it starts.
 */
public final class CommandEvaluator implements Evaluator {
    private static final int CLOSING_SECONDS = 15;

    private final TuningProblem problem;
    private final CommandSettings settings;
    private final Path folder;
    private final TrialFolders folders;
    private final int parallel;
    private final ExecutorService workers;
    private final Set<TrialJob> jobs = ConcurrentHashMap.newKeySet();
    private final Set<String> readInPart = ConcurrentHashMap.newKeySet(); // outputs, said once
    private final Set<String> notes = Collections.synchronizedSet(new LinkedHashSet<>());
    private final EarlierRuns earlier;
    private volatile boolean endsEarly;
    private final RunSite site;
    private final Cores cores;
    private volatile Consumer<String> listener = note -> {};
    private final Thread hook = new Thread(this::cancelAll, "attune-shutdown");
    private boolean closed; // guarded by jobs

    /**
     * Prepares evaluations.
     *
     * @param folder of the problem file, where the command runs unless {@code workdir} says
     *     otherwise
     * @param runs where each trial gets a folder, named by its number, for its work and its output
     * @param parallel how many trials run at once
     * @throws IllegalArgumentException if a template has a wrong placeholder, trials that run at
     *     once would write one file, or far more cores are wanted than there are
     */
    public CommandEvaluator(
            TuningProblem problem, CommandSettings settings, Path folder, Path runs, int parallel) {
        this(problem, settings, folder, runs, parallel, System.getenv());
    }

    /** With the variables by which an allocation is known. */
    CommandEvaluator(
            TuningProblem problem,
            CommandSettings settings,
            Path folder,
            Path runs,
            int parallel,
            Map<String, String> variables) {
        if (parallel < 1) {
            throw new IllegalArgumentException("%d evaluations at once.".formatted(parallel));
        }
        this.problem = problem;
        this.settings = settings;
        this.folder = folder.toAbsolutePath().normalize();
        this.folders = new TrialFolders(problem, runs.toAbsolutePath().normalize());
        this.parallel = parallel;
        this.earlier = new EarlierRuns(problem, settings);
        EvaluationChecks.check(problem, settings, this.folder, parallel);
        site = RunSites.of(settings, parallel, variables, this::note);
        cores = new Cores(settings, problem.machine(), parallel, site, notes::add);
        if (RunSites.areLocal(site)) {
            cores.requireConstant(problem);
        }
        EvaluationChecks.forgottenParent(problem, settings, this.folder).ifPresent(notes::add);
        if (ChildRun.setsid().isEmpty()) {
            notes.add(
                    "There is no setsid on the PATH (it is in util-linux): processes that outlive a"
                            + " run may be missed.");
        }
        workers =
                Executors.newFixedThreadPool(
                        parallel, Thread.ofPlatform().daemon().name("attune-run-", 1).factory());
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Returns the processors that each of the trials that run at once has for itself, as Linux
     * lists them; none where they are not pinned.
     */
    public List<String> pinned() {
        return site instanceof PinnedRuns p ? p.sets().texts() : List.of();
    }

    /** Returns what a user should know so far, such as that there are too few cores. */
    public List<String> notes() {
        synchronized (notes) {
            return List.copyOf(notes);
        }
    }

    /** Returns what is allowed in the settings, and hardly meant. */
    public List<String> hints() {
        return Stream.of(
                        EvaluationChecks.untold(problem, settings, folder),
                        EvaluationChecks.shellWord(settings))
                .flatMap(Optional::stream)
                .toList();
    }

    /** From now on hears what a user should know, as it happens; what is known is not repeated. */
    public void notes(Consumer<String> heard) {
        listener = heard;
    }

    /**
     * Leaves jobs of a scheduler to it when this is closed or ended: the next evaluator that gets
     * such a trial waits for its job. Runs on this computer end with it all the same.
     *
     * @throws IllegalArgumentException if runs are no jobs of a scheduler
     */
    public void detach() {
        if (!(site instanceof QueuedRuns queued)) {
            throw new IllegalArgumentException(
                    "Trials run on this computer and end with this command. Maybe add"
                            + " 'slurm' to the section 'evaluation'.");
        }
        queued.detach();
    }

    private void note(String note) {
        if (notes.add(note)) {
            listener.accept(note);
        }
    }

    /**
     * Returns why no trial can be started, if that can be seen beforehand: the program is missing.
     */
    public Optional<String> obstacle() {
        boolean fixed =
                site.isHere()
                        && settings.program().names().isEmpty()
                        && settings.workdir().names().isEmpty()
                        && !settings.environment().containsKey("PATH");
        return fixed
                ? Programs.obstacle(
                        settings.program().render(Map.of()),
                        folder.resolve(settings.workdir().render(Map.of())).normalize(),
                        System.getenv("PATH"))
                : Optional.empty();
    }

    /**
     * Learns how long earlier trials took, for a time-out that is a multiple of the best, and which
     * ones are the best, for {@code repeats_if_best}.
     */
    public void recall(Collection<Trial> ended) {
        ended.forEach(t -> earlier.add(t, t.outcome()));
    }

    /**
     * From now on ends runs early that promise too little by what they print on their way ({@code
     * progress}), where there is such a rule: for tuners that use runs at less than full fidelity,
     * which ended ones are. Runs of a scheduler and on other hosts go on all the same.
     */
    public void endEarly() {
        endsEarly = true;
        if (hasProgress() && site != RunSite.HERE) {
            note("Only runs on this computer are ended early (evaluation.progress).");
        }
    }

    /** Returns whether the program prints what it has come to on its way. */
    public boolean hasProgress() {
        return settings.progress().isPresent();
    }

    /** Returns the folder of a trial, or of a control, for its work and its output. */
    public Path folder(Trial trial) {
        return folders.of(trial);
    }

    /**
     * Returns program and arguments of a trial.
     *
     * @throws org.attune.api.expression.EvaluationException if a derived value cannot be computed
     */
    public List<String> command(Trial trial) {
        return settings.command(folders.values(trial));
    }

    /**
     * Returns the variables that a trial adds to the environment; those that are secret are left
     * out.
     *
     * @throws org.attune.api.expression.EvaluationException if a derived value cannot be computed
     */
    public Map<String, String> environment(Trial trial) {
        return settings.shownEnvironment(folders.values(trial));
    }

    /**
     * Returns the line by which a shell that is in this process' folder does what a trial does: in
     * the folder where that runs, with its environment.
     *
     * @throws org.attune.api.expression.EvaluationException if a derived value cannot be computed
     */
    public String line(Trial trial) {
        Path here = Path.of("").toAbsolutePath().normalize();
        Path there = workdir(folders.values(trial));
        return there.equals(here)
                ? bareLine(trial)
                : inFolder(there.startsWith(here) ? here.relativize(there) : there, trial);
    }

    /** Returns such a line for a shell that is anywhere. */
    public String lineFromAnywhere(Trial trial) {
        return inFolder(workdir(folders.values(trial)), trial);
    }

    private String inFolder(Path shown, Trial trial) {
        String line = bareLine(trial);
        return Files.isDirectory(shown)
                ? "(cd %s && %s)".formatted(Format.quoted(shown.toString()), line)
                : line;
    }

    private String bareLine(Trial trial) {
        var words = new ArrayList<String>();
        environment(trial).forEach((name, value) -> words.add(name + "=" + value));
        if (!words.isEmpty()) {
            words.addFirst("env");
        }
        words.addAll(command(trial));
        return Format.quoted(words);
    }

    private Path workdir(Placeholders values) {
        return folder.resolve(settings.workdir().render(values.texts())).normalize();
    }

    /** Returns where the run has taken place that a trial goes on from, if that is still there. */
    public Optional<Path> parent(Trial trial) {
        return folders.before(trial).map(Placeholders.Before::workdir);
    }

    /**
     * Returns the input decks of a trial that lie outside of its own folder, so that what is there
     * is of the trial that ran last.
     *
     * @throws org.attune.api.expression.EvaluationException if a derived value cannot be computed
     * @throws IllegalArgumentException if a template is missing or has a wrong placeholder
     */
    public List<InputDeck> sharedDecks(Trial trial) {
        Path own = folders.work(trial);
        Placeholders values = folders.values(trial);
        Path workdir = workdir(values);
        return settings.files().stream()
                .map(file -> InputDeck.of(file, values, folder, workdir))
                .filter(deck -> !deck.to().startsWith(own))
                .toList();
    }

    /**
     * Describes how many cores evaluations want beyond those that there are.
     *
     * @param parallel evaluations at once
     * @param ranks processes of each
     * @param threads of each process
     * @return empty where there are enough
     */
    public static Optional<String> oversubscription(
            int parallel, double ranks, double threads, Machine machine) {
        return Cores.oversubscription(parallel, ranks, threads, machine);
    }

    @Override
    public CompletableFuture<Outcome> submit(Trial trial) {
        var job = new TrialJob(trial, this::evaluate, jobs::remove);
        synchronized (jobs) {
            if (closed) {
                throw new IllegalStateException("The evaluator has been closed.");
            }
            jobs.add(job);
            workers.execute(job);
        }
        return job.future();
    }

    @Override
    public void close() {
        cancelAll();
        workers.shutdown();
        try {
            workers.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS);
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException shuttingDown) {
            // the hook runs or has run; it does nothing that has not been done here
        } finally {
            site.close();
        }
    }

    /**
     * Ends all runs now: they are not asked first, as {@link #close} does. For a process that has
     * to end at once; the evaluator cannot be used afterwards.
     */
    public void kill() {
        List<TrialJob> all = cancelled();
        all.forEach(j ->
                ProcessFamily.endRecorded(ChildRun.familyFile(folder(j.trial())), Duration.ZERO));
        all.forEach(j -> j.awaitEnd(CLOSING_SECONDS));
    }

    /**
     * Ends all runs and waits for their end; their futures are cancelled first, so that nobody
     * takes them for crashes.
     */
    private void cancelAll() {
        cancelled().forEach(j -> j.awaitEnd(CLOSING_SECONDS));
    }

    private List<TrialJob> cancelled() {
        List<TrialJob> all;
        synchronized (jobs) {
            closed = true;
            all = List.copyOf(jobs);
        }
        all.forEach(j -> j.future().cancel(true));
        return all;
    }

    private Outcome evaluate(Trial trial) throws InterruptedException {
        Placeholders values;
        try {
            values = folders.values(trial);
            folders.missing(trial, values).ifPresent(this::note);
            settings.requireShape(values);
            Optional<String> refusal =
                    RunSites.areLocal(site) ? cores.refusal(values.values()) : Optional.empty();
            if (refusal.isPresent()) {
                return Outcome.failed(FailureCause.INFEASIBLE, refusal.get());
            }
        } catch (ArithmeticException | UndefinedNameException e) {
            return Outcome.failed(FailureCause.INFEASIBLE, e.getMessage());
        }
        try {
            var run =
                    new CommandTrial(
                            settings,
                            values,
                            folder,
                            folder(trial),
                            earlier.limit(trial),
                            measured -> earlier.wouldBeBest(trial, measured),
                            site,
                            curve -> endsEarly && earlier.isHopeless(trial, curve));
            Outcome outcome = run.run();
            earlier.add(trial, outcome);
            run.readInPart()
                    .forEach((output, number) -> {
                        if (readInPart.add(output)) {
                            note(
                                    "Trial %d: only the beginning of '%s' is read as %s. %s"
                                            .formatted(
                                                    trial.number(),
                                                    number,
                                                    output,
                                                    KeptOutput.WHOLE_NUMBER));
                        }
                    });
            return outcome;
        } catch (InvalidPathException e) {
            return Outcome.failed(
                    FailureCause.BUILD,
                    Utf8Words.unusableInPaths(e.getInput())
                            .orElse(
                                    "'%s' is no file name: %s."
                                            .formatted(e.getInput(), e.getReason())));
        }
    }

    @Override
    public String toString() {
        return "Evaluator of a program in %s, up to %d at once".formatted(folder, parallel);
    }
}
