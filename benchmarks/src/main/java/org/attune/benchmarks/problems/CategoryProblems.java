package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Problems of categories, each in two halves: by the first one {@code hybrid} was decided, by the
 * second one nothing. Several many-valued categories that interact, categories beside reals, and
 * more than twenty switches ({@link SwitchProblems}).
 */
public final class CategoryProblems {
    private CategoryProblems() {}

    /** Returns the half by which decisions are made. */
    public static List<DrawnProblem> decide() {
        return List.of(
                fuse(),
                phases("phases5", new int[] {4, 5, 4}, true),
                variants(),
                SwitchProblems.contamination(),
                SwitchProblems.satisfiability());
    }

    /** Returns the other half. */
    public static List<DrawnProblem> report() {
        return List.of(
                tables(),
                SwitchProblems.pests(),
                phases("stages6", new int[] {3, 4, 3, 6}, false),
                SwitchProblems.ising(),
                SwitchProblems.autocorrelation());
    }

    static DrawnProblem problem(
            String name,
            List<? extends Parameter> parameters,
            Function<Generator, ToDoubleFunction<Point>> drawn) {
        var builder = TuningProblem.named(name);
        parameters.forEach(builder::parameter);
        return new DrawnProblem(
                name,
                builder.objective(Objective.minimize(BenchmarkProblem.OUTPUT)).build(),
                drawn);
    }

    private static Parameter category(String name, int values) {
        return Parameter.categorical(
                name, IntStream.range(0, values).mapToObj(v -> "v" + v).toList());
    }

    private static int index(Point p, String name) {
        return Integer.parseInt(((String) p.get(name)).substring(1));
    }

    private static double[] normal(Generator random, int count, double deviation) {
        return IntStream.range(0, count)
                .mapToDouble(i -> deviation * random.nextGaussian())
                .toArray();
    }

    /**
     * Six choices of eight, as of passes of a compiler: the logarithm of the time is a sum over the
     * choices, and over eight pairs of them.
     */
    private static DrawnProblem fuse() {
        int n = 6;
        int m = 8;
        List<Parameter> parameters =
                IntStream.range(0, n).mapToObj(i -> category("c" + i, m)).toList();
        return problem(
                "fuse6",
                parameters,
                random -> {
                    double[] own = normal(random, n * m, 0.15);
                    int[][] pairs = new int[8][];
                    Arrays.setAll(
                            pairs,
                            k -> {
                                int a = random.nextInt(n);
                                return new int[] {a, (a + 1 + random.nextInt(n - 1)) % n};
                            });
                    double[] both = normal(random, pairs.length * m * m, 0.25);
                    return p -> {
                        double log = 0;
                        for (int i = 0; i < n; i++) {
                            log += own[i * m + index(p, "c" + i)];
                        }
                        for (int k = 0; k < pairs.length; k++) {
                            int a = index(p, "c" + pairs[k][0]);
                            int b = index(p, "c" + pairs[k][1]);
                            log += both[(k * m + a) * m + b];
                        }
                        return 10 * Math.exp(log);
                    };
                });
    }

    /**
     * Phases of a program, each with a choice of methods; all share two reals. What a method takes
     * is a level, and a valley around settings of its own: specialised ones are faster there, and
     * slower elsewhere. Phases follow each other ({@code summed}), or the slowest one counts most.
     */
    private static DrawnProblem phases(String name, int[] methods, boolean summed) {
        List<Parameter> parameters =
                IntStream.range(0, methods.length + 2)
                        .mapToObj(i ->
                                i < methods.length
                                        ? category("m" + i, methods[i])
                                        : Parameter.real("x" + (i - methods.length), 0, 1))
                        .toList();
        return problem(
                name,
                parameters,
                random -> {
                    Method[][] all = new Method[methods.length][];
                    for (int i = 0; i < all.length; i++) {
                        all[i] = new Method[methods[i]];
                        Arrays.setAll(all[i], v -> Method.drawn(random, 2));
                    }
                    return p -> {
                        double[] x = {p.number("x0"), p.number("x1")};
                        double sum = 0;
                        double slowest = 0;
                        for (int i = 0; i < all.length; i++) {
                            double seconds = all[i][index(p, "m" + i)].seconds(x);
                            sum += seconds;
                            slowest = Math.max(slowest, seconds);
                        }
                        return summed ? sum : 0.3 * sum + slowest;
                    };
                });
    }

    /** Twelve algorithms in four layouts, with three reals that each sees in its own way. */
    private static DrawnProblem variants() {
        return problem(
                "variants5",
                List.of(
                        category("algorithm", 12),
                        category("layout", 4),
                        Parameter.real("x0", 0, 1),
                        Parameter.real("x1", 0, 1),
                        Parameter.real("x2", 0, 1)),
                random -> {
                    Method[] algorithms = new Method[12];
                    Arrays.setAll(algorithms, v -> Method.drawn(random, 3));
                    double[] layouts = normal(random, 12 * 4, 0.2);
                    return p -> {
                        double[] x = {p.number("x0"), p.number("x1"), p.number("x2")};
                        int a = index(p, "algorithm");
                        return algorithms[a].seconds(x)
                                * Math.exp(layouts[a * 4 + index(p, "layout")]);
                    };
                });
    }

    /**
     * A method with settings.
     *
     * @param least seconds, at its best settings
     * @param center best settings
     * @param weight of the squared distance from them, along each
     */
    private record Method(double least, double[] center, double[] weight) {
        static Method drawn(Generator random, int dimension) {
            double special = random.nextDouble();
            double least = Math.exp(0.3 * random.nextGaussian() - 0.7 * special);
            double[] weight = new double[dimension];
            Arrays.setAll(
                    weight, d -> 8 * special * special * Math.exp(0.5 * random.nextGaussian()));
            return new Method(least, Landscape.between(random, dimension, 0.1, 0.9), weight);
        }

        double seconds(double[] x) {
            double seconds = least;
            for (int d = 0; d < x.length; d++) {
                double off = x[d] - center[d];
                seconds += weight[d] * off * off;
            }
            return seconds;
        }
    }

    /** Five choices of 6 to 12: a sum of three products of what each choice contributes. */
    private static DrawnProblem tables() {
        int[] values = {6, 12, 8, 10, 7};
        List<Parameter> parameters =
                IntStream.range(0, values.length)
                        .mapToObj(i -> category("c" + i, values[i]))
                        .toList();
        return problem(
                "tables5",
                parameters,
                random -> {
                    double[][][] factors = new double[3][values.length][];
                    for (double[][] term : factors) {
                        for (int i = 0; i < values.length; i++) {
                            double[] logs = normal(random, values[i], 0.5);
                            term[i] = Arrays.stream(logs).map(Math::exp).toArray();
                        }
                    }
                    return p -> {
                        double sum = 0;
                        for (double[][] term : factors) {
                            double product = 1;
                            for (int i = 0; i < values.length; i++) {
                                product *= term[i][index(p, "c" + i)];
                            }
                            sum += product;
                        }
                        return sum;
                    };
                });
    }
}
