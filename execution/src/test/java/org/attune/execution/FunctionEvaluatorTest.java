package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToDoubleFunction;

/** Waits are for events; the limit is for a program that hangs. */
@Timeout(300)
class FunctionEvaluatorTest {
    private static Outcome outcome(ToDoubleFunction<Candidate> function) throws Exception {
        try (var evaluator = FunctionEvaluator.of("seconds", function)) {
            return evaluator.submit(Bench.trial(1)).get();
        }
    }

    private static void assertFailed(FailureCause cause, String contains, Outcome outcome) {
        var failed = assertInstanceOf(Outcome.Failed.class, outcome);
        assertEquals(cause, failed.cause());
        assertTrue(failed.detail().contains(contains), failed.detail());
    }

    @Test
    void measures() throws Exception {
        var measured =
                assertInstanceOf(
                        Outcome.Measured.class, outcome(c -> 2 * c.configuration().number("b")));
        assertEquals(List.of(16.0), measured.outputs().get("seconds"));
        assertTrue(measured.elapsed() > 0);
    }

    @Test
    void failures() throws Exception {
        assertFailed(
                FailureCause.CRASH,
                "no luck",
                outcome(c -> {
                    throw new IllegalStateException("no luck");
                }));
        assertFailed(
                FailureCause.OUT_OF_MEMORY,
                "heap",
                outcome(c -> {
                    throw new OutOfMemoryError("heap");
                }));
        assertFailed(
                FailureCause.CRASH,
                "AssertionError",
                outcome(c -> {
                    throw new AssertionError("wrong");
                }));
        assertFailed(FailureCause.UNREADABLE_OUTPUT, "NaN", outcome(c -> Double.NaN));
        assertFailed(FailureCause.UNREADABLE_OUTPUT, "-Infinity", outcome(c -> -1 / 0.0));
        try (var evaluator = FunctionEvaluator.ofOutcomes(t -> Outcome.PENDING, 1)) {
            assertFailed(FailureCause.CRASH, "pending", evaluator.submit(Bench.trial(1)).get());
        }
    }

    /** Three calls wait for each other: they must run at once. */
    @Test
    void runsInParallel() throws Exception {
        var together = new CountDownLatch(3);
        ToDoubleFunction<Candidate> function =
                c -> {
                    together.countDown();
                    try {
                        together.await();
                        return 1;
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
        try (var evaluator = FunctionEvaluator.of("seconds", function, 3)) {
            var futures =
                    List.of(1, 2, 3).stream().map(i -> evaluator.submit(Bench.trial(i))).toList();
            for (var future : futures) {
                assertInstanceOf(Outcome.Measured.class, future.get());
            }
        }
    }

    @Test
    void cancellingInterrupts() throws Exception {
        var begun = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        try (var evaluator =
                FunctionEvaluator.of(
                        "seconds",
                        c -> {
                            begun.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                interrupted.countDown();
                            }
                            return 1;
                        })) {
            var future = evaluator.submit(Bench.trial(1));
            begun.await();
            future.cancel(true);
            interrupted.await();
        }
    }
}
