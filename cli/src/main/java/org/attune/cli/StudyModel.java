package org.attune.cli;

import org.attune.api.FittedModel;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.StudyRecord;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;

import java.io.PrintStream;
import java.util.Optional;

/** The model that the tuner of a study would use for its next proposal. */
final class StudyModel {
    private StudyModel() {}

    /** Fits the model; empty where the tuner has none or too little has been measured. */
    static Optional<FittedModel> fit(
            Tuners tuners, TuningProblem problem, StudyRecord setUp, Records records) {
        TunerProvider provider = tuners.named(setUp.tuner());
        Settings settings = Settings.of(setUp.tuner(), provider.options(), setUp.options());
        var request = new TuningRequest(problem, setUp.tasks(), settings, new Seed(setUp.seed()));
        return provider.models().flatMap(m -> m.fit(request, records));
    }

    /**
     * Fits the model.
     *
     * @throws IllegalStateException where the tuner has none or too little has been measured
     */
    static FittedModel require(
            Tuners tuners, TuningProblem problem, StudyRecord setUp, Records records) {
        if (tuners.named(setUp.tuner()).models().isEmpty()) {
            throw new IllegalStateException(
                    "Tuner '%s' of study '%s' learns no model. Maybe tune another study with gp-lcm."
                            .formatted(setUp.tuner(), setUp.study()));
        }
        return fit(tuners, problem, setUp, records)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "Study '%s' has too few measured trials for a model: %d."
                                        .formatted(setUp.study(), records.finished().size())));
    }

    /** Prints for each task how far the model can be trusted. */
    static void printTrust(FittedModel model, StudyRecord setUp, PrintStream out) {
        for (Point task : setUp.tasks()) {
            out.println(
                    (task.values().isEmpty() ? "" : task + ": ") + model.trust(task).statement());
        }
    }
}
