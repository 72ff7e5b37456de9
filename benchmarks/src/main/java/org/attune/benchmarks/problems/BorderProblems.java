package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.LevelledRegimes.above;
import static org.attune.benchmarks.problems.LevelledRegimes.bowls;
import static org.attune.benchmarks.problems.LevelledRegimes.fill;
import static org.attune.benchmarks.problems.LevelledRegimes.filled;

import org.attune.api.Parameter;
import org.attune.benchmarks.problems.LevelledRegimes.Filled;

import java.util.List;

/**
 * Problems of one and two parameters with known regimes, by which it is decided how regimes are
 * told apart. Among them are regimes that lie apart, borders of several shapes, and noise. Each
 * seed has an instance of its own.
 */
public final class BorderProblems {
    private static final Parameter X = Parameter.real("x", 0, 1);
    private static final Parameter W = Parameter.real("w", 0, 1);

    private BorderProblems() {}

    /** Returns all of them. */
    public static List<RegimeProblem> all() {
        return List.of(
                bowls(
                        "shelf1",
                        List.of(Parameter.integer("unroll", 1, 200)),
                        3,
                        0.005,
                        random -> {
                            double first = 40 + 40 * random.nextDouble();
                            double second = first + 40 + 30 * random.nextDouble();
                            return p -> above(p.number("unroll"), first, second);
                        }),
                bowls(
                        "band1",
                        List.of(X),
                        2,
                        random -> {
                            double from = 0.2 + 0.3 * random.nextDouble();
                            double to = from + 0.2 + 0.1 * random.nextDouble();
                            return p -> above(p.number("x"), from, to) == 1 ? 1 : 0;
                        }),
                filled(
                        "load1",
                        List.of(Parameter.integer("chunk", 1, 1024).log()),
                        2,
                        0.01,
                        random -> {
                            double border = 16 * Math.pow(8, random.nextDouble());
                            return new Filled(
                                    p -> above(p.number("chunk"), border),
                                    p -> fill(p.number("chunk"), 1, 1024, border));
                        }),
                filled(
                        "queue1",
                        List.of(Parameter.integer("depth", 1, 500).log()),
                        3,
                        0,
                        random -> {
                            double first = 6 * Math.pow(2, random.nextDouble());
                            double second = first * (4 + 4 * random.nextDouble());
                            return new Filled(
                                    p -> above(p.number("depth"), first, second),
                                    p -> fill(p.number("depth"), 1, 500, first, second));
                        }),
                bowls(
                        "wedge2",
                        List.of(X, W),
                        3,
                        random -> {
                            double[] at = Landscape.between(random, 2, 0.35, 0.65);
                            double turn = 2 * Math.PI * random.nextDouble();
                            return p -> {
                                double angle =
                                        Math.atan2(p.number("w") - at[1], p.number("x") - at[0]);
                                return (int) (3 * ((angle + turn) / (2 * Math.PI) % 1 + 1) % 3);
                            };
                        }),
                bowls(
                        "oval2",
                        List.of(X, W),
                        2,
                        0.01,
                        random -> {
                            double[] c = Landscape.between(random, 2, 0.3, 0.7);
                            double[] half = Landscape.between(random, 2, 0.18, 0.35);
                            return p ->
                                    above(
                                            Math.hypot(
                                                    (p.number("x") - c[0]) / half[0],
                                                    (p.number("w") - c[1]) / half[1]),
                                            1);
                        }),
                bowls(
                        "tile2",
                        List.of(
                                Parameter.integer("m", 1, 100).log(),
                                Parameter.integer("n", 1, 100).log()),
                        3,
                        random -> {
                            double first = 40 * Math.pow(2, random.nextDouble());
                            double second = first * (4 + 4 * random.nextDouble());
                            return p -> above(p.number("m") * p.number("n"), first, second);
                        }),
                filled(
                        "share2",
                        List.of(
                                Parameter.integer("processes", 1, 24),
                                Parameter.integer("threads", 1, 24)),
                        2,
                        0.005,
                        random -> {
                            double border = 40 + 80 * random.nextDouble();
                            return new Filled(
                                    p -> above(p.number("processes") * p.number("threads"), border),
                                    p ->
                                            fill(
                                                    p.number("processes") * p.number("threads"),
                                                    1,
                                                    576,
                                                    border));
                        }),
                bowls(
                        "stripe2",
                        List.of(X, W),
                        2,
                        random -> {
                            double slope = 2 * random.nextDouble() - 1;
                            double from = 0.5 * slope + 0.2 + 0.2 * random.nextDouble();
                            double to = from + 0.25 + 0.1 * random.nextDouble();
                            return p ->
                                    above(p.number("x") + slope * p.number("w"), from, to) == 1
                                            ? 1
                                            : 0;
                        }),
                bowls(
                        "ladder2",
                        List.of(Parameter.integer("level", 1, 40), W),
                        3,
                        0.005,
                        random -> {
                            int first = 9 + random.nextInt(6);
                            int second = first + 9 + random.nextInt(6);
                            return p -> above(p.number("level"), first + 0.5, second + 0.5);
                        }));
    }
}
