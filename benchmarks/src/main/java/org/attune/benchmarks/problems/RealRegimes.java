package org.attune.benchmarks.problems;

import org.attune.api.Constraint;
import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.benchmarks.problems.RegimeProblem.Instance;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Problems over real parameters whose better part is a place. */
final class RealRegimes {
    private RealRegimes() {}

    /** An instance over real parameters alone. */
    private record Reals(double[] best, ToDoubleFunction<double[]> value) {}

    /** Nothing but a bowl. */
    static RegimeProblem bowl(String name, int dimension, double noise) {
        return reals(
                name,
                dimension,
                noise,
                random -> {
                    Landscape all = Landscape.drawn(random, dimension);
                    return new Reals(all.center(), x -> all.value(x) - 1);
                });
    }

    /**
     * A bowl, and a part of 1e-5 of the space that is half a unit better: the optimum is that of
     * the bowl, for nobody finds the other one.
     */
    static RegimeProblem needle(String name, int dimension, double noise) {
        return reals(
                name,
                dimension,
                noise,
                random -> {
                    Landscape all = Landscape.drawn(random, dimension);
                    Box hole = Box.drawn(random, dimension, 1e-5);
                    return new Reals(
                            all.center(), x -> all.value(x) - (hole.radius(x) < 1 ? 1.5 : 1));
                });
    }

    /** Values rise towards an oblique plane; beyond it lies the better part of the space. */
    static RegimeProblem jump(String name, int dimension, double share, double noise) {
        return reals(name, dimension, noise, random -> jump(random, dimension, share));
    }

    private static Reals jump(Generator random, int dimension, double share) {
        double[] slope = Landscape.between(random, dimension, 0.3, 1.5);
        for (int i = 0; i < dimension; i++) {
            slope[i] *= random.nextInt(2) == 0 ? 1 : -1;
        }
        double[][] sample = new double[4000][];
        Arrays.setAll(sample, i -> Landscape.between(random, dimension, 0, 1));
        double[] heights = Arrays.stream(sample).mapToDouble(x -> dot(slope, x)).sorted().toArray();
        double border = heights[(int) ((1 - share) * heights.length)];
        double lowest = heights[0];
        double[] best =
                Arrays.stream(sample).filter(x -> dot(slope, x) > border).findFirst().orElseThrow();
        double far =
                Arrays.stream(sample)
                        .filter(x -> dot(slope, x) > border)
                        .mapToDouble(x -> squaredDistance(x, best))
                        .max()
                        .orElseThrow();
        Landscape all = Landscape.drawn(random, dimension);
        return new Reals(
                best,
                x -> {
                    double height = dot(slope, x);
                    return height > border
                            ? 1 + RegimeProblem.RISE * squaredDistance(x, best) / far
                            : 0.5 * (all.value(x) + Landscape.LEAST)
                                    + 2 * Math.max(height - lowest, 0) / (border - lowest);
                });
    }

    /** Flat at 3 where the bowl is not below it, in steps of 0.25 elsewhere; a better plateau. */
    static RegimeProblem plateaus(String name, int dimension, double share) {
        return boxed(
                name,
                dimension,
                share,
                0,
                (value, r) -> {
                    double outside = Math.min(Math.ceil(4 * value) / 4, 3);
                    return r < 0.7 ? 1 : r < 1 ? 1.2 : outside;
                });
    }

    /**
     * A box of this share of the space with better values; with an edge, or sunk into the bowl so
     * that values fall towards its middle.
     */
    static RegimeProblem pocket(
            String name, int dimension, double share, double noise, boolean edge) {
        return boxed(
                name,
                dimension,
                share,
                noise,
                (value, r) -> {
                    if (r >= 1) {
                        return value;
                    }
                    return edge ? 1 + RegimeProblem.RISE * r * r : 1 + (value - 1) * Math.pow(r, 4);
                });
    }

    /**
     * A bowl and a box of this share of the space, whose middle is the best.
     *
     * @param made the value where the bowl has one, at a distance from the middle of the box of
     *     which 1 is its faces
     */
    private static RegimeProblem boxed(
            String name, int dimension, double share, double noise, DoubleBinaryOperator made) {
        return reals(
                name,
                dimension,
                noise,
                random -> {
                    Landscape all = Landscape.drawn(random, dimension);
                    Box part = Box.drawn(random, dimension, share);
                    return new Reals(
                            part.center(), x -> made.applyAsDouble(all.value(x), part.radius(x)));
                });
    }

