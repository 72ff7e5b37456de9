package org.attune.tla;

import org.attune.api.Objective;
import org.attune.api.Seed;
import org.attune.api.SourceRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Models of the outputs of sources, each learned once. */
final class SourceModels {
    private final TuningProblem problem;
    private final Axes axes;
    private final EngineSettings settings;
    private final Map<Key, Optional<Surrogate>> learned = new HashMap<>();

    private record Key(String digest, String output) {}

    SourceModels(TuningProblem problem, Axes axes, EngineSettings settings) {
        this.problem = problem;
        this.axes = axes;
        this.settings = settings;
    }

    /** Returns the model of an output of a source; empty where nothing is known of it. */
    Optional<Surrogate> of(SourceRecord source, Objective output) {
        return learned.computeIfAbsent(
                new Key(source.digest(), output.name()), k -> learn(source, output));
    }

    private Optional<Surrogate> learn(SourceRecord source, Objective output) {
        Dataset data = data(source, output);
        var fitter =
                new SurrogateFitter(
                        LinearAlgebra.best(),
                        axes,
                        settings.surrogate(),
                        settings.priors(axes),
                        new Seed(0).child("source " + source.digest(), 0));
        return data.size() < 2 ? Optional.empty() : fitter.fit(data).map(p -> p);
    }

    private Dataset data(SourceRecord source, Objective output) {
        List<Trial> trials = source.trialsWithin(problem.parameterSpace());
        var x = new ArrayList<double[]>();
        var y = new ArrayList<Double>();
        for (Trial t : trials) {
            double value = output.goal().sign() * problem.value(t, output.name()).orElse(Double.NaN);
            if (!Double.isNaN(value)) {
                x.add(problem.parameterSpace().encode(t.configuration()));
                y.add(value);
            }
        }
        return new Dataset(
                x.toArray(double[][]::new), y.stream().mapToDouble(v -> v).toArray());
    }
}
