package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.SizedTasks.family;
import static org.attune.benchmarks.problems.SizedTasks.size;

import org.attune.api.Candidate;
import org.attune.api.Parameter;

import java.util.List;

/**
 * Problems of four tasks each in which it matters what divides sizes: the same in all tasks, more
 * on some, or something else on each; in one of them nothing does. Nothing was decided by them.
 */
public final class AlignmentFamilies {
    private static final Parameter ROWS = Parameter.integer("rows", 4, 1024);
    private static final Parameter COLUMNS = Parameter.integer("columns", 4, 512);
    private static final Parameter DEPTH = Parameter.integer("depth", 1, 256).log();

    private AlignmentFamilies() {}

    /** Returns all of them. */
    public static List<BenchmarkProblem> all() {
        return List.of(vectors4(), warps4(), sets4(), machines4(), strict4(), smooth4());
    }

    /** Seconds of a blocked loop, whose best block grows with the task; its cache is soft. */
    private static double blocked(Candidate c) {
        double n = size(c);
        double rows = c.configuration().number("rows");
        double columns = c.configuration().number("columns");
        double used = rows * columns / (20 * n);
        return 1e-6 * n * n * (1 + 12 / rows + 20 / columns + used * used);
    }

    private static long value(Candidate c, String parameter) {
        return (long) c.configuration().number(parameter);
    }

    /** Columns are done by eight, the rest one by one. */
    private static BenchmarkProblem vectors4() {
        return family(
                "vectors4",
                List.of(ROWS, COLUMNS),
                c -> {
                    long columns = value(c, "columns");
                    double steps = columns / 8 + 0.7 * (columns % 8);
                    return blocked(c) * steps * 8 / columns;
                });
    }

    /** Rows are threads that run in warps of 32; the best depth grows with the task. */
    private static BenchmarkProblem warps4() {
        return family(
                "warps4",
                List.of(ROWS, COLUMNS, DEPTH),
                c -> {
                    long rows = value(c, "rows");
                    double busy = rows / (32.0 * Math.ceilDiv(rows, 32L));
                    double depth = Math.log(value(c, "depth") * 60 / size(c));
                    return blocked(c) / busy * (1 + 0.1 * depth * depth);
                });
    }

    /** Multiples of 64 fall into the same sets of a cache, the more so the larger the task. */
    private static BenchmarkProblem sets4() {
        return family(
                "sets4",
                List.of(ROWS, COLUMNS),
                c -> {
                    double conflict = 1.1 + 0.15 * c.task().number("t");
                    long columns = value(c, "columns");
                    return blocked(c)
                            * (value(c, "rows") % 64 == 0 ? conflict : 1)
                            * (columns % 64 == 0 ? conflict : columns % 4 == 0 ? 1 : 1.12);
                });
    }

    /** A machine each, with vectors of 4 to 32, the last of which needs nothing aligned. */
    private static BenchmarkProblem machines4() {
        return family(
                "machines4",
                List.of(ROWS, COLUMNS, Parameter.categorical("order", List.of("ij", "ji"))),
                c -> {
                    int t = (int) c.task().number("t");
                    boolean byRows = c.configuration().get("order").equals("ij");
                    long inner = value(c, byRows ? "columns" : "rows");
                    double unaligned = t == 3 ? 1 : 1.35;
                    return blocked(c)
                            * (inner % (4L << t) == 0 ? 1 : unaligned)
                            * (byRows == (t % 2 == 0) ? 1 : 1.1);
                });
    }

    /** Blocks that are no multiples of eight, or are too large for the device, do not run. */
    private static BenchmarkProblem strict4() {
        return family(
                "strict4",
                List.of(ROWS, COLUMNS, DEPTH),
                c -> {
                    long used = value(c, "rows") * value(c, "columns");
                    double depth = Math.log(value(c, "depth") / 12.0);
                    return value(c, "rows") % 8 == 0 && used <= 40 * size(c)
                            ? blocked(c) * (1 + 0.05 * depth * depth)
                            : Double.NaN;
                });
    }

    /** Nothing but the sizes themselves. */
    private static BenchmarkProblem smooth4() {
        return family("smooth4", List.of(ROWS, COLUMNS), AlignmentFamilies::blocked);
    }
}
