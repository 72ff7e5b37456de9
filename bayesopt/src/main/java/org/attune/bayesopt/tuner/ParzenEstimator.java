package org.attune.bayesopt.tuner;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Scale;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Axes;

import java.util.List;

/**
 * Density over configurations: a mixture of products, one component for each of n observed
 * configurations and one, the prior, that is nearly uniform.
 *
 * <pre>
 *   p(x) = Σ_i w_i Π_d k_d(x_d; x_id),   i = 0 … n
 *   ordered axis:     normal around x_id with deviation h, truncated to [0, 1] and integrated over the cell of a discrete value
 *   categorical axis: (1[x_d = x_id] + 1/m) / (1 + K/m),   K categories, m = n + 1 components
 *   h = max(0.2 n^(-1/(D + 4)), 1 / min(100, m + 1))
 * </pre>
 *
 * The product runs over the D axes on which x is active; a component that is inactive there, and
 * the prior on categories, is uniform on it. The prior's normal is centred and has deviation 1.
 * Observations count fully if they are among the last 25, earlier ones linearly less.
 *
 * <p>Sources: J. Bergstra, R. Bardenet, Y. Bengio and B. Kégl, "Algorithms for hyper-parameter
 * optimization", NeurIPS 2011; S. Falkner, A. Klein and F. Hutter, "BOHB", ICML 2018 (one
 * multivariate density); S. Watanabe, "Tree-structured Parzen estimator: understanding its
 * algorithm components", arXiv:2304.11127 (bandwidths and weights, as in Optuna's multivariate
 * estimator).
 */
public final class ParzenEstimator {
    private static final double WIDTH = 0.2;
    private static final int RECENT = 25;

    private final Axes axes;
    private final List<Observation> observations;
    private final double[] cumulative; // weights of the observations, then of the prior; ends at 1
    private final double deviation;

    /**
     * A configuration.
     *
     * @param x canonical coordinates
     * @param active by axis
     */
    public record Observation(double[] x, boolean[] active) {}

    /** Takes the observations in the order in which they were made; there may be none. */
    public ParzenEstimator(Axes axes, List<Observation> observations) {
        this.axes = axes;
        this.observations = List.copyOf(observations);
        int n = observations.size();
        this.deviation =
                Math.max(
                        WIDTH * Math.pow(Math.max(n, 1), -1.0 / (axes.dimension() + 4)),
                        1.0 / Math.min(100, n + 2));
        this.cumulative = new double[n + 1];
        double sum = 0;
        for (int i = 0; i <= n; i++) {
            sum += i == n ? 1 : weight(i, n);
            cumulative[i] = sum;
        }
        for (int i = 0; i <= n; i++) {
            cumulative[i] /= sum;
        }
    }

    private static double weight(int i, int n) {
        int old = n - RECENT;
        return i >= old ? 1 : old == 1 ? 1.0 / n : 1.0 / n + (1 - 1.0 / n) * i / (old - 1);
    }

    /** Returns coordinates drawn from the density, not canonical. */
    public double[] sample(Generator random) {
        double u = random.nextDouble();
        int i = 0;
        while (i < observations.size() && u >= cumulative[i]) {
            i++;
        }
        double[] x = new double[axes.dimension()];
        for (int d = 0; d < x.length; d++) {
            if (isUniform(i, d)) {
                x[d] = random.nextDouble();
            } else if (axes.isCategorical(d)) {
                double uniform = random.nextDouble();
                boolean same = random.nextDouble() < 1 / (1 + axes.cells(d) / cumulative.length);
                x[d] = same ? observations.get(i).x[d] : uniform;
            } else {
                double below = StandardNormal.cdf(-center(i, d) / deviation(i));
                double above = StandardNormal.cdf((1 - center(i, d)) / deviation(i));
                double p = below + random.nextDouble() * (above - below);
                double z = StandardNormal.quantile(Math.min(Math.max(p, 1e-300), 1 - 1e-16));
                x[d] = Math.min(Math.max(center(i, d) + deviation(i) * z, 0), 1);
            }
        }
        return x;
    }

    /** Returns log p, a density on real axes and a probability on discrete ones. */
    public double logDensity(Observation at) {
        double[] terms = new double[cumulative.length];
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < terms.length; i++) {
            terms[i] = Math.log(cumulative[i] - (i == 0 ? 0 : cumulative[i - 1]));
            for (int d = 0; d < at.x.length; d++) {
                terms[i] += at.active[d] ? logKernel(i, d, at.x[d]) : 0;
            }
            largest = Math.max(largest, terms[i]);
        }
        double sum = 0;
        for (double term : terms) {
            sum += Math.exp(term - largest);
        }
        return largest + Math.log(sum);
    }

    private double logKernel(int i, int d, double x) {
        double cells = axes.cells(d);
        if (isUniform(i, d)) {
            return axes.isCategorical(d) ? -Math.log(cells) : Math.log(width(d, x));
        }
        double m = cumulative.length;
        if (axes.isCategorical(d)) {
            double same = x == observations.get(i).x[d] ? 1 : 0;
            return Math.log((same + 1 / m) / (1 + cells / m));
        }
        double inside = mass(i, d, 0, 1);
        if (axes.isDiscrete(d)) {
            return Math.log(Math.max(mass(i, d, edge(d, x, -1), edge(d, x, 1)), 1e-300) / inside);
        }
        double z = (x - center(i, d)) / deviation(i);
        return StandardNormal.logPdf(z) - Math.log(deviation(i) * inside);
    }

    private boolean isUniform(int i, int d) {
        return i == observations.size() ? axes.isCategorical(d) : !observations.get(i).active[d];
    }

    private double center(int i, int d) {
        return i == observations.size() ? 0.5 : observations.get(i).x[d];
    }

    private double deviation(int i) {
        return i == observations.size() ? 1 : deviation;
    }

    private double mass(int i, int d, double from, double to) {
        double a = (from - center(i, d)) / deviation(i);
        double b = (to - center(i, d)) / deviation(i);
        return a > 0
                ? StandardNormal.cdf(-a) - StandardNormal.cdf(-b)
                : StandardNormal.cdf(b) - StandardNormal.cdf(a);
    }

    private double width(int d, double x) {
        return axes.isDiscrete(d) ? edge(d, x, 1) - edge(d, x, -1) : 1;
    }

    /** The lower (-1) or upper (1) end of the cell of a discrete value. */
    private double edge(int d, double x, int side) {
        if (axes.parameter(d) instanceof Parameter.Int p
                && p.scale() == Scale.LOG
                && p.lower() < p.upper()) {
            double below = Math.log(p.lower() - 0.5);
            double above = Math.log(p.upper() + 0.5);
            return (Math.log(p.decode(x) + 0.5 * side) - below) / (above - below);
        }
        return x + 0.5 * side / axes.cells(d);
    }
}
