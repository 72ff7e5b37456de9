package org.attune.benchmarks.problems;

import org.attune.api.Constraint;
import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;

/**
 * Invented run times of programs: whole tiles and cache sizes, solvers with parameters of their
 * own, process grids, compiler flags. Integers, log scales, categories, conditions and constraints.
 */
final class RunTimeProblems {
    private RunTimeProblems() {}

    /**
     * Run time of a tiled kernel: whole tiles, two caches, vector length; integers on a log scale.
     */
    static BenchmarkProblem tiles(String name) {
        return PublicProblems.single(
                name, tilesSpace(name), c -> tileSeconds(1000, c.configuration()));
    }

    static TuningProblem.Builder tilesSpace(String name) {
        return TuningProblem.named(name)
                .parameter(Parameter.integer("bi", 1, 512).log())
                .parameter(Parameter.integer("bj", 1, 512).log())
                .parameter(Parameter.integer("bk", 1, 512).log())
                .parameter(Parameter.ordinal("unroll", List.of(1, 2, 4, 8, 16)));
    }

    /** Returns the seconds of {@link #tiles} for matrices of order n. */
    static double tileSeconds(double n, Point p) {
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

    /** A choice of solvers, each with parameters of its own. */
    static BenchmarkProblem solvers() {
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

    /** One to three stages, each with a setting of its own that only counts while it exists. */
    static BenchmarkProblem pipeline6() {
        var builder =
                TuningProblem.named("pipeline6")
                        .parameter(Parameter.integer("stages", 1, 3))
                        .parameter(Parameter.real("split1", 0.05, 0.95))
                        .parameter(Parameter.real("split2", 0.05, 0.95).activeIf("stages >= 2"))
                        .parameter(Parameter.real("split3", 0.05, 0.95).activeIf("stages >= 3"))
                        .parameter(Parameter.categorical("queue", List.of("ring", "list")))
                        .parameter(
                                Parameter.integer("slots", 1, 4096)
                                        .log()
                                        .activeIf("queue == 'ring'"));
        return PublicProblems.single(
                "pipeline6",
                builder,
                c -> {
                    Point p = c.configuration();
                    double stages = p.number("stages");
                    double time = 9 / stages + 0.9 * stages;
                    double[] best = {0.3, 0.62, 0.45};
                    for (int i = 0; i < stages; i++) {
                        time += 6 * Math.pow(p.number("split" + (i + 1)) - best[i], 2);
                    }
                    if (p.get("queue").equals("list")) {
                        return time + 1.1;
                    }
                    return time + 0.25 * Math.abs(Math.log(p.number("slots") / 90) / Math.log(2));
                });
    }

    /** A process grid under an equality-like constraint, with a small admissible share. */
    static BenchmarkProblem grid5() {
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

    /** Reals over several decades, values over several more. */
    static BenchmarkProblem decades4() {
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

    /** Compiler-like categories with interactions, and two reals. */
    static BenchmarkProblem catmix() {
        var letters = List.of("a", "b", "c", "d", "e", "f");
        var builder =
                TuningProblem.named("catmix")
                        .parameter(Parameter.categorical("u", letters))
                        .parameter(Parameter.categorical("v", letters.subList(0, 4)))
                        .parameter(Parameter.categorical("w", List.of("off", "on")))
                        .parameter(Parameter.categorical("z", List.of("off", "on")))
                        .parameter(Parameter.real("x1", 0, 1))
                        .parameter(Parameter.real("x2", 0, 1));
        Generator random = AblationProblems.SEED.generator("catmix", 0);
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

    static BenchmarkProblem forestMatmul() {
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
        return AblationProblems.forest(
                "forest-matmul",
                parameters,
                p -> {
                    int order =
                            List.of("ijk", "ikj", "jik", "jki", "kij", "kji")
                                    .indexOf(p.get("order"));
                    boolean copy = p.get("copy").equals("yes");
                    double strided = copy ? Math.sqrt(byOrder[order]) : byOrder[order];
                    return tileSeconds(1000, p) * strided + (copy ? 0.02 : 0);
                },
                500);
    }

    static BenchmarkProblem forestSolver() {
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
        return AblationProblems.forest(
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

    static BenchmarkProblem forestGrid() {
        var parameters =
                List.<Parameter>of(
                        Parameter.integer("nodes", 1, 32).log(),
                        Parameter.integer("ranks", 1, 32),
                        Parameter.integer("rows", 1, 64).log(),
                        Parameter.integer("nb", 4, 256).log(),
                        Parameter.integer("look", 0, 10),
                        Parameter.integer("leaf", 10, 400),
                        Parameter.categorical("perm", List.of("natural", "mmd", "metis", "amd")),
                        Parameter.categorical("bcast", List.of("tree", "ring")));
        double[] byPerm = {3.2, 1.6, 1, 1.3};
        return AblationProblems.forest(
                "forest-grid",
                parameters,
                p -> {
                    double cores = p.number("nodes") * p.number("ranks");
                    double rows = Math.min(p.number("rows"), cores);
                    double perm =
                            byPerm[
                                    List.of("natural", "mmd", "metis", "amd")
                                            .indexOf(p.get("perm"))];
                    double hops = p.get("bcast").equals("tree") ? Math.log(cores + 1) : 0.2 * cores;
                    double nb = p.number("nb");
                    return perm * 200 / Math.pow(cores, 0.7) * (1 + 12 / nb + nb / 300)
                            + 0.3 * hops * (1 + Math.abs(Math.log(rows * rows / cores)))
                            + 2.0 / (1 + p.number("look"))
                            + 0.15 * p.number("look")
                            + Math.abs(p.number("leaf") - 120) / 150;
                },
                600);
    }
}
