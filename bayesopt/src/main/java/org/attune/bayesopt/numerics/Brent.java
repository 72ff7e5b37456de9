package org.attune.bayesopt.numerics;

import java.util.function.DoubleUnaryOperator;

/**
 * Brent's minimisation of a function of one variable on an interval, without derivatives.
 *
 * <p>Golden-section steps, replaced by the vertex of the parabola through the three best points
 * where that converges. Finds a local minimum; the global one if the function has one valley only.
 * NaN counts as +∞.
 *
 * <p>Source: R. P. Brent, Algorithms for Minimization without Derivatives (1973), chapter 5.
 */
public final class Brent {
    /** 2 - golden ratio: the share of the larger part at which a golden-section step goes. */
    private static final double GOLDEN = (3 - Math.sqrt(5)) / 2;

    /** x and f(x) of the least value seen. */
    public record Result(double x, double value, int evaluations) {}

    private Brent() {}

    /**
     * Minimises f on [low, high].
     *
     * @param tolerance absolute, on x; at least about 1e-8 of its size, since values tell no more
     *     apart
     * @param maxEvaluations at least 1
     * @throws IllegalArgumentException if the interval is empty or not finite, or a limit is not
     *     positive
     */
    public static Result minimize(
            DoubleUnaryOperator f, double low, double high, double tolerance, int maxEvaluations) {
        if (!(low <= high) || Double.isInfinite(low) || Double.isInfinite(high)) {
            throw new IllegalArgumentException(
                    "[%s, %s] is no finite interval. Maybe its ends are swapped."
                            .formatted(low, high));
        }
        if (!(tolerance > 0) || maxEvaluations < 1) {
            throw new IllegalArgumentException(
                    "tolerance %s and maxEvaluations %d must be positive."
                            .formatted(tolerance, maxEvaluations));
        }
        double a = low;
        double b = high;
        double x = a + GOLDEN * (b - a); // the best, the second best and the one before
        double w = x;
        double v = x;
        double fx = value(f, x);
        double fw = fx;
        double fv = fx;
        double step = 0;
        double previous = 0;
        int evaluations = 1;
        while (evaluations < maxEvaluations) {
            double middle = 0.5 * (a + b);
            if (Math.abs(x - middle) <= 2 * tolerance - 0.5 * (b - a)) {
                break;
            }
            double r = (x - w) * (fx - fv);
            double q = (x - v) * (fx - fw);
            double p = (x - v) * q - (x - w) * r;
            q = 2 * (q - r);
            p = q > 0 ? -p : p;
            q = Math.abs(q);
            double beforePrevious = previous;
            previous = step;
            if (Math.abs(p) < Math.abs(0.5 * q * beforePrevious)
                    && p > q * (a - x)
                    && p < q * (b - x)) {
                step = p / q;
                double u = x + step;
                if (u - a < 2 * tolerance || b - u < 2 * tolerance) {
                    step = Math.copySign(tolerance, middle - x);
                }
            } else { // also where values are infinite and p or q is NaN
                previous = x < middle ? b - x : a - x;
                step = GOLDEN * previous;
            }
            double u = x + (Math.abs(step) >= tolerance ? step : Math.copySign(tolerance, step));
            double fu = value(f, u);
            evaluations++;
            if (fu <= fx) {
                if (u < x) {
                    b = x;
                } else {
                    a = x;
                }
                v = w;
                fv = fw;
                w = x;
                fw = fx;
                x = u;
                fx = fu;
            } else {
                if (u < x) {
                    a = u;
                } else {
                    b = u;
                }
                if (fu <= fw || w == x) {
                    v = w;
                    fv = fw;
                    w = u;
                    fw = fu;
                } else if (fu <= fv || v == x || v == w) {
                    v = u;
                    fv = fu;
                }
            }
        }
        return new Result(x, fx, evaluations);
    }

    private static double value(DoubleUnaryOperator f, double x) {
        double value = f.applyAsDouble(x);
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }
}
