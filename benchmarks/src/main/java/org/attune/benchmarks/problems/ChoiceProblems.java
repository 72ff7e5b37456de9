package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Problems of three to twenty choices of several values that interact, alone and beside reals, each
 * with laws of its own: by the first half {@code hybrid} is decided, the second one reports. In
 * {@code properties6}, {@code tools6}, {@code recipe6} and {@code mixtures7} values have hidden
 * properties, so that some are alike.
 */
public final class ChoiceProblems {
    private ChoiceProblems() {}

    /** Returns the half by which decisions are made. */
    public static List<DrawnProblem> decide() {
        return List.of(
                properties(), chain("chain8", 8, 6), chain("chain20", 20, 4), tools(), libraries());
    }

    /** Returns the other half. */
    public static List<DrawnProblem> report() {
        return List.of(triples(), recipe(), bottleneck(), mixtures());
    }

    /** The parameters c0, c1, … with these counts of values, and the reals x0, x1, … */
    private static List<Parameter> parameters(int[] values, int reals) {
        var all = new ArrayList<Parameter>();
        for (int i = 0; i < values.length; i++) {
            all.add(
                    Parameter.categorical(
                            "c" + i,
                            IntStream.range(0, values[i]).mapToObj(v -> "v" + v).toList()));
        }
        all.addAll(DrawnProblem.axes("x", reals));
        return all;
    }

    private static int index(Point p, int choice) {
        return Integer.parseInt(((String) p.get("c" + choice)).substring(1));
    }

    private static double[] normal(Generator random, int count, double deviation) {
        return IntStream.range(0, count)
                .mapToDouble(i -> deviation * random.nextGaussian())
                .toArray();
    }

    /** A smooth function: a sum of waves over places of this dimension, of variance about 1. */
    private static ToDoubleFunction<double[]> waves(
            Generator random, int dimension, double frequency) {
        int count = 12;
        double[][] omega = new double[count][];
        Arrays.setAll(omega, k -> normal(random, dimension, frequency));
        double[] phase = Landscape.between(random, count, 0, 2 * Math.PI);
        return z -> {
            double sum = 0;
            for (int k = 0; k < count; k++) {
                double angle = phase[k];
                for (int d = 0; d < z.length; d++) {
                    angle += omega[k][d] * z[d];
                }
                sum += Math.cos(angle);
            }
            return sum * Math.sqrt(2.0 / count);
        };
    }

    /** Properties of each value of each choice, normal. */
    private static double[][][] hidden(Generator random, int[] values, int count) {
        double[][][] all = new double[values.length][][];
        for (int i = 0; i < values.length; i++) {
            all[i] = new double[values[i]][];
            Arrays.setAll(all[i], v -> normal(random, count, 1));
        }
        return all;
    }

    /**
     * Values have hidden properties: the logarithm of the time is a smooth function of those of
     * each choice, and of each two choices.
     */
    private static DrawnProblem properties() {
        int[] values = {6, 8, 10, 12, 6, 9};
        int count = 2;
        return CategoryProblems.problem(
                "properties6",
                parameters(values, 0),
                random -> {
                    double[][][] z = hidden(random, values, count);
                    var alone = new ArrayList<ToDoubleFunction<double[]>>();
                    var pairs = new ArrayList<ToDoubleFunction<double[]>>();
                    for (int i = 0; i < values.length; i++) {
                        alone.add(waves(random, count, 0.7));
                        for (int j = 0; j < i; j++) {
                            pairs.add(waves(random, 2 * count, 0.6));
                        }
                    }
                    return p -> {
                        double log = 0;
                        for (int i = 0, k = 0; i < values.length; i++) {
                            double[] own = z[i][index(p, i)];
                            log += 0.15 * alone.get(i).applyAsDouble(own);
                            for (int j = 0; j < i; j++, k++) {
                                double[] other = z[j][index(p, j)];
                                double[] both = Arrays.copyOf(own, 2 * count);
                                System.arraycopy(other, 0, both, count, count);
                                log += 0.12 * pairs.get(k).applyAsDouble(both);
                            }
                        }
                        return Math.exp(log);
                    };
                });
    }

