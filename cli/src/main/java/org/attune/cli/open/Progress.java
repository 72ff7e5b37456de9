package org.attune.cli.open;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import org.attune.api.Allocation;
import org.attune.api.Fidelity;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.ParetoFront;
import org.attune.api.Penalties;
import org.attune.api.Point;
import org.attune.api.StoppingRule;
import org.attune.api.Study;
import org.attune.api.StudyObserver;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.cli.shell.Session;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.PenaltyLine;
import org.attune.studies.report.TaskSummary;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/** Shows how a study gets on: a bar on a terminal, a line per trial elsewhere. */
public final class Progress implements StudyObserver, AutoCloseable {
    private static final int ALIKE = 5; // trials of one value are hardly chance

    private final PrintStream err;
    private final boolean terminal;
    private Optional<Study> study = Optional.empty();
    private Optional<ProgressBar> bar = Optional.empty();
    private SortedMap<Long, String> penalties = Collections.emptySortedMap(); // those that are said
    private long startNanos;
    private double doneBefore;

    public Progress(PrintStream err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    /** Returns progress that is a bar if standard error is a terminal. */
    public static Progress on(Session session) {
        return new Progress(session.err(), session.isStandard() && isTerminal());
    }

    private static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (java.io.IOException noProc) {
            return System.console() != null && System.console().isTerminal();
        }
    }

    /** Starts to show the tuning of this study. */
    public void start(Study newStudy) {
        start("Tuning", newStudy);
        if (newStudy.setUp().allocation() == Allocation.ADAPTIVE
                && newStudy.setUp().tasks().size() == 1) {
            note("allocate 'adaptive' has no effect with one task.");
        }
    }

    /** Starts to show what is done with this study. */
    public synchronized void start(String doing, Study newStudy) {
        study = Optional.of(newStudy);
        startNanos = System.nanoTime();
        doneBefore = done();
        penalties = currentPenalties();
        err.println(heading(doing, newStudy));
        if (terminal && doneBefore < total()) {
            bar =
                    Optional.of(
                            new ProgressBarBuilder()
                                    .setTaskName("trials")
                                    .setInitialMax((long) Math.ceil(total()))
                                    .startsFrom((long) doneBefore, java.time.Duration.ZERO)
                                    .setStyle(ProgressBarStyle.ASCII)
                                    .setUpdateIntervalMillis(200)
                                    .setConsumer(new ConsoleProgressBarConsumer(err))
                                    .build());
        }
    }

    private static String heading(String doing, Study study) {
        int tasks = study.setUp().tasks().size();
        int inTurn = study.tasksInTurn().size();
        return "%s %s: %s, %s%s, tuner %s, seed %d%s"
                .formatted(
                        doing,
                        study.problem().name(),
                        (inTurn < tasks ? inTurn + " of " : "") + Format.count(tasks, "task"),
                        Format.count(
                                study.setUp().trials(),
                                study.problem().fidelity().isPresent() ? "full run" : "trial"),
                        tasks == 1
                                ? ""
                                : study.setUp().allocation() == Allocation.EQUAL
                                        ? " each"
                                        : " each on average",
                        study.setUp().tuner(),
                        study.setUp().seed(),
                        study.setUp().stop().isEmpty()
                                ? ""
                                : "; or until " + StoppingRule.words(study.setUp().stop()));
    }

    @Override
    public synchronized void told(Trial trial) {
        if (study.isEmpty()) {
            return;
        }
        double done = done();
        SortedMap<Long, String> before = penalties;
        penalties = currentPenalties();
        bar.ifPresent(b -> {
            b.stepTo((long) done);
            b.setExtraMessage(" " + best(trial));
        });
        line(
                "trial %d (%s of %s): %s -> %s; %s%s"
                        .formatted(
                                trial.number(),
                                shown(done),
                                shown(total()),
                                Outcomes.brief(study.get().problem(), trial),
                                Outcomes.line(study.get().problem(), trial, penalties)
                                        .replaceFirst("\\.$", ""),
                                best(trial),
                                timeLeft(done)));
        alike(trial);
        if (before.isEmpty()
                || penalties.keySet().stream()
                        .anyMatch(n -> n != trial.number() && !before.containsKey(n))) {
            PenaltyLine.of(penalties).ifPresent(this::note);
        }
    }

    private SortedMap<Long, String> currentPenalties() {
        Study running = study.orElseThrow();
        return Penalties.of(running.problem(), running.records()).in(running.records().trials());
    }

