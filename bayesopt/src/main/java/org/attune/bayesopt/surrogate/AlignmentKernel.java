package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prior covariance of what whole numbers do by how often two divides them, see {@link Alignment}: a
 * sum of functions of the level h of each of m axes, of which neighbouring levels are alike,
 *
 * <pre>
 *   k(a, b) = Σ_d v_d φ^|h_d(a) - h_d(b)|
 * </pre>
 *
 * the covariance of an autoregressive process of first order. It makes no difference whether round
 * numbers are the better or the worse ones, and from which level on. Its hyperparameters are the m
 * logarithms of v. Places have the m levels at their end, see {@link Warping}.
 */
final class AlignmentKernel implements Kernel {
    private static final double CORRELATION = Math.exp(-1.0 / 3); // φ, of neighbouring levels
    private static final Prior LOG_VARIANCE = new Prior(-3, 1.5);
    private static final double[] BOUNDS = {1e-5, 100}; // of v

    private final int[] axes;
    private final int column; // of the first level
    private final Layout.Slice logV;
    private final double[][] correlation; // of two levels

    /**
     * Makes the kernel, its hyperparameters the next ones.
     *
     * @param column where the levels begin in a place
     */
    AlignmentKernel(Alignment alignment, int column, Layout layout) {
        this.axes = alignment.axes();
        this.column = column;
        this.logV = layout.add(Block.logarithms(axes.length, LOG_VARIANCE, BOUNDS));
        int count = alignment.highest() + 1;
        this.correlation = new double[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                correlation[i][j] = Math.pow(CORRELATION, Math.abs(i - j));
            }
        }
    }

    /** Returns v of each axis that has levels. */
    Map<Integer, Double> variances(double[] theta) {
        var variances = new LinkedHashMap<Integer, Double>();
        for (int d = 0; d < axes.length; d++) {
            variances.put(axes[d], Math.exp(logV.of(theta, d)));
        }
        return variances;
    }

    @Override
    public At at(double[] theta) {
        return new Fixed(Arrays.stream(logV.of(theta)).map(Math::exp).toArray());
    }

    private final class Fixed implements At {
        private final double[] v;
        private final double all;

        Fixed(double[] v) {
            this.v = v;
            this.all = Arrays.stream(v).sum();
        }

        private int level(double[] place, int d) {
            return (int) place[column + d];
        }

        @Override
        public double variance(double[] a) {
            return all;
        }

        @Override
        public double value(double[] a, double[] b) {
            double sum = 0;
            for (int d = 0; d < v.length; d++) {
                sum += v[d] * correlation[level(a, d)][level(b, d)];
            }
            return sum;
        }

        @Override
        public double valueAndGradient(double[] a, double[] b, double[] gradient) {
            return value(a, b);
        }

        /** Exact: the moving average that the autoregressive process is, of a level each. */
        @Override
        public Features features(int count, Generator random) {
            int levels = correlation.length;
            double innovation = Math.sqrt(1 - CORRELATION * CORRELATION);
            return Features.of(
                    v.length * levels,
                    (place, out, from) -> {
                        for (int d = 0; d < v.length; d++) {
                            int h = level(place, d);
                            for (int j = 0; j < levels; j++) {
                                double weight =
                                        j > h ? 0 : correlation[h][j] * (j == 0 ? 1 : innovation);
                                out[from + d * levels + j] = Math.sqrt(v[d]) * weight;
                            }
                        }
                    });
        }

        @Override
        public Expansion expansion(double[][] places, double[] weights) {
            double[][] atLevel = new double[v.length][correlation.length];
            for (int d = 0; d < v.length; d++) {
                for (int h = 0; h < correlation.length; h++) {
                    for (int i = 0; i < places.length; i++) {
                        atLevel[d][h] += v[d] * weights[i] * correlation[h][level(places[i], d)];
                    }
                }
            }
            return place -> {
                double sum = 0;
                for (int d = 0; d < v.length; d++) {
                    sum += atLevel[d][level(place, d)];
                }
                return sum;
            };
        }

        @Override
        public Gram gram(Places places) {
            int n = places.size();
            return new Gram() {
                @Override
                public void addTo(double[] matrix) {
                    for (int i = 0; i < n; i++) {
                        for (int j = 0; j <= i; j++) {
                            matrix[i * n + j] += value(places.row(i), places.row(j));
                        }
                    }
                }

                @Override
                public void addGradient(double[] m, double[] gradient) {
                    for (int d = 0; d < v.length; d++) {
                        double by = 0;
                        for (int i = 0; i < n; i++) {
                            double[] to = correlation[level(places.row(i), d)];
                            for (int j = 0; j < i; j++) { // each pair stands for two entries
                                by += m[i * n + j] * to[level(places.row(j), d)];
                            }
                            by += 0.5 * m[i * n + i];
                        }
                        logV.add(gradient, d, v[d] * by);
                    }
                }
            };
        }
    }
}
