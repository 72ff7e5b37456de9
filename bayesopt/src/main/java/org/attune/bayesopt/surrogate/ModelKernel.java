package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Prior covariance by what performance models say of two configurations, u and v, on scales of
 * order one: outputs may follow the models in straight lines, and in a curve.
 *
 * <pre>
 *   k(u, v) = Σ_j b_j u_j v_j + c ρ(r²),   r² = Σ_j (u_j - v_j)² / ℓ_j²,   ρ the Matérn correlation 5/2
 * </pre>
 *
 * <p>Hyperparameters are {@code (log b_1, …, log b_M, log c, log ℓ_1, …, log ℓ_M)} for M models.
 * The straight lines alone are a prior mean Σ_j β_j u_j with β_j ~ N(0, b_j): Rasmussen and
 * Williams (2006), section 2.7.
 */
final class ModelKernel implements Kernel {
    private static final RadialKernel RADIAL = RadialKernel.MATERN52;

    // prior means and deviations of logarithms
    private static final Prior SLOPE = new Prior(-1, 2);
    private static final Prior CURVE = new Prior(-2, 1.5);
    private static final Prior LENGTHSCALE = new Prior(0.5, 0.7);

    private static final double[] VARIANCE_BOUNDS = {1e-6, 100};
    private static final double[] LENGTHSCALE_BOUNDS = {0.05, 100};

    private final int axes; // D, before which gradients have other entries
    private final int column; // of a place where the models' values begin
    private final Layout.Slice slopes; // log b
    private final Layout.Slice curve; // log c
    private final Layout.Slice lengthscales; // log ℓ

    /**
     * Makes the kernel, its hyperparameters the next ones.
     *
     * @param axes D
     * @param column of a place where the values of the models begin
     * @param models M
     */
    ModelKernel(int axes, int column, int models, Layout layout) {
        this.axes = axes;
        this.column = column;
        slopes = layout.add(Block.logarithms(models, SLOPE, VARIANCE_BOUNDS));
        curve = layout.add(Block.logarithms(1, CURVE, VARIANCE_BOUNDS));
        lengthscales = layout.add(Block.logarithms(models, LENGTHSCALE, LENGTHSCALE_BOUNDS));
    }

    @Override
    public At at(double[] theta) {
        return new Fixed(theta);
    }

    private final class Fixed implements At {
        private final int models = slopes.size();
        private final double[] slope; // b
        private final double c;
        private final double[] weight; // 1/ℓ²

        Fixed(double[] theta) {
            slope =
                    IntStream.range(0, models)
                            .mapToDouble(j -> Math.exp(slopes.of(theta, j)))
                            .toArray();
            c = Math.exp(curve.of(theta, 0));
            weight =
                    IntStream.range(0, models)
                            .mapToDouble(j -> Math.exp(-2 * lengthscales.of(theta, j)))
                            .toArray();
        }

        @Override
        public double variance(double[] a) {
            return value(a, a);
        }

        @Override
        public double varianceSlope(int axis, double[] a) {
            int j = axis - axes;
            return j < 0 ? 0 : 2 * slope[j] * a[column + j];
        }

        private double r2(double[] a, double[] b) {
            double r2 = 0;
            for (int j = 0; j < models; j++) {
                double off = a[column + j] - b[column + j];
                r2 += weight[j] * off * off;
            }
            return r2;
        }

        @Override
        public double value(double[] a, double[] b) {
            double line = 0;
            for (int j = 0; j < models; j++) {
                line += slope[j] * a[column + j] * b[column + j];
            }
            return line + c * RADIAL.value(r2(a, b));
        }

        @Override
        public double valueAndGradient(double[] a, double[] b, double[] gradient) {
            double by = 2 * c * RADIAL.slope(r2(a, b));
            for (int j = 0; j < models; j++) {
                double u = a[column + j];
                double v = b[column + j];
                gradient[axes + j] += slope[j] * v + by * weight[j] * (u - v);
            }
            return value(a, b);
        }

        /** The straight lines exactly, the curve by random frequencies. */
        @Override
        public Features features(int count, Generator random) {
            double[][] frequency = new double[Math.max(count / 4, 2)][models];
            double[] amplitude = new double[frequency.length];
            for (int i = 0; i < amplitude.length; i++) {
                RadialKernel.Frequency length = RADIAL.frequency(random, i);
                amplitude[i] = Math.sqrt(c * length.weight() / amplitude.length);
                Arrays.setAll(
                        frequency[i],
                        j -> length.scale() * Math.sqrt(weight[j]) * random.nextGaussian());
            }
            return Features.of(
                    models + 2 * frequency.length,
                    (place, out, from) -> {
                        for (int j = 0; j < models; j++) {
                            out[from + j] = Math.sqrt(slope[j]) * place[column + j];
                        }
                        int at = from + models;
                        for (int i = 0; i < amplitude.length; i++) {
                            double angle = 0;
                            for (int j = 0; j < models; j++) {
                                angle += frequency[i][j] * place[column + j];
                            }
                            out[at++] = amplitude[i] * Math.cos(angle);
                            out[at++] = amplitude[i] * Math.sin(angle);
                        }
                    });
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

        OfPlaces(Fixed kernel, Places places) {
            this.kernel = kernel;
            this.places = places;
            this.n = places.size();
        }

        @Override
        public void addTo(double[] matrix) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    matrix[i * n + j] += kernel.value(places.row(i), places.row(j));
                }
            }
        }

        @Override
        public void addGradient(double[] m, double[] gradient) {
            double[] both = new double[2];
            for (int i = 0; i < n; i++) {
                double[] u = places.row(i);
                for (int j = 0; j <= i; j++) {
                    double[] v = places.row(j);
                    double g = (i == j ? 0.5 : 1) * m[i * n + j];
                    RADIAL.valueAndSlope(kernel.r2(u, v), both);
                    curve.add(gradient, 0, g * kernel.c * both[0]);
                    for (int d = 0; d < kernel.models; d++) {
                        double off = u[column + d] - v[column + d];
                        slopes.add(
                                gradient, d, g * kernel.slope[d] * u[column + d] * v[column + d]);
                        lengthscales.add(
                                gradient,
                                d,
                                -(2 * g * kernel.c * both[1] * kernel.weight[d] * off * off));
                    }
                }
            }
        }
    }
}
