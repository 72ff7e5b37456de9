package org.attune.benchmarks.problems;

import org.attune.api.Constraint;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.TuningProblem;

import java.util.List;

/**
 * Nests of tiled loops in which a category pays only together with a number: the order that lets
 * the compiler vectorise is no better than others until its rows are long.
 */
final class LoopNestProblems {
    private static final List<String> ORDERS = List.of("ijk", "ikj", "jik", "jki", "kij", "kji");
    private static final List<Parameter> PARAMETERS =
            List.of(
                    Parameter.integer("bi", 8, 640).log(),
                    Parameter.integer("bj", 8, 640).log(),
                    Parameter.integer("bk", 8, 640).log(),
                    Parameter.categorical("order", ORDERS),
                    Parameter.ordinal("unroll", List.of(1, 2, 4, 8)),
                    Parameter.categorical("copy_in", List.of("no", "yes")));
    private static final Constraint TILE =
            Constraint.of("tile", "8*(bi*bk + bk*bj + bi*bj) <= 1048576");

    private LoopNestProblems() {}

    /** A formula: loop overhead, vector length, strides and two caches. */
    static BenchmarkProblem nest(String name) {
        return PublicProblems.single(name, builder(name), c -> nestSeconds(c.configuration()));
    }

    private static double nestSeconds(Point p) {
        double bi = p.number("bi");
        double bj = p.number("bj");
        double bk = p.number("bk");
        double unroll = p.number("unroll");
        boolean copied = p.get("copy_in").equals("yes");
        double bytes = 8 * (bi * bk + bk * bj + bi * bj);
        double miss = bytes <= 32_768 ? 0 : bytes <= 262_144 ? 0.1 : 0.5;
        double inner =
                switch (((String) p.get("order")).charAt(2)) {
                    case 'j' -> 0.12 + 0.06 / unroll + 20 / bj;
                    case 'k' -> 1 + 0.1 / unroll + 4 / bk;
                    default -> (copied ? 1 : 1.3) + 4 / bi;
                };
        double spilled = unroll == 8 ? 1.3 : 1;
        double copies = copied ? 8 / bi + 8 / bj : 0;
        return inner * spilled + miss * (copied ? 0.7 : 1) + copies + 2 / bi + 1 / bk;
    }

    /**
     * A forest grown on CPU seconds of a real program: 300 random configurations of a tiled matrix
     * multiplication, on one busy machine.
     *
     * @param n size of the matrices, 384 or 640
     */
    static BenchmarkProblem measured(int n) {
        String name = "matmul" + n;
        var space = Space.of(PARAMETERS);
        var runs =
                MeasuredRuns.read("matmul.csv")
                        .where(row -> row.get("n").equals(Integer.toString(n)));
        var trees = runs.emulator(space, "seconds", 2, AblationProblems.SEED.generator(name, 1));
        return PublicProblems.single(
                name, builder(name), c -> trees.applyAsDouble(c.configuration()));
    }

    static TuningProblem.Builder builder(String name) {
        var builder = TuningProblem.named(name);
        PARAMETERS.forEach(builder::parameter);
        return builder.constraint(TILE);
    }
}
