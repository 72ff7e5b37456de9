package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.Landscape.between;
import static org.attune.benchmarks.problems.TestFunctions.log2;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Problems whose runs fail beyond a limit that is not known: of memory, of a stable time step, of
 * what a back end supports. On most of them the best configurations lie beside those that fail. In
 * two halves, one to decide by and one that reports. Each seed has an instance of its own, whose
 * values are divided by that of its best one.
 */
public final class LimitProblems {
    private LimitProblems() {}

    /** Returns the half by which decisions are made. */
    public static List<DrawnProblem> decide() {
        return List.of(memory(), batches(), timeStep(), backends(), farLimit(), memory8());
    }

    /** Returns the other half. */
    public static List<DrawnProblem> report() {
        return List.of(processGrid(), bothLarge(), flags(), island(), chance());
    }

    private static DrawnProblem problem(
            String name,
            List<? extends Parameter> parameters,
            Function<Generator, ToDoubleFunction<Point>> drawn) {
        return DrawnProblem.ofRatios(name, 0, parameters, drawn);
    }

    private static double square(double x) {
        return x * x;
    }

    /** Three buffers that gain time as long as their sum fits into memory. */
    static DrawnProblem memory() {
        return problem(
                "memory-edge",
                List.of(
                        Parameter.real("a", 0, 1),
                        Parameter.real("b", 0, 1),
                        Parameter.real("c", 0, 1),
                        Parameter.integer("d", 1, 16),
                        Parameter.categorical("e", List.of("s", "l"))),
                random -> {
                    double[] size = between(random, 3, 0.4, 1);
                    double limit = 0.58 * (size[0] + size[1] + size[2]);
                    double threads = between(random, 2, 15);
                    double large = between(random, -0.5, 0.5);
                    double best = between(random, 0, 1);
                    return p -> {
                        double used =
                                size[0] * p.number("a")
                                        + size[1] * p.number("b")
                                        + size[2] * p.number("c");
                        boolean isLarge = p.get("e").equals("l");
                        return used + (isLarge ? 0.1 : 0) > limit
                                ? Double.NaN
                                : 6
                                        - 3 * used
                                        + 0.1 * Math.abs(p.number("d") - threads)
                                        + (isLarge ? large : 0)
                                        + 0.5 * square(p.number("a") - best);
                    };
                });
    }

    /** Sizes of batches and tiles, whose product has to fit into the memory of a rank. */
    static DrawnProblem batches() {
        return problem(
                "batch-memory",
                List.of(
                        Parameter.integer("batch", 1, 1024).log(),
                        Parameter.integer("tile", 4, 512).log(),
                        Parameter.integer("ranks", 1, 64).log(),
                        Parameter.categorical("precision", List.of("single", "double")),
                        Parameter.integer("threads", 1, 16)),
                random -> {
                    double limit = between(random, 12, 17);
                    double[] gain = between(random, 2, 0.1, 0.3);
                    double tiles = between(random, 0.5, 1);
                    double shared = between(random, 0, 0.4);
                    double ranks = between(random, 1, 5);
                    double threads = between(random, 2, 14);
                    double twice = between(random, 0, 0.5);
                    return p -> {
                        boolean isDouble = p.get("precision").equals("double");
                        double used =
                                log2(p.number("batch"))
                                        + tiles * log2(p.number("tile"))
                                        - shared * log2(p.number("ranks"))
                                        + (isDouble ? 1 : 0);
                        return used > limit
                                ? Double.NaN
                                : 10 * Math.pow(2, -gain[0] * log2(p.number("batch")))
                                        + 2 * Math.pow(2, -gain[1] * log2(p.number("tile")))
                                        + 0.1 * square(log2(p.number("ranks")) - ranks)
                                        + (isDouble ? twice : 0.3)
                                        + 0.05 * Math.abs(p.number("threads") - threads);
                    };
                });
    }

    /** A time step that is unstable beyond a power of the width of the grid. */
    private static DrawnProblem timeStep() {
        return problem(
                "time-step",
                List.of(
                        Parameter.real("dt", 1e-4, 1).log(),
                        Parameter.real("h", 0.01, 1).log(),
                        Parameter.categorical("order", List.of("1", "2", "4")),
                        Parameter.integer("sweeps", 1, 50),
                        Parameter.real("relax", 0.5, 1.9)),
                random -> {
                    double limit = between(random, 0.2, 2);
                    double power = between(random, 1, 2);
                    double diverges = between(random, 1.6, 1.85);
                    double relax = between(random, 1.3, 1.7);
                    return p -> {
                        int order = Integer.parseInt((String) p.get("order"));
                        double courant =
                                p.number("dt") / Math.pow(p.number("h"), power) * Math.sqrt(order);
                        return courant > limit || p.number("relax") > diverges
                                ? Double.NaN
                                : 0.5 / Math.pow(p.number("dt"), 0.4)
                                        + 0.1 / Math.pow(p.number("h"), 0.7)
                                        + 3 * Math.pow(p.number("h"), 0.3 * order)
                                        + 0.02 * p.number("sweeps")
                                        + 2 / p.number("sweeps")
                                        + 1.5 * square(p.number("relax") - relax);
                    };
                });
    }

