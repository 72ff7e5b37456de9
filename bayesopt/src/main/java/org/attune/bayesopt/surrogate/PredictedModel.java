package org.attune.bayesopt.surrogate;

import org.attune.api.Parameter;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.SampledModel;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * A {@link SampledModel} of one task, predicted elsewhere by a surrogate of its samples alone. It
 * is fitted once, when its value is asked for.
 */
final class PredictedModel implements PerformanceModel {
    private static final int FEWEST = 3; // samples

    private final SampledModel model;
    private final Point task;
    private final Space space;
    private final Axes axes;
    private Optional<Fit> fit = Optional.empty();

    PredictedModel(SampledModel model, Point task, Space space, Axes axes) {
        this.model = model;
        this.task = task;
        this.space = space;
        this.axes = axes;
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public Optional<String> objective() {
        return model.objective();
    }

    @Override
    public Object description() {
        return model.description();
    }

    /** Returns the prediction, which no run of the application changes. */
    @Override
    public synchronized Fit fit(List<Run> runs) {
        if (fit.isEmpty()) {
            fit = Optional.of(learned());
        }
        return fit.get();
    }

    private Fit learned() {
        List<SampledModel.Sample> samples = model.samples(task);
        if (samples.size() < FEWEST) {
            return known -> {
                throw new IllegalStateException(
                        "it has values at %d configurations of the task, which are too few"
                                .formatted(samples.size()));
            };
        }
        var data =
                new Dataset(
                        samples.stream()
                                .map(s -> space.encode(s.configuration()))
                                .toArray(double[][]::new),
                        samples.stream().mapToDouble(SampledModel.Sample::value).toArray());
        Optional<WarpedProcess> process =
                new SurrogateFitter(
                                LinearAlgebra.best(),
                                axes,
                                SurrogateSettings.standard(),
                                Priors.informative(axes, true),
                                new Seed(0).child("model " + name(), 0))
                        .fit(data);
        return known -> {
            double[] moments = new double[2];
            process.orElseThrow(() -> new IllegalStateException("its values fit no surrogate"))
                    .predict(space.encode(configuration(known)), moments);
            return process.get().warp().inverse(moments[0]);
        };
    }

    private Point configuration(Point known) {
        var values = new LinkedHashMap<String, Object>();
        for (Parameter parameter : space.parameters()) {
            if (known.has(parameter.name())) {
                values.put(parameter.name(), known.get(parameter.name()));
            }
        }
        return Point.of(values);
    }
}
