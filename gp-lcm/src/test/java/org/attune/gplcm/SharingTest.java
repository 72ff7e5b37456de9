package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.FittedModel;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Several tasks, seen from outside. */
class SharingTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("tasks")
                    .task(Parameter.integer("t", 0, 99))
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.real("w", 0, 1))
                    .objective(Objective.minimize("y"))
                    .build();

    private static Study study(int tasks, int trials, Map<String, String> options) {
        return Study.of(PROBLEM)
                .tasks(IntStream.range(0, tasks).mapToObj(t -> Point.of("t", t)).toList())
                .tuner(new GpLcmTuner.Provider())
                .options(options)
                .trials(trials)
                .open();
    }

    private static double bowl(Point p) {
        return Math.pow(p.number("x") - 0.3, 2) + Math.pow(p.number("w") - 0.6, 2);
    }

    private static void random(Study study, int count, Function<Candidate, Outcome> run) {
        Generator random = new Seed(1).generator("random", 0);
        for (int i = 0; i < count; i++) {
            for (Point task : study.setUp().tasks()) {
                var candidate =
                        new Candidate(
                                task,
                                PROBLEM.parameterSpace().sample(random),
                                org.attune.api.Fidelity.FULL);
                Trial trial = study.add(List.of(candidate)).getFirst();
                study.tell(trial.number(), run.apply(candidate));
            }
        }
    }

    private static void goOn(Study study, Function<Candidate, Outcome> run) {
        while (study.status().state() == Study.State.RUN) {
            for (Trial trial : study.ask(1)) {
                study.tell(trial.number(), run.apply(trial.candidate()));
            }
        }
    }

    private static Outcome measured(double y) {
        return Outcome.measured("y", y);
    }

    @Test
    void alikeTasksShareAndSaySo() {
        try (Study study = study(3, 8, Map.of())) {
            random(study, 6, c -> measured((1 + c.task().number("t")) * bowl(c.configuration())));
            FittedModel model = study.model().orElseThrow();
            double[][] correlation = model.taskCorrelation("y").orElseThrow().matrix();
            for (int t = 0; t < 3; t++) {
                assertTrue(model.shares(Point.of("t", t), "y"), "task " + t);
                assertTrue(correlation[0][t] > 0.8, "" + correlation[0][t]);
            }
            assertTrue(model.trust(Point.of("t", 0), "y").skill() > 0.8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lcm", "features"})
    void theWayOfSharingIsSaid(String way) {
        try (Study study = study(3, 8, Map.of("sharing", way))) {
            random(study, 6, c -> measured((1 + c.task().number("t")) * bowl(c.configuration())));
            FittedModel model = study.model().orElseThrow();
            assertEquals(Optional.of(way), model.sharing(Point.of("t", 1), "y"));
        }
    }

    @Test
    void sharingCanBeTurnedOff() {
        try (Study study = study(2, 8, Map.of("sharing", "none"))) {
            random(study, 6, c -> measured(bowl(c.configuration())));
            FittedModel model = study.model().orElseThrow();
            assertFalse(model.shares(Point.of("t", 0), "y"));
            assertTrue(model.taskCorrelation("y").isEmpty());
        }
    }

    @Test
    void tasksBeginWithTheirOwnConfigurationsOrTheSame() {
        for (boolean same : new boolean[] {false, true}) {
            try (Study study = study(3, 8, Map.of("shared-design", "" + same))) {
                List<Trial> first = study.ask(6);
                long distinct = first.stream().map(Trial::configuration).distinct().count();
                assertEquals(same ? 2 : 6, distinct);
            }
        }
    }

    /** GPTune's method shares always, with a latent function for each task. */
    @Test
    void theGptuneProfileSharesByTheLcm() {
        Map<String, String> small =
                Map.of("profile", "gptune", "particles", "10", "generations", "5");
        try (Study study = study(3, 6, small)) {
            goOn(study, c -> measured(bowl(c.configuration())));
            FittedModel model = study.model().orElseThrow();
            assertTrue(model.shares(Point.of("t", 1), "y"));
            List<?> latent = (List<?>) model.records().getFirst().content().get("latent_functions");
            assertEquals(3, latent.size());
        }
    }

    @Test
    void aTaskThatAlwaysFailsHoldsNobodyUp() {
        try (Study study = study(3, 9, Map.of())) {
            goOn(
                    study,
                    c ->
                            c.task().number("t") == 1
                                    ? Outcome.failed(FailureCause.CRASH, "always")
                                    : measured(bowl(c.configuration())));
            assertEquals(27, study.records().finished().size());
            assertTrue(study.best(Point.of("t", 1)).isEmpty());
            assertTrue(study.best(Point.of("t", 2)).isPresent());
        }
    }

    @Test
    void constantAndHugeTasksAreTuned() {
        try (Study study = study(3, 9, Map.of())) {
            goOn(
                    study,
                    c ->
                            measured(
                                    switch ((int) c.task().number("t")) {
                                        case 0 -> 7;
                                        case 1 -> 1e12 * bowl(c.configuration());
                                        default -> bowl(c.configuration());
                                    }));
            assertEquals(27, study.records().finished().size());
            assertTrue(study.best(Point.of("t", 1)).isPresent());
        }
    }

    /** The third of four sizes has never run: what is predicted comes from the others. */
    @Test
    void aTaskWithoutTrialsIsPredictedByItsFeatures() {
        try (Study study = study(4, 10, Map.of())) {
            Function<Candidate, Outcome> run =
                    c ->
                            c.task().number("t") == 2
                                    ? Outcome.failed(FailureCause.CANCELLED, "not yet")
                                    : measured(
                                            Math.pow(10, c.task().number("t"))
                                                    * (1 + bowl(c.configuration())));
            random(study, 9, run);
            FittedModel model = study.model().orElseThrow();
            Point unseen = Point.of("t", 2);
            double median = model.predict(unseen, Point.of("x", 0.3, "w", 0.6), "y").median();
            assertTrue(median > 30 && median < 300, "" + median);
            assertTrue(model.view(unseen, "y").isEmpty());
            assertTrue(model.trust(unseen, "y").statement().startsWith("Nothing of this task"));
        }
    }
}
