package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.benchmarks.problems.RegimeProblem.Instance;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** Draws instances whose regimes are on different levels, each with a bowl of its own. */
final class LevelledRegimes {
    private static final double SMALLEST = 0.4; // between the levels of two regimes
    private static final double LARGEST = 1.5;
    private static final double BOWL = 0.3; // of a bowl's height, which is 2 to 5
    private static final double FALL = 0.8; // from an empty to a full regime
    private static final int TRIES = 10_000;
    private static final int MOST_POINTS = 100_000;

    private LevelledRegimes() {}

    /**
     * Regimes in which values fall until they are full, as those of a block do until it no longer
     * fits into a cache.
     *
     * @param regime of a configuration
     * @param fill how full its regime is, 0 to 1
     */
    record Filled(ToIntFunction<Point> regime, ToDoubleFunction<Point> fill) {}

    /** Returns how many borders a quantity is above. */
    static int above(double quantity, double... borders) {
        return (int) Arrays.stream(borders).filter(b -> quantity > b).count();
    }

    /**
     * Returns how full the regime is in which a quantity is, on a logarithmic scale.
     *
     * @param quantity between least and most
     * @param borders between regimes, rising
     */
    static double fill(double quantity, double least, double most, double... borders) {
        int regime = above(quantity, borders);
        double from = regime == 0 ? least : borders[regime - 1];
        double to = regime == borders.length ? most : borders[regime];
        return Math.clamp(Math.log(quantity / from) / Math.log(to / from), 0, 1);
    }

    /** Makes a problem whose best regime has its minimum inside, by how regimes are drawn. */
    static RegimeProblem bowls(
            String name,
            List<Parameter> parameters,
            int regimes,
            Function<Generator, ToIntFunction<Point>> drawn) {
        return bowls(name, parameters, regimes, 0, drawn);
    }

    /** Does so with noise: the standard deviation of the logarithm of measured values. */
    static RegimeProblem bowls(
            String name,
            List<Parameter> parameters,
            int regimes,
            double noise,
            Function<Generator, ToIntFunction<Point>> drawn) {
        Space space = Space.of(parameters);
        return new RegimeProblem(
                name, parameters, noise, random -> bowls(space, regimes, drawn, random));
    }

    /** Makes a problem of regimes that are the better the fuller; of few configurations. */
    static RegimeProblem filled(
            String name,
            List<Parameter> parameters,
            int regimes,
            double noise,
            Function<Generator, Filled> drawn) {
        Space space = Space.of(parameters);
        return new RegimeProblem(
                name, parameters, noise, random -> filled(space, regimes, drawn, random));
    }

    /** Draws a bowl for each regime; the lowest level's has its minimum inside of its regime. */
    private static Instance bowls(
            Space space,
            int regimes,
            Function<Generator, ToIntFunction<Point>> drawn,
            Generator random) {
        ToIntFunction<Point> regime = drawn.apply(random);
        int dimension = space.dimension();
        int[] order = order(regimes, random);
        double[] levels = levels(order, random);
        Landscape[] bowls = new Landscape[regimes];
        Arrays.setAll(bowls, k -> Landscape.drawn(random, dimension));
        Point best = space.decode(bowls[order[0]].center());
        for (int i = 0; i < TRIES && regime.applyAsInt(best) != order[0]; i++) {
            bowls[order[0]] = Landscape.drawn(random, dimension);
            best = space.decode(bowls[order[0]].center());
        }
        double least = bowls[order[0]].value(space.encode(best));
        return new Instance(
                best,
                p -> {
                    int k = regime.applyAsInt(p);
                    double bowl = bowls[k].value(space.encode(p));
                    double off = k == order[0] ? bowl - least : bowl - Landscape.LEAST;
                    return RegimeProblem.OPTIMUM + levels[k] + BOWL * off;
                },
                regime);
    }

    /** The least value is that of all configurations. */
    private static Instance filled(
            Space space, int regimes, Function<Generator, Filled> drawn, Generator random) {
        Filled filled = drawn.apply(random);
        double[] levels = levels(order(regimes, random), random);
        Landscape[] bowls = new Landscape[regimes];
        Arrays.setAll(bowls, k -> Landscape.drawn(random, space.dimension()));
        ToDoubleFunction<Point> raw =
                p -> {
                    int k = filled.regime().applyAsInt(p);
                    return levels[k]
                            + FALL * (1 - filled.fill().applyAsDouble(p))
                            + BOWL / 2 * bowls[k].value(space.encode(p));
                };
        Point best =
                space.points(MOST_POINTS).orElseThrow().stream()
                        .min(Comparator.comparingDouble(raw))
                        .orElseThrow();
        double off = RegimeProblem.OPTIMUM - raw.applyAsDouble(best);
        return new Instance(best, p -> raw.applyAsDouble(p) + off, filled.regime());
    }

    /** Returns the regimes from the lowest level to the highest. */
    private static int[] order(int regimes, Generator random) {
        int[] order = new int[regimes];
        Arrays.setAll(order, k -> k);
        random.shuffle(order);
        return order;
    }

    private static double[] levels(int[] order, Generator random) {
        double[] levels = new double[order.length];
        double level = 0;
        for (int k : order) {
            levels[k] = level;
            level += SMALLEST + (LARGEST - SMALLEST) * random.nextDouble();
        }
        return levels;
    }
}
