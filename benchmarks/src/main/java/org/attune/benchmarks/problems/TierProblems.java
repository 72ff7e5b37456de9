package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.LevelledRegimes.above;
import static org.attune.benchmarks.problems.LevelledRegimes.bowls;
import static org.attune.benchmarks.problems.LevelledRegimes.fill;
import static org.attune.benchmarks.problems.LevelledRegimes.filled;

import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.benchmarks.problems.LevelledRegimes.Filled;

import java.util.List;

/**
 * Problems with large regimes, in two halves: one to decide by how {@code cgp} uses regimes, and
 * one that is run when that has been decided. In some values fall until a regime is full, so that
 * the best is beside the jump; others have bowls as in {@link JumpProblems}. Each seed has an
 * instance of its own.
 */
public final class TierProblems {
    private static final List<Integer> TILES = List.of(4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128);

    private TierProblems() {}

    private static List<Parameter> unit(String... names) {
        return List.of(names).stream().<Parameter>map(n -> Parameter.real(n, 0, 1)).toList();
    }

    /** Returns the half that decides. */
    public static List<RegimeProblem> decide() {
        return List.of(
                filled(
                        "fit1",
                        List.of(Parameter.integer("block", 8, 2048).log()),
                        3,
                        0,
                        random -> {
                            double first = 32 * Math.pow(4, random.nextDouble());
                            double second = first * (3 + 3 * random.nextDouble());
                            return new Filled(
                                    p -> above(p.number("block"), first, second),
                                    p -> fill(p.number("block"), 8, 2048, first, second));
                        }),
                bowls(
                        "plane2",
                        unit("x", "w"),
                        2,
                        random -> {
                            double[] slope = Landscape.between(random, 2, -1, 1);
                            double border =
                                    0.5 * (slope[0] + slope[1]) + 0.2 * (random.nextDouble() - 0.5);
                            return p ->
                                    above(
                                            slope[0] * p.number("x") + slope[1] * p.number("w"),
                                            border);
                        }),
                filled(
                        "fit2",
                        List.of(
                                Parameter.integer("rows", 4, 160).log(),
                                Parameter.integer("columns", 4, 160).log()),
                        2,
                        0,
                        random -> {
                            double border = 512 * Math.pow(4, random.nextDouble());
                            return new Filled(
                                    p -> above(p.number("rows") * p.number("columns"), border),
                                    p ->
                                            fill(
                                                    p.number("rows") * p.number("columns"),
                                                    16,
                                                    25_600,
                                                    border));
                        }),
                bowls(
                        "corner2",
                        unit("x", "w"),
                        2,
                        0.01,
                        random -> {
                            double[] at = Landscape.between(random, 2, 0.3, 0.6);
                            return p -> p.number("x") > at[0] && p.number("w") > at[1] ? 1 : 0;
                        }),
                filled(
                        "tiles3",
                        List.of(
                                Parameter.ordinal("m", TILES),
                                Parameter.ordinal("n", TILES),
                                Parameter.ordinal("k", TILES)),
                        2,
                        0,
                        random -> {
                            double border = 1500 * Math.pow(5, random.nextDouble());
                            return new Filled(
                                    p -> above(footprint(p), border),
                                    p -> fill(footprint(p), 48, 49_152, border));
                        }),
                bowls(
                        "cores3",
                        List.of(
                                Parameter.integer("ranks", 1, 16),
                                Parameter.integer("threads", 1, 16),
                                Parameter.real("overlap", 0, 1)),
                        2,
                        random -> {
                            double cores = 20 + 60 * random.nextDouble();
                            return p -> above(p.number("ranks") * p.number("threads"), cores);
                        }),
                bowls(
                        "solver3",
                        List.of(
                                Parameter.categorical("solver", List.of("direct", "iterative")),
                                Parameter.real("x", 0, 1),
                                Parameter.real("w", 0, 1)),
                        3,
                        random -> {
                            double border = 0.3 + 0.4 * random.nextDouble();
                            return p ->
                                    p.get("solver").equals("direct")
                                            ? 2
                                            : above(p.number("w"), border);
                        }),
                bowls(
                        "kernel4",
                        List.of(
                                Parameter.categorical("variant", List.of("a", "b", "c")),
                                Parameter.integer("tile", 4, 256).log(),
                                Parameter.integer("unroll", 1, 8),
                                Parameter.real("prefetch", 0, 1)),
                        2,
                        random -> {
                            double[] logs = Landscape.between(random, 3, 4, 6.5);
                            return p ->
                                    above(
                                            p.number("tile"),
                                            Math.pow(
                                                    2,
                                                    logs[
                                                            "abc"
                                                                    .indexOf(
                                                                            (String)
                                                                                    p.get(
                                                                                            "variant"))]));
                        }));
    }

