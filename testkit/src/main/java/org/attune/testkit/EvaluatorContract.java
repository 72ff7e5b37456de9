package org.attune.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Evaluator;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What every evaluator must do: measure, report failures as data, run several trials, and stop when
 * told.
 */
@Timeout(120)
public abstract class EvaluatorContract {
    /** After this many seconds a future that should have ended never will. */
    private static final int PATIENCE = 60;

    /** What the application under evaluation does. */
    protected enum Program {
        /** Gives the output {@code y} the value of the parameter {@code x}, once. */
        COPIES_X,
        /** Fails, in whatever way applications fail here. */
        FAILS,
        /** Runs until it is stopped. */
        HANGS
    }

    /** Starts with nothing; for subclasses. */
    protected EvaluatorContract() {}

    /** Returns the problem that is evaluated: a real {@code x} in [0, 1], minimise {@code y}. */
    protected static TuningProblem problem() {
        return TuningProblem.named("evaluator-contract")
                .parameter(Parameter.real("x", 0, 1))
                .objective(Objective.minimize("y"))
                .build();
    }

    /**
     * Returns an evaluator of {@link #problem} whose application does this; at least two trials may
     * run at once.
     */
    protected abstract Evaluator evaluator(Program program);

    @Test
    void measures() throws Exception {
        try (Evaluator evaluator = evaluator(Program.COPIES_X)) {
            assertCopied(0.25, evaluator.submit(trial(1, 0.25)));
        }
    }

    @Test
    void keepsSeveralTrialsApart() throws Exception {
        try (Evaluator evaluator = evaluator(Program.COPIES_X)) {
            var futures = new ArrayList<CompletableFuture<Outcome>>();
            for (int n = 1; n <= 6; n++) {
                futures.add(evaluator.submit(trial(n, n / 8.0)));
            }
            for (int n = 1; n <= 6; n++) {
                assertCopied(n / 8.0, futures.get(n - 1));
            }
        }
    }

    private static void assertCopied(double expected, CompletableFuture<Outcome> future)
            throws Exception {
        Outcome outcome = future.get(PATIENCE, TimeUnit.SECONDS);
        var measured = assertInstanceOf(Outcome.Measured.class, outcome);
        assertEquals(List.of(expected), measured.outputs().get("y"));
    }

    @Test
    void reportsFailuresAsData() throws Exception {
        try (Evaluator evaluator = evaluator(Program.FAILS)) {
            Outcome outcome = evaluator.submit(trial(1, 0.5)).get(PATIENCE, TimeUnit.SECONDS);
            var failed = assertInstanceOf(Outcome.Failed.class, outcome);
            assertFalse(failed.detail().isBlank(), "a failure says what happened");
        }
    }

    @Test
    void stopsATrialWhoseFutureIsCancelled() {
        try (Evaluator evaluator = evaluator(Program.HANGS)) {
            CompletableFuture<Outcome> future = evaluator.submit(trial(1, 0.5));
            assertFalse(future.isDone());
            future.cancel(true);
            assertTrue(future.isCancelled());
        }
    }

    /**
     * What was running ends: cancelled, or with a failure. What comes later is refused, or ends at
     * once.
     */
    @Test
    void stopsEverythingWhenClosed() throws Exception {
        Evaluator evaluator = evaluator(Program.HANGS);
        List<CompletableFuture<Outcome>> futures =
                List.of(evaluator.submit(trial(1, 0.5)), evaluator.submit(trial(2, 0.75)));
        evaluator.close();
        for (CompletableFuture<Outcome> future : futures) {
            assertEnds(future);
        }
        evaluator.close(); // once more is harmless
        try {
            assertEnds(evaluator.submit(trial(3, 0.5)));
        } catch (IllegalStateException | RejectedExecutionException refused) {
            assertFalse(refused.toString().isBlank());
        }
    }

    private static void assertEnds(CompletableFuture<Outcome> future)
            throws InterruptedException, TimeoutException {
        try {
            assertInstanceOf(Outcome.Failed.class, future.get(PATIENCE, TimeUnit.SECONDS));
        } catch (CancellationException | ExecutionException ended) {
            assertTrue(future.isDone());
        }
    }

    private static Trial trial(long number, double x) {
        return new Trial(
                number,
                Candidate.of(Point.EMPTY, Point.of("x", x)),
                Origin.of("contract"),
                Outcome.PENDING,
                Provenance.here(Effort.NONE));
    }
}