    /**
     * n stages in a row, each with m layouts: a stage takes a time of its own, and handing over
     * takes one for each two layouts, none between the same ones of both.
     */
    private static DrawnProblem chain(String name, int n, int m) {
        int[] values = new int[n];
        Arrays.fill(values, m);
        return CategoryProblems.problem(
                name,
                parameters(values, 0),
                random -> {
                    double[] own =
                            Arrays.stream(normal(random, n * m, 0.5)).map(Math::exp).toArray();
                    double[] over =
                            Arrays.stream(normal(random, (n - 1) * m * m, 0.8))
                                    .map(Math::exp)
                                    .toArray();
                    return p -> {
                        double sum = 0;
                        for (int i = 0; i < n; i++) {
                            int b = index(p, i);
                            sum += own[i * m + b];
                            if (i > 0) {
                                int a = index(p, i - 1);
                                sum += a == b ? 0 : 0.6 * over[((i - 1) * m + a) * m + b];
                            }
                        }
                        return sum;
                    };
                });
    }

    /**
     * Four choices beside two reals. Values have hidden properties, on which level and best
     * settings depend smoothly; two of the choices interact.
     */
    private static DrawnProblem tools() {
        int[] values = {6, 8, 5, 7};
        return CategoryProblems.problem(
                "tools6",
                parameters(values, 2),
                random -> {
                    double[][][] z = hidden(random, values, 2);
                    var levels = new ArrayList<ToDoubleFunction<double[]>>();
                    for (int i = 0; i < values.length; i++) {
                        levels.add(waves(random, 2, 0.8));
                    }
                    var both = waves(random, 4, 0.6);
                    var shifts = List.of(waves(random, 4, 0.6), waves(random, 4, 0.6));
                    return p -> {
                        double[][] at = new double[values.length][];
                        double log = 0;
                        for (int i = 0; i < at.length; i++) {
                            at[i] = z[i][index(p, i)];
                            log += 0.25 * levels.get(i).applyAsDouble(at[i]);
                        }
                        log += 0.3 * both.applyAsDouble(joined(at[0], at[1]));
                        double[] x = DrawnProblem.coordinates(p, "x", 2);
                        for (int d = 0; d < 2; d++) {
                            double shift = shifts.get(d).applyAsDouble(joined(at[1 + d], at[3]));
                            double off = x[d] - 0.5 - 0.25 * shift;
                            log += 3 * off * off;
                        }
                        return Math.exp(log);
                    };
                });
    }

