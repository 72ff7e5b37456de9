package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

class StudyBuilderTest {
    private final History history = new MemoryHistory();

    private static TuningProblem problem(double upper) {
        return TuningProblem.named("p")
                .parameter(Parameter.real("x", 0, upper))
                .objective(Objective.minimize("y"))
                .constraint(Constraint.of("low", "x < 90"))
                .build();
    }

    private StudyBuilder builder() {
        return Study.of(problem(100)).history(history).tuner(new CountingTuner());
    }

    @Test
    void theSetUpIsTheFirstRecord() {
        builder().seed(7).trials(3).options(Map.of("offset", "4")).open();
        StudyRecord stored = history.records().study().orElseThrow();
        assertEquals("main", stored.study());
        assertEquals("counting", stored.tuner());
        assertEquals(7, stored.seed());
        assertEquals(3, stored.trials());
        assertEquals(List.of(Point.EMPTY), stored.tasks());
        assertEquals(Map.of("offset", "4"), stored.options());
    }

    @Test
    void whatIsNotGivenIsTakenFromTheStore() {
        builder().seed(7).trials(3).options(Map.of("offset", "4")).open();
        Study again = builder().open();
        assertEquals(history.records().study(), Optional.of(again.setUp()));
        assertEquals(5.0, again.ask(1).getFirst().configuration().number("x"));
    }

    @Test
    void whatContradictsTheStoreIsRefused() {
        builder().seed(7).trials(3).options(Map.of("offset", "4")).open();
        assertContradiction("the seed 7, not 8", b -> b.seed(8));
        assertContradiction("is 3 and can only be raised, not lowered to 2", b -> b.trials(2));
        assertContradiction("the options {offset=4}, not {}", b -> b.options(Map.of()));
        assertContradiction("the tuner counting, not random", b -> b.tuner("random"));
        assertContradiction("holds study 'main', not 'other'", b -> b.name("other"));
    }

    private void assertContradiction(String part, UnaryOperator<StudyBuilder> change) {
        Records before = history.records();
        String message =
                assertThrows(IllegalArgumentException.class, () -> change.apply(builder()).open())
                        .getMessage();
        assertTrue(message.contains(part), message);
        assertTrue(message.contains("--study NAME") && message.contains("--history FILE"), message);
        assertEquals(before, history.records());
    }

    @Test
    void anUnknownOptionOfAStartedStudyIsNamed() {
        builder().options(Map.of("offset", "4")).open();
        StudyBuilder wrong = builder().options(Map.of("ofset", "4"));
        String message = assertThrows(IllegalArgumentException.class, wrong::open).getMessage();
        assertTrue(message.contains("Maybe you meant 'offset'"), message);
    }

    @Test
    void wrongSetUpsLeaveNoTrace() {
        assertThrows(IllegalArgumentException.class, () -> builder().tuner("no-such").open());
        assertThrows(
                IllegalArgumentException.class,
                () -> builder().options(Map.of("offset", "many")).open());
        assertThrows(IllegalArgumentException.class, () -> builder().trials(0));
        assertThrows(IllegalArgumentException.class, () -> builder().tasks(List.of()).open());
        assertThrows(
                IllegalArgumentException.class,
                () -> builder().tasks(List.of(Point.of("n", 1))).open());
        assertThrows(
                IllegalArgumentException.class,
                () -> builder().initial(List.of(Point.of("x", 101))).open());
        assertEquals(Optional.empty(), history.records().study());
    }

