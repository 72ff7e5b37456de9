package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.LevelledRegimes.above;
import static org.attune.benchmarks.problems.LevelledRegimes.bowls;

import org.attune.api.Parameter;
import org.attune.api.Point;

import java.util.List;

/**
 * Problems with large regimes and with categories beside numbers: regimes that are categories, that
 * they have a border in, or that they have nothing to do with. By them it was decided how regimes
 * are used where there are categories. Each seed has an instance of its own.
 */
public final class MixedTierProblems {
    private static final List<String> BACKENDS = List.of("a", "b", "c", "d");

    private MixedTierProblems() {}

    private static Parameter unit(String name) {
        return Parameter.real(name, 0, 1);
    }

    /** Returns all of them. */
    public static List<RegimeProblem> all() {
        return List.of(
                bowls(
                        "algorithm3",
                        List.of(
                                Parameter.categorical("algorithm", List.of("a", "b", "c")),
                                unit("x"),
                                unit("w")),
                        3,
                        random -> p -> "abc".indexOf((String) p.get("algorithm"))),
                bowls(
                        "branch3",
                        List.of(
                                Parameter.categorical("branch", List.of("on", "off")),
                                unit("x"),
                                unit("w")),
                        3,
                        random -> {
                            double border = 0.25 + 0.5 * random.nextDouble();
                            return p ->
                                    p.get("branch").equals("on") ? above(p.number("w"), border) : 2;
                        }),
                bowls(
                        "backend4",
                        List.of(
                                Parameter.categorical("backend", BACKENDS),
                                unit("x"),
                                Parameter.integer("unroll", 1, 12),
                                Parameter.ordinal("width", List.of(1, 2, 4, 8))),
                        2,
                        random -> {
                            int first = random.nextInt(4);
                            int second = (first + 1 + random.nextInt(3)) % 4;
                            return p -> {
                                int backend = BACKENDS.indexOf(p.get("backend"));
                                return backend == first || backend == second ? 1 : 0;
                            };
                        }),
                bowls(
                        "flags4",
                        List.of(
                                Parameter.categorical("fused", List.of("no", "yes")),
                                Parameter.categorical("packed", List.of("no", "yes")),
                                unit("x"),
                                Parameter.integer("tile", 4, 256).log()),
                        3,
                        random -> {
                            double border = 16 * Math.pow(4, random.nextDouble());
                            return p ->
                                    isOn(p, "fused") && isOn(p, "packed")
                                            ? above(p.number("tile"), border)
                                            : 2;
                        }),
                bowls(
                        "library4",
                        List.of(
                                Parameter.categorical("library", List.of("a", "b")),
                                Parameter.integer("rows", 4, 256).log(),
                                Parameter.integer("columns", 4, 256).log(),
                                unit("ratio")),
                        2,
                        random -> {
                            double[] borders = Landscape.between(random, 2, 9, 13);
                            return p ->
                                    above(
                                            p.number("rows") * p.number("columns"),
                                            Math.pow(
                                                    2,
                                                    borders[p.get("library").equals("a") ? 0 : 1]));
                        }),
                bowls(
                        "order3",
                        List.of(
                                Parameter.categorical("order", List.of("ij", "ji", "tiled")),
                                Parameter.integer("threads", 1, 64),
                                unit("chunk")),
                        2,
                        random -> {
                            int cores = 16 + random.nextInt(32);
                            return p -> above(p.number("threads"), cores + 0.5);
                        }),
                bowls(
                        "level3",
                        List.of(
                                Parameter.categorical("level", List.of("low", "high")),
                                unit("x"),
                                unit("w")),
                        1,
                        random -> p -> 0));
    }

    private static boolean isOn(Point p, String flag) {
        return p.get(flag).equals("yes");
    }
}