    private static double[] joined(double[] a, double[] b) {
        double[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    /**
     * Three choices beside three reals, without likeness of values: a product of constants of each
     * value, a smooth function of the reals, and one for each value of the first choice.
     */
    private static DrawnProblem libraries() {
        int[] values = {8, 6, 4};
        return CategoryProblems.problem(
                "libraries6",
                parameters(values, 3),
                random -> {
                    double[][] levels = new double[values.length][];
                    Arrays.setAll(levels, i -> normal(random, values[i], 0.35));
                    var shared = waves(random, 3, 3);
                    var own = new ArrayList<ToDoubleFunction<double[]>>();
                    for (int v = 0; v < values[0]; v++) {
                        own.add(waves(random, 3, 3));
                    }
                    return p -> {
                        double[] x = DrawnProblem.coordinates(p, "x", 3);
                        double log = 0.3 * shared.applyAsDouble(x);
                        log += 0.25 * own.get(index(p, 0)).applyAsDouble(x);
                        for (int i = 0; i < values.length; i++) {
                            log += levels[i][index(p, i)];
                        }
                        return Math.exp(log);
                    };
                });
    }

    /** Four choices of 12 without likeness: tables of each choice and of each three of them. */
    private static DrawnProblem triples() {
        int m = 12;
        int[] values = {m, m, m, m};
        return CategoryProblems.problem(
                "triples4",
                parameters(values, 0),
                random -> {
                    double[][] own = new double[4][];
                    Arrays.setAll(own, i -> normal(random, m, 0.3));
                    double[][] three = new double[4][];
                    Arrays.setAll(three, i -> normal(random, m * m * m, 0.15));
                    return p -> {
                        double log = 0;
                        for (int i = 0; i < 4; i++) {
                            log += own[i][index(p, i)];
                            int at = 0;
                            for (int j = 0; j < 4; j++) {
                                at = j == i ? at : at * m + index(p, j);
                            }
                            log += three[i][at];
                        }
                        return Math.exp(log);
                    };
                });
    }

    /**
     * Six ingredients, each from 6 to 12 kinds: what counts is how far the sums of their hidden
     * properties are from a target, and what they cost.
     */
    private static DrawnProblem recipe() {
        int[] values = {12, 6, 9, 7, 8, 10};
        int count = 3;
        return CategoryProblems.problem(
                "recipe6",
                parameters(values, 0),
                random -> {
                    double[][][] z = hidden(random, values, count);
                    double[][] price = new double[values.length][];
                    Arrays.setAll(price, i -> Landscape.between(random, values[i], 0, 1));
                    double[] target = normal(random, count, 2.5);
                    return p -> {
                        double[] off = target.clone();
                        double cost = 0;
                        for (int i = 0; i < values.length; i++) {
                            int v = index(p, i);
                            cost += price[i][v];
                            for (int d = 0; d < count; d++) {
                                off[d] -= z[i][v][d];
                            }
                        }
                        double squares = 0;
                        for (double o : off) {
                            squares += o * o;
                        }
                        return cost + Math.sqrt(squares);
                    };
                });
    }

    /** Five choices of 5 to 8 beside one real, the share of the work of the first two. */
    private static DrawnProblem bottleneck() {
        int[] values = {5, 8, 6, 7, 5};
        return CategoryProblems.problem(
                "bottleneck6",
                parameters(values, 1),
                random -> {
                    double[][] speed = new double[values.length][];
                    Arrays.setAll(
                            speed,
                            i ->
                                    Arrays.stream(normal(random, values[i], 0.4))
                                            .map(Math::exp)
                                            .toArray());
                    double[] memory = normal(random, 5 * 8, 0.2);
                    double[] network = normal(random, 6 * 7, 0.2);
                    return p -> {
                        int[] v = IntStream.range(0, 5).map(i -> index(p, i)).toArray();
                        double share = 0.1 + 0.8 * p.number("x0");
                        double first =
                                share
                                        / (speed[0][v[0]] + speed[1][v[1]])
                                        * Math.exp(memory[v[0] * 8 + v[1]]);
                        double second =
                                (1 - share)
                                        / (speed[2][v[2]] + speed[3][v[3]])
                                        * Math.exp(network[v[2] * 7 + v[3]]);
                        return Math.max(first, second) / speed[4][v[4]];
                    };
                });
    }

    /**
     * Three choices beside four reals: a response to the reals whose weights are hidden properties
     * of the values, so that values differ by how they bend it.
     */
    private static DrawnProblem mixtures() {
        int[] values = {10, 6, 8};
        return CategoryProblems.problem(
                "mixtures7",
                parameters(values, 4),
                random -> {
                    double[][][] weights = hidden(random, values, 4);
                    double[][] levels = new double[values.length][];
                    Arrays.setAll(levels, i -> normal(random, values[i], 0.6));
                    double[] center = Landscape.between(random, 4, 0.2, 0.8);
                    return p -> {
                        double[] x = DrawnProblem.coordinates(p, "x", 4);
                        double sum = 0;
                        for (int d = 0; d < 4; d++) {
                            double slope = 0;
                            for (int i = 0; i < values.length; i++) {
                                slope += weights[i][index(p, i)][d];
                            }
                            double off = x[d] - center[d];
                            sum += 0.8 * slope * off + 4 * off * off;
                        }
                        for (int i = 0; i < values.length; i++) {
                            sum += levels[i][index(p, i)];
                        }
                        return sum;
                    };
                });
    }
}
