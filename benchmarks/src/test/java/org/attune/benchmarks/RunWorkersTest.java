package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Tuners;
import org.attune.benchmarks.problems.Benchmark;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

class RunWorkersTest {
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger opened = new AtomicInteger();

    private ProblemSource source() {
        open.incrementAndGet();
        opened.incrementAndGet();
        return new ProblemSource() {
            @Override
            public List<String> names() {
                return List.of();
            }

            @Override
            public Benchmark problem(String name) {
                throw new IllegalArgumentException(name);
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        };
    }

    static StudyRun run(int seed) {
        TunerChoice choice = TunerChoice.list("random").getFirst();
        return new StudyRun(
                new Selection("p", List.of(0)),
                choice,
                Tuners.available().named("random"),
                seed,
                5,
                Optional.empty());
    }

    private static List<StudyRun> runs(int count) {
        return IntStream.range(0, count).mapToObj(RunWorkersTest::run).toList();
    }

    @Test
    void eachRunIsDoneOnceAndThereAreNoMoreThreadsThanRuns() {
        for (int most : new int[] {1, 3, 50}) {
            opened.set(0);
            var done = new ArrayList<Long>();
            Set<ProblemSource> used = ConcurrentHashMap.newKeySet();
            RunWorkers.Work work =
                    (run, problems, stopped) -> {
                        used.add(problems);
                        synchronized (done) {
                            done.add(run.seed());
                        }
                    };
            try (ProblemSource first = source()) {
                new RunWorkers(most, this::source, runs(20), work).finish(first);
            }
            assertEquals(IntStream.range(0, 20).asLongStream().boxed().toList(), sorted(done));
            assertEquals(Math.min(most, 20), opened.get());
            assertTrue(used.size() <= opened.get());
            assertEquals(0, open.get());
        }
    }

    private static List<Long> sorted(List<Long> seeds) {
        return seeds.stream().sorted().toList();
    }

    @Test
    void nothingToDoIsDone() {
        try (ProblemSource first = source()) {
            new RunWorkers(4, this::source, List.of(), (run, problems, stopped) -> {})
                    .finish(first);
        }
        assertEquals(1, opened.get());
    }

    /** What is thrown where others were told to stop is no reason. */
    @Test
    void theFirstThatThrowsStopsTheOthersAndIsTheReason() {
        var both = new CountDownLatch(2);
        var done = new AtomicInteger();
        RunWorkers.Work work =
                (run, problems, stopped) -> {
                    both.countDown();
                    await(both);
                    if (run.seed() == 1) {
                        throw new ArithmeticException("the reason");
                    }
                    if (run.seed() == 0) {
                        while (!stopped.getAsBoolean()) {
                            Thread.onSpinWait();
                        }
                        throw new CancellationException("another run has failed");
                    }
                    done.incrementAndGet();
                };
        try (ProblemSource first = source()) {
            var workers = new RunWorkers(2, this::source, runs(9), work);
            var reason = assertThrows(ArithmeticException.class, () -> workers.finish(first));
            assertEquals("the reason", reason.getMessage());
        }
        assertEquals(0, done.get());
        assertEquals(0, open.get());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
