package org.attune.bayesopt.numerics;

/**
 * Line search for the strong Wolfe conditions, inside a box; it also counts evaluations and keeps
 * the best point of all.
 *
 * <pre>
 *   f(x + t d) ≤ f(x) + c₁ t gᵀd   and   |g(x + t d)ᵀ d| ≤ c₂ |gᵀd|,   c₁ = 1e-4, c₂ = 0.9
 * </pre>
 *
 * A bracket is grown fourfold and then narrowed by safeguarded cubic interpolation. A value that is
 * not finite counts as an upper end without slope; the first point below it that satisfies the
 * first condition is then taken, since the second may hold nowhere. The same is done at the last
 * point in the box, and when the trials are used up.
 *
 * <p>Source: J. Nocedal and S. J. Wright, Numerical Optimization (2006), algorithms 3.5 and 3.6.
 */
final class WolfeSearch {
    private static final double SUFFICIENT = 1e-4;
    private static final double CURVATURE = 0.9;
    private static final int TRIALS = 25;
    private static final double LONGEST = 1e10;
    private static final double ROUNDING = 0x1p-52;

    private final BoxLbfgs.Objective f;
    private final double[] lower;
    private final double[] upper;
    private final int maxEvaluations;
    private final double[] direction;
    private double[] trialX;
    private double[] trialGradient;
    private double trialValue;
    private double[] acceptedX;
    private double[] acceptedGradient;
    private double acceptedValue;
    private final double[] bestX;
    private final double[] bestGradient;
    private double bestValue;
    private int evaluations = 1;

    WolfeSearch(
            BoxLbfgs.Objective f,
            double[] x,
            double[] g,
            double value,
            double[] lower,
            double[] upper,
            int maxEvaluations) {
        this.f = f;
        this.lower = lower;
        this.upper = upper;
        this.maxEvaluations = maxEvaluations;
        direction = new double[x.length];
        trialX = new double[x.length];
        trialGradient = new double[x.length];
        acceptedX = new double[x.length];
        acceptedGradient = new double[x.length];
        bestX = x.clone();
        bestGradient = g.clone();
        bestValue = value;
    }

    /**
     * Searches along d = target - x, target in the box.
     *
     * @param slope gᵀd, negative
     * @param cautious whether the length of d means nothing yet, so that the first step has length
     *     1 at most
     * @return whether a point with sufficient decrease was found; it is {@link #x}
     */
    boolean search(double[] x, double value, double slope, double[] target, boolean cautious) {
        double longest = LONGEST;
        double square = 0;
        for (int i = 0; i < x.length; i++) {
            direction[i] = target[i] - x[i];
            square += direction[i] * direction[i];
            if (direction[i] != 0) {
                double room = direction[i] > 0 ? upper[i] - x[i] : lower[i] - x[i];
                longest = Math.min(longest, room / direction[i]);
            }
        }
        longest = Math.max(longest, 1);
        double t = cautious ? Math.min(1, 1 / Math.sqrt(square)) : 1;
        double low = 0; // the best point with sufficient decrease so far
        double lowValue = value;
        double lowSlope = slope;
        double high = Double.NaN; // the other end, once there is one
        double highValue = Double.NaN;
        double highSlope = Double.NaN;
        for (int trial = 0; trial < TRIALS && evaluations < maxEvaluations; trial++) {
            boolean finite = evaluate(x, t);
            double trialSlope = Vectors.dot(trialGradient, direction);
            if (!finite || trialValue > value + SUFFICIENT * t * slope || trialValue >= lowValue) {
                high = t;
                highValue = finite ? trialValue : Double.POSITIVE_INFINITY;
                highSlope = trialSlope;
            } else {
                boolean turned =
                        trialSlope * (Double.isNaN(high) ? 1 : Math.signum(high - low)) >= 0;
                if (turned) {
                    high = low;
                    highValue = lowValue;
                    highSlope = lowSlope;
                }
                accept();
                low = t;
                lowValue = trialValue;
                lowSlope = trialSlope;
                if (Math.abs(trialSlope) <= -CURVATURE * slope
                        || (Double.isNaN(high) && t >= longest)) {
                    return true;
                }
            }
            if (highValue == Double.POSITIVE_INFINITY && low > 0) {
                return true;
            }
            if (Double.isNaN(high)) {
                t = Math.min(4 * t, longest);
            } else if (Math.abs((high - low) * slope) <= ROUNDING * Math.abs(value)) {
                break; // nothing is left in the bracket that values could tell apart
            } else {
                t = between(low, lowValue, lowSlope, high, highValue, highSlope);
            }
        }
        return low > 0;
    }

    /**
     * The minimiser of the cubic through both ends, not closer than a tenth of the bracket to
     * either.
     */
    private static double between(
            double low,
            double lowValue,
            double lowSlope,
            double high,
            double highValue,
            double highSlope) {
        double width = high - low;
        if (highValue == Double.POSITIVE_INFINITY) {
            return low + 0.1 * width;
        }
        double d1 = lowSlope + highSlope - 3 * (highValue - lowValue) / width;
        double d2 = Math.copySign(Math.sqrt(Math.max(d1 * d1 - lowSlope * highSlope, 0)), width);
        double share = 1 - (highSlope + d2 - d1) / (highSlope - lowSlope + 2 * d2);
        if (!(share >= 0.1)) {
            share = Double.isNaN(share) ? 0.5 : 0.1;
        }
        return low + Math.min(share, 0.9) * width;
    }

    private boolean evaluate(double[] x, double t) {
        for (int i = 0; i < x.length; i++) {
            trialX[i] = QuadraticModel.clamp(x[i] + t * direction[i], lower[i], upper[i]);
        }
        trialValue = f.valueAndGradient(trialX, trialGradient);
        evaluations++;
        boolean finite = finite(trialValue, trialGradient);
        if (finite && trialValue < bestValue) {
            System.arraycopy(trialX, 0, bestX, 0, x.length);
            System.arraycopy(trialGradient, 0, bestGradient, 0, x.length);
            bestValue = trialValue;
        }
        return finite;
    }

    private void accept() {
        double[] swap = acceptedX;
        acceptedX = trialX;
        trialX = swap;
        swap = acceptedGradient;
        acceptedGradient = trialGradient;
        trialGradient = swap;
        acceptedValue = trialValue;
    }

    static boolean finite(double value, double[] gradient) {
        boolean finite = Double.isFinite(value);
        for (double g : gradient) {
            finite &= Double.isFinite(g) || !Double.isFinite(value);
        }
        return finite;
    }

    double[] x() {
        return acceptedX;
    }

    double[] gradient() {
        return acceptedGradient;
    }

    double value() {
        return acceptedValue;
    }

    double[] bestX() {
        return bestX;
    }

    double[] bestGradient() {
        return bestGradient;
    }

    double bestValue() {
        return bestValue;
    }

    int evaluations() {
        return evaluations;
    }
}
