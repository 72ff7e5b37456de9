package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.RegimeProblem.Instance;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Problems whose regimes are large: behind caches, cores, variants and thresholds the objective is
 * another smooth function on another level. Which regime each configuration is in is known. Each
 * seed has an instance of its own; no decision was made by them.
 */
public final class JumpProblems {
    private static final double SMALLEST = 0.4; // between the levels of two regimes
    private static final double LARGEST = 1.5;
    private static final int TRIES = 10_000;

    private JumpProblems() {}

    /** Returns all of them. */
    public static List<RegimeProblem> all() {
        return List.of(
                problem(
                        "cache1",
                        List.of(Parameter.integer("block", 4, 512).log()),
                        3,
                        random -> {
                            double first = 16 * Math.pow(4, random.nextDouble());
                            double second = first * (2 + 2 * random.nextDouble());
                            return p -> above(p.number("block"), first, second);
                        }),
                problem(
                        "cache2",
                        List.of(
                                Parameter.integer("rows", 4, 256).log(),
                                Parameter.integer("columns", 4, 256).log()),
                        3,
                        random -> {
                            double first = 512 * Math.pow(2, random.nextDouble());
                            double second = first * (4 + 4 * random.nextDouble());
                            return p ->
                                    above(p.number("rows") * p.number("columns"), first, second);
                        }),
                problem(
                        "threshold2",
                        List.of(Parameter.real("x", 0, 1), Parameter.real("w", 0, 1)),
                        2,
                        random -> {
                            double border = 0.25 + 0.5 * random.nextDouble();
                            return p -> above(p.number("x"), border);
                        }),
                problem(
                        "oblique3",
                        List.of(
                                Parameter.real("x", 0, 1),
                                Parameter.real("w", 0, 1),
                                Parameter.real("v", 0, 1)),
                        2,
                        random -> {
                            double[] slope = Landscape.between(random, 3, -1, 1);
                            double border =
                                    0.5 * Arrays.stream(slope).sum()
                                            + 0.2 * (random.nextDouble() - 0.5);
                            return p ->
                                    above(
                                            slope[0] * p.number("x")
                                                    + slope[1] * p.number("w")
                                                    + slope[2] * p.number("v"),
                                            border);
                        }),
                problem(
                        "variants3",
                        List.of(
                                Parameter.categorical(
                                        "variant", List.of("plain", "tiled", "fused")),
                                Parameter.real("x", 0, 1),
                                Parameter.real("w", 0, 1)),
                        3,
                        random -> {
                            double border = 0.3 + 0.4 * random.nextDouble();
                            String cut = List.of("plain", "tiled", "fused").get(random.nextInt(3));
                            return p ->
                                    p.get("variant").equals(cut) ? above(p.number("x"), border) : 2;
                        }),
                problem(
                        "threads2",
                        List.of(
                                Parameter.integer("threads", 1, 64),
                                Parameter.real("chunk", 1, 1000).log()),
                        2,
                        random -> {
                            int cores = 12 + random.nextInt(33);
                            return p -> above(p.number("threads"), cores + 0.5);
                        }),
                problem(
                        "disc2",
                        List.of(Parameter.real("x", 0, 1), Parameter.real("w", 0, 1)),
                        2,
                        random -> {
                            double[] c = Landscape.between(random, 2, 0.3, 0.7);
                            double radius = 0.2 + 0.1 * random.nextDouble();
                            return p ->
                                    above(
                                            Math.hypot(p.number("x") - c[0], p.number("w") - c[1]),
                                            radius);
                        }),
                problem(
                        "layout4",
                        List.of(
                                Parameter.categorical("layout", List.of("rows", "columns")),
                                Parameter.real("x", 0, 1),
                                Parameter.integer("unroll", 1, 16),
                                Parameter.ordinal("width", List.of(1, 2, 4, 8))),
                        3,
                        random -> {
                            double border = 4 + random.nextInt(8) + 0.5;
                            return p ->
                                    p.get("layout").equals("rows")
                                            ? above(p.number("unroll"), border)
                                            : 2;
                        }));
    }

    /** Returns how many borders a quantity is above. */
    private static int above(double quantity, double... borders) {
        return (int) Arrays.stream(borders).filter(b -> quantity > b).count();
    }

    private static RegimeProblem problem(
            String name,
            List<Parameter> parameters,
            int regimes,
            Function<Generator, ToIntFunction<Point>> drawn) {
        var builder = TuningProblem.named(name);
        parameters.forEach(builder::parameter);
        TuningProblem problem =
                builder.objective(Objective.minimize(BenchmarkProblem.OUTPUT)).build();
        return new RegimeProblem(
                name, problem, 0, random -> instance(problem, regimes, drawn, random));
    }

    /** Draws a bowl for each regime; the lowest level's has its minimum inside of its regime. */
    private static Instance instance(
            TuningProblem problem,
            int regimes,
            Function<Generator, ToIntFunction<Point>> drawn,
            Generator random) {
        ToIntFunction<Point> regime = drawn.apply(random);
        int dimension = problem.parameterSpace().dimension();
        int[] order = new int[regimes];
        Arrays.setAll(order, k -> k);
        random.shuffle(order);
        double[] levels = new double[regimes];
        double level = 0;
        for (int k : order) {
            levels[k] = level;
            level += SMALLEST + (LARGEST - SMALLEST) * random.nextDouble();
        }
        Landscape[] bowls = new Landscape[regimes];
        Arrays.setAll(bowls, k -> Landscape.drawn(random, dimension));
        Point best = problem.parameterSpace().decode(bowls[order[0]].center());
        for (int i = 0; i < TRIES && regime.applyAsInt(best) != order[0]; i++) {
            bowls[order[0]] = Landscape.drawn(random, dimension);
            best = problem.parameterSpace().decode(bowls[order[0]].center());
        }
        double least = bowls[order[0]].value(problem.parameterSpace().encode(best));
        return new Instance(
                best,
                p -> {
                    int k = regime.applyAsInt(p);
                    double bowl = bowls[k].value(problem.parameterSpace().encode(p));
                    double off = k == order[0] ? bowl - least : bowl - Landscape.LEAST;
                    return RegimeProblem.OPTIMUM + levels[k] + 0.3 * off;
                },
                regime);
    }
}
