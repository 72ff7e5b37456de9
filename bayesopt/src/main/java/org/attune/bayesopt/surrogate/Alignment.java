package org.attune.bayesopt.surrogate;

import org.attune.api.Parameter;

import java.util.Arrays;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Which axes have whole numbers that may matter by how often two divides them, as sizes of tiles,
 * blocks and buffers do by vectors, warps, cache lines, pages and cache sets: those of an integer
 * parameter that is never inactive and has {@value #FEWEST_VALUES} values or more.
 *
 * <p>The level of a value is the number of times that two divides it, at most a few of the axis:
 * beyond, there are too few multiples for a difference to be learned. Where more than {@value
 * #MOST_AXES} axes would have levels none has: of so many nothing is learned.
 */
public final class Alignment {
    private static final int MOST_AXES = 6;
    private static final int FEWEST_VALUES = 32;
    private static final int FEWEST_MULTIPLES = 4; // of the highest level
    private static final int HIGHEST = 10;
    private static final int NEAR = 8; // a value may be changed by one over this

    private final Axes axes;
    private final int[] levels; // of each axis, 0 without

    private Alignment(Axes axes, boolean some) {
        this.axes = axes;
        this.levels =
                IntStream.range(0, axes.dimension())
                        .map(d -> some && hasLevels(axes, d) ? levels(axes.cells(d)) : 0)
                        .toArray();
    }

    /** Returns that of all axes that may have one. */
    public static Alignment of(Axes axes) {
        var all = new Alignment(axes, true);
        return all.axes().length <= MOST_AXES ? all : none(axes);
    }

    /** Returns that of none of these axes. */
    public static Alignment none(Axes axes) {
        return new Alignment(axes, false);
    }

    private static boolean hasLevels(Axes axes, int axis) {
        return axes.isMovable(axis)
                && axes.parameter(axis) instanceof Parameter.Int
                && axes.cells(axis) >= FEWEST_VALUES;
    }

    private static int levels(double values) {
        return Math.min(HIGHEST, Math.getExponent(values / FEWEST_MULTIPLES));
    }

    /** Returns whether no axis has levels. */
    public boolean isEmpty() {
        return highest() == 0;
    }

    /** Returns the axes that have levels. */
    public int[] axes() {
        return IntStream.range(0, levels.length).filter(d -> levels[d] > 0).toArray();
    }

    /** Returns the highest level of an axis, 0 where it has none. */
    public int highest(int axis) {
        return levels[axis];
    }

    /** Returns the highest level of all axes. */
    int highest() {
        return Arrays.stream(levels).max().orElse(0);
    }

    /** Returns the level of the value at a coordinate of an axis that has levels. */
    public int level(int axis, double unit) {
        return Math.min(Long.numberOfTrailingZeros(value(axis, unit)), levels[axis]);
    }

    /**
     * Returns the coordinate of the nearest value that has a level, the given one where the range
     * has no such value there.
     */
    public double rounded(int axis, double unit, int level) {
        Parameter.Int range = range(axis);
        long step = 1L << level;
        long to = Math.floorDiv(value(axis, unit) + step / 2, step) * step;
        return to < range.lower() || to > range.upper() ? unit : range.encode(to);
    }

    /** Returns the coordinate of the nearest value of exactly this level; empty without one. */
    public OptionalDouble nearest(int axis, double unit, int level) {
        long value = value(axis, unit);
        long multiple = Math.floorDiv(value, 1L << level);
        return LongStream.rangeClosed(multiple - 2, multiple + 2)
                .map(m -> m << level)
                .filter(v -> range(axis).lower() <= v && v <= range(axis).upper())
                .boxed()
                .sorted(Comparator.comparingLong(v -> Math.abs(v - value)))
                .mapToDouble(v -> range(axis).encode(v))
                .filter(u -> level(axis, u) == level)
                .findFirst();
    }

    /** Returns the same at this level, or at a lower one where that would change much. */
    public double roundedNearby(int axis, double unit, int level) {
        long most = 2 * Math.max(Math.abs(value(axis, unit)) / NEAR, 1); // as a step
        return rounded(axis, unit, Math.min(level, Math.getExponent((double) most)));
    }

    /** Returns the coordinate of the value of the highest level that changes this one as little. */
    public double roundestNearby(int axis, double unit) {
        long value = value(axis, unit);
        return IntStream.iterate(levels[axis], level -> level > 0, level -> level - 1)
                .mapToDouble(level -> rounded(axis, unit, level))
                .filter(u -> Math.abs(value(axis, u) - value) <= Math.abs(value) / NEAR)
                .findFirst()
                .orElse(unit);
    }

    private long value(int axis, double unit) {
        return range(axis).decode(unit);
    }

    private Parameter.Int range(int axis) {
        return (Parameter.Int) axes.parameter(axis);
    }
}