    /** Tells when the first runs of a task at one fidelity have all given the same. */
    private void alike(Trial trial) {
        TuningProblem problem = study.orElseThrow().problem();
        List<Trial> measured =
                study.get().records().trials(trial.task()).stream()
                        .filter(t -> t.outcome() instanceof Outcome.Measured)
                        .filter(t -> t.candidate().fidelity().equals(trial.candidate().fidelity()))
                        .toList();
        if (measured.size() != ALIKE || !measured.contains(trial)) {
            return;
        }
        for (Objective objective : problem.optimized()) {
            List<OptionalDouble> values =
                    measured.stream()
                            .map(t -> problem.value(t, objective.name()))
                            .distinct()
                            .toList();
            if (values.size() == 1 && values.getFirst().isPresent()) {
                note(
                        "the first %d trials%s all gave %s. Maybe the program does not use its parameters, or something else is read."
                                .formatted(
                                        ALIKE,
                                        trial.task().after(" of task "),
                                        Format.value(objective, values.getFirst().getAsDouble())));
            }
        }
    }

    @Override
    public synchronized void note(String text) {
        line("note: " + text);
    }

    /** Prints a line, above the bar where there is one. */
    private void line(String text) {
        err.println((bar.isPresent() ? "\r\033[K" : "") + text);
    }

    /** Returns what has ended of the tasks that get trials now, in full runs. */
    private double done() {
        return cost(study.orElseThrow().records().finished());
    }

    private double total() {
        Study running = study.orElseThrow();
        if (running.problem().fidelity().isEmpty()) {
            return cost(running.records().trials()) + running.trialsLeft();
        }
        // what is left is counted in whole runs
        return Math.max(running.setUp().trials() * running.tasksInTurn().size(), done());
    }

    private double cost(List<Trial> trials) {
        List<Point> tasks = study.orElseThrow().tasksInTurn();
        return trials.stream().filter(t -> tasks.contains(t.task())).mapToDouble(Trial::cost).sum();
    }

    private static String shown(double fullRuns) {
        return Math.abs(fullRuns - Math.rint(fullRuns)) < Fidelity.TOLERANCE
                ? Long.toString(Math.round(fullRuns))
                : String.format(Locale.ROOT, "%.2f", fullRuns);
    }

    private String best(Trial trial) {
        TuningProblem problem = study.orElseThrow().problem();
        if (problem.optimized().size() > 1) {
            return front(problem, trial);
        }
        Objective objective = problem.optimized().getFirst();
        Optional<Trial> best = study.orElseThrow().best(trial.task());
        if (best.isEmpty()) {
            return "nothing usable yet";
        }
        double value = problem.value(best.get(), objective.name()).orElseThrow();
        OptionalDouble gain =
                TaskSummary.of(problem, study.get().records(), trial.task()).gain(best.get());
        return "best%s %s%s"
                .formatted(
                        trial.task().after(" "),
                        Format.value(objective, value),
                        gain.isPresent() ? " (%s)".formatted(Format.factor(gain)) : "");
    }

    /** Without its volume, whose reference point moves while trials come in. */
    private String front(TuningProblem problem, Trial trial) {
        var front = ParetoFront.of(problem, study.orElseThrow().records().trials(trial.task()));
        return front.trials().isEmpty()
                ? "nothing usable yet"
                : "%s%s of %s"
                        .formatted(
                                front.trials().contains(trial) ? "joins the front" : "front",
                                trial.task().after(" "),
                                Format.count(front.trials().size(), "trial"));
    }

    /**
     * Returns how long the rest will take, by what has been done since the start. Of cheap runs the
     * program's start and the tuner take most: until they have cost a full run, they say nothing.
     */
    private String timeLeft(double done) {
        double sinceStart = done - doneBefore;
        double left = total() - done;
        boolean cheap = study.orElseThrow().problem().fidelity().isPresent();
        double least = cheap ? 1 - Fidelity.TOLERANCE : Fidelity.TOLERANCE;
        if (sinceStart < least || left < Fidelity.TOLERANCE) {
            return "";
        }
        double each = (System.nanoTime() - startNanos) / 1e9 / sinceStart;
        return "; about %s left".formatted(Format.duration(Math.rint(each * left)));
    }

    /** Takes the bar away. */
    public synchronized void finish() {
        bar.ifPresent(ProgressBar::close);
        bar = Optional.empty();
    }

    @Override
    public void close() {
        finish();
    }
}