    private static double footprint(Point p) {
        double m = p.number("m");
        double n = p.number("n");
        double k = p.number("k");
        return m * n + n * k + m * k;
    }

    /** Returns the half that decides nothing. */
    public static List<RegimeProblem> report() {
        return List.of(
                bowls(
                        "line1",
                        unit("x"),
                        3,
                        random -> {
                            double first = 0.2 + 0.25 * random.nextDouble();
                            double second = first + 0.2 + 0.2 * random.nextDouble();
                            return p -> above(p.number("x"), first, second);
                        }),
                filled(
                        "full1",
                        List.of(Parameter.integer("buffer", 1, 4000).log()),
                        2,
                        0.01,
                        random -> {
                            double border = 30 * Math.pow(20, random.nextDouble());
                            return new Filled(
                                    p -> above(p.number("buffer"), border),
                                    p -> fill(p.number("buffer"), 1, 4000, border));
                        }),
                filled(
                        "cores2",
                        List.of(
                                Parameter.integer("ranks", 1, 32),
                                Parameter.integer("threads", 1, 32)),
                        2,
                        0,
                        random -> {
                            double border = 40 + 120 * random.nextDouble();
                            return new Filled(
                                    p -> above(p.number("ranks") * p.number("threads"), border),
                                    p ->
                                            fill(
                                                    p.number("ranks") * p.number("threads"),
                                                    1,
                                                    1024,
                                                    border));
                        }),
                bowls(
                        "ring2",
                        unit("x", "w"),
                        2,
                        random -> {
                            double[] c = Landscape.between(random, 2, 0.4, 0.6);
                            double inner = 0.1 + 0.1 * random.nextDouble();
                            double outer = inner + 0.2 + 0.1 * random.nextDouble();
                            return p ->
                                    above(
                                                            Math.hypot(
                                                                    p.number("x") - c[0],
                                                                    p.number("w") - c[1]),
                                                            inner,
                                                            outer)
                                                    == 1
                                            ? 1
                                            : 0;
                        }),
                bowls(
                        "stairs2",
                        List.of(
                                Parameter.integer("threads", 1, 96),
                                Parameter.real("chunk", 1, 1000).log()),
                        3,
                        random -> {
                            int first = 25 + random.nextInt(15);
                            int second = first + 20 + random.nextInt(15);
                            return p -> above(p.number("threads"), first + 0.5, second + 0.5);
                        }),
                bowls(
                        "volume3",
                        List.of(
                                Parameter.integer("a", 2, 64).log(),
                                Parameter.integer("b", 2, 64).log(),
                                Parameter.integer("c", 2, 64).log()),
                        2,
                        random -> {
                            double border = 600 * Math.pow(6, random.nextDouble());
                            return p ->
                                    above(p.number("a") * p.number("b") * p.number("c"), border);
                        }),
                bowls(
                        "switch3",
                        List.of(
                                Parameter.categorical("mode", List.of("push", "pull")),
                                Parameter.real("x", 0, 1),
                                Parameter.real("w", 0, 1)),
                        2,
                        random -> {
                            double[] slope = Landscape.between(random, 4, -1, 1);
                            return p -> {
                                int m = p.get("mode").equals("push") ? 0 : 2;
                                return above(
                                        slope[m] * (p.number("x") - 0.5)
                                                + slope[m + 1] * (p.number("w") - 0.5),
                                        0);
                            };
                        }),
                bowls(
                        "stencil4",
                        List.of(
                                Parameter.categorical("order", List.of("rows", "columns")),
                                Parameter.integer("bx", 4, 128).log(),
                                Parameter.integer("by", 4, 128).log(),
                                Parameter.ordinal("width", List.of(1, 2, 4, 8))),
                        3,
                        random -> {
                            double border = 300 * Math.pow(8, random.nextDouble());
                            return p ->
                                    p.get("order").equals("rows")
                                            ? above(p.number("bx") * p.number("by"), border)
                                            : 2;
                        }));
    }
}
