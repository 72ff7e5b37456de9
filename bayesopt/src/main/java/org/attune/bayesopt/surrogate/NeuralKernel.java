package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.bayesopt.numerics.StandardNormal;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The covariance of a neural network with one infinitely wide hidden layer, over axes with an
 * order:
 *
 * <pre>
 *   k(a, b) = s² (2/π) asin(u(a, b) / √((1 + u(a, a)) (1 + u(b, b)))),   u(a, b) = β + Σ_d w_d a_d b_d
 * </pre>
 *
 * with warped unit coordinates. It is not stationary: far from the origin functions become flat.
 * Hyperparameters are log w_d, log β and log s².
 *
 * <p>Source: C. K. I. Williams, "Computation with infinite neural networks", Neural Computation 10
 * (1998), eq. (11); Rasmussen and Williams (2006), eq. (4.29). It is GPTuneHybrid's kernel of
 * categories, which it has as numbers.
 */
public final class NeuralKernel implements Kernel {
    private static final Prior WEIGHT = new Prior(0, 2);
    private static final double[] WEIGHT_BOUNDS = {1e-3, 1e4};

    private final int[] group;
    private final Layout.Slice weights; // log w_d, then log β
    private final Layout.Slice signal;

    /**
     * Makes a kernel of a group of axes, its hyperparameters the next ones.
     *
     * @throws IllegalArgumentException if the group is empty, or one of its axes has no order
     */
    public NeuralKernel(Axes axes, int[] group, Priors priors, Layout layout) {
        if (group.length == 0 || IntStream.of(group).anyMatch(axes::isCategorical)) {
            throw new IllegalArgumentException(
                    "A neural network needs axes with an order, not %s."
                            .formatted(Arrays.toString(group)));
        }
        this.group = group.clone();
        this.weights = layout.add(Block.logarithms(group.length + 1, WEIGHT, WEIGHT_BOUNDS));
        this.signal = layout.add(priors.signal());
    }

    @Override
    public At at(double[] theta) {
        return new Fixed(theta);
    }

    private final class Fixed implements At {
        private final double[] weight; // w
        private final double bias; // β
        private final double variance; // s²

        Fixed(double[] theta) {
            weight = new double[group.length];
            Arrays.setAll(weight, d -> Math.exp(weights.of(theta, d)));
            bias = Math.exp(weights.of(theta, group.length));
            variance = Math.exp(signal.of(theta, 0));
        }

        /** Returns u(a, b). */
        private double product(double[] a, double[] b) {
            double sum = bias;
            for (int d = 0; d < weight.length; d++) {
                sum += weight[d] * a[group[d]] * b[group[d]];
            }
            return sum;
        }

        private double factor() {
            return 2 * variance / Math.PI;
        }

        @Override
        public double variance(double[] a) {
            double u = product(a, a);
            return factor() * Math.asin(u / (1 + u));
        }

        @Override
        public double varianceSlope(int axis, double[] a) {
            double u = product(a, a);
            double r = u / (1 + u);
            double slope = factor() / Math.sqrt(1 - r * r) / ((1 + u) * (1 + u));
            for (int d = 0; d < weight.length; d++) {
                if (group[d] == axis) {
                    return 2 * slope * weight[d] * a[axis];
                }
            }
            return 0;
        }

        @Override
        public double value(double[] a, double[] b) {
            double root = Math.sqrt((1 + product(a, a)) * (1 + product(b, b)));
            return factor() * Math.asin(product(a, b) / root);
        }

        @Override
        public double valueAndGradient(double[] a, double[] b, double[] gradient) {
            double one = 1 + product(a, a);
            double root = Math.sqrt(one * (1 + product(b, b)));
            double r = product(a, b) / root;
            double slope = factor() / Math.sqrt(1 - r * r);
            for (int d = 0; d < weight.length; d++) {
                int axis = group[d];
                gradient[axis] += slope * weight[d] * (b[axis] / root - r * a[axis] / one);
            }
            return factor() * Math.asin(r);
        }

        /** Hidden units erf(ω·(1, x)), ω drawn from N(0, diag(β, w)/2). */
        @Override
        public Features features(int count, Generator random) {
            double[][] omega = new double[count][weight.length + 1];
            for (double[] row : omega) {
                for (int d = 0; d < weight.length; d++) {
                    row[d] = Math.sqrt(weight[d] / 2) * random.nextGaussian();
                }
                row[weight.length] = Math.sqrt(bias / 2) * random.nextGaussian();
            }
            double amplitude = Math.sqrt(variance / count);
            return Features.of(
                    count,
                    (place, out, from) -> {
                        for (int i = 0; i < count; i++) {
                            double sum = omega[i][weight.length];
                            for (int d = 0; d < weight.length; d++) {
                                sum += omega[i][d] * place[group[d]];
                            }
                            double erf = 2 * StandardNormal.cdf(sum * Math.sqrt(2)) - 1;
                            out[from + i] = amplitude * erf;
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

        OfPlaces(Fixed kernel, Places places) {
            this.kernel = kernel;
            this.places = places;
        }

        @Override
        public void addTo(double[] matrix) {
            int n = places.size();
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    matrix[i * n + j] += kernel.value(places.row(i), places.row(j));
                }
            }
        }

        @Override
        public void addGradient(double[] m, double[] gradient) {
            int n = places.size();
            int dimension = group.length;
            double[] one = new double[n]; // 1 + u(x, x)
            Arrays.setAll(one, i -> 1 + kernel.product(places.row(i), places.row(i)));
            double[] byWeight = new double[dimension + 1];
            double byVariance = 0;
            for (int i = 0; i < n; i++) {
                double[] a = places.row(i);
                double[] slopes = new double[dimension];
                for (int j = 0; j < n; j++) {
                    double[] b = places.row(j);
                    double mij = m[Math.max(i, j) * n + Math.min(i, j)];
                    double root = Math.sqrt(one[i] * one[j]);
                    double r = kernel.product(a, b) / root;
                    double slope = mij * kernel.factor() / Math.sqrt(1 - r * r);
                    byVariance += 0.5 * mij * kernel.factor() * Math.asin(r);
                    for (int d = 0; d < dimension; d++) {
                        double x = a[group[d]];
                        double y = b[group[d]];
                        slopes[d] += slope * kernel.weight[d] * (y / root - r * x / one[i]);
                        byWeight[d] +=
                                0.5
                                        * slope
                                        * (x * y / root
                                                - 0.5 * r * (x * x / one[i] + y * y / one[j]));
                    }
                    byWeight[dimension] +=
                            0.5 * slope * (1 / root - 0.5 * r * (1 / one[i] + 1 / one[j]));
                }
                for (int d = 0; d < dimension; d++) {
                    places.addSlope(group[d], i, slopes[d], gradient);
                }
            }
            for (int d = 0; d < dimension; d++) {
                weights.add(gradient, d, kernel.weight[d] * byWeight[d]);
            }
            weights.add(gradient, dimension, kernel.bias * byWeight[dimension]);
            signal.add(gradient, 0, byVariance);
        }
    }
}
