package org.attune.cgp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.gplcm.GpLcmTuner;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/** With one regime, proposals are those of the default tuner, bit by bit. */
class OneRegimeTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("tasks")
                    .task(Parameter.integer("t", 0, 9))
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.categorical("c", List.of("a", "b")))
                    .objective(Objective.minimize("y"))
                    .build();

    private static List<Trial> trials(
            TunerProvider tuner,
            Map<String, String> options,
            int tasks,
            int count,
            ToDoubleBiFunction<Point, Point> f) {
        try (Study study =
                Study.of(PROBLEM)
                        .tasks(List.of(Point.of("t", 1), Point.of("t", 2)).subList(0, tasks))
                        .tuner(tuner)
                        .options(options)
                        .trials(count)
                        .seed(5)
                        .open()) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial t : study.ask(1)) {
                    study.tell(
                            t.number(),
                            Outcome.measured("y", f.applyAsDouble(t.task(), t.configuration())));
                }
            }
            return study.records().trials();
        }
    }

    private static double smooth(Point task, Point p) {
        double off = p.number("x") - 0.2 - 0.1 * task.number("t");
        return off * off + (p.get("c").equals("a") ? 0.2 : 0.3);
    }

    private static double jumping(Point task, Point p) {
        return smooth(task, p) + (p.number("x") < 0.45 ? 5 : 0);
    }

    private static void assertSame(List<Trial> expected, List<Trial> actual) {
        assertEquals(
                expected.stream().map(Trial::candidate).toList(),
                actual.stream().map(Trial::candidate).toList());
        assertEquals(
                expected.stream().map(Trial::origin).toList(),
                actual.stream().map(Trial::origin).toList());
    }

    @Test
    void aSmoothObjectiveHasOneRegime() {
        for (int tasks = 1; tasks <= 2; tasks++) {
            assertSame(
                    trials(new GpLcmTuner.Provider(), Map.of(), tasks, 16, OneRegimeTest::smooth),
                    trials(
                            new ClusteredTuner.Provider(),
                            Map.of(),
                            tasks,
                            16,
                            OneRegimeTest::smooth));
        }
    }

    @Test
    void withoutClustersThereIsOneWhateverIsMeasured() {
        for (int tasks = 1; tasks <= 2; tasks++) {
            List<Trial> plain =
                    trials(
                            new GpLcmTuner.Provider(),
                            Map.of("regimes", "false"),
                            tasks,
                            18,
                            OneRegimeTest::jumping);
            assertSame(
                    plain,
                    trials(
                            new ClusteredTuner.Provider(),
                            Map.of("no-cluster", "true"),
                            tasks,
                            18,
                            OneRegimeTest::jumping));
            assertNotEquals(
                    plain.stream().map(Trial::candidate).toList(),
                    trials(
                                    new ClusteredTuner.Provider(),
                                    Map.of(),
                                    tasks,
                                    18,
                                    OneRegimeTest::jumping)
                            .stream()
                            .map(Trial::candidate)
                            .toList());
        }
    }

    /** Both use the same regimes in the same way. */
    @Test
    void theDefaultTunerWithRegimesProposesTheSame() {
        assertSame(
                trials(new ClusteredTuner.Provider(), Map.of(), 2, 18, OneRegimeTest::jumping),
                trials(
                        new GpLcmTuner.Provider(),
                        Map.of("regimes", "true"),
                        2,
                        18,
                        OneRegimeTest::jumping));
    }
}
