package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Problems of every kind that tuners meet, on which the engine's defaults were decided: shifted and
 * rotated smooth functions, steps and cliffs, noise, inactive parameters, constraints, crashes, ten
 * and twelve dimensions, categories, and forests grown on run times and on models of them. Shifts
 * and rotations are drawn once, from fixed seeds.
 */
public final class AblationProblems {
    static final Seed SEED = new Seed(20_261_121);

    private AblationProblems() {}

    /** Returns all of them. */
    public static List<BenchmarkProblem> all() {
        return List.of(
                styblinski3(),
                rotatedEllipsoid6(),
                levy4(),
                griewank3(),
                levy12(),
                sparse12(),
                rastrigin4(),
                steps5(),
                cliff2(),
                rugged4(),
                RunTimeProblems.tiles("tiles4"),
                noisyHump2(),
                noisyLevy4(),
                noisy(RunTimeProblems.tiles("noisy-tiles"), 0.08),
                RunTimeProblems.solvers(),
                RunTimeProblems.grid5(),
                RunTimeProblems.pipeline6(),
                ring4(),
                FailingProblems.crash3(),
                FailingProblems.memory4(),
                FailingProblems.pockets5(),
                ellipsoid12(),
                RunTimeProblems.catmix(),
                RunTimeProblems.decades4(),
                LoopNestProblems.nest("nest6"),
                noisy(LoopNestProblems.nest("noisy-nest6"), 0.15),
                LoopNestProblems.measured(384),
                noisy(LoopNestProblems.measured(640), 0.1),
                RunTimeProblems.forestMatmul(),
                RunTimeProblems.forestSolver(),
                RunTimeProblems.forestGrid(),
                forestSmooth6(),
                ManyParameterProblems.server12(),
                ManyParameterProblems.corner12(),
                ManyParameterProblems.rosenbrock10(),
                ManyParameterProblems.hollows10());
    }

    static BenchmarkProblem unit(String name, int d, ToDoubleFunction<double[]> f) {
        return PublicProblems.reals(name, PublicProblems.axes(d, 0, 1), f);
    }

    /** Styblinski and Tang's function, shifted. */
    private static BenchmarkProblem styblinski3() {
        double[] shift = Transform.shift("styblinski3", 3, 1.5);
        return PublicProblems.reals(
                "styblinski3",
                PublicProblems.axes(3, -5, 5),
                x -> {
                    double sum = 0;
                    for (int i = 0; i < 3; i++) {
                        double v = x[i] - shift[i];
                        sum += (v * v * v * v - 16 * v * v + 5 * v) / 2;
                    }
                    return sum;
                });
    }

    /** A rotated ellipsoid of condition 1e4. */
    private static BenchmarkProblem rotatedEllipsoid6() {
        double[] shift = Transform.shift("ellipsoid6", 6, 0.3);
        double[][] rotation = Transform.rotation("ellipsoid6", 6);
        return unit(
                "ellipsoid6",
                6,
                x -> {
                    double[] v = Transform.rotated(rotation, x, shift);
                    double sum = 0;
                    for (int i = 0; i < 6; i++) {
                        sum += Math.pow(10, 4.0 * i / 5) * v[i] * v[i];
                    }
                    return sum;
                });
    }

    /** Twelve dimensions that all matter, rotated, of condition 100. */
    private static BenchmarkProblem ellipsoid12() {
        double[] shift = Transform.shift("ellipsoid12", 12, 0.3);
        double[][] rotation = Transform.rotation("ellipsoid12", 12);
        return unit(
                "ellipsoid12",
                12,
                x -> {
                    double[] v = Transform.rotated(rotation, x, shift);
                    double sum = 0;
                    for (int i = 0; i < 12; i++) {
                        sum += Math.pow(10, 2.0 * i / 11) * v[i] * v[i];
                    }
                    return sum;
                });
    }

