package org.attune.bayesopt.surrogate;

import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Space;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The axes on which a surrogate sees a space: the unit coordinates of {@link Space}, of which the
 * model needs to know two things. On a categorical axis all different values are equally far apart.
 * On a discrete axis a coordinate stands for its whole cell, so that it is snapped to the cell's
 * middle before the kernel sees it and the model is constant between two codes of one value.
 *
 * @see <a href="https://doi.org/10.1016/j.neucom.2019.11.004">E. C. Garrido-Merchán and D.
 *     Hernández-Lobato, Dealing with categorical and integer-valued variables in Bayesian
 *     optimization (2020)</a>
 */
public final class Axes {
    private final Parameter[] parameters;
    private final boolean[] categorical;
    private final double[] cells; // number of values, +∞ for a real
    private final boolean categoriesHaveOrder;
    private final boolean warpable;
    private final List<Order> orders;
    private final Order[] order; // by axis, null where it is none of a permutation
    private final OrderMetric[] metric; // by axis, null where it stands for no permutation

    /**
     * The axes of a permutation: their coordinates are in the order of the items' positions.
     *
     * @param from the first one
     * @param length how many, n
     */
    public record Order(int from, int length) {
        /** Returns the metric by which kernels see the permutation on one of its axes. */
        Optional<OrderMetric> metric(int axis) {
            OrderMetric[] all = OrderMetric.values(); // of two items all are the same
            boolean known = axis == from || axis - from < all.length && length > 2;
            return known ? Optional.of(all[axis - from]) : Optional.empty();
        }

        /**
         * Moves coordinates to the middle of the p-th of n intervals for the item at position p.
         */
        public void snap(double[] x) {
            double[] snapped = new double[length];
            for (int i = 0; i < length; i++) {
                int position = 0;
                for (int j = 0; j < length; j++) {
                    boolean before = x[from + j] < x[from + i];
                    position += before || j < i && x[from + j] == x[from + i] ? 1 : 0;
                }
                snapped[i] = (position + 0.5) / length;
            }
            System.arraycopy(snapped, 0, x, from, length);
        }
    }

    /** Reads the axes of a space; those with an order may be warped. */
    public Axes(Space space, boolean categoriesHaveOrder) {
        this(space, categoriesHaveOrder, true);
    }

    /**
     * Reads the axes of a space.
     *
     * @param categoriesHaveOrder true to place categories on a line in their order, as GPTune does
     * @param warpable false to leave every axis as it is
     */
    public Axes(Space space, boolean categoriesHaveOrder, boolean warpable) {
        this(
                space.axes(),
                space.permutations().stream()
                        .filter(p -> !p.held())
                        .map(p -> new Order(space.axis(p.name()), p.length()))
                        .toList(),
                categoriesHaveOrder,
                warpable);
    }

    private Axes(
            List<Parameter> all,
            List<Order> orders,
            boolean categoriesHaveOrder,
            boolean warpable) {
        this.categoriesHaveOrder = categoriesHaveOrder;
        this.warpable = warpable;
        this.orders = orders;
        parameters = all.toArray(new Parameter[0]);
        categorical = new boolean[parameters.length];
        cells = new double[parameters.length];
        for (int d = 0; d < parameters.length; d++) {
            categorical[d] = parameters[d] instanceof Parameter.Categorical && !categoriesHaveOrder;
            cells[d] = parameters[d].size();
        }
        order = new Order[parameters.length];
        orders.forEach(o -> Arrays.fill(order, o.from(), o.from() + o.length(), o));
        metric = new OrderMetric[parameters.length];
        Arrays.setAll(metric, d -> order[d] == null ? null : order[d].metric(d).orElse(null));
    }

    /** Returns these axes and, behind them, that of a real number beside the parameters. */
    Axes andReal(String name) {
        Stream<Parameter> all =
                Stream.concat(Arrays.stream(parameters), Stream.of(Parameter.real(name, 0, 1)));
        return new Axes(all.toList(), orders, categoriesHaveOrder, warpable);
    }

    /** Returns D, the number of axes. */
    public int dimension() {
        return parameters.length;
    }

    /** Returns whether the values of this axis have no order. */
    public boolean isCategorical(int axis) {
        return categorical[axis];
    }

    /**
     * Returns whether a monotone map of this axis can matter: it has an order and more than two
     * values.
     */
    public boolean isWarpable(int axis) {
        return warpable && !categorical[axis] && order[axis] == null && cells[axis] > 2;
    }

    /** Returns whether values of this axis can be moved along it: an order, and never inactive. */
    public boolean isMovable(int axis) {
        return !categorical[axis]
                && order[axis] == null
                && cells[axis] > 2
                && parameters[axis].activeIf().isEmpty();
    }

    /** Returns the permutations that have more than one value, by their axes. */
    public List<Order> orders() {
        return orders;
    }

