package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Problems of every kind that tuners meet, on which the engine's defaults were decided: shifted and
 * rotated smooth functions, steps and cliffs, noise, inactive parameters, constraints, crashes,
 * twelve dimensions, categories, and forests grown on run time models. Shifts and rotations are
 * drawn once, from fixed seeds.
 */
public final class AblationProblems {
    private static final Seed SEED = new Seed(20_261_121);

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
                tiles4(),
                noisyHump2(),
                noisyLevy4(),
                solvers(),
                grid5(),
                crash3(),
                catmix(),
                decades4(),
                forestMatmul(),
                forestSolver(),
                forestSmooth6());
    }

    private static BenchmarkProblem unit(String name, int d, ToDoubleFunction<double[]> f) {
        return PublicProblems.reals(name, PublicProblems.axes(d, 0, 1), f);
    }

    /** Styblinski and Tang's function, shifted. */
    private static BenchmarkProblem styblinski3() {
        double[] shift = shift("styblinski3", 3, 1.5);
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
        double[] shift = shift("ellipsoid6", 6, 0.3);
        double[][] rotation = rotation("ellipsoid6", 6);
        return unit(
                "ellipsoid6",
                6,
                x -> {
                    double[] v = rotated(rotation, x, shift);
                    double sum = 0;
                    for (int i = 0; i < 6; i++) {
                        sum += Math.pow(10, 4.0 * i / 5) * v[i] * v[i];
                    }
                    return sum;
                });
    }

    private static BenchmarkProblem levy4() {
        double[] shift = shift("levy4", 4, 3);
        return PublicProblems.reals("levy4", PublicProblems.axes(4, -10, 10), x -> levy(x, shift));
    }

    private static BenchmarkProblem levy12() {
        double[] shift = shift("levy12", 12, 2);
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
        double[] shift = shift("griewank3", 3, 0.3);
        double[][] rotation = rotation("griewank3", 3);
        return unit(
                "griewank3",
                3,
                x -> {
                    double[] v = rotated(rotation, x, shift);
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
        double[] shift = shift("sparse12", 12, 0.3);
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
        double[] shift = shift("rastrigin4", 4, 1.2);
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
        double[] shift = shift("steps5", 5, 0.25);
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

    /**
     * Run time of a tiled kernel: whole tiles, two caches, vector length; integers on a log scale.
     */
    private static BenchmarkProblem tiles4() {
        var builder =
                TuningProblem.named("tiles4")
                        .parameter(Parameter.integer("bi", 1, 512).log())
                        .parameter(Parameter.integer("bj", 1, 512).log())
                        .parameter(Parameter.integer("bk", 1, 512).log())
                        .parameter(Parameter.ordinal("unroll", List.of(1, 2, 4, 8, 16)));
        return PublicProblems.single("tiles4", builder, c -> tileSeconds(c.configuration()));
    }

    private static double tileSeconds(Point p) {
        double n = 1000;
        double bi = p.number("bi");
        double bj = p.number("bj");
        double bk = p.number("bk");
        double unroll = p.number("unroll");
        double padded = Math.ceil(n / bi) * bi * Math.ceil(n / bj) * bj * Math.ceil(n / bk) * bk;
        double bytes = 8 * (bi * bk + bk * bj + bi * bj);
        double miss = bytes <= 32_768 ? 1 : bytes <= 524_288 ? 1.6 : 4;
        double traffic = 8 * n * n * n * (1 / bi + 1 / bj + 1 / bk) / 12e9;
        double vector = bj % 8 == 0 ? 1 : 1.5;
        double registers = unroll > 8 ? 1.4 : 1 + 0.6 / unroll;
        double calls = Math.ceil(n / bi) * Math.ceil(n / bj) * Math.ceil(n / bk) * 4e-8;
        return 2 * padded / 2e10 * vector * registers * miss + traffic + calls;
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
        double[] shift = shift("noisy-levy4", 4, 3);
        return noisy(
                PublicProblems.reals(
                        "noisy-levy4", PublicProblems.axes(4, -10, 10), x -> 1 + levy(x, shift)),
                0.2);
    }

    private static BenchmarkProblem noisy(BenchmarkProblem p, double noise) {
        return new BenchmarkProblem(p.name(), p.problem(), p.tasks(), noise, p.truth());
    }

    /** A choice of solvers, each with parameters of its own. */
    private static BenchmarkProblem solvers() {
        var builder =
                TuningProblem.named("solvers")
                        .parameter(
                                Parameter.categorical(
                                        "solver", List.of("direct", "cg", "multigrid")))
                        .parameter(Parameter.integer("block", 8, 256).log())
                        .parameter(
                                Parameter.categorical("precond", List.of("none", "jacobi", "ilu"))
                                        .activeIf("solver == 'cg'"))
                        .parameter(
                                Parameter.integer("fill", 0, 8)
                                        .activeIf("solver == 'cg' and precond == 'ilu'"))
                        .parameter(
                                Parameter.real("strong", 0.05, 0.95)
                                        .activeIf("solver == 'multigrid'"))
                        .parameter(
                                Parameter.integer("sweeps", 1, 8).activeIf("solver == 'multigrid'"))
                        .parameter(
                                Parameter.real("omega", 0.3, 1.9).activeIf("solver != 'direct'"));
        return PublicProblems.single("solvers", builder, c -> solverSeconds(c.configuration()));
    }

    private static double solverSeconds(Point p) {
        double blocked = 1 + 0.3 * Math.pow(Math.log(p.number("block") / 48) / Math.log(2) / 3, 2);
        return switch ((String) p.get("solver")) {
            case "direct" -> 5 * blocked;
            case "cg" -> {
                double omega = 1 + 0.8 * Math.pow(p.number("omega") - 1.1, 2);
                double iterations =
                        switch ((String) p.get("precond")) {
                            case "none" -> 9;
                            case "jacobi" -> 6.5;
                            default -> {
                                double fill = p.number("fill");
                                yield 2.5 + 4 * Math.exp(-fill / 2) + 0.25 * fill * fill / 4;
                            }
                        };
                yield iterations * omega * (1 + 0.1 * (blocked - 1));
            }
            default -> {
                double strong = p.number("strong");
                double sweeps = p.number("sweeps");
                double rate =
                        0.15
                                + 0.9 * Math.pow(strong - 0.42, 2)
                                + 0.5 * Math.exp(-sweeps * 0.9)
                                + 0.15 * Math.pow(p.number("omega") - 0.85, 2);
                yield blocked * (1 + 0.35 * sweeps) * 2 / -Math.log(Math.min(rate, 0.99));
            }
        };
    }

    /** A process grid under an equality-like constraint, with a small admissible share. */
    private static BenchmarkProblem grid5() {
        var builder =
                TuningProblem.named("grid5")
                        .parameter(Parameter.integer("p", 1, 64))
                        .parameter(Parameter.integer("q", 1, 64))
                        .parameter(Parameter.integer("threads", 1, 16))
                        .parameter(Parameter.integer("nb", 8, 256).log())
                        .parameter(Parameter.integer("look", 0, 6))
                        .constraint(Constraint.of("cores", "p*q*threads <= 64"))
                        .constraint(Constraint.of("busy", "p*q*threads >= 48"))
                        .constraint(Constraint.of("memory", "nb*nb*8*(look+1) <= 500000"));
        return PublicProblems.single(
                "grid5",
                builder,
                c -> {
                    Point x = c.configuration();
                    double p = x.number("p");
                    double q = x.number("q");
                    double t = x.number("threads");
                    double nb = x.number("nb");
                    double look = x.number("look");
                    double work = 300 / (p * q * Math.pow(t, 0.8));
                    double panel = 0.02 * nb * Math.sqrt(q) / p + 30 / nb;
                    double shape = 0.4 * Math.abs(Math.log(p / q) + 0.7);
                    double columns = Math.ceil(2000 / (nb * q)) * nb * q / 2000;
                    return work * columns * (1 + 20 / nb)
                            + panel
                            + shape
                            + 0.5 * Math.pow(look - 2, 2) / (1 + look);
                });
    }

    /** A run that crashes in a part of the space next to the optimum. */
    private static BenchmarkProblem crash3() {
        return unit(
                "crash3",
                3,
                x -> {
                    if (x[0] + 0.8 * x[1] > 1.25 || (x[2] > 0.8 && x[0] < 0.3)) {
                        return Double.NaN;
                    }
                    double a = x[0] - 0.75;
                    double b = x[1] - 0.55;
                    double c = x[2] - 0.4;
                    return 1
                            + 4 * a * a
                            + 3 * b * b
                            + 2 * c * c
                            + 0.3 * Math.sin(9 * x[2] + 3 * x[0]);
                });
    }

    /** Compiler-like categories with interactions, and two reals. */
    private static BenchmarkProblem catmix() {
        var letters = List.of("a", "b", "c", "d", "e", "f");
        var builder =
                TuningProblem.named("catmix")
                        .parameter(Parameter.categorical("u", letters))
                        .parameter(Parameter.categorical("v", letters.subList(0, 4)))
                        .parameter(Parameter.categorical("w", List.of("off", "on")))
                        .parameter(Parameter.categorical("z", List.of("off", "on")))
                        .parameter(Parameter.real("x1", 0, 1))
                        .parameter(Parameter.real("x2", 0, 1));
        Generator random = SEED.generator("catmix", 0);
        double[] byU = random.doubles(6).toArray();
        double[] byV = random.doubles(4).toArray();
        double[][] both = new double[6][];
        for (int i = 0; i < 6; i++) {
            both[i] = random.doubles(4).toArray();
        }
        return PublicProblems.single(
                "catmix",
                builder,
                c -> {
                    Point p = c.configuration();
                    int u = letters.indexOf(p.get("u"));
                    int v = letters.indexOf(p.get("v"));
                    double on = p.get("w").equals("on") ? 0.8 : 1;
                    double z = p.get("z").equals("on") ? (u < 3 ? 0.9 : 1.15) : 1;
                    double x1 = p.number("x1") - 0.2 - 0.1 * u;
                    double x2 = p.number("x2") - 0.3 - 0.15 * v;
                    return (1
                                    + byU[u]
                                    + 0.7 * byV[v]
                                    + 0.5 * both[u][v]
                                    + x1 * x1 * 3
                                    + x2 * x2 * 2)
                            * on
                            * z;
                });
    }

    /** Reals over several decades, values over several more. */
    private static BenchmarkProblem decades4() {
        var builder =
                TuningProblem.named("decades4")
                        .parameter(Parameter.real("rate", 1e-5, 1).log())
                        .parameter(Parameter.real("decay", 1e-6, 1e-1).log())
                        .parameter(Parameter.integer("batch", 1, 1024).log())
                        .parameter(Parameter.real("momentum", 0, 0.99));
        return PublicProblems.single(
                "decades4",
                builder,
                c -> {
                    Point p = c.configuration();
                    double rate = Math.log10(p.number("rate"));
                    double decay = Math.log10(p.number("decay"));
                    double batch = Math.log10(p.number("batch"));
                    double effective = rate - Math.log10(1 - p.number("momentum")) - 0.5 * batch;
                    double valley = Math.pow(effective + 2.3, 2);
                    return Math.pow(
                            10,
                            -1.5
                                    + 0.5 * Math.min(valley, 6)
                                    + 0.12 * Math.pow(decay + 3.5, 2)
                                    + 0.1 * Math.pow(batch - 1.6, 2));
                });
    }

    private static BenchmarkProblem forestMatmul() {
        var parameters =
                List.<Parameter>of(
                        Parameter.integer("bi", 1, 512).log(),
                        Parameter.integer("bj", 1, 512).log(),
                        Parameter.integer("bk", 1, 512).log(),
                        Parameter.ordinal("unroll", List.of(1, 2, 4, 8, 16)),
                        Parameter.categorical(
                                "order", List.of("ijk", "ikj", "jik", "jki", "kij", "kji")),
                        Parameter.categorical("copy", List.of("no", "yes")));
        double[] byOrder = {1.4, 1, 1.5, 2.6, 1.05, 2.4};
        return forest(
                "forest-matmul",
                parameters,
                p -> {
                    int order =
                            List.of("ijk", "ikj", "jik", "jki", "kij", "kji")
                                    .indexOf(p.get("order"));
                    boolean copy = p.get("copy").equals("yes");
                    double strided = copy ? Math.sqrt(byOrder[order]) : byOrder[order];
                    return tileSeconds(p) * strided + (copy ? 0.02 : 0);
                },
                500);
    }

    private static BenchmarkProblem forestSolver() {
        var parameters =
                List.<Parameter>of(
                        Parameter.integer("k", 2, 16),
                        Parameter.real("strong", 0.05, 0.95),
                        Parameter.categorical("coarsen", List.of("a", "b", "c", "d", "e")),
                        Parameter.categorical("interp", List.of("a", "b", "c", "d")),
                        Parameter.integer("aggressive", 0, 4),
                        Parameter.ordinal("order", List.of(1, 2, 3)),
                        Parameter.integer("sweeps", 1, 5),
                        Parameter.real("trunc", 0, 0.6));
        double[] byCoarsen = {1, 1.3, 0.85, 1.8, 1.1};
        double[] byInterp = {1, 1.2, 0.95, 1.6};
        return forest(
                "forest-solver",
                parameters,
                p -> {
                    double c = byCoarsen["abcde".indexOf((String) p.get("coarsen"))];
                    double i = byInterp["abcd".indexOf((String) p.get("interp"))];
                    double rate =
                            0.2
                                    + 0.8 * Math.pow(p.number("strong") - 0.35, 2)
                                    + 0.1 * p.number("aggressive") * p.number("trunc")
                                    + 0.3 * Math.exp(-p.number("sweeps"));
                    double cost =
                            (1 + 0.25 * p.number("sweeps") + 0.1 * p.number("order"))
                                            / (1 + 0.3 * p.number("aggressive"))
                                    + 0.02 * Math.abs(p.number("k") - 7);
                    return c * i * cost / -Math.log(Math.min(rate, 0.98));
                },
                400);
    }

    private static BenchmarkProblem forestSmooth6() {
        double[] shift = shift("forest-smooth6", 6, 0.25);
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

    private static BenchmarkProblem forest(
            String name, List<Parameter> parameters, ToDoubleFunction<Point> model, int samples) {
        var builder = TuningProblem.named(name);
        parameters.forEach(builder::parameter);
        var space = org.attune.api.Space.of(parameters);
        var trees =
                new TreeEmulator(
                        u -> Math.log(model.applyAsDouble(space.decode(u))),
                        parameters.size(),
                        samples,
                        30,
                        SEED.generator(name, 1));
        ToDoubleFunction<Candidate> truth =
                c -> Math.exp(trees.value(space.encode(c.configuration())));
        return PublicProblems.single(name, builder, truth);
    }

    private static double[] shift(String name, int dimension, double size) {
        Generator random = SEED.generator(name, 0);
        double[] shift = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            shift[i] = size * (2 * random.nextDouble() - 1);
        }
        return shift;
    }

    /** Returns an orthogonal matrix: Gram and Schmidt's of normal columns. */
    private static double[][] rotation(String name, int dimension) {
        Generator random = SEED.generator(name + " rotation", 0);
        var rows = new ArrayList<double[]>();
        while (rows.size() < dimension) {
            double[] v = new double[dimension];
            for (int i = 0; i < dimension; i++) {
                v[i] = random.nextGaussian();
            }
            for (double[] row : rows) {
                double along = 0;
                for (int i = 0; i < dimension; i++) {
                    along += row[i] * v[i];
                }
                for (int i = 0; i < dimension; i++) {
                    v[i] -= along * row[i];
                }
            }
            double norm = 0;
            for (double c : v) {
                norm += c * c;
            }
            for (int i = 0; i < dimension; i++) {
                v[i] /= Math.sqrt(norm);
            }
            rows.add(v);
        }
        return rows.toArray(new double[0][]);
    }

    /** Rotates x - 0.5 - shift. */
    private static double[] rotated(double[][] rotation, double[] x, double[] shift) {
        double[] out = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                out[i] += rotation[i][j] * (x[j] - 0.5 - shift[j]);
            }
        }
        return out;
    }
}
