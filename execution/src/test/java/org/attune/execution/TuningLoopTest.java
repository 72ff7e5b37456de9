package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Evaluator;
import org.attune.api.FailureCause;
import org.attune.api.MemoryHistory;
import org.attune.api.ModelProvider;
import org.attune.api.Objective;
import org.attune.api.Option;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Proposal;
import org.attune.api.Provenance;
import org.attune.api.Study;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerException;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

@Timeout(300)
class TuningLoopTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.integer("k", 0, 1000))
                    .objective(Objective.minimize("y"))
                    .build();

    /** Proposes k = 1, 2, 3, ... by number. */
    static final class Counting implements TunerProvider {
        @Override
        public String name() {
            return "counting";
        }

        @Override
        public String summary() {
            return "1, 2, 3";
        }

        @Override
        public List<Option<?>> options() {
            return List.of();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return (records, demand) ->
                    Proposal.run(
                            LongStream.range(0, demand.count())
                                    .mapToObj(i ->
                                            new Suggestion(
                                                    Candidate.of(
                                                            Point.EMPTY,
                                                            Point.of(
                                                                    "k", records.nextNumber() + i)),
                                                    org.attune.api.Origin.of("counting")))
                                    .toList());
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.empty();
        }
    }

    /** Counts, but from the second trial on waits for what is pending. */
    private static final class Patient implements TunerProvider {
        @Override
        public String name() {
            return "patient";
        }

        @Override
        public String summary() {
            return "1, 2, 3, one at a time";
        }

        @Override
        public Tuner create(TuningRequest request) {
            Tuner counting = new Counting().create(request);
            return (records, demand) ->
                    records.trials().size() > 1
                                    && records.trials().stream().anyMatch(Trial::isPending)
                            ? new Proposal.Wait("one at a time")
                            : counting.propose(records, demand);
        }
    }

    private static Study study(int trials, MemoryHistory history) {
        return Study.of(PROBLEM).tuner(new Counting()).trials(trials).history(history).open();
    }

    private static List<Long> finished(Study study) {
        return study.records().finished().stream().map(Trial::number).toList();
    }

    @Test
    void runsAllTrialsInOrder() {
        Study study = study(5, new MemoryHistory());
        var started = new ArrayList<Long>();
        try (var evaluator = FunctionEvaluator.of("y", c -> c.configuration().number("k"))) {
            var loop = new TuningLoop(study, evaluator, 1, t -> started.add(t.number()));
            assertEquals(Study.State.DONE, loop.run().state());
            assertTrue(loop.evaluationSeconds() > 0);
            assertFalse(loop.isStopped());
        }
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L), finished(study));
        assertEquals(finished(study), started);
    }

    @Test
    void keepsKTrialsRunning() {
        Study study = study(9, new MemoryHistory());
        var together = new CountDownLatch(3); // ends only if three run at once
        try (var evaluator =
                FunctionEvaluator.of(
                        "y",
                        c -> {
                            together.countDown();
                            try {
                                together.await();
                                return 1;
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        3)) {
            assertEquals(Study.State.DONE, new TuningLoop(study, evaluator, 3).run().state());
        }
        assertEquals(9, study.records().finished().size());
        assertTrue(
                study.records().trials().stream()
                        .allMatch(t -> t.outcome() instanceof Outcome.Measured));
    }

    /** What runs when the time is over stays pending; the next loop runs it under its number. */
    @Test
    void endsWithinItsTime() {
        var history = new MemoryHistory();
        Study study = study(3, history);
        var hangs = new AtomicBoolean();
        for (long seconds = 1; !hangs.get(); seconds *= 2) { // until the second has begun
            try (var evaluator =
                    FunctionEvaluator.of(
                            "y",
                            c -> {
                                if (c.configuration().number("k") == 1) {
                                    return 1;
                                }
                                hangs.set(true);
                                return hang();
                            })) {
                var loop =
                        new TuningLoop(study, evaluator, 1)
                                .endWithin(java.time.Duration.ofSeconds(seconds));
                assertEquals(Study.State.RUN, loop.run().state());
                assertTrue(loop.isOutOfTime());
            }
        }
        assertEquals(List.of(1L), finished(study));
        assertEquals(List.of(2L), study.pending().stream().map(Trial::number).toList());
        try (var evaluator = FunctionEvaluator.of("y", c -> 2)) {
            var loop = new TuningLoop(study, evaluator, 1).endWithin(java.time.Duration.ofHours(1));
            assertEquals(Study.State.DONE, loop.run().state());
            assertFalse(loop.isOutOfTime());
        }
        assertEquals(List.of(1L, 2L, 3L), finished(study));
    }

    /** Returns a while after this is true. */
    private static void await(AtomicBoolean condition) {
        try {
            while (!condition.get()) {
                Thread.sleep(10);
            }
            Thread.sleep(500);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static double hang() {
        try {
            Thread.sleep(60_000);
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A trial took an hour: with less than that left, one is started, to get on at all. */
    @Test
    void startsNothingThatWouldNotEnd() {
        Study study = study(5, new MemoryHistory());
        study.tell(
                study.ask(1).getFirst().number(),
                new Outcome.Measured(
                        java.util.Map.of("y", List.of(1.0)), java.util.Map.of(), 3600));
        try (var evaluator = FunctionEvaluator.of("y", c -> 2)) {
            var loop =
                    new TuningLoop(study, evaluator, 1).endWithin(java.time.Duration.ofMinutes(30));
            loop.run();
            assertTrue(loop.isOutOfTime());
        }
        assertEquals(List.of(1L, 2L), finished(study));
        assertEquals(List.of(), study.pending());
    }

    @Test
    void failuresAreTold() {
        Study study = study(2, new MemoryHistory());
        try (var evaluator = FunctionEvaluator.of("y", c -> Double.NaN)) {
            assertEquals(Study.State.DONE, new TuningLoop(study, evaluator, 1).run().state());
        }
        assertTrue(
                study.records().trials().stream()
                        .allMatch(t -> t.outcome() instanceof Outcome.Failed));
    }

    private static TuningLoop loop(Study study, int parallel, ToDoubleFunction<Candidate> y) {
        try (var evaluator = FunctionEvaluator.of("y", y, parallel)) {
            var loop = new TuningLoop(study, evaluator, parallel).giveUpAfter(3);
            loop.run();
            return loop;
        }
    }

    @Test
    void givesUpWhereEverythingFailsAlike() {
        Study study = study(9, new MemoryHistory());
        assertEquals(
                Optional.of(FailureCause.UNREADABLE_OUTPUT),
                loop(study, 1, c -> Double.NaN).gaveUp());
        assertEquals(List.of(1L, 2L, 3L), finished(study));
        assertEquals(Study.State.RUN, study.status().state());
        loop(study, 1, c -> Double.NaN);
        assertEquals(6, finished(study).size(), "each loop has the same patience");
        Study parallel = study(9, new MemoryHistory());
        loop(parallel, 2, c -> Double.NaN);
        assertTrue(finished(parallel).size() <= 4, "what ran was told");
        assertEquals(List.of(), parallel.pending());
    }

    @Test
    void goesOnWhereSomethingElseEverHappened() {
        Study otherCause = study(9, new MemoryHistory());
        var loop =
                loop(
                        otherCause,
                        1,
                        c -> {
                            if (c.configuration().number("k") == 2) {
                                throw new IllegalStateException("a crash");
                            }
                            return Double.NaN;
                        });
        assertEquals(Optional.empty(), loop.gaveUp());
        assertEquals(9, finished(otherCause).size());
        Study measured = study(9, new MemoryHistory());
        loop(measured, 1, c -> c.configuration().number("k") == 1 ? 1 : Double.NaN);
        assertEquals(9, finished(measured).size());
        Study before = study(9, new MemoryHistory());
        before.tell(before.ask(1).getFirst().number(), Outcome.measured("y", 1));
        loop(before, 1, c -> Double.NaN);
        assertEquals(9, finished(before).size());
        assertThrows(
                IllegalArgumentException.class,
                () -> new TuningLoop(before, FunctionEvaluator.of("y", c -> 1), 1).giveUpAfter(0));
    }

    /**
     * Pending trials of a dead process and of an earlier loop are run first; those of a living one
     * are not.
     */
    @Test
    void rerunsOrphans() throws Exception {
        var history = new MemoryHistory();
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Process alive = new ProcessBuilder("sleep", "1000").start();
        try {
            Study study = study(6, history);
            study.ask(3);
            history.update(r -> List.of(by(r.trials().get(0), alive), by(r.trials().get(1), dead)));
            var started = new ArrayList<Long>();
            try (var evaluator = FunctionEvaluator.of("y", c -> 1)) {
                var status =
                        new TuningLoop(study, evaluator, 1, t -> started.add(t.number())).run();
                assertEquals(Study.State.WAIT, status.state());
            }
            assertEquals(List.of(2L, 3L, 4L, 5L, 6L), started);
            assertEquals(1, study.pending().getFirst().number());
        } finally {
            alive.destroyForcibly();
        }
    }

    /** A process that dies while the loop runs leaves a trial for which the tuner then waits. */
    @Test
    void runsWhatWasLostMeanwhileIfTheTunerWaitsForIt() throws Exception {
        var history = new MemoryHistory();
        Process other = new ProcessBuilder("sleep", "1000").start();
        try {
            Study study = Study.of(PROBLEM).tuner(new Patient()).trials(4).history(history).open();
            study.ask(1);
            history.update(r -> List.of(by(r.trials().getFirst(), other)));
            var started = new ArrayList<Long>();
            try (var evaluator = FunctionEvaluator.of("y", c -> 1)) {
                Study.Status status =
                        new TuningLoop(
                                        study,
                                        evaluator,
                                        1,
                                        t -> {
                                            started.add(t.number());
                                            end(other); // while the second trial runs
                                        })
                                .run();
                assertEquals(Study.State.DONE, status.state());
            }
            assertEquals(List.of(2L, 1L, 3L, 4L), started);
        } finally {
            other.destroyForcibly();
        }
    }

    private static void end(Process process) {
        process.destroyForcibly();
        process.onExit().join();
    }

    private static Trial by(Trial trial, Process process) {
        Provenance p = Provenance.here(Effort.NONE);
        return new Trial(
                trial.number(),
                trial.candidate(),
                trial.origin(),
                Outcome.PENDING,
                new Provenance(
                        p.asked(), p.told(), ProcessId.here(process.toHandle()), p.effort()));
    }

    @Test
    void stoppingLeavesTrialsPending() throws Exception {
        Study study = study(5, new MemoryHistory());
        var second = new CountDownLatch(1);
        try (var evaluator =
                FunctionEvaluator.of(
                        "y",
                        c -> {
                            if (c.configuration().number("k") == 2) {
                                second.countDown();
                                try {
                                    new CountDownLatch(1).await();
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                            }
                            return 1;
                        })) {
            var loop = new TuningLoop(study, evaluator, 1);
            var run = CompletableFuture.supplyAsync(loop::run);
            second.await();
            loop.stop();
            assertEquals(Study.State.RUN, run.get().state());
            assertTrue(loop.isStopped());
        }
        assertEquals(List.of(1L), finished(study));
        assertEquals(List.of(2L), study.pending().stream().map(Trial::number).toList());
        try (var evaluator = FunctionEvaluator.of("y", c -> 1)) {
            assertEquals(Study.State.DONE, new TuningLoop(study, evaluator, 1).run().state());
        }
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L), finished(study));
    }

    /** A worker elsewhere has trial 1; it is lost once trial 2 has been run. */
    @Test
    void trialsOfLostProcessesAreRunAgainInTheMiddle() {
        var history = new MemoryHistory();
        Study study = study(4, history);
        var elsewhere = new ProcessId("elsewhere", 7, 0);
        Trial asked = study.ask(1).getFirst();
        history.update(r ->
                List.of(
                        new Trial(
                                1,
                                asked.candidate(),
                                asked.origin(),
                                Outcome.PENDING,
                                new Provenance(
                                        asked.provenance().asked(),
                                        Optional.empty(),
                                        elsewhere,
                                        Effort.NONE))));
        try (var evaluator = FunctionEvaluator.of("y", c -> 1)) {
            var loop =
                    new TuningLoop(study, evaluator, 1)
                            .adopting(p -> p.equals(elsewhere) && !finished(study).isEmpty());
            assertEquals(Study.State.DONE, loop.run().state());
        }
        assertEquals(List.of(2L, 1L, 3L, 4L), finished(study));
        assertEquals(2, study.records().finished().get(1).provenance().attempt());
    }

    /** While trial 1 runs, somebody takes it over: its result is handed over and not told. */
    @Test
    void lateResultsAreNotTold() {
        Study study = study(1, new MemoryHistory());
        var late = new ArrayList<String>();
        try (var evaluator =
                FunctionEvaluator.of(
                        "y",
                        c -> {
                            study.adopt(1, process -> true);
                            return 5;
                        })) {
            var loop =
                    new TuningLoop(study, evaluator, 1)
                            .late((trial, outcome) ->
                                    late.add(
                                            "%d.%d"
                                                    .formatted(
                                                            trial.number(),
                                                            trial.provenance().attempt())));
            assertEquals(Study.State.WAIT, loop.run().state());
        }
        assertEquals(List.of("1.1"), late);
        assertEquals(List.of(), finished(study));
        assertEquals(2, study.pending().getFirst().provenance().attempt());
    }

    /** A worker stays until the trial of another has been told, here by a script. */
    @Test
    void whoStaysWaitsForOthers() throws Exception {
        var history = new MemoryHistory();
        Study study = study(2, history);
        Trial asked = study.ask(1).getFirst();
        Process other = new ProcessBuilder("sleep", "1000").start();
        try (var evaluator = FunctionEvaluator.of("y", c -> 1)) {
            history.update(r -> List.of(by(asked, other)));
            var loop = new TuningLoop(study, evaluator, 1).stay();
            var run = CompletableFuture.supplyAsync(loop::run);
            while (finished(study).isEmpty()) {
                Thread.sleep(10);
            }
            assertFalse(run.isDone());
            study.tell(1, Outcome.measured("y", 3));
            assertEquals(Study.State.DONE, run.get().state());
        } finally {
            other.destroyForcibly();
        }
    }

    /** Trial 3's disk is full: 1 and 2 have been told, 4 never starts. */
    @Test
    void environmentErrorsEndTheLoop() {
        Study study = study(5, new MemoryHistory());
        var full = new UncheckedIOException("cannot write /x", new IOException("full"));
        var evaluator =
                new Evaluator() {
                    @Override
                    public CompletableFuture<Outcome> submit(Trial trial) {
                        return trial.number() == 3
                                ? CompletableFuture.failedFuture(full)
                                : CompletableFuture.completedFuture(Outcome.measured("y", 1));
                    }

                    @Override
                    public void close() {
                        // nothing runs
                    }
                };
        var loop = new TuningLoop(study, evaluator, 1);
        assertSame(full, assertThrows(UncheckedIOException.class, loop::run));
        assertEquals(List.of(1L, 2L), finished(study));
        assertEquals(3, study.records().trials().size());
    }

    /** Trial 2 still runs when the tuner throws instead of proposing the third one. */
    @Test
    void whatRunsBesideAFailingTunerIsRecorded() {
        var third = new AtomicBoolean();
        Tuner counting = new Counting().create(null);
        var breaking =
                new TunerProvider() {
                    @Override
                    public String name() {
                        return "breaking";
                    }

                    @Override
                    public String summary() {
                        return "1, 2, and no more";
                    }

                    @Override
                    public Tuner create(TuningRequest request) {
                        return (records, demand) -> {
                            if (records.nextNumber() < 3) {
                                return counting.propose(records, demand);
                            }
                            third.set(true);
                            throw new IllegalStateException("no third");
                        };
                    }
                };
        Study study =
                Study.of(PROBLEM).tuner(breaking).trials(5).history(new MemoryHistory()).open();
        try (var evaluator =
                FunctionEvaluator.of(
                        "y",
                        c -> {
                            if (c.configuration().number("k") == 2) {
                                await(third);
                            }
                            return 1;
                        },
                        2)) {
            var loop = new TuningLoop(study, evaluator, 2);
            var failed = assertThrows(TunerException.class, loop::run);
            assertTrue(failed.getMessage().contains("no third"), failed.getMessage());
        }
        assertEquals(List.of(1L, 2L), finished(study));
        assertTrue(
                study.records().trials().stream()
                        .allMatch(t -> t.outcome() instanceof Outcome.Measured));
    }
}