    /** Five back ends, each with a largest size of its own. */
    static DrawnProblem backends() {
        List<String> names = List.of("a", "b", "c", "d", "e");
        return problem(
                "backend-limits",
                List.of(
                        Parameter.categorical("backend", names),
                        Parameter.integer("n", 1, 1000).log(),
                        Parameter.real("u", 0, 1),
                        Parameter.real("v", 0, 1)),
                random -> {
                    double[] limit = between(random, 5, 3, 9.9);
                    double[] speed = between(random, 5, 0.5, 1.5);
                    double[] u = between(random, 5, 0, 1);
                    double slope = between(random, 0, 2);
                    double v = between(random, 0, 1);
                    return p -> {
                        int k = names.indexOf((String) p.get("backend"));
                        return log2(p.number("n")) + slope * p.number("u") > limit[k]
                                ? Double.NaN
                                : 1
                                        + speed[k] * 8 / (1 + log2(p.number("n")))
                                        + square(p.number("u") - u[k])
                                        + 0.5 * square(p.number("v") - v);
                    };
                });
    }

    /** What fails is far from the best. */
    static DrawnProblem farLimit() {
        return problem(
                "far-limit",
                List.of(
                        Parameter.real("a", 0, 1),
                        Parameter.real("b", 0, 1),
                        Parameter.integer("c", 1, 100).log(),
                        Parameter.categorical("d", List.of("p", "q", "r"))),
                random -> {
                    double[] sign = new double[3];
                    double[] best = new double[3];
                    for (int i = 0; i < 3; i++) {
                        sign[i] = random.nextInt(2) == 0 ? -1 : 1;
                        best[i] = 0.5 - 0.25 * sign[i] + between(random, -0.15, 0.15);
                    }
                    double[] kind = {0, between(random, 0, 1), between(random, 0, 1)};
                    return p -> {
                        double c = log2(p.number("c")) / log2(100);
                        double[] x = {p.number("a"), p.number("b"), c};
                        double side = 0;
                        double sum = 1 + kind["pqr".indexOf((String) p.get("d"))];
                        for (int i = 0; i < 3; i++) {
                            side += sign[i] * (x[i] - 0.5);
                            sum += 2 * square(x[i] - best[i]);
                        }
                        return side > 0.35 ? Double.NaN : sum;
                    };
                });
    }

    /** Eight buffers. */
    private static DrawnProblem memory8() {
        int n = 8;
        return DrawnProblem.ofReals(
                "memory-edge8",
                0,
                n,
                random -> {
                    double[] size = between(random, n, 0, 1);
                    double[] gain = between(random, n, 0.2, 1);
                    double[] best = between(random, n, 0, 1);
                    double limit = 0;
                    for (double s : size) {
                        limit += 0.55 * s * s;
                    }
                    double most = limit;
                    return x -> {
                        double used = 0;
                        double sum = 8;
                        for (int i = 0; i < n; i++) {
                            used += size[i] * size[i] * x[i];
                            sum += square(x[i] - best[i]) - gain[i] * x[i];
                        }
                        return used > most ? Double.NaN : sum;
                    };
                });
    }

    /** A grid of processes and blocks: both products have a limit. */
    static DrawnProblem processGrid() {
        return problem(
                "process-grid",
                List.of(
                        Parameter.integer("p", 1, 64).log(),
                        Parameter.integer("q", 1, 64).log(),
                        Parameter.integer("mb", 1, 256).log(),
                        Parameter.integer("nb", 1, 256).log(),
                        Parameter.integer("look", 0, 8)),
                random -> {
                    double processes = between(random, 6, 9);
                    double memory = between(random, 11, 16);
                    double shape = between(random, -2, 1);
                    double[] block = between(random, 2, 4, 7.5);
                    return p -> {
                        double rows = log2(p.number("p"));
                        double columns = log2(p.number("q"));
                        double mb = log2(p.number("mb"));
                        double nb = log2(p.number("nb"));
                        double pq = rows + columns;
                        double used = mb + nb + log2(1 + p.number("look"));
                        return pq > processes || used > memory
                                ? Double.NaN
                                : 100 * Math.pow(2, -0.8 * pq)
                                        + 0.3 * Math.abs(rows - columns - shape)
                                        + 0.15 * square(mb - block[0])
                                        + 0.15 * square(nb - block[1])
                                        + 1 / (1 + p.number("look"));
                    };
                });
    }

