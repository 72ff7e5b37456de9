package org.attune.execution;

import org.attune.api.Control;
import org.attune.api.Evaluator;
import org.attune.api.FailureCause;
import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.ProcessId;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerException;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Keeps an evaluator busy until a study is done: asks for up to k trials, starts them, and tells
 * their outcomes as they come.
 *
 * <p>Pending trials that nobody runs any more, those of dead processes and of earlier loops in this
 * one, are run first, under their numbers, and again where the tuner waits for such a trial. With k
 * = 1 the order of asking and telling is fixed. {@link Control}s that are due take a place, too.
 */
public final class TuningLoop {
    private static final int FEW = 2; // proposals between looks at what has ended
    private static final double LOOK = 1; // seconds between looks at what others do

    private final Study study;
    private final Evaluator evaluator;
    private final int parallel;
    private final Consumer<Trial> started;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Map<Trial, CompletableFuture<Outcome>> running =
            new HashMap<>(); // of run()'s thread
    private final Set<FailureCause> causes = EnumSet.noneOf(FailureCause.class);
    private int failed;
    private int patience = Integer.MAX_VALUE;
    private long waited; // ns
    private volatile boolean stopped;
    private Optional<Long> deadline = Optional.empty(); // of the nano clock
    private double longest; // seconds of a trial so far
    private boolean isFirst = true;
    private boolean hasLooked; // for a control that is due
    private Predicate<ProcessId> lost = process -> false;
    private BiConsumer<Trial, Outcome> late = (trial, outcome) -> {};
    private Consumer<String> notes = text -> {};
    private Optional<TunerException> tunersFault = Optional.empty();
    private boolean stays;
    private boolean outOfTime;

    /** What wakes the loop. */
    private sealed interface Event {}

    private record Ended(Trial trial, Outcome outcome, Throwable failure) implements Event {}

    private record Stop() implements Event {}

    /** Prepares a loop with up to {@code parallel} trials at once. */
    public TuningLoop(Study study, Evaluator evaluator, int parallel) {
        this(study, evaluator, parallel, trial -> {});
    }

    /**
     * Like {@link #TuningLoop(Study, Evaluator, int)}, with a listener that hears when a trial is
     * started.
     */
    public TuningLoop(Study study, Evaluator evaluator, int parallel, Consumer<Trial> started) {
        if (parallel < 1) {
            throw new IllegalArgumentException("%d evaluations at once.".formatted(parallel));
        }
        this.study = study;
        this.evaluator = evaluator;
        this.parallel = parallel;
        this.started = started;
    }

    /**
     * Starts no more trials once so many have failed in this loop, all from the same cause, unless
     * a trial of the study has ever been measured: the mistake is then in the program or in how it
     * is called, not in the configurations. Not called, the loop never gives up.
     */
    public TuningLoop giveUpAfter(int failures) {
        if (failures < 1) {
            throw new IllegalArgumentException("Give up after %d failures.".formatted(failures));
        }
        patience = failures;
        return this;
    }

    /**
     * Ends after this time, as the allocation of a batch system does: what still runs is cancelled
     * and stays pending, and from the second on no trial is started for which the time would be
     * over if it took as long as the longest so far. Not called, the loop takes the time it needs.
     */
    public TuningLoop endWithin(Duration left) {
        deadline = Optional.of(System.nanoTime() + left.toNanos());
        longest =
                study.records().finished().stream()
                        .mapToDouble(t -> elapsed(t.outcome()))
                        .max()
                        .orElse(0);
        return this;
    }

    /**
     * Runs trials again whose processes are lost as somebody says who hears of other computers, as
     * soon as there is room for them.
     *
     * @param isLost whether a process is; it is asked often
     */
    public TuningLoop adopting(Predicate<ProcessId> isLost) {
        lost = isLost;
        return this;
    }

    /**
     * Hands over results that came too late: somebody else had been given the trial. Not called,
     * they are dropped; they count for nothing in either case.
     */
    public TuningLoop late(BiConsumer<Trial, Outcome> kept) {
        late = kept;
        return this;
    }

    /** Tells what whoever waits for the loop should know meanwhile. */
    public TuningLoop noting(Consumer<String> heard) {
        notes = heard;
        return this;
    }