    /** A curved valley, of which the constraints leave a ring without its lower half. */
    private static BenchmarkProblem ring4() {
        var builder = TuningProblem.named("ring4");
        PublicProblems.axes(4, -2, 2).forEach(builder::parameter);
        builder.constraint(Constraint.of("ring", "1 <= x1**2 + x2**2 <= 2.5"))
                .constraint(Constraint.of("side", "x3 + 0.5*x4 >= x1"));
        return PublicProblems.single(
                "ring4",
                builder,
                c -> {
                    double sum = 0;
                    for (int i = 1; i < 4; i++) {
                        double x = c.configuration().number("x" + i);
                        double next = c.configuration().number("x" + (i + 1));
                        sum += 10 * Math.pow(next - x * x, 2) + Math.pow(1.4 - x, 2);
                    }
                    return sum;
                });
    }

    private static BenchmarkProblem levy4() {
        double[] shift = Transform.shift("levy4", 4, 3);
        return PublicProblems.reals("levy4", PublicProblems.axes(4, -10, 10), x -> levy(x, shift));
    }

    private static BenchmarkProblem levy12() {
        double[] shift = Transform.shift("levy12", 12, 2);
        return PublicProblems.reals("levy12", PublicProblems.axes(12, -6, 6), x -> levy(x, shift));
    }

    /** Levy's function, minimum 0 at 1 + shift. */
    static double levy(double[] x, double[] shift) {
        int n = x.length;
        double[] w = new double[n];
        for (int i = 0; i < n; i++) {
            w[i] = 1 + (x[i] - shift[i] - 1) / 4;
        }
        double sum = Math.pow(Math.sin(Math.PI * w[0]), 2);
        for (int i = 0; i + 1 < n; i++) {
            sum += Math.pow(w[i] - 1, 2) * (1 + 10 * Math.pow(Math.sin(Math.PI * w[i] + 1), 2));
        }
        return sum
                + Math.pow(w[n - 1] - 1, 2) * (1 + Math.pow(Math.sin(2 * Math.PI * w[n - 1]), 2));
    }

    /** Griewank's function, rotated and shifted: a bowl with ripples. */
    private static BenchmarkProblem griewank3() {
        double[] shift = Transform.shift("griewank3", 3, 0.3);
        double[][] rotation = Transform.rotation("griewank3", 3);
        return unit(
                "griewank3",
                3,
                x -> {
                    double[] v = Transform.rotated(rotation, x, shift);
                    double sum = 0;
                    double product = 1;
                    for (int i = 0; i < 3; i++) {
                        sum += 10 * v[i] * v[i];
                        product *= Math.cos(12 * v[i] / Math.sqrt(i + 1));
                    }
                    return 1 + sum - product;
                });
    }

    /** Twelve dimensions of which four matter: a shifted product of bumps on a slope. */
    private static BenchmarkProblem sparse12() {
        double[] shift = Transform.shift("sparse12", 12, 0.3);
        return unit(
                "sparse12",
                12,
                x -> {
                    double sum = 0;
                    for (int i : new int[] {1, 4, 7, 10}) {
                        double v = x[i] - 0.5 - shift[i];
                        sum += v * v;
                    }
                    return 2
                            - Math.exp(-8 * sum)
                            - 0.6 * Math.exp(-40 * Math.abs(sum - 0.4))
                            + 0.02 * x[0];
                });
    }

    private static BenchmarkProblem rastrigin4() {
        double[] shift = Transform.shift("rastrigin4", 4, 1.2);
        return PublicProblems.reals(
                "rastrigin4",
                PublicProblems.axes(4, -4, 4),
                x -> {
                    double sum = 0;
                    for (int i = 0; i < 4; i++) {
                        double v = x[i] - shift[i];
                        sum += v * v + 4 * (1 - Math.cos(2 * Math.PI * v));
                    }
                    return sum;
                });
    }

