package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.Point;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

class LimitedLevelsTest {
    private static final Fidelity CHEAP = new Fidelity(0.1);
    private static final int SEEDS = 4;
    private static final int POINTS = 400;
    private static final int BEST = 10;

    static List<DrawnProblem> all() {
        return Stream.concat(LimitedLevels.decide().stream(), LimitedLevels.report().stream())
                .toList();
    }

    private static boolean fails(ToDoubleFunction<Candidate> runs, Point p, Fidelity fidelity) {
        return Double.isNaN(runs.applyAsDouble(new Candidate(Point.EMPTY, p, fidelity)));
    }

    /** By the last word of its name: alike, later, never, or near the optimum. */
    @ParameterizedTest
    @MethodSource("all")
    void cheapRunsFailWhereTheNameSays(DrawnProblem problem) {
        int cheap = 0;
        int full = 0;
        int both = 0;
        int bestFailCheaply = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            ToDoubleFunction<Candidate> runs = problem.runs(seed);
            ToDoubleFunction<Point> value = problem.instance(seed);
            for (Point p : RandomPoints.of(problem, seed, POINTS)) {
                boolean failsInFull = fails(runs, p, Fidelity.FULL);
                boolean fails = fails(runs, p, CHEAP);
                cheap += fails ? 1 : 0;
                full += failsInFull ? 1 : 0;
                both += fails && failsInFull ? 1 : 0;
            }
            bestFailCheaply +=
                    (int)
                            RandomPoints.of(problem, seed, POINTS).stream()
                                    .filter(p -> !fails(runs, p, Fidelity.FULL))
                                    .sorted(Comparator.comparingDouble(value))
                                    .limit(BEST)
                                    .filter(p -> fails(runs, p, CHEAP))
                                    .count();
        }
        assertTrue(full > 0);
        String name = problem.name();
        switch (name.substring(name.lastIndexOf('-') + 1)) {
            case "alike" -> {
                assertEquals(full, cheap);
                assertEquals(full, both);
            }
            case "later" -> {
                assertEquals(cheap, both);
                assertTrue(cheap < full, cheap + " of " + full);
            }
            case "never" -> assertEquals(0, cheap);
            default -> {
                assertEquals(full, both);
                assertTrue(cheap > full + 0.02 * SEEDS * POINTS, cheap + ", " + full);
                double share = (cheap - full) / (double) (SEEDS * POINTS - full);
                assertTrue(bestFailCheaply > 1.5 * share * SEEDS * BEST, "" + bestFailCheaply);
            }
        }
    }
}
