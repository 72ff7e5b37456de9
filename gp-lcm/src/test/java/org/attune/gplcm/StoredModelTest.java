package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What is made again from its record predicts what it did, and learns nothing. */
class StoredModelTest {
    private static final TunerProvider PROVIDER = new GpLcmTuner.Provider();
    private static final ModelProvider MODELS = PROVIDER.models().orElseThrow();

    private static TuningProblem problem() {
        return TuningProblem.named("two")
                .task(Parameter.real("t", 0, 4))
                .parameter(Parameter.real("x", 0, 1))
                .parameter(Parameter.integer("n", 1, 16))
                .parameter(Parameter.categorical("c", List.of("a", "b", "c")))
                .objective(Objective.minimize("seconds"))
                .objective(Objective.maximize("rate"))
                .build();
    }

    private static Outcome run(Trial trial) {
        double x = trial.configuration().number("x");
        double n = trial.configuration().number("n");
        double c = trial.configuration().get("c").equals("b") ? 0.4 : 0;
        double t = trial.task().number("t");
        double f = Math.pow(x - 0.3 - 0.05 * t, 2) + 0.01 * n + c + 0.1;
        return new Outcome.Measured(
                Map.of("seconds", List.of(f * (1 + t)), "rate", List.of(x + 0.02 * n)),
                Map.of(),
                0);
    }

    private static Study study(int tasks, int trials, Map<String, String> options) {
        return Study.of(problem())
                .tuner(PROVIDER)
                .options(options)
                .tasks(IntStream.range(0, tasks).mapToObj(t -> Point.of("t", t)).toList())
                .trials(trials)
                .open();
    }

    private static void run(Study study) {
        for (var asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
            study.tell(asked.getFirst().number(), run(asked.getFirst()));
        }
    }

    /** 13 trials of each task are more than those at which hyperparameters are learned afresh. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "lcm", "features", "none"})
    void predictsTheSame(String sharing) {
        try (Study study = study(2, 13, Map.of("sharing", sharing, "initial", "9"))) {
            run(study);
            TuningRequest request = TuningRequest.of(study.problem(), study.setUp(), PROVIDER);
            FittedModel before = MODELS.fit(request, study.records()).orElseThrow();
            List<ModelRecord> records = before.records();
            assertEquals(2, records.size());
            for (ModelRecord record : records) {
                String output = (String) record.content().get("objective");
                FittedModel after = MODELS.load(request, study.records(), record);
                assertEquals(List.of(output), after.outputs());
                for (Point task : study.setUp().tasks()) {
                    for (int i = 0; i <= 20; i++) {
                        Point p =
                                Point.of(
                                        "x",
                                        i / 20.0,
                                        "n",
                                        1 + i % 16,
                                        "c",
                                        "abc".split("")[i % 3]);
                        assertEquals(
                                before.predict(task, p, output), after.predict(task, p, output));
                    }
                    assertEquals(before.trust(task, output), after.trust(task, output));
                    assertEquals(before.shares(task, output), after.shares(task, output));
                }
                assertEquals(record, after.records().getFirst());
            }
        }
    }
}
