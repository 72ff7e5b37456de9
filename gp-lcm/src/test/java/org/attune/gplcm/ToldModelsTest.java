package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FittedModel;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Study;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.OwnSurrogates;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.surrogate.Surrogate;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The models that users are told of: by whom they are made, and which records they refuse. */
class ToldModelsTest {
    private static final Point PLACE = Point.of("x", 0.7);

    private final GpLcmTuner.Provider provider = new GpLcmTuner.Provider();
    private final TuningProblem problem =
            TuningProblem.named("p")
                    .task(Parameter.integer("t", 0, 1))
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("seconds"))
                    .build();

    private Study tuned(int trials) {
        Study study =
                Study.of(problem)
                        .tuner(provider)
                        .tasks(List.of(Point.of("t", 0), Point.of("t", 1)))
                        .trials(8)
                        .open();
        for (int i = 0; i < trials; i++) {
            var trial = study.ask(1).getFirst();
            double x = trial.configuration().number("x") - 0.2 - 0.1 * trial.task().number("t");
            study.tell(trial.number(), Outcome.measured("seconds", 1 + x * x));
        }
        return study;
    }

    private TuningRequest request(Study study) {
        return TuningRequest.of(problem, study.setUp(), provider);
    }

    private GpLcmTuner.Models models(Adaptation adaptation) {
        return new GpLcmTuner.Models(r -> new GpLcmTuner(r, adaptation));
    }

    private double median(Adaptation adaptation, Study study) {
        return models(adaptation)
                .fit(request(study), study.records())
                .orElseThrow()
                .predict(Point.of("t", 1), PLACE, "seconds")
                .median();
    }

    @Test
    void nothingIsToldOfNothing() {
        try (Study study = tuned(0)) {
            assertTrue(models(Adaptation.NONE).fit(request(study), study.records()).isEmpty());
        }
    }

    /** What a tuner puts in place of the chosen surrogate, for held-out runs as well. */
    @Test
    void theSurrogateIsTheOneOfTheAdaptation() {
        var asked = new ArrayList<Integer>(); // sizes of the data
        var adaptation =
                new Adaptation() {
                    @Override
                    public Surrogate surrogate(Objective output, Point task, Surrogate chosen) {
                        asked.add(chosen.data().size());
                        return chosen;
                    }
                };
        try (Study study = tuned(16)) {
            FittedModel model =
                    models(adaptation).fit(request(study), study.records()).orElseThrow();
            assertTrue(model.trust(Point.of("t", 1), "seconds").trials() > 0);
            assertTrue(asked.contains(8), asked.toString());
            assertTrue(asked.stream().anyMatch(n -> n < 8), asked.toString());
        }
    }

    /** Where records give a tuner other parts, the model is of these, and no way of sharing. */
    @Test
    void partsOfTheAdaptationReplaceTheWaysOfSharing() {
        var alone =
                new Adaptation() {
                    @Override
                    public ProposerParts parts(
                            TaskEngine engine, ProposerParts usual, Records records) {
                        OwnSurrogates own = engine.surrogates();
                        return usual.withSurrogates((output, task, trials) ->
                                own.fit(output, trials.of(task).measured(output)));
                    }
                };
        try (Study study = tuned(16)) {
            assertNotEquals(median(Adaptation.NONE, study), median(alone, study));
            FittedModel model = models(alone).fit(request(study), study.records()).orElseThrow();
            assertEquals(List.of("seconds"), model.outputs());
        }
    }

    @Test
    void aRecordOfAnotherOutputIsRefused() {
        try (Study study = tuned(16)) {
            ModelRecord record =
                    models(Adaptation.NONE)
                            .fit(request(study), study.records())
                            .orElseThrow()
                            .records()
                            .getFirst();
            var content = new LinkedHashMap<String, Object>(record.content());
            content.put("objective", "memory");
            String said = refused(study, new ModelRecord("surrogate memory", "0", content));
            assertTrue(said.contains("'surrogate memory'"), said);
            assertTrue(said.endsWith("models: seconds."), said);
        }
    }

    @Test
    void aRecordOfTrialsThatWereCorrectedIsRefused() {
        try (Study study = tuned(16)) {
            ModelRecord record =
                    models(Adaptation.NONE)
                            .fit(request(study), study.records())
                            .orElseThrow()
                            .records()
                            .getFirst();
            study.correct(3, Outcome.measured("seconds", 7));
            String said = refused(study, record);
            assertTrue(said.contains("corrected since"), said);
        }
    }

    private String refused(Study study, ModelRecord record) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> models(Adaptation.NONE).load(request(study), study.records(), record))
                .getMessage();
    }
}
