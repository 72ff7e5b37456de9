package org.attune.cli;

import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.Point;
import org.attune.api.StudyRecord;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;

import java.io.PrintStream;

/** The model that the tuner of a study would use for its next proposal. */
final class StudyModel {
    private StudyModel() {}

    /**
     * Fits the model.
     *
     * @throws IllegalStateException where the tuner has none or too little has been measured
     */
    static FittedModel of(Session session, StoredStudy stored) {
        StudyRecord setUp = stored.setUp();
        TunerProvider provider = session.tuners().named(setUp.tuner());
        ModelProvider models =
                provider.models()
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "Tuner '%s' of study '%s' learns no model. Maybe tune another study with gp-lcm."
                                                .formatted(setUp.tuner(), setUp.study())));
        return models.fit(TuningRequest.of(stored.problem(), setUp, provider), stored.records())
                .orElseThrow(() ->
                        new IllegalStateException(
                                "Study '%s' has too few measured trials for a model: %d."
                                        .formatted(
                                                setUp.study(),
                                                stored.records().finished().size())));
    }

    /** Prints for each task how far the model can be trusted. */
    static void printTrust(FittedModel model, StudyRecord setUp, PrintStream out) {
        for (Point task : setUp.tasks()) {
            out.println(
                    (task.values().isEmpty() ? "" : task + ": ") + model.trust(task).statement());
        }
    }
}
