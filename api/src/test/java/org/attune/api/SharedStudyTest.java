package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;

/** One study of several processes, each of which has its own {@link Study}. */
class SharedStudyTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1000))
                    .objective(Objective.minimize("y"))
                    .build();

    private final History history = new MemoryHistory();
    private final List<Boolean> lockedCalls = new ArrayList<>(); // one for each call of the tuner
    private boolean locked;
    private Study other;

    @BeforeEach
    void askForFour() {
        other = Study.of(PROBLEM).tuner(new CountingTuner()).trials(9).history(history).open();
        other.ask(4);
    }

    /** Without a queue. */
    private final History watched =
            new History() {
                @Override
                public Records records() {
                    return history.records();
                }

                @Override
                public Records update(Function<Records, List<? extends Entry>> change) {
                    return history.update(records -> {
                        locked = true;
                        try {
                            return change.apply(records);
                        } finally {
                            locked = false;
                        }
                    });
                }

                @Override
                public void close() {}
            };

    /**
     * Returns a study whose tuner proposes what follows from the records and is overtaken some
     * times, by processes that do not stand in a queue.
     */
    private Study overtaken(int times, IntConsumer by, ToDoubleFunction<Records> x) {
        var tuner =
                new CountingTuner((records, demand) -> {
                    lockedCalls.add(locked);
                    int call = lockedCalls.size();
                    if (call <= times) {
                        by.accept(call);
                    }
                    return Proposal.run(
                            List.of(
                                    CountingTuner.suggestion(
                                            demand.tasksInTurn().getFirst(),
                                            Point.of("x", x.applyAsDouble(records)))));
                });
        return Study.of(PROBLEM).tuner(tuner).trials(9).history(watched).open();
    }

    private Study overtakenByOutcomes(int times) {
        return overtaken(
                times,
                call -> other.tell(call, Outcome.measured("y", call)),
                records -> records.finished().size());
    }

    /** The tuner proposes what the other one proposes. */
    private Study overtakenByTrials(int times, int each) {
        return overtaken(times, call -> other.ask(each), Records::nextNumber);
    }

    private void assertProposed(double x, int number, Study study) {
        Trial trial = study.ask(1).getFirst();
        assertEquals(x, trial.configuration().number("x"));
        assertEquals(number, trial.number());
    }

    /** What took long is not thrown away because somebody else was told something. */
    @Test
    void othersCanTellWhileATunerProposes() {
        assertProposed(0, 5, overtakenByOutcomes(1));
        assertEquals(List.of(false), lockedCalls);
        assertEquals(5, history.records().trials().size());
        Seen seen = history.records().trials().getLast().provenance().seen().orElseThrow();
        assertEquals(new Seen(4, 0, 0), seen);
        assertEquals(0, seen.in(history.records()).finished().size());
    }

    @Test
    void whoIsOvertakenByTheSameConfigurationProposesAgain() {
        assertProposed(6, 6, overtakenByTrials(1, 1));
        assertEquals(List.of(false, false), lockedCalls);
        assertEquals(Optional.empty(), history.records().trials().getLast().provenance().seen());
    }

    @Test
    void whoIsOvertakenAgainAndAgainHoldsTheOthersUp() {
        assertProposed(7, 7, overtakenByTrials(2, 1));
        assertEquals(List.of(false, false, true), lockedCalls);
    }

    @Test
    void whoIsOvertakenByTheLastTrialsGetsNone() {
        Study study = overtakenByTrials(1, 5);
        assertEquals(List.of(), study.ask(1));
        assertEquals(9, history.records().trials().size());
    }

    /** Another value of an outcome that the proposal was made from is another past. */
    @Test
    void aCorrectionMakesATunerProposeAgain() {
        other.tell(1, Outcome.measured("y", 1));
        Study study =
                overtaken(
                        1,
                        call -> other.correct(1, Outcome.measured("y", 5)),
                        records ->
                                records.finished().getFirst().outcome()
                                                instanceof Outcome.Measured m
                                        ? m.outputs().get("y").getFirst()
                                        : 0);
        assertProposed(5, 5, study);
        assertEquals(List.of(false, false), lockedCalls);
    }

    @Test
    void otherSourcesMakeATunerProposeAgain() {
        SourceRecord source =
                SourceRecord.of("s", Point.EMPTY, PROBLEM)
                        .best(List.of(Point.of("x", 3.0)))
                        .build();
        Study study =
                overtaken(
                        1,
                        call -> other.addSources(List.of(source)),
                        records -> records.sources().size());
        assertProposed(1, 5, study);
    }

    @Test
    void anAskThatNobodyOvertakesProposesOnce() {
        assertProposed(0, 5, overtakenByOutcomes(0));
        assertEquals(List.of(false), lockedCalls);
        assertEquals(Optional.empty(), history.records().trials().getLast().provenance().seen());
    }

    /**
     * The other knows that one is being proposed, and proposes the two that come after that one.
     */
    @Test
    void anAskThatOvertakesGetsItsNumbersFirst() {
        var first = new ArrayList<Trial>();
        var tuner =
                new CountingTuner((records, demand) -> {
                    if (first.isEmpty()) {
                        first.addAll(other.ask(2));
                    }
                    double x = records.nextNumber();
                    return new Proposal.Run(
                            List.of(
                                    CountingTuner.suggestion(
                                            demand.tasksInTurn().getFirst(), Point.of("x", x))),
                            List.of(),
                            List.of("note " + records.nextNumber()),
                            Effort.NONE);
                });
        var notes = new ArrayList<String>();
        Study study =
                Study.of(PROBLEM)
                        .tuner(tuner)
                        .trials(9)
                        .history(watched)
                        .observer(
                                new StudyObserver() {
                                    @Override
                                    public void note(String text) {
                                        notes.add(text);
                                    }
                                })
                        .open();
        assertProposed(7, 7, study);
        assertEquals(List.of("note 7"), notes);
    }

    /** Whoever wanted it may have ended meanwhile. */
    @Test
    void whatIsOfferedGoesToTheNextOneWhoAsks() {
        var queued =
                new History() {
                    @Override
                    public Records records() {
                        return history.records();
                    }

                    @Override
                    public Records update(Function<Records, List<? extends Entry>> change) {
                        return history.update(change);
                    }

                    @Override
                    public Reservation reserve(int count) {
                        Reservation first = history.reserve(count);
                        history.reserve(2); // and never comes for them
                        return first;
                    }

                    @Override
                    public void close() {}
                };
        Study study = Study.of(PROBLEM).tuner(new CountingTuner()).trials(9).history(queued).open();
        assertEquals(List.of(5L), study.ask(1).stream().map(Trial::number).toList());
        assertEquals(7, history.records().trials().size());
        assertEquals(ProcessId.NOBODY, history.records().trials().get(5).provenance().process());
        Study late = Study.of(PROBLEM).tuner(new CountingTuner()).trials(9).history(watched).open();
        List<Trial> fetched = late.ask(3);
        assertEquals(List.of(6L, 7L), fetched.stream().map(Trial::number).toList());
        assertEquals(ProcessId.here(), fetched.getFirst().provenance().process());
        assertEquals(1, fetched.getFirst().provenance().attempt());
        assertEquals(List.of(8L, 9L), late.ask(3).stream().map(Trial::number).toList());
    }

    @Test
    void trialsOfProcessesThatHaveEndedAreAdoptedOnce() throws IOException, InterruptedException {
        Process dead = new ProcessBuilder("true").start();
        ProcessId ended = ProcessId.here(dead.toHandle());
        dead.waitFor();
        var elsewhere = new ProcessId("elsewhere", 1, 0);
        history.update(r ->
                List.of(
                        by(r.trials().get(0), ended),
                        by(r.trials().get(1), elsewhere),
                        by(r.trials().get(2), ended)));
        List<Trial> adopted = other.adopt(1);
        assertEquals(List.of(1L), adopted.stream().map(Trial::number).toList());
        assertEquals(ProcessId.here(), adopted.getFirst().provenance().process());
        assertEquals(List.of(3L), other.adopt(9).stream().map(Trial::number).toList());
        assertEquals(List.of(), other.adopt(9));
        assertEquals(4, other.pending().size());
    }

    private static Trial by(Trial trial, ProcessId process) {
        Provenance p = trial.provenance();
        return new Trial(
                trial.number(),
                trial.candidate(),
                trial.origin(),
                trial.outcome(),
                new Provenance(p.asked(), p.told(), process, p.effort()));
    }

    @Test
    void aRecycledNumberIsNotTheProcessThatHadItBefore() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sleep", "1000").start();
        try {
            ProcessId id = ProcessId.here(process.toHandle());
            assertFalse(id.hasEnded());
            assertTrue(byClock(id, id.started() - 60_000).hasEnded());
            assertFalse(byClock(id, id.started() - 100).hasEnded());
            assertFalse(byClock(id, 0).hasEnded(), "not known");
            assertFalse(new ProcessId("elsewhere", id.pid(), 1).hasEnded());
            process.destroyForcibly().waitFor();
            assertTrue(id.hasEnded());
        } finally {
            process.destroyForcibly();
        }
        ProcessId here = ProcessId.here();
        assertFalse(here.hasEnded());
        assertTrue(byClock(here, here.started() - 1).hasEnded());
    }

    private static ProcessId byClock(ProcessId id, long started) {
        return new ProcessId(id.host(), id.pid(), started);
    }

    /** What the kernel counts is not moved by a step of the clock. */
    @Test
    void aStepOfTheClockDoesNotEndAProcess() throws IOException, InterruptedException {
        assumeTrue(!ProcessId.here().birth().isEmpty(), "Linux tells");
        Process process = new ProcessBuilder("sleep", "1000").start();
        try {
            ProcessId id = ProcessId.here(process.toHandle());
            var stepped = new ProcessId(id.host(), id.pid(), id.started() - 3_600_000, id.birth());
            assertFalse(stepped.hasEnded());
            var earlier = new ProcessId(id.host(), id.pid(), id.started(), id.birth() + "0");
            assertTrue(earlier.hasEnded(), "one that had the number before");
            var rebooted = new ProcessId(id.host(), id.pid(), id.started(), "x" + id.birth());
            assertTrue(rebooted.hasEnded(), "the computer has been started again");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Its numbers are other ones, so that nothing here tells whether it has ended. */
    @Test
    void aProcessOfAnotherNameSpaceHasNotEnded() {
        ProcessId here = ProcessId.here();
        assumeTrue(!here.birth().isEmpty(), "Linux tells");
        String[] parts = here.birth().split(" ");
        String elsewhere = parts[0] + " 1" + parts[1] + " 42";
        assertFalse(new ProcessId(here.host(), 4_000_000, 1, elsewhere).hasEnded());
        assertTrue(
                new ProcessId(here.host(), 4_000_000, 1, parts[0] + " " + parts[1] + " 42")
                        .hasEnded());
    }
}
