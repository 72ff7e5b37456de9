package org.attune.api;

import org.attune.api.expression.Domain;

import java.util.List;

/**
 * A parameter as a range that can be split: from the index of a first to that of a last value where
 * values are separate, else an interval of the unit coordinate.
 */
final class SplitAxis {
    /** A real range this narrow is not split further. */
    private static final double NARROWEST = 0x1p-45;

    private final Parameter parameter;
    private final boolean discrete;
    private final double last;

    SplitAxis(Parameter parameter) {
        this.parameter = parameter;
        this.discrete = parameter.size() < Double.POSITIVE_INFINITY;
        this.last = discrete ? parameter.size() - 1 : 1;
    }

    /** The start of the whole range is 0, this its end. */
    double last() {
        return last;
    }

    boolean discrete() {
        return discrete;
    }

    /** Whether the range can be split. */
    boolean isOpen(double low, double high) {
        return discrete ? low < high : high - low > NARROWEST;
    }

    /** Where a unit coordinate lies in the range. */
    double at(double unit) {
        return discrete ? index(parameter.decode(unit)) : Math.clamp(unit, 0, 1);
    }

    /** The end of the lower half, which halves the part of the unit interval. */
    double middle(double low, double high) {
        if (!discrete) {
            return low + (high - low) / 2;
        }
        double middle = at((edge(low) + edge(high + 1)) / 2);
        return Math.clamp(middle, low, high - 1);
    }

    /** The start of the upper half. */
    double after(double middle) {
        return discrete ? middle + 1 : middle;
    }

    /**
     * Orders ranges for splitting: few values before many, values before reals, wide reals before
     * narrow ones.
     */
    double size(double low, double high) {
        return discrete ? high - low + 1 : 0x1p60 * (2 - (high - low));
    }

    /** The part of the unit interval. */
    double width(double low, double high) {
        return discrete ? edge(high + 1) - edge(low) : high - low;
    }

    /** The unit coordinate, of discrete values the middle, at a share of the range in [0, 1). */
    double unit(double low, double high, double share) {
        if (!discrete) {
            return low + share * (high - low);
        }
        double index = low;
        if (low < high) {
            double from = edge(low);
            index = Math.clamp(at(from + share * (edge(high + 1) - from)), low, high);
        }
        return parameter.encode(value(index));
    }

    /**
     * The unit coordinate at a share of a range of positions, not the middle: of keys no two tie.
     */
    double key(double low, double high, double share) {
        return (low + share * (high - low + 1)) / (last + 1);
    }

    /** The values in the range. */
    Domain domain(double low, double high) {
        return switch (parameter) {
            case Parameter.Real r -> discrete ? Domain.of(r.decode(0)) : reals(r, low, high);
            case Parameter.Int i ->
                    Domain.integers(i.lower() + (long) low, i.lower() + (long) high);
            case Parameter.Ordinal o -> listed(o.values(), low, high);
            case Parameter.Categorical c -> listed(c.values(), low, high);
            case Permutation p -> throw noAxis(p);
        };
    }

    private static Domain listed(List<?> values, double low, double high) {
        return Domain.of(values.subList((int) low, (int) high + 1).toArray());
    }

    /** A little wider than the values at the ends, because decoding rounds. */
    private static Domain reals(Parameter.Real r, double low, double high) {
        double from = r.decode(low);
        double to = r.decode(high);
        double margin =
                r.scale() == Scale.LOG
                        ? 1e-12 * to
                        : 1e-14 * Math.max(Math.abs(r.lower()), Math.abs(r.upper()));
        return Domain.reals(Math.max(from - margin, r.lower()), Math.min(to + margin, r.upper()));
    }

    private static IllegalArgumentException noAxis(Permutation order) {
        return new IllegalArgumentException(
                "'%s' has an axis for each of its items.".formatted(order.name()));
    }

    private Object value(double index) {
        return switch (parameter) {
            case Parameter.Real r -> r.decode(0);
            case Parameter.Int i -> i.lower() + (long) index;
            case Parameter.Ordinal o -> o.values().get((int) index);
            case Parameter.Categorical c -> c.values().get((int) index);
            case Permutation p -> throw noAxis(p);
        };
    }

    private double index(Object value) {
        return switch (parameter) {
            case Parameter.Real _ -> 0;
            case Parameter.Int i -> (Long) value - i.lower();
            case Parameter.Ordinal o -> o.values().indexOf(value);
            case Parameter.Categorical c -> c.values().indexOf(value);
            case Permutation p -> throw noAxis(p);
        };
    }

    /** The unit coordinate at which the value of this index begins. */
    private double edge(double index) {
        if (parameter instanceof Parameter.Int i && i.scale() == Scale.LOG) {
            double below = Math.log(i.lower() - 0.5);
            double above = Math.log(i.upper() + 0.5);
            return (Math.log(i.lower() + index - 0.5) - below) / (above - below);
        }
        return index / (last + 1);
    }
}
