package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Prior covariance of a ridge function, one of a weighted sum of the ordered coordinates alone,
 * such as of the product of tile sizes on a logarithmic scale:
 *
 * <pre>
 *   k(a, b) = v ρ(t(a, b)²),   t(a, b) = Σ_d u_d (a_d - b_d)
 * </pre>
 *
 * with warped coordinates a and b. What is known along a valley between the axes then holds along
 * all of it, where a kernel with a lengthscale of each axis has to be told everywhere. Its
 * hyperparameters are log v and the m weights u, in units of one over the unit of the coordinates.
 * Since u = 0 is a saddle of the likelihood, a search starts at {@link #drawn} weights.
 *
 * <p>Source: J. H. Friedman and W. Stuetzle, "Projection pursuit regression", Journal of the
 * American Statistical Association 76 (1981), 817-823; as a kernel, E. Gilboa, Y. Saatçi and J. P.
 * Cunningham, "Scaling multidimensional Gaussian processes using projected additive
 * approximations", ICML 2013.
 */
public final class RidgeKernel implements Kernel {
    private static final int FEWEST = 2; // axes
    private static final int MOST = 6; // of eight it lost: docs/ablation.md

    private static final Prior LOG_VARIANCE = new Prior(-2, 1.5);
    private static final double WEIGHT_DEVIATION = 3; // about one over a prior lengthscale
    private static final double[] BOUNDS = {1e-5, 100}; // of v
    private static final double STEEPEST = 50;
    private static final int FEWEST_FREQUENCIES = 16;

    private final int[] ordered;
    private final RadialKernel radial;
    private final Layout.Slice logV;
    private final Layout.Slice weights;

    /** Makes a ridge, its hyperparameters the next ones. */
    public RidgeKernel(Axes axes, RadialKernel radial, Layout layout) {
        this.ordered = ordered(axes);
        this.radial = radial;
        this.logV = layout.add(Block.logarithms(1, LOG_VARIANCE, BOUNDS));
        this.weights =
                layout.add(
                        Block.of(
                                ordered.length,
                                new Prior(0, WEIGHT_DEVIATION),
                                -STEEPEST,
                                STEEPEST));
    }

    /** Returns whether a space has axes for a sum, and not so many that none can be learned. */
    static boolean pays(Axes axes) {
        int count = ordered(axes).length;
        return count >= FEWEST && count <= MOST;
    }

    private static int[] ordered(Axes axes) {
        return IntStream.range(0, axes.dimension()).filter(axes::isMovable).toArray();
    }

    /** Returns how many hyperparameters it has. */
    int size() {
        return logV.size() + weights.size();
    }

    /** Returns theta with weights that are drawn from their prior. */
    double[] drawn(double[] theta, Generator random) {
        return weights.with(
                theta,
                DoubleStream.generate(() -> WEIGHT_DEVIATION * random.nextGaussian())
                        .limit(ordered.length)
                        .toArray());
    }

    /** Returns what users are told of it, of D axes. */
    Hyperparameters.Ridge ridge(double[] theta, int dimension) {
        double[] all = new double[dimension];
        for (int d = 0; d < ordered.length; d++) {
            all[ordered[d]] = weights.of(theta, d);
        }
        return new Hyperparameters.Ridge(Math.exp(logV.of(theta, 0)), all);
    }

    @Override
    public At at(double[] theta) {
        return new Fixed(Math.exp(logV.of(theta, 0)), weights.of(theta));
    }

    private final class Fixed implements At {
        private final double variance; // v
        private final double[] u;

        Fixed(double variance, double[] u) {
            this.variance = variance;
            this.u = u;
        }

        /** Returns the weighted sum, of which differences are t. */
        private double along(double[] a) {
            double sum = 0;
            for (int d = 0; d < u.length; d++) {
                sum += u[d] * a[ordered[d]];
            }
            return sum;
        }

        private double[] along(double[][] places) {
            return Arrays.stream(places).mapToDouble(this::along).toArray();
        }

        @Override
        public double variance(double[] a) {
            return variance;
        }

        @Override
        public double value(double[] a, double[] b) {
            double t = along(a) - along(b);
            return variance * radial.value(t * t);
        }

        @Override
        public double valueAndGradient(double[] a, double[] b, double[] gradient) {
            double t = along(a) - along(b);
            double slope = 2 * variance * radial.slope(t * t) * t;
            for (int d = 0; d < u.length; d++) {
                gradient[ordered[d]] += slope * u[d];
            }
            return variance * radial.value(t * t);
        }

        @Override
        public Features features(int count, Generator random) {
            int pairs = Math.max(count / 4, FEWEST_FREQUENCIES);
            double[] amplitude = new double[pairs];
            double[] frequency = new double[pairs];
            for (int i = 0; i < pairs; i++) {
                RadialKernel.Frequency length = radial.frequency(random, i);
                amplitude[i] = length.weight();
                frequency[i] = length.scale() * random.nextGaussian();
            }
            double all = Arrays.stream(amplitude).sum();
            Arrays.setAll(amplitude, i -> Math.sqrt(variance * amplitude[i] / all));
            return Features.of(
                    2 * pairs,
                    (place, out, from) -> {
                        double t = along(place);
                        for (int i = 0; i < pairs; i++) {
                            out[from + i] = amplitude[i] * Math.cos(frequency[i] * t);
                            out[from + pairs + i] = amplitude[i] * Math.sin(frequency[i] * t);
                        }
                    });
        }

        @Override
        public Expansion expansion(double[][] places, double[] weights) {
            LineExpansion line = LineExpansion.of(radial, false, 1, along(places), weights);
            return place -> variance * line.at(along(place));
        }

        @Override
        public Gram gram(Places places) {
            return new OfPlaces(this, places);
        }
    }

    private final class OfPlaces implements Gram {
        private final Fixed kernel;
        private final Places places;
        private final int n;
        private final double[] value; // ρ, rows of the triangle below the diagonal
        private final double[] slope; // of ρ by t

        OfPlaces(Fixed kernel, Places places) {
            this.kernel = kernel;
            this.places = places;
            this.n = places.size();
            this.value = new double[n * (n - 1) / 2];
            this.slope = new double[value.length];
        }

        @Override
        public void addTo(double[] matrix) {
            double[] both = new double[2];
            double[] along = new double[n];
            Arrays.setAll(along, i -> kernel.along(places.row(i)));
            for (int i = 0, at = 0; i < n; i++) {
                for (int j = 0; j < i; j++, at++) {
                    double t = along[i] - along[j];
                    radial.valueAndSlope(t * t, both);
                    value[at] = both[0];
                    slope[at] = 2 * both[1] * t;
                    matrix[i * n + j] += kernel.variance * both[0];
                }
                matrix[i * n + i] += kernel.variance;
            }
        }

        @Override
        public void addGradient(double[] m, double[] gradient) {
            double byVariance = 0;
            double[] pull = new double[n]; // derivatives by the weighted sum of each place, over v
            for (int i = 0, at = 0; i < n; i++) {
                for (int j = 0; j < i; j++, at++) { // each pair stands for two entries
                    double g = m[i * n + j];
                    byVariance += g * value[at];
                    pull[i] += g * slope[at];
                    pull[j] -= g * slope[at];
                }
                byVariance += 0.5 * m[i * n + i];
            }
            logV.add(gradient, 0, kernel.variance * byVariance);
            for (int d = 0; d < ordered.length; d++) {
                double byWeight = 0;
                for (int i = 0; i < n; i++) {
                    byWeight += pull[i] * places.row(i)[ordered[d]];
                }
                weights.add(gradient, d, kernel.variance * byWeight);
                places.addSlopes(ordered[d], pull, kernel.variance * kernel.u[d], gradient);
            }
        }
    }
}
