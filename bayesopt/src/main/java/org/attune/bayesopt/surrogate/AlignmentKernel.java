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
 *   k(a, b) = c Σ_d v_d φ^|h_d(a) - h_d(b)|
 * </pre>
 *
 * the covariance of an autoregressive process of first order. It makes no difference whether round
 * numbers are the better or the worse ones, and from which level on. With c, 1 for places of the
 * same task and 0.7 for others, tasks have most of it in common. Its hyperparameters are the m
 * logarithms of v. Places have the m levels at their end, see {@link Warping}.
 */
public final class AlignmentKernel implements Kernel {
    private static final double COMMON = 0.7; // c of two tasks; chosen by docs/ablation.md
    private static final double CORRELATION = Math.exp(-1.0 / 3); // φ, of neighbouring levels
    private static final Prior LOG_VARIANCE = new Prior(-3, 1.5);
    private static final double[] BOUNDS = {1e-5, 100}; // of v

    private final int[] axes;
    private final int column; // of the first level
    private final int tasks;
    private final int task; // its column, if there are several
    private final Layout.Slice logV;
    private final double[][] correlation; // of two levels

    private AlignmentKernel(Alignment alignment, int column, int tasks, int task, Layout layout) {
        this.tasks = tasks;
        this.task = task;
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

    /**
     * Makes the kernel of one task, its hyperparameters the next ones.
     *
     * @param column where the levels begin in a place
     */
    static AlignmentKernel of(Alignment alignment, int column, Layout layout) {
        return new AlignmentKernel(alignment, column, 1, 0, layout);
    }

    /**
     * Makes the kernel of several tasks, its hyperparameters the next ones.
     *
     * @param tasks number of them
     * @param column where the index of its task stands in a place
     * @param models number of performance models, which follow
     */
    public static AlignmentKernel ofTasks(
            int tasks, Alignment alignment, int column, int models, Layout layout) {
        return new AlignmentKernel(alignment, column + 1 + models, tasks, column, layout);
    }

    /** Returns v of each axis that has levels. */
    public Map<Integer, Double> variances(double[] theta) {
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

        private int task(double[] place) {
            return tasks == 1 ? 0 : (int) place[task];
        }

        private static double alike(int task, int other) {
            return task == other ? 1 : COMMON;
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
            return alike(task(a), task(b)) * sum;
        }

        @Override
        public double valueAndGradient(double[] a, double[] b, double[] gradient) {
            return value(a, b);
        }

        /**
         * Exact: the moving average that the autoregressive process is, of a level each; of several
         * tasks one that they have in common, and one of each.
         */
        @Override
        public Features features(int count, Generator random) {
            int levels = correlation.length;
            int size = v.length * levels;
            double innovation = Math.sqrt(1 - CORRELATION * CORRELATION);
            double common = tasks == 1 ? 1 : Math.sqrt(COMMON);
            double own = Math.sqrt(1 - COMMON);
            int all = tasks == 1 ? size : size * (1 + tasks);
            return Features.of(
                    all,
                    (place, out, from) -> {
                        Arrays.fill(out, from, from + all, 0);
                        int ofTask = size * (1 + task(place));
                        for (int d = 0; d < v.length; d++) {
                            int h = level(place, d);
                            for (int j = 0; j <= h; j++) {
                                double weight =
                                        Math.sqrt(v[d])
                                                * correlation[h][j]
                                                * (j == 0 ? 1 : innovation);
                                int at = from + d * levels + j;
                                out[at] = common * weight;
                                if (tasks > 1) {
                                    out[at + ofTask] = own * weight;
                                }
                            }
                        }
                    });
        }

        @Override
        public Expansion expansion(double[][] places, double[] weights) {
            double[][][] atLevel = new double[tasks][v.length][correlation.length];
            for (int i = 0; i < places.length; i++) {
                for (int t = 0; t < tasks; t++) {
                    double weight = weights[i] * alike(t, task(places[i]));
                    for (int d = 0; d < v.length; d++) {
                        double[] to = correlation[level(places[i], d)];
                        for (int h = 0; h < to.length; h++) {
                            atLevel[t][d][h] += v[d] * weight * to[h];
                        }
                    }
                }
            }
            return place -> {
                double sum = 0;
                for (int d = 0; d < v.length; d++) {
                    sum += atLevel[task(place)][d][level(place, d)];
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
                            int own = task(places.row(i));
                            for (int j = 0; j < i; j++) { // each pair stands for two entries
                                by +=
                                        m[i * n + j]
                                                * alike(own, task(places.row(j)))
                                                * to[level(places.row(j), d)];
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
