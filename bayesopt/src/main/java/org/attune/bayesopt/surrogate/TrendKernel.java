package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.stream.IntStream;

/**
 * Prior covariance of a random quadratic form of the ordered coordinates: a bowl, a saddle or a
 * valley over the whole space, of any direction.
 *
 * <pre>
 *   k(a, b) = v t(a, b)²,   t(a, b) = 3/m Σ_d z_d(a) z_d(b),   z_d = 2 w_d - 1
 * </pre>
 *
 * with the warped coordinates w of the m axes that have an order, so that k(a, a) is v on average
 * over the space but for what random places vary. In many dimensions a few dozen trials are all far
 * from each other, and what they can tell is such a trend; in few they soon say more, and a trend
 * misleads. Hence there is one from {@value #FEWEST} axes on: see docs/ablation.md. Its
 * hyperparameter is log v.
 *
 * <p>Source: Rasmussen and Williams (2006), section 4.2.2, the homogeneous polynomial kernel of
 * degree 2.
 */
public final class TrendKernel implements Kernel {
    static final int FEWEST = 8;

    private static final Prior PRIOR = new Prior(-2, 1.5); // chosen by docs/ablation.md
    private static final double[] BOUNDS = {1e-5, 100}; // of v

    private final int[] ordered;
    private final double factor; // 3/m
    private final Layout.Slice logV;

    /** Makes the trend, its hyperparameter the next one. */
    public TrendKernel(Axes axes, Layout layout) {
        this.ordered = ordered(axes);
        this.factor = 3.0 / ordered.length;
        this.logV = layout.add(Block.logarithms(1, PRIOR, BOUNDS));
    }

    /** Returns whether a space has axes enough. */
    static boolean pays(Axes axes) {
        return ordered(axes).length >= FEWEST;
    }

    private static int[] ordered(Axes axes) {
        return IntStream.range(0, axes.dimension())
                .filter(d -> !axes.isCategorical(d) && !axes.isPosition(d))
                .toArray();
    }

    @Override
    public At at(double[] theta) {
        return new Fixed(Math.exp(logV.of(theta, 0)));
    }

    /** Returns t(a, b). */
    private double product(double[] a, double[] b) {
        double sum = 0;
        for (int d : ordered) {
            sum += (2 * a[d] - 1) * (2 * b[d] - 1);
        }
        return factor * sum;
    }

    private final class Fixed implements At {
        private final double variance; // v

        Fixed(double variance) {
            this.variance = variance;
        }

        @Override
        public double variance(double[] a) {
            return value(a, a);
        }

        @Override
        public double varianceSlope(int axis, double[] a) {
            boolean known = IntStream.of(ordered).anyMatch(d -> d == axis);
            return known ? 2 * slope(axis, product(a, a), a) : 0;
        }

        @Override
        public double value(double[] a, double[] b) {
            double t = product(a, b);
            return variance * t * t;
        }

        /** Returns the derivative of k(a, b) by a_d, where t(a, b) is {@code t}. */
        private double slope(int axis, double t, double[] b) {
            return 4 * variance * factor * t * (2 * b[axis] - 1);
        }

        @Override
        public double valueAndGradient(double[] a, double[] b, double[] gradient) {
            double t = product(a, b);
            for (int d : ordered) {
                gradient[d] += slope(d, t, b);
            }
            return variance * t * t;
        }

        /** The products of all pairs of coordinates, exactly. */
        @Override
        public Features features(int count, Generator random) {
            int m = ordered.length;
            double amplitude = Math.sqrt(variance) * factor;
            return Features.of(
                    m * (m + 1) / 2,
                    (place, out, from) -> {
                        int at = from;
                        for (int i = 0; i < m; i++) {
                            double z = amplitude * (2 * place[ordered[i]] - 1);
                            for (int j = 0; j <= i; j++) {
                                double twice = i == j ? 1 : Math.sqrt(2); // for both orders
                                out[at++] = twice * z * (2 * place[ordered[j]] - 1);
                            }
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
        private final double[] products; // t, lower triangle

        OfPlaces(Fixed kernel, Places places) {
            this.kernel = kernel;
            this.places = places;
            this.n = places.size();
            this.products = new double[n * n];
        }

        @Override
        public void addTo(double[] matrix) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    double t = product(places.row(i), places.row(j));
                    products[i * n + j] = t;
                    matrix[i * n + j] += kernel.variance * t * t;
                }
            }
        }

        @Override
        public void addGradient(double[] m, double[] gradient) {
            double byVariance = 0;
            for (int i = 0; i < n; i++) {
                double[] slopes = new double[ordered.length];
                for (int j = 0; j < n; j++) {
                    int at = Math.max(i, j) * n + Math.min(i, j);
                    double t = products[at];
                    byVariance += 0.5 * m[at] * t * t;
                    for (int d = 0; d < ordered.length; d++) {
                        slopes[d] += m[at] * kernel.slope(ordered[d], t, places.row(j));
                    }
                }
                for (int d = 0; d < ordered.length; d++) {
                    places.addSlope(ordered[d], i, slopes[d], gradient);
                }
            }
            logV.add(gradient, 0, kernel.variance * byVariance);
        }
    }
}
