package org.attune.band;

import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.StandardWeights;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.Weights;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.Feasibility;
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What failures of cheap runs say of full ones: weaker evidence than failures of full runs.
 *
 * <pre>
 *   log w(x) = λ log P(a cheap run at x does not fail),   λ = (1 + b) / (2 + a)
 * </pre>
 *
 * with a configurations that failed in a cheap run and have ended in full, b of which failed there,
 * too: λ is the mean of that share under a uniform prior, a half while nothing is known.
 */
final class CheapFailures {
    private final StandardWeights weights;

    CheapFailures(TuningProblem problem, Axes axes, Seed seed) {
        this.weights = new StandardWeights(problem, axes, false, seed.child("cheap", 0));
    }

    /** A logarithmic weight to a power. */
    private record Power(AcquisitionFunction log, double exponent) implements AcquisitionFunction {
        @Override
        public double value(double[] x) {
            return exponent * log.value(x);
        }

        @Override
        public double valueAndGradient(double[] x, double[] gradient) {
            double value = log.valueAndGradient(x, gradient);
            for (int d = 0; d < gradient.length; d++) {
                gradient[d] *= exponent;
            }
            return exponent * value;
        }
    }

    /**
     * Returns these weights beside others, none until a cheap run has failed.
     *
     * @param usual by full runs alone
     * @param cheap cheap runs of a task
     */
    Weights beside(Weights usual, TaskTrials cheap) {
        return new Weights() {
            @Override
            public List<AcquisitionFunction> of(TaskTrials full) {
                double exponent = exponent(cheap.finished(), full.finished());
                var all = new ArrayList<>(usual.of(full));
                weights.of(cheap).stream()
                        .filter(Feasibility.class::isInstance)
                        .map(w -> new Power(w, exponent))
                        .forEach(all::add);
                return all;
            }

            @Override
            public List<ToDoubleFunction<double[]>> elsewhere(TaskTrials full) {
                double exponent = exponent(cheap.finished(), full.finished());
                var all = new ArrayList<>(usual.elsewhere(full));
                weights.notFailingElsewhere(cheap)
                        .ifPresent(w -> all.add(x -> exponent * w.applyAsDouble(x)));
                return all;
            }
        };
    }

    /** Returns λ. */
    static double exponent(List<Trial> cheap, List<Trial> full) {
        Map<Point, Boolean> failed = new HashMap<>();
        full.forEach(t -> failed.put(t.configuration(), hasFailed(t)));
        List<Point> both =
                cheap.stream()
                        .filter(CheapFailures::hasFailed)
                        .map(Trial::configuration)
                        .filter(failed::containsKey)
                        .distinct()
                        .toList();
        return (1.0 + both.stream().filter(failed::get).count()) / (2 + both.size());
    }

    /** Returns whether a trial failed in a way that says something of its configuration. */
    static boolean hasFailed(Trial trial) {
        return trial.outcome() instanceof Outcome.Failed f && f.cause().isInformative();
    }
}
