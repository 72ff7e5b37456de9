package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.SizedTasks.family;
import static org.attune.benchmarks.problems.SizedTasks.size;

import org.attune.api.Parameter;
import org.attune.api.Point;

import java.util.List;

/**
 * Problems of four tasks each whose run times jump at a border that depends on the size of the
 * task, as where a panel no longer fits into a cache; in one of them a task has no border. Nothing
 * was decided by them.
 */
public final class RegimeFamilies {
    private RegimeFamilies() {}

    /** Returns all of them. */
    public static List<BenchmarkProblem> all() {
        return List.of(panels4(), tiles4(), cores4(), odd4());
    }

    /** A panel of a block's width fits into a cache of a mebibyte. */
    private static BenchmarkProblem panels4() {
        return family(
                "panels4",
                List.of(Parameter.integer("block", 8, 2048).log()),
                c -> {
                    double n = size(c);
                    double b = c.configuration().number("block");
                    double jump = 8 * n * b <= 1 << 20 ? 1 : 1.8;
                    return 1e-6 * n * n * jump * (1 + 8 / b + b / 1500);
                });
    }

    /** A tile and the parts of the matrix beside it fit into a cache. */
    private static BenchmarkProblem tiles4() {
        return family(
                "tiles4",
                List.of(
                        Parameter.integer("rows", 4, 256).log(),
                        Parameter.integer("columns", 4, 256).log()),
                c -> {
                    double n = size(c);
                    double r = c.configuration().number("rows");
                    double w = c.configuration().number("columns");
                    double jump = r * w + n * (r + w) / 64 <= 6000 ? 1 : 1.6;
                    return 1e-6 * n * n * jump * (1 + 6 / r + 9 / w + r / 400 + w / 900);
                });
    }

    /** Ranks times threads beyond the cores that a task of this size is given. */
    private static BenchmarkProblem cores4() {
        return family(
                "cores4",
                List.of(
                        Parameter.integer("ranks", 1, 32).log(),
                        Parameter.integer("threads", 1, 16).log(),
                        Parameter.real("overlap", 0, 1)),
                c -> {
                    Point p = c.configuration();
                    double n = size(c);
                    double used = p.number("ranks") * p.number("threads");
                    double jump = used <= n / 62 ? 1 : 1.9;
                    double off = p.number("overlap") - 0.3 - n / 10_000;
                    return 1e-3
                            * n
                            * jump
                            * (Math.pow(used, -0.7) + 0.004 * p.number("ranks") + 0.2 * off * off);
                });
    }

    /** A border that moves with the size; the third task has none. */
    private static BenchmarkProblem odd4() {
        return family(
                "odd4",
                List.of(Parameter.real("x", 0, 1), Parameter.real("w", 0, 1)),
                c -> {
                    double t = c.task().number("t");
                    double x = c.configuration().number("x");
                    double w = c.configuration().number("w");
                    double jump = t != 2 && x + 0.3 * w > 0.5 + 0.12 * t ? 1.2 : 0;
                    double a = x - 0.9 + 0.1 * t;
                    double b = w - 0.4;
                    return 1 + jump + 0.8 * a * a + 0.5 * b * b + 0.2 * Math.sin(5 * x * w);
                });
    }
}
