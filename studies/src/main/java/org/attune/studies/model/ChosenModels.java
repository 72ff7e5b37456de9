package org.attune.studies.model;

import org.attune.api.FittedModel;
import org.attune.api.HeldOutRun;
import org.attune.api.ModelQuality;
import org.attune.api.ModelRecord;
import org.attune.api.ModelView;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Predictor;
import org.attune.api.TaskCorrelation;
import org.attune.api.Trust;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;

/** Models of one output each, perhaps of different trials, as one. */
public final class ChosenModels implements FittedModel {
    private final SequencedMap<String, FittedModel> byOutput;

    /** Joins models, by output; the first says what fails. */
    public ChosenModels(SequencedMap<String, FittedModel> byOutput) {
        this.byOutput = new LinkedHashMap<>(byOutput);
    }

    private FittedModel of(String output) {
        FittedModel model = byOutput.get(output);
        if (model == null) {
            throw new IllegalArgumentException(
                    "No model of '%s' is stored. Stored are: %s."
                            .formatted(output, String.join(", ", byOutput.keySet())));
        }
        return model;
    }

    @Override
    public List<String> outputs() {
        return List.copyOf(byOutput.keySet());
    }

    @Override
    public Prediction predict(Point task, Point configuration, String output) {
        return of(output).predict(task, configuration, output);
    }

    @Override
    public Optional<Predictor> predictor(Point task, String output) {
        return of(output).predictor(task, output);
    }

    @Override
    public OptionalDouble failureProbability(Point task, Point configuration) {
        return byOutput.firstEntry().getValue().failureProbability(task, configuration);
    }

    @Override
    public Trust trust(Point task, String output) {
        return of(output).trust(task, output);
    }

    @Override
    public List<HeldOutRun> heldOut(Point task, String output) {
        return of(output).heldOut(task, output);
    }

    @Override
    public Optional<ModelView> view(Point task, String output) {
        return of(output).view(task, output);
    }

    @Override
    public Optional<String> sharing(Point task, String output) {
        return of(output).sharing(task, output);
    }

    @Override
    public List<ModelQuality> performanceModels(Point task, String output) {
        return of(output).performanceModels(task, output);
    }

    @Override
    public Optional<TaskCorrelation> taskCorrelation(String output) {
        return of(output).taskCorrelation(output);
    }

    @Override
    public List<ModelRecord> records() {
        return byOutput.values().stream().flatMap(m -> m.records().stream()).toList();
    }
}
