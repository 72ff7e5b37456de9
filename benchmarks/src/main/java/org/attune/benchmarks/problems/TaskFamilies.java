package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Problems of several tasks each, on which it was decided how tasks share: alike ones, one that is
 * unlike the others, some that have nothing in common, some that are opposites, and run times that
 * depend on a size. What is random is drawn once, from fixed seeds.
 */
public final class TaskFamilies {
    private static final int AXES = 4;

    private TaskFamilies() {}

    /** Returns all of them. */
    public static List<BenchmarkProblem> all() {
        return List.of(
                valleys("alike8", 8, -1),
                valleys("odd8", 8, 5),
                apart5(),
                opposites4(),
                sizes5(),
                hardness6(),
                matmul2());
    }

    /**
     * A ripply valley in four dimensions, shifted by up to 0.1 in each and scaled by a factor of
     * 0.1 to 10.
     *
     * @param odd index of a task whose valley lies elsewhere and is turned around; -1 for none
     */
    private static BenchmarkProblem valleys(String name, int tasks, int odd) {
        Generator random = AblationProblems.SEED.generator(name, 0);
        double[] steepness = random.doubles(AXES).map(u -> 1 + 4 * u).toArray();
        double[][] bottom = new double[tasks][];
        double[] scale = new double[tasks];
        double[] level = new double[tasks];
        double[] middle = random.doubles(AXES).map(u -> 0.25 + 0.5 * u).toArray();
        for (int t = 0; t < tasks; t++) {
            double[] shift = random.doubles(AXES).map(u -> 0.2 * u - 0.1).toArray();
            bottom[t] = IntStream.range(0, AXES).mapToDouble(d -> middle[d] + shift[d]).toArray();
            scale[t] = Math.pow(10, 2 * random.nextDouble() - 1);
            level[t] = 0.2 * random.nextDouble();
        }
        return family(
                name,
                unitCube(name),
                tasks,
                c -> {
                    int t = (int) c.task().number("t");
                    double sum = 0;
                    double product = 1;
                    for (int d = 0; d < AXES; d++) {
                        double x = c.configuration().number("x" + (d + 1));
                        double delta =
                                t == odd ? 1 - x - bottom[t][AXES - 1 - d] : x - bottom[t][d];
                        int k = t == odd ? AXES - 1 - d : d;
                        sum += steepness[k] * delta * delta;
                        product *= Math.cos(5 * delta);
                    }
                    return scale[t] * (level[t] + Math.sqrt(sum) + 0.3 * (1 - product));
                });
    }

    /** Five smooth functions that have nothing in common. */
    private static BenchmarkProblem apart5() {
        int tasks = 5;
        int waves = 40;
        double[][][] frequency = new double[tasks][waves][];
        double[][] phase = new double[tasks][];
        Generator random = AblationProblems.SEED.generator("apart5", 0);
        for (int t = 0; t < tasks; t++) {
            for (int w = 0; w < waves; w++) {
                frequency[t][w] =
                        IntStream.range(0, AXES)
                                .mapToDouble(d -> random.nextGaussian() / 0.4)
                                .toArray();
            }
            phase[t] = random.doubles(waves).map(u -> 2 * Math.PI * u).toArray();
        }
        return family(
                "apart5",
                unitCube("apart5"),
                tasks,
                c -> {
                    int t = (int) c.task().number("t");
                    double sum = 0;
                    for (int w = 0; w < waves; w++) {
                        double angle = phase[t][w];
                        for (int d = 0; d < AXES; d++) {
                            angle += frequency[t][w][d] * c.configuration().number("x" + (d + 1));
                        }
                        sum += Math.cos(angle);
                    }
                    return 2 + sum * Math.sqrt(2.0 / waves);
                });
    }

    /** Two functions, each with its negative: what is good for one task is bad for another. */
    private static BenchmarkProblem opposites4() {
        return family(
                "opposites4",
                unitCube("opposites4"),
                4,
                c -> {
                    int t = (int) c.task().number("t");
                    Point p = c.configuration();
                    double a = p.number("x1");
                    double b = p.number("x2");
                    double value =
                            t < 2
                                    ? Math.sin(5 * a + 2 * p.number("x3")) * (0.5 + b)
                                    : Math.cos(4 * a * b) + p.number("x3") * p.number("x4");
                    return t % 2 == 0 ? value : -value;
                });
    }

    /** {@link RunTimeProblems#tiles} for matrices of several sizes. */
    private static BenchmarkProblem sizes5() {
        int[] sizes = {150, 400, 1000, 2500, 6000};
        return family(
                "sizes5",
                RunTimeProblems.tilesSpace("sizes5"),
                sizes.length,
                c ->
                        RunTimeProblems.tileSeconds(
                                sizes[(int) c.task().number("t")], c.configuration()));
    }

    /** A choice of methods, of which another one is the best the harder the task is. */
    private static BenchmarkProblem hardness6() {
        int tasks = 6;
        var builder =
                TuningProblem.named("hardness6")
                        .parameter(
                                Parameter.categorical(
                                        "method", List.of("direct", "krylov", "multilevel")))
                        .parameter(Parameter.integer("block", 4, 512).log())
                        .parameter(Parameter.real("relax", 0.1, 1.9).activeIf("method != 'direct'"))
                        .parameter(
                                Parameter.integer("levels", 1, 10)
                                        .activeIf("method == 'multilevel'"));
        return family(
                "hardness6",
                builder,
                tasks,
                c -> {
                    double hard = Math.pow(10, 0.5 * c.task().number("t"));
                    Point p = c.configuration();
                    double blocked =
                            1 + 0.1 * Math.pow(Math.log(p.number("block") / 64) / Math.log(2), 2);
                    return switch ((String) p.get("method")) {
                        case "direct" -> 12 * blocked;
                        case "krylov" ->
                                0.6
                                        * Math.sqrt(hard)
                                        * (1 + Math.pow(p.number("relax") - 1.2, 2))
                                        * blocked;
                        default -> {
                            double levels = p.number("levels");
                            double wanted = 2 + 0.5 * Math.log(hard);
                            yield (2.5 + 0.15 * levels + 0.3 * Math.abs(levels - wanted))
                                    * (1 + 0.6 * Math.pow(p.number("relax") - 0.7, 2))
                                    * Math.sqrt(blocked);
                        }
                    };
                });
    }

    /** The two forests of {@link LoopNestProblems#measured}. */
    private static BenchmarkProblem matmul2() {
        List<BenchmarkProblem> sizes =
                List.of(LoopNestProblems.measured(384), LoopNestProblems.measured(640));
        return family(
                "matmul2",
                LoopNestProblems.builder("matmul2"),
                sizes.size(),
                c ->
                        sizes.get((int) c.task().number("t"))
                                .truth()
                                .applyAsDouble(
                                        new Candidate(
                                                Point.EMPTY, c.configuration(), c.fidelity())));
    }

    private static TuningProblem.Builder unitCube(String name) {
        var builder = TuningProblem.named(name);
        PublicProblems.axes(AXES, 0, 1).forEach(builder::parameter);
        return builder;
    }

    private static BenchmarkProblem family(
            String name,
            TuningProblem.Builder builder,
            int tasks,
            ToDoubleFunction<Candidate> truth) {
        var problem =
                builder.task(Parameter.integer("t", 0, tasks - 1))
                        .objective(Objective.minimize(BenchmarkProblem.OUTPUT))
                        .build();
        List<Point> points = IntStream.range(0, tasks).mapToObj(t -> Point.of("t", t)).toList();
        return new BenchmarkProblem(name, problem, points, 0, truth);
    }
}
