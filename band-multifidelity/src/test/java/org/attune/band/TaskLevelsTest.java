package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Exhibit;
import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.joint.Coregionalization;
import org.attune.bayesopt.joint.FeatureCovariance;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Levels of several tasks. */
class TaskLevelsTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .fidelity(FidelityParameter.levels("s", 0.1, 1))
                    .task(Parameter.real("t", 0, 10))
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.real("z", 0, 1))
                    .objective(Objective.minimize("y"))
                    .build();
    private static final List<Point> TASKS =
            IntStream.range(0, 6).mapToObj(t -> Point.of("t", (double) t)).toList();

    /** Two cheap runs and the same {@code full} runs of each task. */
    private static Records records(int full) {
        var log = new RecordLog();
        for (int run = 0; run < 2 + full; run++) {
            for (Point task : TASKS) {
                boolean cheap = run < 2;
                double x = cheap ? 0.2 + 0.5 * run : 0.5 + 0.3 * (run - 2);
                double z = cheap ? 0.1 * task.number("t") : 0.5 - 0.1 * (run - 2);
                double y = 2 + task.number("t") / 5 + (x - 0.6) * (x - 0.6) + z;
                log.add(
                        new Trial(
                                log.snapshot().trials().size() + 1L,
                                new Candidate(
                                        task,
                                        Point.of("x", x, "z", z),
                                        cheap ? new Fidelity(0.1) : Fidelity.FULL),
                                Origin.of("test"),
                                Outcome.measured("y", cheap ? 0.8 * y : y),
                                Provenance.here(Effort.NONE)));
            }
        }
        return log.snapshot();
    }

    private static TuningRequest request() {
        return new TuningRequest(
                PROBLEM,
                TASKS,
                Settings.of("mf", new FidelityProvider().options(), Map.of()),
                new Seed(1));
    }

    private static FidelityTuner tuner() {
        return new FidelityTuner(request());
    }

    private static LevelWorth judged(Records records) {
        return tuner().worth(records).get(PROBLEM.objectives().getFirst()).getFirst();
    }

    /** One full run of each task, the same one, tells nothing of how well others are predicted. */
    @Test
    void aLevelIsNotJudgedByTheFirstFullRunOfEachTask() {
        LevelWorth first = judged(records(1));
        assertEquals(6, first.fullRuns());
        assertTrue(Double.isNaN(first.gain()), "gain " + first.gain());
        LevelWorth second = judged(records(2));
        assertTrue(Double.isFinite(second.gain()), "gain " + second.gain());
    }

    /** It said from 5 full runs on, as of one task, and so did each level after more of them. */
    @Test
    void theTableSaysFromWhenOnLevelsAreJudged() {
        Exhibit table =
                new FidelityProvider()
                        .models()
                        .orElseThrow()
                        .exhibits(request(), records(1))
                        .getFirst();
        assertTrue(table.toString().contains("is judged from 10 full runs on"), table.toString());
        assertEquals("used, not judged yet", ((Exhibit.Table) table).rows().getFirst().getLast());
    }

    /** A feature that is the same for all tasks tells nothing of them: they covary freely. */
    @Test
    void aConstantFeatureIsLeftOut() {
        Map<Point, Map<String, Double>> features =
                Map.of(TASKS.get(0), Map.of("size", 4.0), TASKS.get(1), Map.of("size", 4.0));
        Study study = study(features);
        for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
            Trial trial = asked.getFirst();
            double x = trial.configuration().number("x");
            study.tell(trial.number(), Outcome.measured("y", (x - 0.4) * (x - 0.4)));
        }
        for (Point task : TASKS.subList(0, 2)) {
            List<Trial> trials = study.records().trials(task);
            assertTrue(trials.stream().anyMatch(Trial::isFull), task.toString());
            assertTrue(trials.stream().anyMatch(t -> !t.isFull()), task.toString());
        }
    }

    @Test
    void aMissingFeatureIsRefused() {
        var thrown =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> study(Map.of(TASKS.get(0), Map.of("size", 4.0))));
        assertTrue(thrown.getMessage().contains("size"), thrown.getMessage());
    }

    private static Study study(Map<Point, Map<String, Double>> features) {
        return Study.of(PROBLEM)
                .tasks(TASKS.subList(0, 2))
                .features(features)
                .tuner(new FidelityProvider())
                .trials(5)
                .seed(1)
                .open();
    }

    /** Each task may spend a full run and a half; together they have two designs. */
    @Test
    void severalTasksShareADesign() {
        var options =
                FidelityOptions.read(Settings.of("mf", new FidelityProvider().options(), Map.of()));
        assertEquals(5, options.initial(11, ladder(0.3), 1)); // four are affordable
        assertEquals(5, options.initial(11, ladder(0.3), 10));
        assertEquals(6, options.initial(11, ladder(0.01), 10)); // 60 of all tasks
        assertEquals(8, options.initial(2, ladder(0.1), 2));
        assertEquals(2, options.initial(2, ladder(0.7), 20));
    }

    private static Ladder ladder(double cheapest) {
        return new Ladder(List.of(new Fidelity(cheapest), Fidelity.FULL));
    }

    @Test
    void tasksAreAlikeInBothFunctions() {
        var one = new FeatureCovariance(new double[][] {{0}, {0.4}, {1}});
        var two = new TwoFunctions(one);
        double[] phi = one.starts().getFirst();
        double[][] b = two.matrices(phi);
        double[][] of = one.matrices(phi);
        for (int i = 0; i < 9; i++) {
            assertEquals(of[0][i], b[0][i]);
            assertEquals(of[1][i], b[1][i]);
            assertEquals(of[1][i], b[2][i]);
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> new TwoFunctions(new Coregionalization(2, 2)));
    }
}