    @Test
    void aGivenConfigurationThatNoTaskAdmitsIsRefused() {
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> builder().initial(List.of(Point.of("x", 95))).open())
                        .getMessage();
        assertTrue(message.contains("x=95.0") && message.contains("'low'"), message);
    }

    @Test
    void aProblemWithTaskParametersNeedsTasks() {
        var tasks =
                TuningProblem.named("p")
                        .task(Parameter.integer("n", 1, 9))
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        assertThrows(
                IllegalArgumentException.class,
                () -> Study.of(tasks).tuner(new CountingTuner()).open());
        Study study =
                Study.of(tasks)
                        .tuner(new CountingTuner())
                        .tasks(List.of(Point.of("n", 3.0), Point.of("n", 3)))
                        .open();
        assertEquals(List.of(Point.of("n", 3)), study.setUp().tasks());
    }

    @Test
    void anotherProblemIsRefused() {
        builder().open();
        var renamed =
                TuningProblem.named("p")
                        .parameter(Parameter.real("z", 0, 100))
                        .objective(Objective.minimize("y"))
                        .build();
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        Study.of(renamed)
                                                .history(history)
                                                .tuner(new CountingTuner())
                                                .open())
                        .getMessage();
        assertTrue(message.contains("parameter_space: 'x' was removed or renamed"), message);
    }

    private List<String> notes(TuningProblem changed) {
        var notes = new ArrayList<String>();
        Study.of(changed)
                .history(history)
                .tuner(new CountingTuner())
                .observer(
                        new StudyObserver() {
                            @Override
                            public void note(String text) {
                                notes.add(text);
                            }
                        })
                .open();
        return notes;
    }

    @Test
    void boundsCanBeWidenedAndNarrowedAroundTheTrials() {
        Study study = builder().options(Map.of("offset", "4")).open();
        study.ask(2); // x = 5 and 6
        assertEquals(
                List.of(
                        "Since study 'main' was started, parameter_space.x was bounded by [0,"
                                + " 100] and is now by the wider [0, 200]."),
                notes(problem(200)));
        assertEquals(List.of(), notes(problem(200)));
        assertEquals(
                List.of(
                        "Since study 'main' was started, parameter_space.x was bounded by [0,"
                                + " 200] and is now by the narrower [0, 6]. All its trials"
                                + " lie inside."),
                notes(problem(6)));
        Records before = history.records();
        String message =
                assertThrows(IllegalArgumentException.class, () -> notes(problem(5.5)))
                        .getMessage();
        assertTrue(message.contains("outside of that lie 1 of its 2 trials. Maybe"), message);
        assertTrue(message.contains("--study NEW --reuse main"), message);
        assertEquals(before, history.records());
    }

    @Test
    void givenConfigurationsAndTasksMustLieInsideToo() {
        builder().initial(List.of(Point.of("x", 50))).open();
        String message =
                assertThrows(IllegalArgumentException.class, () -> notes(problem(49))).getMessage();
        assertTrue(message.contains("1 of its 1 given configuration. "), message);
    }

    @Test
    void aGoalTurnedRoundIsSaidLoudly() {
        builder().open();
        var turned =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 100))
                        .objective(Objective.maximize("y"))
                        .constraint(Constraint.of("low", "x < 90"))
                        .build();
        List<String> notes = notes(turned);
        assertEquals(1, notes.size());
        assertTrue(
                notes.getFirst()
                        .startsWith(
                                "ATTENTION: since study 'main' was started, output_space.y: its"
                                        + " goal was minimize and is now maximize."),
                notes.getFirst());
        assertTrue(notes.getFirst().endsWith("--study NEW --reuse main"), notes.getFirst());
    }

    @Test
    void anEditedCommandIsNotedOnce() {
        var notes = new ArrayList<String>();
        var observer =
                new StudyObserver() {
                    @Override
                    public void note(String text) {
                        notes.add(text);
                    }
                };
        builder().evaluation(Map.of("command", "a")).open();
        builder().evaluation(Map.of("command", "b")).observer(observer).open();
        builder().evaluation(Map.of("command", "b")).observer(observer).open();
        assertEquals(
                List.of("Since study 'main' was started, evaluation was edited: command."), notes);
    }

    @Test
    void openingAgainAddsNothing() {
        builder().open();
        var entries = new ArrayList<Integer>();
        History counting =
                new History() {
                    @Override
                    public Records records() {
                        return history.records();
                    }

                    @Override
                    public Records update(
                            java.util.function.Function<Records, List<? extends Entry>> change) {
                        return history.update(r -> {
                            var next = change.apply(r);
                            entries.add(next.size());
                            return next;
                        });
                    }

                    @Override
                    public void close() {}
                };
        builder().history(counting).open();
        assertEquals(List.of(0), entries);
    }

    private StudyBuilder withFeatures(Map<Point, Map<String, Double>> features) {
        TuningProblem problem =
                TuningProblem.named("p")
                        .task(Parameter.categorical("matrix", List.of("a", "b", "c")))
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        return Study.of(problem)
                .history(history)
                .tuner(new CountingTuner())
                .tasks(List.of(Point.of("matrix", "a"), Point.of("matrix", "b")))
                .features(features);
    }

    @Test
    void featuresOfTasksAreKept() {
        Map<Point, Map<String, Double>> features =
                Map.of(
                        Point.of("matrix", "a"), Map.of("nnz", 3.0),
                        Point.of("matrix", "b"), Map.of("nnz", 4.0));
        withFeatures(features).open();
        StudyRecord stored = history.records().study().orElseThrow();
        assertEquals(features, stored.features());
        withFeatures(Map.of()).open();
        assertEquals(Optional.of(stored), history.records().study());
        withFeatures(Map.of(Point.of("matrix", "b"), Map.of("nnz", 5.0))).open();
        assertEquals(
                Map.of("nnz", 5.0),
                history.records().study().orElseThrow().features().get(Point.of("matrix", "b")));
    }

    @Test
    void allTasksHaveTheSameFeatures() {
        StudyBuilder one = withFeatures(Map.of(Point.of("matrix", "b"), Map.of("nnz", 3.0)));
        String message = assertThrows(IllegalArgumentException.class, one::open).getMessage();
        assertTrue(message.contains("All tasks need the same ones"), message);
        StudyBuilder nan =
                withFeatures(
                        Map.of(
                                Point.of("matrix", "a"), Map.of("nnz", 3.0),
                                Point.of("matrix", "b"), Map.of("nnz", Double.NaN)));
        assertEquals(
                "Feature 'nnz' of task matrix=b is NaN.",
                assertThrows(IllegalArgumentException.class, nan::open).getMessage());
    }
}