    /** A staircase towards a corner region: plateaus without a slope. */
    private static BenchmarkProblem steps5() {
        double[] shift = Transform.shift("steps5", 5, 0.25);
        return unit(
                "steps5",
                5,
                x -> {
                    double sum = 0;
                    for (int i = 0; i < 5; i++) {
                        sum += Math.pow(Math.floor(8 * Math.abs(x[i] - 0.5 - shift[i])), 2);
                    }
                    return 1 + sum;
                });
    }

    /** A weak bowl under values that are drawn anew in each of 30^4 cells: nothing to learn. */
    private static BenchmarkProblem rugged4() {
        double[] shift = Transform.shift("rugged4", 4, 0.3);
        return unit(
                "rugged4",
                4,
                x -> {
                    double sum = 0;
                    long cell = 0;
                    for (int i = 0; i < 4; i++) {
                        sum += 0.2 * Math.pow(x[i] - 0.5 - shift[i], 2);
                        cell = 30 * cell + (long) Math.min(30 * x[i], 29);
                    }
                    return 1 + sum + SEED.generator("rugged4", cell).nextDouble();
                });
    }

    /** Two regimes divided by a curved cliff; the better one is narrow. */
    private static BenchmarkProblem cliff2() {
        return unit(
                "cliff2",
                2,
                x -> {
                    double border = 0.72 + 0.12 * Math.sin(7 * x[0]);
                    double a = x[0] - 0.61;
                    double b = x[1] - 0.83;
                    return x[1] > border
                            ? 1 + 6 * a * a + 10 * b * b
                            : 2.2
                                    + 3 * Math.pow(x[0] - 0.3, 2)
                                    + 2 * Math.pow(x[1] - 0.2, 2)
                                    + 0.2 * Math.sin(15 * x[0]);
                });
    }

    private static BenchmarkProblem noisyHump2() {
        var hump =
                PublicProblems.reals(
                        "noisy-hump2",
                        List.of(Parameter.real("x1", -2, 2), Parameter.real("x2", -1, 1)),
                        x -> 1.5 + TestFunctions.scaledCamel(x[0] * 0.9 + 0.1, x[1] - 0.05) * 10);
        return noisy(hump, 0.1);
    }

    private static BenchmarkProblem noisyLevy4() {
        double[] shift = Transform.shift("noisy-levy4", 4, 3);
        return noisy(
                PublicProblems.reals(
                        "noisy-levy4", PublicProblems.axes(4, -10, 10), x -> 1 + levy(x, shift)),
                0.2);
    }

    private static BenchmarkProblem noisy(BenchmarkProblem p, double noise) {
        return new BenchmarkProblem(p.name(), p.problem(), p.tasks(), noise, p.truth());
    }

    private static BenchmarkProblem forestSmooth6() {
        double[] shift = Transform.shift("forest-smooth6", 6, 0.25);
        return forest(
                "forest-smooth6",
                PublicProblems.axes(6, 0, 1),
                p -> {
                    double sum = 0;
                    for (int i = 1; i <= 6; i++) {
                        double v = p.number("x" + i) - 0.5 - shift[i - 1];
                        sum += v * v * (i < 4 ? 4 : 0.5) + (i % 2) * 0.1 * Math.sin(14 * v);
                    }
                    return Math.exp(sum);
                },
                300);
    }

    static BenchmarkProblem forest(
            String name, List<Parameter> parameters, ToDoubleFunction<Point> model, int samples) {
        var builder = TuningProblem.named(name);
        parameters.forEach(builder::parameter);
        var space = org.attune.api.Space.of(parameters);
        var trees =
                TreeEmulator.of(
                        u -> Math.log(model.applyAsDouble(space.decode(u))),
                        parameters.size(),
                        samples,
                        30,
                        SEED.generator(name, 1));
        ToDoubleFunction<Candidate> truth =
                c -> Math.exp(trees.value(space.encode(c.configuration())));
        return PublicProblems.single(name, builder, truth);
    }
}