    /** One of two parameters may be large, not both. */
    static DrawnProblem bothLarge() {
        return problem(
                "both-large",
                List.of(
                        Parameter.real("a", 0, 1),
                        Parameter.real("b", 0, 1),
                        Parameter.real("c", 0, 1),
                        Parameter.categorical("d", List.of("s", "t")),
                        Parameter.integer("e", 1, 20)),
                random -> {
                    double[] limit = between(random, 2, 0.3, 0.7);
                    double[] gain = between(random, 2, 0.5, 2);
                    double best = between(random, 0, 1);
                    double other = between(random, 0, 0.4);
                    double threads = between(random, 2, 19);
                    return p ->
                            p.number("a") > limit[0] && p.number("b") > limit[1]
                                    ? Double.NaN
                                    : 4
                                            - gain[0] * p.number("a")
                                            - gain[1] * p.number("b")
                                            + square(p.number("c") - best)
                                            + (p.get("d").equals("t") ? other : 0.2)
                                            + 0.03 * Math.abs(p.number("e") - threads);
                });
    }

    /** Flags of a compiler, pairs of which break the program. */
    private static DrawnProblem flags() {
        int n = 12;
        List<String> levels = List.of("O1", "O2", "O3", "Ofast");
        double[] gain = {0, 0.1, 0.15, 0.22};
        var parameters = new ArrayList<Parameter>();
        for (int i = 0; i < n; i++) {
            parameters.add(Parameter.categorical("f" + i, List.of("on", "off")));
        }
        parameters.add(Parameter.categorical("level", levels));
        parameters.add(Parameter.integer("inline", 10, 1000).log());
        return problem(
                "flag-crash",
                parameters,
                random -> {
                    double[] effect = new double[n];
                    for (int i = 0; i < n; i++) {
                        effect[i] = -0.03 + 0.08 * random.nextGaussian();
                    }
                    int[] first = new int[3];
                    int[] second = new int[3];
                    for (int k = 0; k < 3; k++) {
                        first[k] = random.nextInt(n);
                        second[k] = (first[k] + 1 + random.nextInt(n - 1)) % n;
                    }
                    int unsafe = random.nextInt(n);
                    double inline = between(random, 4, 9);
                    return p -> {
                        double sum = 0.02 * square(log2(p.number("inline")) - inline);
                        boolean[] on = new boolean[n];
                        for (int i = 0; i < n; i++) {
                            on[i] = p.get("f" + i).equals("on");
                            sum += on[i] ? effect[i] : 0;
                        }
                        int level = levels.indexOf((String) p.get("level"));
                        boolean fails = level == 3 && on[unsafe];
                        for (int k = 0; k < 3; k++) {
                            fails |= on[first[k]] && on[second[k]];
                        }
                        return fails ? Double.NaN : Math.exp(sum - gain[level]);
                    };
                });
    }

    /** What fails is a ball in the middle, in which the best would lie. */
    private static DrawnProblem island() {
        int n = 3;
        return DrawnProblem.ofReals(
                "island",
                0,
                n,
                random -> {
                    double[] center = between(random, n, 0.3, 0.7);
                    double[] off = between(random, n, -0.2, 0.2);
                    double radius = between(random, 0.25, 0.45);
                    return x -> {
                        double distance = 0;
                        double sum = 1;
                        for (int i = 0; i < n; i++) {
                            distance += square(x[i] - center[i]);
                            sum += 3 * square(x[i] - center[i] - off[i]);
                        }
                        return distance < radius * radius ? Double.NaN : sum;
                    };
                });
    }

    /** One of seven configurations fails, wherever it is. */
    private static DrawnProblem chance() {
        return problem(
                "chance",
                List.of(
                        Parameter.real("a", 0, 1),
                        Parameter.real("b", 0, 1),
                        Parameter.integer("c", 1, 50).log(),
                        Parameter.categorical("d", List.of("p", "q", "r", "s"))),
                random -> {
                    double[] best = between(random, 2, 0, 1);
                    double c = between(random, 1, 5);
                    double[] kind = between(random, 4, 0, 1);
                    return p ->
                            Math.floorMod(p.toString().hashCode(), 7) == 0
                                    ? Double.NaN
                                    : 1
                                            + 2 * square(p.number("a") - best[0])
                                            + 2 * square(p.number("b") - best[1])
                                            + 0.1 * square(log2(p.number("c")) - c)
                                            + kind["pqrs".indexOf((String) p.get("d"))];
                });
    }
}
