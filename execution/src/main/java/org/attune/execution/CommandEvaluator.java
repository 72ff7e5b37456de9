package org.attune.execution;

import org.attune.api.Control;
import org.attune.api.Evaluator;
import org.attune.api.FailureCause;
import org.attune.api.Machine;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
import org.attune.api.expression.UndefinedNameException;
import org.attune.execution.queue.JobDesk;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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
    private final Path runs;
    private final int parallel;
    private final ExecutorService workers;
    private final Set<Job> jobs = ConcurrentHashMap.newKeySet();
    private final Set<String> notes = java.util.Collections.synchronizedSet(new LinkedHashSet<>());
    private final Map<Point, Double> shortest =
            new ConcurrentHashMap<>(); // seconds of a run, by task
    private final BestTrials bestTrials;
    private final Optional<Curves> curves;
    private volatile boolean endsEarly;
    private final RunSite site;
    private Optional<JobDesk> desk = Optional.empty();
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
        this.runs = runs.toAbsolutePath().normalize();
        this.parallel = parallel;
        this.bestTrials = new BestTrials(problem);
        this.curves = settings.progress().map(p -> new Curves(p, problem.fidelity().orElseThrow()));
        EvaluationChecks.check(problem, settings, this.folder, parallel);
        site = site(variables);
        if (isLocal()) {
            constantCores();
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
        desk.orElseThrow(() ->
                        new IllegalArgumentException(
                                "Trials run on this computer and end with this command. Maybe add"
                                        + " 'slurm' to the section 'evaluation'."))
                .detach();
    }

    private boolean isLocal() {
        return site == RunSite.HERE || site instanceof PinnedRuns;
    }

    private RunSite site(Map<String, String> variables) {
        if (settings.ssh().isPresent()) {
            return AgentRuns.onHosts(settings.ssh().get(), settings.launcher(), this::note);
        }
        if (settings.pin().isPresent()) {
            return new PinnedRuns(settings.pin().get(), parallel, variables.get("PATH"));
        }
        if (settings.queue().isEmpty()) {
            return RunSite.HERE;
        }
        QueueSettings queue = settings.queue().get();
        Optional<RunAccounting> accounting = settings.accounting(this::note);
        if (queue.steps(variables)) {
            boolean ranks =
                    settings.launcher().filter(l -> l.kind() == Launcher.Kind.SRUN).isPresent();
            return ranks || !queue.agents(accounting.isPresent())
                    ? new StepRuns(queue, settings.launcher(), accounting)
                    : AgentRuns.inSteps(
                            queue,
                            variables.get("SLURM_JOB_ID").strip(),
                            settings.launcher(),
                            this::note);
        }
        desk =
                Optional.of(
                        new JobDesk(
                                queue.client(),
                                queue.poll(),
                                queue.queued(),
                                queue.patience(),
                                queue.fileDelay(),
                                queue.arrays(),
                                this::note));
        return new QueuedRuns(queue, desk.get(), accounting, this::note);
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
    public void recall(Collection<Trial> earlier) {
        earlier.forEach(t -> learn(t, t.outcome()));
    }

    /**
     * From now on ends runs early that promise too little by what they print on their way ({@code
     * progress}), where there is such a rule: for tuners that use runs at less than full fidelity,
     * which ended ones are. Runs of a scheduler and on other hosts go on all the same.
     */
    public void endEarly() {
        endsEarly = true;
        if (curves.isPresent() && site != RunSite.HERE) {
            note("Only runs on this computer are ended early (evaluation.progress).");
        }
    }

    /** Returns whether the program prints what it has come to on its way. */
    public boolean hasProgress() {
        return curves.isPresent();
    }

    /** Returns the folder of a trial, or of a control, for its work and its output. */
    public Path folder(Trial trial) {
        return runs.resolve((Control.is(trial) ? "control-" : "") + trial.number());
    }

    /**
     * Returns program and arguments of a trial.
     *
     * @throws org.attune.api.expression.EvaluationException if a derived value cannot be computed
     */
    public List<String> command(Trial trial) {
        return settings.command(values(trial));
    }

    private Placeholders values(Trial trial) {
        return Placeholders.of(
                problem, trial, CommandTrial.workFolder(folder(trial)), before(trial));
    }

    /** Returns the run that a trial goes on from, where what it has left is still there. */
    private Optional<Placeholders.Before> before(Trial trial) {
        Optional<Placeholders.Before> before =
                trial.provenance()
                        .parent()
                        .map(p ->
                                new Placeholders.Before(
                                        p.trial(),
                                        CommandTrial.workFolder(
                                                runs.resolve(Long.toString(p.trial())))));
        return before.filter(b -> Files.isDirectory(b.workdir()));
    }

    /** Returns where the run has taken place that a trial goes on from, if that is still there. */
    public Optional<Path> parent(Trial trial) {
        return before(trial).map(Placeholders.Before::workdir);
    }

    private void noteMissing(Trial trial, Placeholders values) {
        if (trial.provenance().parent().isPresent()
                && !values.active().containsAll(Placeholders.PARENT)) {
            long parent = trial.provenance().parent().get().trial();
            note(
                    "Trial %d starts from the beginning, and costs more than is counted: trial %d, from which it was to go on, has left no folder %s."
                            .formatted(
                                    trial.number(),
                                    parent,
                                    CommandTrial.workFolder(runs.resolve(Long.toString(parent)))));
        }
    }

    /**
     * Returns the input decks of a trial that lie outside of its own folder, so that what is there
     * is of the trial that ran last.
     *
     * @throws org.attune.api.expression.EvaluationException if a derived value cannot be computed
     * @throws IllegalArgumentException if a template is missing or has a wrong placeholder
     */
    public List<InputDeck> sharedDecks(Trial trial) {
        Path own = CommandTrial.workFolder(folder(trial));
        var values = values(trial);
        Path workdir = folder.resolve(settings.workdir().render(values.texts())).normalize();
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
        var job = new Job(trial);
        synchronized (jobs) {
            if (closed) {
                throw new IllegalStateException("The evaluator has been closed.");
            }
            jobs.add(job);
            workers.execute(job);
        }
        return job.future;
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
            desk.ifPresent(JobDesk::close);
            site.close();
        }
    }

    /**
     * Ends all runs now: they are not asked first, as {@link #close} does. For a process that has
     * to end at once; the evaluator cannot be used afterwards.
     */
    public void kill() {
        List<Job> all = cancelled();
        all.forEach(j ->
                ProcessFamily.endRecorded(ChildRun.familyFile(folder(j.trial)), Duration.ZERO));
        all.forEach(Job::awaitEnd);
    }

    /**
     * Ends all runs and waits for their end; their futures are cancelled first, so that nobody
     * takes them for crashes.
     */
    private void cancelAll() {
        cancelled().forEach(Job::awaitEnd);
    }

    private List<Job> cancelled() {
        List<Job> all;
        synchronized (jobs) {
            closed = true;
            all = List.copyOf(jobs);
        }
        all.forEach(j -> j.future.cancel(true));
        return all;
    }

    private void constantCores() {
        Map<String, Object> constants = problem.constants();
        try {
            var known = new java.util.HashMap<>(constants);
            known.putIfAbsent("nodes", (long) problem.machine().nodes());
            known.putIfAbsent("cores", (long) problem.machine().cores());
            if (known.keySet().containsAll(settings.ranks().names())
                    && known.keySet().containsAll(settings.threads().names())) {
                Optional<String> refusal = refusal(known);
                if (refusal.isPresent()) {
                    throw Fields.wrong("evaluation.ranks", refusal.get());
                }
            }
        } catch (ArithmeticException e) {
            throw Fields.wrong("evaluation.ranks", e.getMessage());
        }
    }

    /** Returns why a trial cannot run with these values, and keeps a note where it can hardly. */
    private Optional<String> refusal(Map<String, Object> values) {
        double ranks = number(settings.ranks(), values);
        double threads = number(settings.threads(), values);
        Machine machine = problem.machine();
        Optional<String> words = oversubscription(parallel, ranks, threads, machine);
        if (Cores.isTooMuch(settings.strictCores(), parallel, ranks, threads, machine)) {
            return words;
        }
        words.ifPresent(notes::add);
        if (site instanceof PinnedRuns pins && words.isEmpty()) {
            return pins.shortage(ranks * threads, settings.strictCores(), notes::add);
        }
        return Optional.empty();
    }

    private static double number(Expression expression, Map<String, Object> values) {
        Object value = expression.value(values);
        if (value instanceof Number n && n.doubleValue() > 0) {
            return n.doubleValue();
        }
        throw new ArithmeticException(
                "The number of ranks or threads '%s' is %s, not positive."
                        .formatted(expression.text(), value));
    }

    private void learn(Trial trial, Outcome outcome) {
        if (Control.is(trial)) {
            return;
        }
        if (outcome instanceof Outcome.Measured && trial.isPending()) {
            learn(trial.with(outcome), outcome); // what was reached is the fidelity of the record
            return;
        }
        curves.ifPresent(c -> c.add(trial));
        if (!(outcome instanceof Outcome.Measured m) || !trial.isFull()) {
            return; // a cheap run is short because it is cheap
        }
        bestTrials.add(trial);
        if (m.elapsed() > 0) {
            int measured = m.outputs().values().stream().mapToInt(List::size).max().orElse(1);
            int runs = Math.clamp(measured, settings.repeats(), settings.repeatsIfBest());
            shortest.merge(trial.task(), m.elapsed() / (settings.warmup() + runs), Math::min);
        }
    }

    /** One trial in a worker. */
    private final class Job implements Runnable {
        private final Trial trial;
        private final CompletableFuture<Outcome> future = new CompletableFuture<>();
        private Thread worker; // guarded by this
        private boolean ended; // guarded by this

        Job(Trial trial) {
            this.trial = trial;
            future.whenComplete((outcome, failure) -> {
                if (future.isCancelled()) {
                    stop();
                }
            });
        }

        @Override
        public void run() {
            synchronized (this) {
                if (future.isDone()) {
                    finish();
                    return;
                }
                worker = Thread.currentThread();
            }
            Outcome outcome = null;
            Throwable failure = null;
            try {
                outcome = evaluate();
                learn(trial, outcome);
            } catch (InterruptedException cancelled) {
                failure = new java.util.concurrent.CancellationException();
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            synchronized (this) {
                Thread.interrupted(); // a cancellation that came too late must not hit the next
                // trial
                finish();
            }
            if (failure == null) {
                future.complete(outcome);
            } else {
                future.completeExceptionally(failure);
            }
        }

        private void finish() {
            ended = true;
            worker = null;
            jobs.remove(this);
            notifyAll();
        }

        private synchronized void stop() {
            if (worker != null) {
                worker.interrupt();
            } else {
                finish(); // it has not begun
            }
        }

        private synchronized void awaitEnd() {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSING_SECONDS);
            try {
                while (!ended && System.nanoTime() - deadline < 0) {
                    wait(100);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private Outcome evaluate() throws InterruptedException {
            Path own = CommandEvaluator.this.folder(trial);
            Placeholders values;
            try {
                values = values(trial);
                noteMissing(trial, values);
                settings.requireShape(values);
                Optional<String> refusal = isLocal() ? refusal(values.values()) : Optional.empty();
                if (refusal.isPresent()) {
                    return Outcome.failed(FailureCause.INFEASIBLE, refusal.get());
                }
            } catch (ArithmeticException | UndefinedNameException e) {
                return Outcome.failed(FailureCause.INFEASIBLE, e.getMessage());
            }
            Double best = shortest.get(trial.task());
            double limit =
                    settings.timeLimit()
                            .seconds(
                                    best == null
                                            ? OptionalDouble.empty()
                                            : OptionalDouble.of(best));
            try {
                return new CommandTrial(
                                settings,
                                values,
                                folder,
                                own,
                                limit,
                                outcome ->
                                        !Control.is(trial)
                                                && bestTrials.wouldHave(trial.with(outcome)),
                                site,
                                curve -> endsEarly && curves.orElseThrow().isHopeless(trial, curve))
                        .run();
            } catch (InvalidPathException e) {
                return Outcome.failed(
                        FailureCause.BUILD,
                        Utf8Words.unusableInPaths(e.getInput())
                                .orElse(
                                        "'%s' is no file name: %s."
                                                .formatted(e.getInput(), e.getReason())));
            }
        }
    }

    @Override
    public String toString() {
        return "Evaluator of a program in %s, up to %d at once".formatted(folder, parallel);
    }
}