    /**
     * Stays until no trial is pending, those of other processes included: as long as one is, its
     * process may be lost, and this loop be the one that runs it again.
     */
    public TuningLoop stay() {
        stays = true;
        return this;
    }

    /** Returns whether the time was over, or too short for another trial, before the study was. */
    public boolean isOutOfTime() {
        return outOfTime;
    }

    private double left() {
        return deadline.map(d -> (d - System.nanoTime()) / 1e9).orElse(Double.POSITIVE_INFINITY);
    }

    private boolean hasTime() {
        return left() > (isFirst ? 0 : longest);
    }

    private static double elapsed(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Measured m -> m.elapsed();
            case Outcome.Failed f -> f.elapsed();
            case Outcome.Pending pending -> 0;
        };
    }

    /** Returns the cause from which everything failed, if the loop has given up. */
    public Optional<FailureCause> gaveUp() {
        return failed >= patience && causes.size() == 1 && !anyMeasured()
                ? Optional.of(causes.iterator().next())
                : Optional.empty();
    }

    private boolean anyMeasured() {
        return study.records().finished().stream()
                .anyMatch(t -> t.outcome() instanceof Outcome.Measured);
    }

    /**
     * Runs the study. To be called once.
     *
     * @return its state at the end: done; waiting, where the rest is pending in other processes; or
     *     whatever it is when the loop was stopped or gave up
     * @throws TunerException if the tuner fails; what ran beside has ended and been told
     * @throws java.io.UncheckedIOException if the disk or another part of the environment fails;
     *     what had ended has been told, the rest stays pending
     */
    public Study.Status run() {
        Queue<Trial> left = new ArrayDeque<>(orphans());
        RuntimeException fatal = null;
        try {
            while (!stopped && fatal == null) {
                boolean tooLate = !hasTime(); // for another trial
                if (gaveUp().isEmpty() && !tooLate && tunersFault.isEmpty()) {
                    fill(left);
                }
                if (running.isEmpty() && tunersFault.isPresent()) {
                    break;
                }
                if (running.isEmpty() && stays && !tooLate && isUnfinished()) {
                    fatal = handle(next(LOOK));
                    continue;
                }
                if (running.isEmpty()) {
                    outOfTime = tooLate && study.status().state() != Study.State.DONE;
                    break;
                }
                fatal = handle(next(left()));
                fatal = fatal == null ? handleWaiting() : fatal;
            }
        } finally {
            running.values().forEach(f -> f.cancel(true));
            for (Event event = events.poll(); event != null; event = events.poll()) {
                RuntimeException later = handle(event);
                fatal = fatal == null ? later : fatal;
            }
        }
        if (fatal != null) {
            throw fatal;
        }
        tunersFault.ifPresent(fault -> {
            throw fault;
        });
        return study.status();
    }

    /**
     * Ends the loop from another thread: {@link #run} cancels what runs, leaves it pending, and
     * returns. Has returned before that.
     */
    public void stop() {
        stopped = true;
        events.add(new Stop());
    }

    /**
     * Returns whether the loop was stopped, by {@link #stop} or because its evaluator was closed.
     */
    public boolean isStopped() {
        return stopped;
    }

    /** Returns the seconds in which the loop had nothing to do but wait for trials. */
    public double evaluationSeconds() {
        return waited / 1e9;
    }

    private List<Trial> orphans() {
        study.adopt(Integer.MAX_VALUE, p -> p.hasEnded() || lost.test(p));
        return study.pending().stream()
                .filter(t -> t.provenance().process().equals(ProcessId.here()))
                .toList();
    }

    private void fill(Queue<Trial> left) {
        while (!left.isEmpty() && running.size() < parallel) {
            start(left.remove());
        }
        int free = parallel - running.size();
        if (free > 0
                && study.pending().stream().anyMatch(t -> lost.test(t.provenance().process()))) {
            for (Trial trial : study.adopt(free, lost)) {
                start(trial);
            }
            free = parallel - running.size();
        }
        if (free > 0 && startControl()) {
            free--;
        }
        try {
            askFor(free);
        } catch (TunerException e) {
            tunersFault = Optional.of(e);
            if (!running.isEmpty()) {
                notes.accept(
                        "the tuner has failed, as is told at the end: no more trials are started, and %s may end."
                                .formatted(Format.count(running.size(), "running trial")));
            }
            return;
        }
        if (running.isEmpty() && isHeldUp()) {
            left.addAll(orphans());
            while (!left.isEmpty() && running.size() < parallel) {
                start(left.remove());
            }
        }
    }

    /** Measures the control of the drift that is due, unless the study had ended before. */
    private boolean startControl() {
        boolean ended = isFirst && study.status().state() == Study.State.DONE;
        boolean begins = !hasLooked; // what this process has claimed is of an earlier loop
        hasLooked = true;
        if (stopped || ended || study.drift().isEmpty()) {
            return false;
        }
        Predicate<ProcessId> left =
                p -> p.hasEnded() || lost.test(p) || begins && p.equals(ProcessId.here());
        Optional<Control> due = study.drift().get().claim(left);
        due.ifPresent(c -> start(c.run()));
        return due.isPresent();
    }

    /**
     * Starts trials as soon as they are proposed: while others run, a few at a time, so that the
     * first need not wait for the last, and none while an outcome waits to be told.
     */
    private void askFor(int free) {
        int left = free;
        while (left > 0 && !stopped) {
            List<Trial> asked = study.ask(running.isEmpty() ? left : Math.min(left, FEW));
            asked.forEach(this::start);
            left = asked.isEmpty() || !events.isEmpty() ? 0 : left - asked.size();
        }
    }

    /** Returns whether the study has trials that others run, or that nobody has begun. */
    private boolean isUnfinished() {
        return gaveUp().isEmpty() && study.status().state() != Study.State.DONE;
    }

    /** Returns whether the tuner waits for trials of others, which may have died meanwhile. */
    private boolean isHeldUp() {
        return !stopped && study.trialsLeft() > 0 && study.status().state() == Study.State.WAIT;
    }

    private void start(Trial trial) {
        if (stopped) {
            return; // it stays pending
        }
        isFirst = false;
        if (!Control.is(trial)) {
            started.accept(trial);
        }
        CompletableFuture<Outcome> future = evaluator.submit(trial);
        running.put(trial, future);
        future.whenComplete((outcome, failure) -> events.add(new Ended(trial, outcome, failure)));
    }

    /** Returns what comes within some seconds; a stop where the loop's time is over by then. */
    private Event next(double seconds) {
        long began = System.nanoTime();
        try {
            if (seconds == Double.POSITIVE_INFINITY) {
                return events.take();
            }
            Event event =
                    events.poll((long) (Math.min(seconds, left()) * 1e9), TimeUnit.NANOSECONDS);
            if (event == null && left() <= 0) {
                outOfTime = true;
                stopped = true;
            }
            return event == null ? new Stop() : event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
            return new Stop();
        } finally {
            waited += System.nanoTime() - began;
        }
    }

    /**
     * Tells what has ended while the last outcome was told, or while a tuner proposed, so that the
     * next proposals know of all of it and are made together. Returns what ends the loop.
     */
    private RuntimeException handleWaiting() {
        RuntimeException fatal = null;
        while (fatal == null && !events.isEmpty()) {
            fatal = handle(events.remove()); // of this thread alone
        }
        return fatal;
    }

    /** Tells an outcome. Returns what ends the loop. */
    private RuntimeException handle(Event event) {
        if (!(event instanceof Ended ended)) {
            return null;
        }
        running.remove(ended.trial());
        return switch (ended.failure()) {
            case null -> {
                tell(ended.trial(), ended.outcome());
                yield null;
            }
            case CancellationException cancelled -> {
                stopped = true;
                yield null;
            }
            case CompletionException e when e.getCause() instanceof RuntimeException r -> r;
            case RuntimeException e -> e;
            default ->
                    new IllegalStateException(
                            "Trial %d could not be run.".formatted(ended.trial().number()),
                            ended.failure());
        };
    }

    private void tell(Trial trial, Outcome outcome) {
        if (Control.is(trial)) {
            study.drift().ifPresent(d -> d.tell(trial, outcome));
        } else if (study.tell(trial.number(), trial.provenance().attempt(), outcome).isEmpty()) {
            late.accept(trial, outcome);
            return;
        } else if (outcome instanceof Outcome.Failed f) {
            failed++;
            causes.add(f.cause());
        }
        longest = Math.max(longest, elapsed(outcome));
    }

    @Override
    public String toString() {
        return "Loop of %s with %s".formatted(study, evaluator);
    }
}