    /**
     * A bowl along some axes, and along the others values that rise from a bound on.
     *
     * @param pressed axes along which values rise
     * @param rise from 0, at the bound, to 1 at the other one
     * @param share of a box with better values; 0 for none
     */
    static RegimeProblem faces(
            String name, int dimension, int pressed, DoubleUnaryOperator rise, double share) {
        return reals(
                name,
                dimension,
                0,
                random -> {
                    double[] best = Landscape.between(random, dimension, 0.15, 0.85);
                    double[] weight = Landscape.between(random, dimension, 0.5, 3);
                    for (int i = 0; i < pressed; i++) {
                        best[i] = random.nextInt(2);
                    }
                    double mixed = Landscape.between(random, -0.2, 0.2);
                    ToDoubleFunction<double[]> all =
                            x -> {
                                double sum = 1;
                                for (int i = 0; i < dimension; i++) {
                                    double v = x[i] - best[i];
                                    sum +=
                                            weight[i]
                                                    * (i < pressed
                                                            ? rise.applyAsDouble(Math.abs(v))
                                                            : v * v);
                                    if (i > 0) {
                                        sum += mixed * v * v * (x[i - 1] - best[i - 1]);
                                    }
                                }
                                return sum;
                            };
                    return withBox(best, all, random, share, center -> true);
                });
    }

    /**
     * A bowl whose minimum is beyond the constraint that all parameters together are at most 0.4
     * times their number; the least admissible value is at a place on that plane.
     *
     * @param share of a box with better values; 0 for none
     */
    static RegimeProblem wall(String name, int dimension, double share) {
        double most = 0.4 * dimension;
        String sum =
                IntStream.rangeClosed(1, dimension)
                        .mapToObj(i -> "x" + i)
                        .collect(Collectors.joining(" + "));
        return reals(
                name,
                dimension,
                List.of(Constraint.of("wall", sum + " <= " + most)),
                0,
                random -> {
                    double[] best = Landscape.between(random, dimension, 0.25, 0.55);
                    double off = (most - Arrays.stream(best).sum()) / dimension;
                    Arrays.setAll(best, i -> best[i] + off);
                    double[] weight = Landscape.between(random, dimension, 0.5, 3);
                    double slope = Landscape.between(random, 0.3, 1.5);
                    ToDoubleFunction<double[]> all =
                            x -> {
                                double value = 1 + slope * (most - Arrays.stream(x).sum());
                                for (int i = 0; i < dimension; i++) {
                                    value += weight[i] * Math.pow(x[i] - best[i], 2);
                                }
                                return value;
                            };
                    return withBox(
                            best,
                            all,
                            random,
                            share,
                            center -> Arrays.stream(center).sum() < most - 0.1);
                });
    }

    /** Adds a box whose middle is such a place to values whose least one is 1. */
    private static Reals withBox(
            double[] best,
            ToDoubleFunction<double[]> all,
            Generator random,
            double share,
            Predicate<double[]> place) {
        if (share == 0) {
            return new Reals(best, all);
        }
        Box part =
                Stream.generate(() -> Box.drawn(random, best.length, share))
                        .filter(box -> place.test(box.center()))
                        .findFirst()
                        .orElseThrow();
        return new Reals(
                part.center(),
                x -> {
                    double r = part.radius(x);
                    return r < 1 ? 1 + RegimeProblem.RISE * r * r : 1 + all.applyAsDouble(x);
                });
    }

    private static RegimeProblem reals(
            String name, int dimension, double noise, Function<Generator, Reals> drawn) {
        return reals(name, dimension, List.of(), noise, drawn);
    }

    private static RegimeProblem reals(
            String name,
            int dimension,
            List<Constraint> constraints,
            double noise,
            Function<Generator, Reals> drawn) {
        List<Parameter> parameters = PublicProblems.axes(dimension, 0, 1);
        return new RegimeProblem(
                name,
                parameters,
                constraints,
                noise,
                random -> {
                    Reals reals = drawn.apply(random);
                    var best = new TreeMap<String, Object>();
                    for (int i = 0; i < dimension; i++) {
                        best.put("x" + (i + 1), reals.best()[i]);
                    }
                    return new Instance(
                            Point.of(best), p -> reals.value().applyAsDouble(numbers(p)));
                });
    }

    private static double[] numbers(Point p) {
        double[] x = new double[p.values().size()];
        Arrays.setAll(x, i -> p.number("x" + (i + 1)));
        return x;
    }

    private static double dot(double[] a, double[] x) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * x[i];
        }
        return sum;
    }

    static double squaredDistance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }
}
