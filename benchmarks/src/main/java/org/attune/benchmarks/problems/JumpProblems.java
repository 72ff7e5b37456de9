package org.attune.benchmarks.problems;

import org.attune.api.Parameter;

import java.util.Arrays;
import java.util.List;

/**
 * Problems whose regimes are large: behind caches, cores, variants and thresholds the objective is
 * another smooth function on another level. Which regime each configuration is in is known. Each
 * seed has an instance of its own; no decision was made by them.
 */
public final class JumpProblems {
    private JumpProblems() {}

    /** Returns all of them. */
    public static List<RegimeProblem> all() {
        return List.of(
                LevelledRegimes.bowls(
                        "cache1",
                        List.of(Parameter.integer("block", 4, 512).log()),
                        3,
                        random -> {
                            double first = 16 * Math.pow(4, random.nextDouble());
                            double second = first * (2 + 2 * random.nextDouble());
                            return p -> LevelledRegimes.above(p.number("block"), first, second);
                        }),
                LevelledRegimes.bowls(
                        "cache2",
                        List.of(
                                Parameter.integer("rows", 4, 256).log(),
                                Parameter.integer("columns", 4, 256).log()),
                        3,
                        random -> {
                            double first = 512 * Math.pow(2, random.nextDouble());
                            double second = first * (4 + 4 * random.nextDouble());
                            return p ->
                                    LevelledRegimes.above(
                                            p.number("rows") * p.number("columns"), first, second);
                        }),
                LevelledRegimes.bowls(
                        "threshold2",
                        List.of(Parameter.real("x", 0, 1), Parameter.real("w", 0, 1)),
                        2,
                        random -> {
                            double border = 0.25 + 0.5 * random.nextDouble();
                            return p -> LevelledRegimes.above(p.number("x"), border);
                        }),
                LevelledRegimes.bowls(
                        "oblique3",
                        List.of(
                                Parameter.real("x", 0, 1),
                                Parameter.real("w", 0, 1),
                                Parameter.real("v", 0, 1)),
                        2,
                        random -> {
                            double[] slope = Landscape.between(random, 3, -1, 1);
                            double border =
                                    0.5 * Arrays.stream(slope).sum()
                                            + 0.2 * (random.nextDouble() - 0.5);
                            return p ->
                                    LevelledRegimes.above(
                                            slope[0] * p.number("x")
                                                    + slope[1] * p.number("w")
                                                    + slope[2] * p.number("v"),
                                            border);
                        }),
                LevelledRegimes.bowls(
                        "variants3",
                        List.of(
                                Parameter.categorical(
                                        "variant", List.of("plain", "tiled", "fused")),
                                Parameter.real("x", 0, 1),
                                Parameter.real("w", 0, 1)),
                        3,
                        random -> {
                            double border = 0.3 + 0.4 * random.nextDouble();
                            String cut = List.of("plain", "tiled", "fused").get(random.nextInt(3));
                            return p ->
                                    p.get("variant").equals(cut)
                                            ? LevelledRegimes.above(p.number("x"), border)
                                            : 2;
                        }),
                LevelledRegimes.bowls(
                        "threads2",
                        List.of(
                                Parameter.integer("threads", 1, 64),
                                Parameter.real("chunk", 1, 1000).log()),
                        2,
                        random -> {
                            int cores = 12 + random.nextInt(33);
                            return p -> LevelledRegimes.above(p.number("threads"), cores + 0.5);
                        }),
                LevelledRegimes.bowls(
                        "disc2",
                        List.of(Parameter.real("x", 0, 1), Parameter.real("w", 0, 1)),
                        2,
                        random -> {
                            double[] c = Landscape.between(random, 2, 0.3, 0.7);
                            double radius = 0.2 + 0.1 * random.nextDouble();
                            return p ->
                                    LevelledRegimes.above(
                                            Math.hypot(p.number("x") - c[0], p.number("w") - c[1]),
                                            radius);
                        }),
                LevelledRegimes.bowls(
                        "layout4",
                        List.of(
                                Parameter.categorical("layout", List.of("rows", "columns")),
                                Parameter.real("x", 0, 1),
                                Parameter.integer("unroll", 1, 16),
                                Parameter.ordinal("width", List.of(1, 2, 4, 8))),
                        3,
                        random -> {
                            double border = 4 + random.nextInt(8) + 0.5;
                            return p ->
                                    p.get("layout").equals("rows")
                                            ? LevelledRegimes.above(p.number("unroll"), border)
                                            : 2;
                        }));
    }
}
