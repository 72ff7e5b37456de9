package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

class AllocationTest {
    private static final List<Point> TASKS =
            IntStream.rangeClosed(1, 3).mapToObj(n -> Point.of("n", n)).toList();

    private static TuningProblem problem() {
        return TuningProblem.named("p")
                .task(Parameter.integer("n", 1, 9))
                .parameter(Parameter.real("x", 0, 1000).withDefault(500))
                .objective(Objective.minimize("y"))
                .build();
    }

    private static StudyBuilder study(ToDoubleFunction<Point> logGain) {
        return Study.of(problem())
                .tasks(TASKS)
                .tuner(new CountingTuner((records, demand) -> proposal(records, demand, logGain)))
                .trials(10)
                .allocation(Allocation.ADAPTIVE);
    }

    private static Proposal proposal(
            Records records, Demand demand, ToDoubleFunction<Point> logGain) {
        var suggestions = new ArrayList<Suggestion>();
        for (Point task : demand.tasksInTurn()) {
            suggestions.add(
                    new Suggestion(
                            Candidate.of(
                                    task,
                                    Point.of(
                                            "x",
                                            (double) records.nextNumber() + suggestions.size())),
                            new Origin(Origin.Phase.MODEL, "gain"),
                            logGain.applyAsDouble(task)));
        }
        return Proposal.run(suggestions);
    }

    private static List<Integer> counts(Study study) {
        return TASKS.stream().map(t -> study.records().trials(t).size()).toList();
    }

    private static void runOut(Study study) {
        for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
            study.tell(asked.getFirst().number(), Outcome.measured("y", 1));
        }
    }

    /** Half of 30 trials in shares of 5, the others to the task of which most is expected. */
    @Test
    void trialsGoWhereMostIsExpectedAndEachTaskGetsHalfItsShare() {
        Study study = study(task -> task.number("n") == 2 ? -1 : -5).open();
        runOut(study);
        assertEquals(List.of(5, 20, 5), counts(study));
        assertEquals(Study.State.DONE, study.status().state());
        assertEquals("all 30 trials have been told", study.status().why());
        assertEquals(0, study.trialsLeft());
    }

    @Test
    void defaultsComeFirst() {
        Study study = study(task -> task.number("n") == 2 ? -1 : -5).open();
        List<Trial> first = study.ask(3);
        assertEquals(TASKS, first.stream().map(Trial::task).toList());
        assertTrue(first.stream().allMatch(t -> t.origin().phase() == Origin.Phase.DEFAULT));
    }

    @Test
    void whereNothingIsExpectedSharesAreEqual() {
        Study study = study(task -> Double.NaN).open();
        runOut(study);
        assertEquals(List.of(10, 10, 10), counts(study));
    }

    /** A task whose runs all fail has no model: it gets a third of the trials so far, no more. */
    @Test
    void aTaskWithoutExpectationsGetsItsEqualShare() {
        Study study = study(task -> task.number("n") == 3 ? Double.NaN : -task.number("n")).open();
        runOut(study);
        assertEquals(List.of(15, 5, 10), counts(study));
    }

    /**
     * The tuner looks elsewhere in the first task, whose blind draws are worth more than what it
     * expects of the others: it gets its third, and the rest goes where a model expects something.
     */
    @Test
    void aTaskThatLooksElsewhereGetsItsEqualShare() {
        Study study =
                Study.of(problem())
                        .tasks(TASKS)
                        .tuner(
                                new CountingTuner((records, demand) -> {
                                    Point task = demand.tasksInTurn().getFirst();
                                    long n = (long) task.number("n");
                                    long x = records.nextNumber();
                                    Origin blind = x % 2 == 0 ? Origin.ELSEWHERE : Origin.ROUNDED;
                                    return Proposal.run(
                                            List.of(
                                                    new Suggestion(
                                                            Candidate.of(task, Point.of("x", x)),
                                                            n == 1 ? blind : Origin.of("gain"),
                                                            -2 * n)));
                                }))
                        .trials(10)
                        .allocation(Allocation.ADAPTIVE)
                        .open();
        runOut(study);
        assertEquals(List.of(10, 15, 5), counts(study));
    }

    @Test
    void askingAtOnceIsAskingOneByOne() {
        Study once = study(task -> Math.sin(task.number("n"))).open();
        Study oneByOne = study(task -> Math.sin(task.number("n"))).open();
        List<Candidate> asked = once.ask(12).stream().map(Trial::candidate).toList();
        var others = new ArrayList<Candidate>();
        for (int i = 0; i < 12; i++) {
            others.add(oneByOne.ask(1).getFirst().candidate());
        }
        assertEquals(others, asked);
    }

    /** The tuner may propose for fewer tasks than it was asked for, or have nothing left. */
    @Test
    void allTasksAreCompared() {
        Study study =
                Study.of(problem())
                        .tasks(TASKS)
                        .tuner(
                                new CountingTuner((records, demand) -> {
                                    Point task = demand.tasksInTurn().getFirst();
                                    return task.number("n") == 1
                                            ? new Proposal.Done("none left")
                                            : proposal(
                                                    records,
                                                    new Demand(
                                                            List.of(task),
                                                            java.util.Map.of(task, 1)),
                                                    t -> t.number("n"));
                                }))
                        .trials(4)
                        .allocation(Allocation.ADAPTIVE)
                        .open();
        runOut(study);
        assertEquals(List.of(1, 2, 9), counts(study));
    }

    @Test
    void aStudyKeepsItsAllocation() {
        var history = new MemoryHistory();
        study(task -> -1).history(history).open();
        Study again =
                Study.of(problem()).tuner(new CountingTuner()).tasks(TASKS).history(history).open();
        assertEquals(Allocation.ADAPTIVE, again.setUp().allocation());
    }
}
