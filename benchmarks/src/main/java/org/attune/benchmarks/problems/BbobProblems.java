package org.attune.benchmarks.problems;

import org.attune.api.Generator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Shifted and rotated functions in [-5, 5]^d in the style of the BBOB collection, for 5 and 10
 * dimensions: ill-conditioned, with plateaus, with many local minima that have a structure or none.
 *
 * <p>Optimum, rotations and least value are drawn from the problem's name, once and for all, so
 * that they are other instances than those of the COCO platform; {@code BbobProblemsTest} pins
 * them.
 *
 * <p>Source: N. Hansen, S. Finck, R. Ros and A. Auger, "Real-parameter black-box optimization
 * benchmarking 2009: noiseless functions definitions", INRIA report RR-6829; f7, f10, f15, f16, f17
 * and f21. Their penalty for leaving the box is left out: nothing can.
 */
public final class BbobProblems {
    private static final int PEAKS = 101;
    private static final int WAVES = 12;

    private BbobProblems() {}

    /** Returns all of them. */
    public static List<BenchmarkProblem> all() {
        var all = new ArrayList<BenchmarkProblem>();
        for (int d : new int[] {5, 10}) {
            for (String kind :
                    List.of(
                            "step-ellipsoid",
                            "ellipsoid",
                            "rastrigin",
                            "weierstrass",
                            "schaffers",
                            "gallagher")) {
                var function = new Instance("bbob-" + kind + d, d);
                all.add(
                        PublicProblems.reals(
                                function.name, PublicProblems.axes(d, -5, 5), function.of(kind)));
            }
        }
        return all;
    }

    /** Where the optimum of a problem lies, d coordinates in [-4, 4]. */
    static double[] optimum(String name, int d) {
        return Transform.shift(name + " optimum", d, 4);
    }

    /** The least value of a problem, a multiple of 0.01 in [-100, 100]. */
    static double least(String name) {
        double share = AblationProblems.SEED.generator(name + " least", 0).nextDouble();
        return Math.round(20_000 * share - 10_000) / 100.0;
    }

    /** What a problem draws from its name. */
    private static final class Instance {
        private final String name;
        private final int d;
        private final double[] optimum;
        private final double least;
        private final double[][] r;
        private final double[][] q;

        Instance(String name, int d) {
            this.name = name;
            this.d = d;
            optimum = optimum(name, d);
            least = least(name);
            r = Transform.rotation(name + " R", d);
            q = Transform.rotation(name + " Q", d);
        }

        ToDoubleFunction<double[]> of(String kind) {
            return switch (kind) {
                case "step-ellipsoid" -> x -> stepEllipsoid(centred(x)) + least;
                case "ellipsoid" -> x -> ellipsoid(centred(x)) + least;
                case "rastrigin" -> x -> rastrigin(centred(x)) + least;
                case "weierstrass" -> x -> weierstrass(centred(x)) + least;
                case "schaffers" -> x -> schaffers(centred(x)) + least;
                default -> gallagher();
            };
        }

        /** Returns R (x - x_opt). */
        private double[] centred(double[] x) {
            double[] shifted = new double[d];
            for (int i = 0; i < d; i++) {
                shifted[i] = x[i] - optimum[i];
            }
            return times(r, shifted);
        }

        private double power(double base, int i) {
            return Math.pow(base, i / (d - 1.0));
        }

        /** Multiplies axis i by α^(i/2(d-1)), from i = 0. */
        private double[] scaled(double[] x, double alpha) {
            double[] out = new double[d];
            for (int i = 0; i < d; i++) {
                out[i] = power(Math.sqrt(alpha), i) * x[i];
            }
            return out;
        }

        private double stepEllipsoid(double[] rotated) {
            double[] hat = scaled(rotated, 10);
            double[] steps = new double[d];
            for (int i = 0; i < d; i++) {
                steps[i] =
                        Math.abs(hat[i]) > 0.5
                                ? Math.floor(0.5 + hat[i])
                                : Math.floor(0.5 + 10 * hat[i]) / 10;
            }
            double[] z = times(q, steps);
            double sum = 0;
            for (int i = 0; i < d; i++) {
                sum += power(100, i) * z[i] * z[i];
            }
            return 0.1 * Math.max(Math.abs(hat[0]) / 1e4, sum);
        }