    /** Returns whether this axis is the position of an item of a permutation. */
    public boolean isPosition(int axis) {
        return order[axis] != null;
    }

    /**
     * Returns the axes that kernels see: all, but of each permutation one for each metric, which
     * looks at all of its axes.
     */
    public int[] seen() {
        return IntStream.range(0, parameters.length)
                .filter(d -> order[d] == null || metric(d).isPresent())
                .toArray();
    }

    /** Returns the metric of an axis that stands for a whole permutation, if it does. */
    Optional<OrderMetric> metric(int axis) {
        return Optional.ofNullable(metric[axis]);
    }

    /** Returns the permutation of whose positions this axis is one. */
    public Order order(int axis) {
        return order[axis];
    }

    /**
     * Gives all axes of each permutation the lengthscale of its metrics together, 1/ℓ² = Σ 1/ℓ_m².
     *
     * @param lengthscales D, changed
     */
    public void spread(double[] lengthscales) {
        for (Order o : orders) {
            double sum = 0;
            for (int d = o.from(); d < o.from() + o.length(); d++) {
                sum += metric(d).isPresent() ? 1 / (lengthscales[d] * lengthscales[d]) : 0;
            }
            Arrays.fill(lengthscales, o.from(), o.from() + o.length(), 1 / Math.sqrt(sum));
        }
    }

    /** Returns whether the values of this axis are separate. */
    public boolean isDiscrete(int axis) {
        return cells[axis] < Double.POSITIVE_INFINITY;
    }

    /** Returns the number of values of an axis, {@code +∞} for a real one. */
    public double cells(int axis) {
        return cells[axis];
    }

    /** Returns the parameter of an axis. */
    public Parameter parameter(int axis) {
        return parameters[axis];
    }

    /** Returns the coordinate of a value of a discrete axis, by its index from 0. */
    public double coordinate(int axis, long index) {
        Object value =
                switch (parameters[axis]) {
                    case Parameter.Real r -> r.lower(); // the only value of a fixed one
                    case Parameter.Int i -> i.lower() + index;
                    case Parameter.Ordinal o -> o.values().get((int) index);
                    case Parameter.Categorical c -> c.values().get((int) index);
                    case Permutation p -> throw noAxis(p);
                };
        return parameters[axis].encode(value);
    }

    /** Returns the index of the value of a discrete axis at this coordinate. */
    public long index(int axis, double unit) {
        Object value = parameters[axis].decode(unit);
        return switch (parameters[axis]) {
            case Parameter.Real r -> 0;
            case Parameter.Int i -> (Long) value - i.lower();
            case Parameter.Ordinal o -> o.values().indexOf(value);
            case Parameter.Categorical c -> c.values().indexOf(value);
            case Permutation p -> throw noAxis(p);
        };
    }

    private static IllegalArgumentException noAxis(Permutation order) {
        return new IllegalArgumentException(
                "'%s' has an axis for each of its items.".formatted(order.name()));
    }

    /**
     * Returns the coordinate of the next value of a discrete axis, up (1) or down (-1); of the last
     * value its own. On a log scale the cells of small integers are wider than those of large ones.
     */
    public double next(int axis, double unit, int way) {
        long last = (long) cells[axis] - 1;
        return coordinate(axis, Math.clamp(index(axis, unit) + way, 0L, last));
    }

    /**
     * Returns where a step along an ordered axis leads: to another value, if there is one.
     *
     * @param to where it would lead between reals; where that is the same value of a discrete axis,
     *     the next one in this direction is taken, or in the other one
     */
    public double moved(int axis, double from, double to) {
        if (!isDiscrete(axis) || isPosition(axis) || index(axis, to) != index(axis, from)) {
            return to;
        }
        int way = to < from ? -1 : 1;
        double next = next(axis, from, way);
        return index(axis, next) == index(axis, from) ? next(axis, from, -way) : next;
    }

    /** Moves a coordinate of a discrete axis to the middle of its cell. */
    public double snap(int axis, double unit) {
        return isDiscrete(axis)
                ? parameters[axis].encode(parameters[axis].decode(unit))
                : Math.min(Math.max(unit, 0), 1);
    }

    /**
     * Returns δ², the squared distance of two places along an axis that kernels see: the squared
     * difference of their coordinates, or of a permutation its metric's.
     */
    double squaredDistance(int axis, double[] a, double[] b) {
        return metric[axis] == null
                ? squaredDifference(axis, a[axis], b[axis])
                : metric[axis].squaredDistance(a, b, order[axis].from(), order[axis].length());
    }

    /**
     * Returns δ², the squared difference of two snapped coordinates of an axis; 0 or 1 on a
     * categorical one.
     */
    public double squaredDifference(int axis, double a, double b) {
        if (categorical[axis]) {
            return a == b ? 0 : 1;
        }
        double delta = a - b;
        return delta * delta;
    }
}
