package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Some {@link LimitProblems} with {@link CheapRuns}, which fail where full ones do, later, never,
 * or also where the best full ones are. In two halves, as these.
 */
public final class LimitedLevels {
    private static final int SAMPLE = 2000; // configurations, the best of which counts as optimum
    private static final double NEAR = 0.25; // the optimum, where runs fail for being cheap

    /** Where cheap runs fail. */
    private enum Failing {
        ALIKE,
        LATER,
        NEVER,
        NEAR_OPTIMUM
    }

    private LimitedLevels() {}

    /** Returns the half by which decisions are made. */
    public static List<DrawnProblem> decide() {
        return levels(LimitProblems.memory(), LimitProblems.batches(), LimitProblems.backends());
    }

    /** Returns the other half. */
    public static List<DrawnProblem> report() {
        return levels(
                LimitProblems.processGrid(), LimitProblems.bothLarge(), LimitProblems.farLimit());
    }

    private static List<DrawnProblem> levels(DrawnProblem... problems) {
        return Arrays.stream(problems)
                .flatMap(p -> Stream.of(Failing.values()).map(failing -> levels(p, failing)))
                .toList();
    }

    private static DrawnProblem levels(DrawnProblem full, Failing failing) {
        Space space = full.problem().parameterSpace();
        String name =
                full.name()
                        + switch (failing) {
                            case ALIKE -> "-alike";
                            case LATER -> "-later";
                            case NEVER -> "-never";
                            case NEAR_OPTIMUM -> "-near";
                        };
        return full.withFidelity(
                name,
                CheapRuns.LEVELS,
                (random, formula) -> {
                    ToDoubleFunction<Candidate> factor = CheapRuns.factor(space, random);
                    ToDoubleFunction<Candidate> runs = runs(space, formula, failing, random);
                    return c -> runs.applyAsDouble(c) * factor.applyAsDouble(c);
                });
    }

    /** Returns the value of runs but for what all cheap ones have of their own. */
    private static ToDoubleFunction<Candidate> runs(
            Space space, ToDoubleFunction<Point> formula, Failing failing, Generator random) {
        double[] optimum = failing == Failing.NEAR_OPTIMUM ? best(space, formula, random) : null;
        return c -> {
            Point p = c.configuration();
            double value = formula.applyAsDouble(p);
            if (c.fidelity().isFull() || failing == Failing.ALIKE) {
                return value;
            }
            double[] x = space.encode(p);
            return switch (failing) {
                case LATER ->
                        Double.isNaN(value)
                                ? 1.1
                                        * inward(
                                                space,
                                                formula,
                                                x,
                                                c.fidelity().value() < 0.2 ? 0.7 : 0.85)
                                : value;
                case NEVER ->
                        Double.isNaN(value)
                                ? IntStream.rangeClosed(0, 9)
                                        .mapToDouble(i -> inward(space, formula, x, 0.9 - 0.1 * i))
                                        .filter(v -> !Double.isNaN(v))
                                        .findFirst()
                                        .orElse(5)
                                : value;
                default -> isNear(space, x, optimum) ? Double.NaN : value;
            };
        };
    }

    /** Returns the value nearer to the middle of all axes with an order. */
    private static double inward(
            Space space, ToDoubleFunction<Point> formula, double[] x, double factor) {
        double[] moved = x.clone();
        for (int d = 0; d < x.length; d++) {
            moved[d] = hasOrder(space, d) ? 0.5 + factor * (x[d] - 0.5) : x[d];
        }
        return formula.applyAsDouble(space.decode(moved));
    }

    private static double[] best(Space space, ToDoubleFunction<Point> formula, Generator random) {
        Point best = null;
        for (int i = 0; i < SAMPLE; i++) {
            Point p = space.sample(random);
            double value = formula.applyAsDouble(p);
            if (!Double.isNaN(value) && (best == null || value < formula.applyAsDouble(best))) {
                best = p;
            }
        }
        return space.encode(best);
    }

    /** Returns whether the first two axes with an order are near. */
    private static boolean isNear(Space space, double[] x, double[] optimum) {
        return IntStream.range(0, x.length)
                .filter(d -> hasOrder(space, d))
                .limit(2)
                .allMatch(d -> Math.abs(x[d] - optimum[d]) < NEAR);
    }

    private static boolean hasOrder(Space space, int axis) {
        return !(space.axes().get(axis) instanceof Parameter.Categorical);
    }
}