        private double ellipsoid(double[] rotated) {
            double sum = 0;
            for (int i = 0; i < d; i++) {
                double z = oscillated(rotated[i]);
                sum += power(1e6, i) * z * z;
            }
            return sum;
        }

        private double rastrigin(double[] rotated) {
            double[] bent = asymmetric(oscillated(rotated), 0.2);
            double[] z = times(r, scaled(times(q, bent), 10));
            double sum = 0;
            for (double v : z) {
                sum += 10 * (1 - Math.cos(2 * Math.PI * v)) + v * v;
            }
            return sum;
        }

        private double weierstrass(double[] rotated) {
            double[] z = times(r, scaled(times(q, oscillated(rotated)), 0.01));
            double sum = 0;
            double atOptimum = 0;
            for (int k = 0; k < WAVES; k++) {
                double frequency = 2 * Math.PI * Math.pow(3, k);
                double amplitude = Math.pow(0.5, k);
                atOptimum += amplitude * Math.cos(frequency / 2);
                for (double v : z) {
                    sum += amplitude * Math.cos(frequency * (v + 0.5)) / d;
                }
            }
            return 10 * Math.pow(sum - atOptimum, 3);
        }

        private double schaffers(double[] rotated) {
            double[] z = scaled(times(q, asymmetric(rotated, 0.5)), 10);
            double sum = 0;
            for (int i = 0; i + 1 < d; i++) {
                double s = Math.hypot(z[i], z[i + 1]);
                double sine = Math.sin(50 * Math.pow(s, 0.2));
                sum += Math.sqrt(s) * (1 + sine * sine) / (d - 1);
            }
            return sum * sum;
        }

        /** Returns the function of 101 peaks; the first and highest is at the optimum. */
        private ToDoubleFunction<double[]> gallagher() {
            Generator random = AblationProblems.SEED.generator(name + " peaks", 0);
            double[][] peaks = new double[PEAKS][];
            double[][] conditions = new double[PEAKS][d];
            int[] order = shuffled(PEAKS - 1, random);
            for (int k = 0; k < PEAKS; k++) {
                peaks[k] = k == 0 ? optimum : random.doubles(d).map(u -> 10 * u - 5).toArray();
                double alpha = k == 0 ? 1000 : Math.pow(1000, 2 * order[k - 1] / 99.0);
                int[] axes = shuffled(d, random);
                for (int i = 0; i < d; i++) {
                    conditions[k][i] = power(Math.sqrt(alpha), axes[i]) / Math.pow(alpha, 0.25);
                }
            }
            return x -> {
                double highest = 0;
                for (int k = 0; k < PEAKS; k++) {
                    double[] away = new double[d];
                    for (int i = 0; i < d; i++) {
                        away[i] = x[i] - peaks[k][i];
                    }
                    double[] z = times(r, away);
                    double sum = 0;
                    for (int i = 0; i < d; i++) {
                        sum += conditions[k][i] * z[i] * z[i];
                    }
                    double height = k == 0 ? 10 : 1.1 + 8 * (k - 1) / 99.0;
                    highest = Math.max(highest, height * Math.exp(-sum / (2 * d)));
                }
                double depth = oscillated(10 - highest);
                return depth * depth + least;
            };
        }
    }

    private static int[] shuffled(int count, Generator random) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    private static double[] times(double[][] matrix, double[] x) {
        double[] out = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                out[i] += matrix[i][j] * x[j];
            }
        }
        return out;
    }

    private static double[] oscillated(double[] x) {
        double[] out = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            out[i] = oscillated(x[i]);
        }
        return out;
    }

    /** The report's T_osz: small smooth waves around the identity; 0 at 0. */
    static double oscillated(double x) {
        if (x == 0) {
            return 0;
        }
        double log = Math.log(Math.abs(x));
        double first = x > 0 ? 10 : 5.5;
        double second = x > 0 ? 7.9 : 3.1;
        double waves = Math.sin(first * log) + Math.sin(second * log);
        return Math.signum(x) * Math.exp(log + 0.049 * waves);
    }

    /** The report's T_asy: the positive side of later axes is stretched. */
    static double[] asymmetric(double[] x, double beta) {
        double[] out = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double share = i / (x.length - 1.0);
            out[i] = x[i] > 0 ? Math.pow(x[i], 1 + beta * share * Math.sqrt(x[i])) : x[i];
        }
        return out;
    }
}
