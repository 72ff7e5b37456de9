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
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Models of the outputs of sources, each learned once: of up to 100 trials, of more a third of
 * these the best ones and the others equally far apart in their order. A source without trials is
 * modelled by its table.
 */
final class SourceModels {
    private static final int MOST = 100; // trials that a model is fitted to

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
        return data.size() < 2 ? Optional.empty() : fitted(data, output.name());
    }

    /**
     * Fits a model. What it draws is keyed by the output alone, so that equal trials give an equal
     * model, whatever else is known of the source, such as how long its runs took.
     */
    Optional<Surrogate> fitted(Dataset data, String output) {
        var fitter =
                new SurrogateFitter(
                        LinearAlgebra.best(),
                        axes,
                        settings.surrogate(),
                        settings.priors(axes),
                        new Seed(0).child("source " + output, 0));
        return fitter.fit(data).map(p -> p);
    }

    /** Returns the trials of a source within the target's space; of one without, its table. */
    private Dataset data(SourceRecord source, Objective output) {
        List<Trial> trials = source.trialsWithin(problem.parameterSpace());
        int sign = output.goal().sign();
        var x = new ArrayList<double[]>();
        var y = new ArrayList<Double>();
        for (Trial t : trials) {
            double value = sign * problem.value(t, output.name()).orElse(Double.NaN);
            if (!Double.isNaN(value) && t.isFull()) {
                x.add(problem.parameterSpace().encode(t.configuration()));
                y.add(value);
            }
        }
        if (y.isEmpty()) {
            source.models().stream()
                    .filter(m -> m.output().equals(output.name()))
                    .forEach(m -> {
                        for (int i = 0; i < m.places().size(); i++) {
                            x.add(problem.parameterSpace().encode(m.places().get(i)));
                            y.add(sign * m.values().get(i));
                        }
                    });
        }
        return some(
                new Dataset(x.toArray(double[][]::new), y.stream().mapToDouble(v -> v).toArray()));
    }

    /** Returns the best trials of many, and others equally far apart. */
    private static Dataset some(Dataset data) {
        if (data.size() <= MOST) {
            return data;
        }
        var rows = new TreeSet<Integer>();
        IntStream.range(0, data.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> data.y()[i]))
                .limit(MOST / 3)
                .forEach(rows::add);
        for (int i : LearningSchedule.spread(data.size(), MOST - rows.size())) {
            rows.add(i);
        }
        return data.select(rows.stream().mapToInt(r -> r).toArray());
    }
}
