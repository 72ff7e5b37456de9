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
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What failures of cheap runs say of full ones: weaker evidence than failures of full runs.
 *
 * <pre>
 *   w(x) = 1 - λ P(a cheap run at x fails),   λ = (1 + b) / (2 + a)
 * </pre>
 *
 * the probability that a full run does not fail, if of those configurations whose cheap runs fail
 * the share λ fails in full, too: a configurations failed in a cheap run and have ended in full, b
 * of which failed there, and λ is the mean of that share under a uniform prior, a half while
 * nothing is known. What fails for being cheap is not lost.
 */
final class CheapFailures {
    private final StandardWeights weights;

    CheapFailures(TuningProblem problem, Axes axes, Seed seed) {
        this.weights = new StandardWeights(problem, axes, false, seed.child("cheap", 0));
    }

    /** The logarithm of w, by that of the probability that a cheap run does not fail. */
    private record NotFailing(AcquisitionFunction log, double share)
            implements AcquisitionFunction {
        @Override
        public double value(double[] x) {
            return of(log.value(x), share);
        }

        @Override
        public double valueAndGradient(double[] x, double[] gradient) {
            double cheap = log.valueAndGradient(x, gradient);
            double value = of(cheap, share);
            for (int d = 0; d < gradient.length; d++) {
                gradient[d] *= share * Math.exp(cheap - value);
            }
            return value;
        }

        static double of(double log, double share) {
            return Math.log1p(share * Math.expm1(log));
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
                return and(full, usual.of(full));
            }

            @Override
            public List<AcquisitionFunction> ofGain(TaskTrials full) {
                return and(full, usual.ofGain(full));
            }

            private List<AcquisitionFunction> and(
                    TaskTrials full, List<AcquisitionFunction> others) {
                double share = share(cheap.finished(), full.finished());
                return Stream.concat(
                                others.stream(),
                                weights
                                        .notFailing(cheap)
                                        .map(w -> new NotFailing(w, share))
                                        .stream())
                        .toList();
            }

            @Override
            public List<ToDoubleFunction<double[]>> elsewhere(TaskTrials full) {
                double share = share(cheap.finished(), full.finished());
                var all = new ArrayList<>(usual.elsewhere(full));
                weights.notFailingElsewhere(cheap)
                        .ifPresent(w -> all.add(x -> NotFailing.of(w.applyAsDouble(x), share)));
                return all;
            }
        };
    }

    /**
     * Returns how probable it is that a run does not fail, as users are told.
     *
     * @param level runs of the task at its level
     * @param x coordinates of a configuration
     */
    double succeeds(TaskTrials level, double[] x) {
        return level.finished().stream().noneMatch(CheapFailures::hasFailed)
                ? 1
                : weights.failures(level).map(m -> 1 - m.probability(x)).orElse(1.0);
    }

    /** Returns λ. */
    static double share(List<Trial> cheap, List<Trial> full) {
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
