package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.surrogate.FailureProbability;

import java.util.Arrays;

/**
 * Logarithm of what a gain at x is multiplied with, since a run there may fail.
 *
 * <pre>
 *   log w(x) = r log min(1, (1 - P(a run at x fails)) / c)
 * </pre>
 *
 * <p>With c = r = 1 that is the probability of not failing (Gardner et al. 2014). {@link #careful}
 * comes near to a constraint, that a run succeeds with probability c, and still says where to go
 * where no place is as safe: with the probability alone half of the runs of a search fail whose
 * best configurations lie beside those that fail, and with more exponent but without c it keeps
 * away from what is safe enough.
 *
 * @param failures how probable they are
 * @param certain c, the probability of success that counts as certainty, within (0, 1]
 * @param exponent r, positive
 */
public record Feasibility(FailureProbability failures, double certain, double exponent)
        implements AcquisitionFunction {
    private static final double CERTAIN = 0.7; // chosen by docs/ablation.md
    private static final double EXPONENT = 12;
    private static final double LEAST = 1e-12; // probability

    /** Returns the weight of a search. */
    public static Feasibility careful(FailureProbability failures) {
        return new Feasibility(failures, CERTAIN, EXPONENT);
    }

    /** Returns the logarithm of the probability of not failing. */
    public static Feasibility plain(FailureProbability failures) {
        return new Feasibility(failures, 1, 1);
    }

    @Override
    public double value(double[] x) {
        return log(Math.max(1 - failures.probability(x), LEAST));
    }

    /** Of a probability. */
    @Override
    public double bound(double[] x) {
        return 0;
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double success = Math.max(1 - failures.probability(x, gradient), LEAST);
        if (success >= certain) {
            Arrays.fill(gradient, 0);
            return 0;
        }
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] *= -exponent / success;
        }
        return log(success);
    }

    @Override
    public boolean isAligned() {
        return failures.isAligned();
    }

    private double log(double success) {
        return exponent * Math.log(Math.min(success / certain, 1));
    }
}
