package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Many workers ask the tuner of one study at once, each with a {@link Study} of its own. */
class ManyWorkersTest {
    private static final int WORKERS = 32;
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1e9))
                    .objective(Objective.minimize("y"))
                    .build();

    private final ThreadLocal<Boolean> locked = ThreadLocal.withInitial(() -> false);
    private final AtomicInteger lockedCalls = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final MemoryHistory memory = new MemoryHistory();
    private final ExecutorService threads = Executors.newFixedThreadPool(WORKERS);

    private UnaryOperator<Reservation> queued = place -> place;

    private final History history =
            new History() {
                @Override
                public Records records() {
                    return memory.records();
                }

                @Override
                public Records update(Function<Records, List<? extends Entry>> change) {
                    return memory.update(records -> {
                        locked.set(true);
                        try {
                            return change.apply(records);
                        } finally {
                            locked.set(false);
                        }
                    });
                }

                @Override
                public Reservation reserve(int count) {
                    return queued.apply(memory.reserve(count));
                }

                @Override
                public void close() {}
            };

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    /** A proposal that tells apart all pasts. */
    private Proposal answer(Records records, Demand demand) {
        calls.incrementAndGet();
        lockedCalls.addAndGet(locked.get() ? 1 : 0);
        double sum = 0;
        for (Trial t : records.finished()) {
            sum = (sum * 31 + t.number() + t.configuration().number("x")) % 1e6;
        }
        double x = records.trials().size() * 1e6 + sum;
        return Proposal.run(
                List.of(
                        CountingTuner.suggestion(
                                demand.tasksInTurn().getFirst(), Point.of("x", x))));
    }

    private Study study(int trials, BiFunction<Records, Demand, Proposal> answer) {
        return Study.of(PROBLEM)
                .tuner(new CountingTuner(answer))
                .trials(trials)
                .history(history)
                .open();
    }

    private <T> List<T> atOnce(Callable<T> task) throws Exception {
        var futures = new ArrayList<Future<T>>();
        for (int i = 0; i < WORKERS; i++) {
            futures.add(threads.submit(task));
        }
        var results = new ArrayList<T>();
        for (Future<T> future : futures) {
            results.add(future.get(2, TimeUnit.MINUTES));
        }
        return results;
    }

    private static Set<Point> configurations(List<Trial> trials) {
        var all = new HashSet<Point>();
        trials.forEach(t -> all.add(t.configuration()));
        return all;
    }

    /** The law: what a trial has seen, and how many were ahead of it, give its configuration. */
    private void assertReplays(Trial trial, Records records, int budget) {
        Seen seen = trial.provenance().seen().orElseThrow();
        var again = new MemoryHistory();
        Records before = seen.in(records);
        again.update(none -> {
            var entries = new ArrayList<Entry>(before.study().stream().toList());
            entries.addAll(before.trials().stream().map(Trial::untold).toList());
            entries.addAll(before.finished());
            return entries;
        });
        assertEquals(before, again.records());
        try (Study study =
                Study.of(PROBLEM)
                        .tuner(new CountingTuner(this::answer))
                        .trials(budget)
                        .history(again)
                        .open()) {
            List<Trial> asked = study.ask(seen.ahead() + 1);
            assertEquals(trial.configuration(), asked.getLast().configuration(), trial::toString);
        }
    }

    /** A place whose owner looks behind itself when all have come. */
    private record Watched(Reservation place, CountDownLatch all) implements Reservation {
        @Override
        public int ahead() {
            return place.ahead();
        }

        @Override
        public int behind() {
            try {
                all.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return place.behind();
        }

        @Override
        public void pause() {
            place.pause();
        }

        @Override
        public void close() {
            place.close();
        }
    }

    /** One proposal for each, one after another as ask(32) makes them, and none in vain. */
    @Test
    void whoIsFirstProposesForAll() throws Exception {
        study(100, this::answer).close(); // the first entry
        var all = new CountDownLatch(WORKERS);
        queued =
                place -> {
                    all.countDown();
                    return new Watched(place, all);
                };
        List<List<Trial>> asked = atOnce(() -> study(100, this::answer).ask(1));
        List<Trial> trials = asked.stream().flatMap(List::stream).toList();
        assertEquals(WORKERS, configurations(trials).size());
        assertEquals(WORKERS, memory.records().trials().size());
        assertTrue(
                memory.records().trials().stream()
                        .allMatch(t -> t.provenance().process().equals(ProcessId.here())));
        assertEquals(0, lockedCalls.get());
        assertEquals(WORKERS, calls.get());
        MemoryHistory alone = new MemoryHistory();
        try (Study study =
                Study.of(PROBLEM)
                        .tuner(new CountingTuner(this::answer))
                        .trials(100)
                        .history(alone)
                        .open()) {
            assertEquals(configurations(study.ask(WORKERS)), configurations(trials));
        }
    }

    @Test
    void whatOthersHaveOvertakenReplays() {
        Study other = study(100, this::answer);
        other.ask(3);
        var overtaken = new AtomicInteger();
        Study study =
                study(
                        100,
                        (records, demand) -> {
                            if (overtaken.getAndIncrement() == 0) {
                                other.tell(2, Outcome.measured("y", 1));
                            }
                            return answer(records, demand);
                        });
        List<Trial> asked = study.ask(2);
        other.tell(4, Outcome.measured("y", 2));
        Records records = memory.records();
        assertEquals(
                List.of(new Seen(3, 0, 0), new Seen(3, 0, 1)),
                asked.stream().map(t -> t.provenance().seen().orElseThrow()).toList());
        records.trials().subList(3, 5).forEach(t -> assertReplays(t, records, 100));
        assertThrows(IllegalArgumentException.class, () -> new Seen(9, 1, 0).in(records));
    }

    @Test
    void aStudyOfManyWorkersIsWholeAndReplays() throws Exception {
        int budget = 500;
        List<Integer> counts =
                atOnce(() -> {
                    int count = 0;
                    try (Study study = study(budget, this::answer)) {
                        for (List<Trial> asked = study.ask(2);
                                !asked.isEmpty();
                                asked = study.ask(1 + count % 3)) {
                            for (Trial t : asked) {
                                study.tell(t.number(), Outcome.measured("y", t.number()));
                                count++;
                            }
                        }
                    }
                    return count;
                });
        Records records = memory.records();
        assertEquals(budget, counts.stream().mapToInt(c -> c).sum());
        assertEquals(budget, records.finished().size());
        assertEquals(budget, configurations(records.trials()).size(), "none twice");
        List<Trial> stale =
                records.trials().stream().filter(t -> t.provenance().seen().isPresent()).toList();
        stale.forEach(t -> assertReplays(t, records, budget));
        assertTrue(lockedCalls.get() < budget / 10, lockedCalls + " calls under the lock");
    }
}
