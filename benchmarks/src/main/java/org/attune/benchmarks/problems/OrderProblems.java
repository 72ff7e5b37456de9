package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Orders of eight items: classical sequencing problems of the literature with data of a keyed seed,
 * each measured with 2 % of noise. Each is there twice under one name: with a permutation, and with
 * random keys, eight reals whose order is that of the items.
 *
 * <p>Decisions were made by {@link #decide}; {@link #report} was looked at once, for the figures.
 */
public final class OrderProblems {
    private static final int ITEMS = 8;
    private static final double NOISE = 0.02;

    private OrderProblems() {}

    /** Costs of an order of the items, by their indices, and of the other parameters. */
    private interface Cost {
        double of(int[] order, Point others);
    }

    private record Family(String name, List<Parameter> others, Cost cost) {}

    /** Returns the problems of decisions, with permutations. */
    public static List<BenchmarkProblem> decide() {
        return problems(decided(), OrderProblems::ordered);
    }

    /** Returns the same problems with random keys. */
    public static List<BenchmarkProblem> decideByKeys() {
        return problems(decided(), OrderProblems::keyed);
    }

    /** Returns the problems of the figures, with permutations. */
    public static List<BenchmarkProblem> report() {
        return problems(reported(), OrderProblems::ordered);
    }

    /** Returns the same problems with random keys. */
    public static List<BenchmarkProblem> reportByKeys() {
        return problems(reported(), OrderProblems::keyed);
    }

    private static List<Family> decided() {
        return List.of(
                new Family("ranking8", List.of(), ranking("ranking8")),
                new Family("assignment8", List.of(), assignment("assignment8")),
                new Family("setups8", List.of(), setups("setups8")));
    }

    private static List<Family> reported() {
        return List.of(
                new Family("flowshop8", List.of(), flowShop("flowshop8", 5)),
                new Family("arrangement8", List.of(), arrangement("arrangement8")),
                new Family("tardiness8", speeds(), tardiness("tardiness8")));
    }

    private static List<BenchmarkProblem> problems(
            List<Family> families, Function<Family, BenchmarkProblem> made) {
        return families.stream().map(made).toList();
    }

    private static BenchmarkProblem ordered(Family family) {
        Permutation order =
                Parameter.permutation(
                        "order", IntStream.range(0, ITEMS).mapToObj(i -> "j" + i).toList());
        return problem(
                family,
                List.of(order),
                p -> {
                    int[] positions = order.positions(p.get("order"));
                    return sorted(i -> positions[i]);
                });
    }

    private static BenchmarkProblem keyed(Family family) {
        return problem(family, DrawnProblem.axes("j", ITEMS), p -> sorted(i -> p.number("j" + i)));
    }

    private static int[] sorted(Function<Integer, ? extends Number> key) {
        return IntStream.range(0, ITEMS)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> key.apply(i).doubleValue()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static BenchmarkProblem problem(
            Family family, List<Parameter> parameters, Function<Point, int[]> order) {
        var builder =
                TuningProblem.named(family.name)
                        .objective(Objective.minimize(BenchmarkProblem.OUTPUT));
        parameters.forEach(builder::parameter);
        family.others.forEach(builder::parameter);
        return new BenchmarkProblem(
                family.name,
                builder.build(),
                List.of(Point.EMPTY),
                NOISE,
                c -> family.cost.of(order.apply(c.configuration()), c.configuration()));
    }

    private static double[][] uniform(
            Generator random, int rows, int columns, double low, double high) {
        double[][] matrix = new double[rows][];
        Arrays.setAll(matrix, i -> Landscape.between(random, columns, low, high));
        return matrix;
    }

    /**
     * The linear ordering problem: weights w_ij of the pairs whose later item stands first, uniform
     * in [0, 100].
     *
     * @see <a href="https://doi.org/10.1007/978-3-642-16729-4">R. Martí and G. Reinelt, The Linear
     *     Ordering Problem (2011)</a>
     */
    private static Cost ranking(String name) {
        double[][] weight = uniform(random(name), ITEMS, ITEMS, 0, 100);
        return (order, others) -> {
            double sum = 0;
            for (int p = 0; p < ITEMS; p++) {
                for (int q = 0; q < p; q++) {
                    sum += weight[order[p]][order[q]];
                }
            }
            return sum;
        };
    }

    /**
     * The quadratic assignment problem: flows between items, uniform in [0, 10], times the
     * distances of their places, a grid of two rows.
     *
     * @see <a href="https://doi.org/10.2307/1907742">T. C. Koopmans and M. Beckmann, Assignment
     *     problems and the location of economic activities, Econometrica 25 (1957)</a>
     */
    private static Cost assignment(String name) {
        double[][] flow = uniform(random(name), ITEMS, ITEMS, 0, 10);
        return (order, others) -> {
            double sum = 0;
            for (int p = 0; p < ITEMS; p++) {
                for (int q = 0; q < ITEMS; q++) {
                    int distance = Math.abs(p / 4 - q / 4) + Math.abs(p % 4 - q % 4);
                    sum += flow[order[p]][order[q]] * distance;
                }
            }
            return sum;
        };
    }

    /**
     * The makespan of a permutation flow shop, times uniform in [1, 99]: C_pm = max(C_{p-1,m},
     * C_{p,m-1}) + t_pm.
     *
     * @see <a href="https://doi.org/10.1016/0377-2217(93)90182-M">E. Taillard, Benchmarks for basic
     *     scheduling problems, Eur. J. Oper. Res. 64 (1993)</a>
     */
    private static Cost flowShop(String name, int machines) {
        double[][] time = uniform(random(name), ITEMS, machines, 1, 99);
        return (order, others) -> {
            double[] done = new double[machines];
            for (int job : order) {
                for (int m = 0; m < machines; m++) {
                    done[m] = Math.max(done[m], m == 0 ? 0 : done[m - 1]) + time[job][m];
                }
            }
            return done[machines - 1];
        };
    }

    /**
     * Setup times that depend on the sequence, uniform in [1, 50], beside a fixed time of the work:
     * an asymmetric path of a travelling salesman.
     *
     * @see <a href="https://doi.org/10.1016/S0305-0483(98)00042-5">A. Allahverdi, J. N. D. Gupta
     *     and T. Aldowaisan, A review of scheduling research involving setup considerations, Omega
     *     27 (1999)</a>
     */
    private static Cost setups(String name) {
        double[][] setup = uniform(random(name), ITEMS, ITEMS, 1, 50);
        return (order, others) -> {
            double sum = 100;
            for (int p = 1; p < ITEMS; p++) {
                sum += setup[order[p - 1]][order[p]];
            }
            return sum;
        };
    }

    /**
     * The linear arrangement problem: the distances of the places of all pairs on a line, weighted
     * uniformly in [0, 10].
     *
     * @see <a href="https://doi.org/10.1145/568522.568523">J. Díaz, J. Petit and M. Serna, A survey
     *     of graph layout problems, ACM Comput. Surv. 34 (2002)</a>
     */
    private static Cost arrangement(String name) {
        double[][] weight = uniform(random(name), ITEMS, ITEMS, 0, 10);
        return (order, others) -> {
            double sum = 0;
            for (int p = 0; p < ITEMS; p++) {
                for (int q = 0; q < ITEMS; q++) {
                    sum += weight[order[p]][order[q]] * Math.abs(p - q);
                }
            }
            return sum;
        };
    }

    private static List<Parameter> speeds() {
        return List.of(
                Parameter.real("speed", 0.5, 2),
                Parameter.integer("batch", 1, 4),
                Parameter.categorical("rule", List.of("idle", "busy")));
    }

    /**
     * The weighted tardiness of one machine, whose speed, batches and idling are chosen, too:
     * faster costs energy by the cube of the speed, larger batches save setups and delay their
     * jobs. Times are uniform in [1, 100], weights in [1, 10], due dates in a window behind a
     * quarter of all work.
     *
     * <p>Instances as those of H. A. J. Crauwels, C. N. Potts and L. N. Van Wassenhove, "Local
     * search heuristics for the single machine total weighted tardiness scheduling problem",
     * INFORMS J. Comput. 10 (1998).
     */
    private static Cost tardiness(String name) {
        Generator random = random(name);
        double[] time = Landscape.between(random, ITEMS, 1, 100);
        double[] weight = Landscape.between(random, ITEMS, 1, 10);
        double work = Arrays.stream(time).sum();
        double[] due = Landscape.between(random, ITEMS, 0.25 * work, 0.85 * work);
        return (order, others) -> {
            double speed = others.number("speed");
            int batch = (int) others.number("batch");
            boolean busy = others.get("rule").equals("busy");
            double clock = 0;
            double late = 0;
            for (int from = 0; from < ITEMS; from += batch) {
                int to = Math.min(from + batch, ITEMS);
                clock += busy ? 6 : 12;
                for (int p = from; p < to; p++) {
                    clock += time[order[p]] / speed;
                }
                for (int p = from; p < to; p++) {
                    late += weight[order[p]] * Math.max(clock - due[order[p]], 0);
                }
            }
            double energy = 0.5 * work * speed * speed * speed * (busy ? 1.2 : 1);
            return 100 + late + energy;
        };
    }

    private static Generator random(String name) {
        return AblationProblems.SEED.generator(name, 0);
    }
}
