package org.attune.execution;

import org.attune.api.Candidate;
import org.attune.api.Evaluator;
import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Trial;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Evaluates trials by calling a Java function.
 *
 * <p>What the function throws is a failure of the trial. Cancelling interrupts its thread; a
 * function that ignores interrupts goes on, unheard.
 */
public final class FunctionEvaluator implements Evaluator {
    private final Function<Trial, Outcome> function;
    private final ExecutorService workers;
    private final Set<CompletableFuture<Outcome>> running = ConcurrentHashMap.newKeySet();

    private FunctionEvaluator(Function<Trial, Outcome> function, int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("%d threads.".formatted(threads));
        }
        this.function = function;
        this.workers =
                Executors.newFixedThreadPool(
                        threads,
                        Thread.ofPlatform().daemon().name("attune-function-", 1).factory());
    }

    /** Returns the evaluator of a function that measures one output, one call at a time. */
    public static FunctionEvaluator of(String output, ToDoubleFunction<Candidate> function) {
        return of(output, function, 1);
    }

    /** Like {@link #of(String, ToDoubleFunction)}, with up to {@code threads} calls at once. */
    public static FunctionEvaluator of(
            String output, ToDoubleFunction<Candidate> function, int threads) {
        return new FunctionEvaluator(
                trial -> measured(output, function.applyAsDouble(trial.candidate())), threads);
    }

    /** Returns the evaluator of a function that says itself what became of a trial. */
    public static FunctionEvaluator ofOutcomes(Function<Trial, Outcome> function, int threads) {
        return new FunctionEvaluator(function, threads);
    }

    @Override
    public CompletableFuture<Outcome> submit(Trial trial) {
        var future = new CompletableFuture<Outcome>();
        Future<?> task;
        running.add(future);
        try {
            task = workers.submit(() -> future.complete(evaluate(trial)));
        } catch (RejectedExecutionException e) {
            running.remove(future);
            throw new IllegalStateException("The evaluator has been closed.", e);
        }
        future.whenComplete((outcome, failure) -> {
            running.remove(future);
            task.cancel(true);
        });
        return future;
    }

    @Override
    public void close() {
        workers.shutdownNow();
        List.copyOf(running).forEach(f -> f.cancel(true));
    }

    private Outcome evaluate(Trial trial) {
        long began = System.nanoTime();
        Outcome outcome;
        try {
            outcome = function.apply(trial);
        } catch (OutOfMemoryError e) {
            outcome = Outcome.failed(FailureCause.OUT_OF_MEMORY, e.toString());
        } catch (Throwable e) { // whatever a function throws says something about the configuration
            outcome = Outcome.failed(FailureCause.CRASH, e.toString());
        }
        double elapsed = (System.nanoTime() - began) / 1e9;
        return switch (outcome) {
            case Outcome.Pending p ->
                    new Outcome.Failed(
                            FailureCause.CRASH,
                            "The function returned a pending outcome.",
                            elapsed);
            case null ->
                    new Outcome.Failed(
                            FailureCause.CRASH, "The function returned no outcome.", elapsed);
            case Outcome ended -> ended.taking(elapsed);
        };
    }

    private static Outcome measured(String output, double value) {
        return Double.isFinite(value)
                ? new Outcome.Measured(Map.of(output, List.of(value)), Map.of(), 0)
                : Outcome.failed(
                        FailureCause.UNREADABLE_OUTPUT,
                        "%s: the function returned %s.".formatted(output, value));
    }

    @Override
    public String toString() {
        return "Evaluator of a Java function, %d running".formatted(running.size());
    }
}
