package org.attune.api;

import static org.attune.api.ParameterRules.cell;
import static org.attune.api.ParameterRules.clamp;
import static org.attune.api.ParameterRules.number;
import static org.attune.api.ParameterRules.oneOf;
import static org.attune.api.ParameterRules.parsed;
import static org.attune.api.ParameterRules.requireBounds;
import static org.attune.api.ParameterRules.requireDistinct;
import static org.attune.api.ParameterRules.requireName;
import static org.attune.api.ParameterRules.requireWithin;

import org.attune.api.expression.Expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * One named part of a {@link Space}: real, integer, ordinal (ordered values), categorical (values
 * without an order), or a {@link Permutation}.
 *
 * <p>Every parameter maps the unit interval onto its values. Discrete values own intervals of equal
 * width (integers on a log scale: intervals between the logarithms of the half-integers around
 * them), so that {@code decode(encode(v))} gives v back, and a uniform unit coordinate gives every
 * value of a linear axis the same chance.
 *
 * <p>Values are canonical: {@link Double} for a real, {@link Long} for an integer, {@link String}
 * for a category, for an ordinal one of its listed values, and for a permutation the list of its
 * items. {@link #canonical} turns what users and files give (3 for 3.0) into that.
 */
public sealed interface Parameter
        permits Parameter.Real,
                Parameter.Int,
                Parameter.Ordinal,
                Parameter.Categorical,
                Permutation {
    /** Returns the name, unique in its problem. */
    String name();

    /** Returns the default value in canonical form, if there is one. */
    Optional<Object> defaultValue();

    /**
     * Returns the condition over the other parameters under which this one matters, if there is
     * one.
     */
    Optional<Expression> activeIf();

    /**
     * Returns the value at {@code unit}; coordinates outside [0, 1] are moved to the nearer end.
     */
    Object decode(double unit);

    /**
     * Returns the coordinate of a canonical value, for discrete ones the middle of its interval.
     */
    double encode(Object canonical);

    /**
     * Returns the value in canonical form.
     *
     * @throws IllegalArgumentException if it is of the wrong type, outside the bounds or not one of
     *     the values
     */
    Object canonical(Object value);

    /** Returns the number of values, {@code +∞} for a real with distinct bounds. */
    double size();

    /**
     * Returns unit coordinates of values through the range, ascending: one of every value where
     * these are few, else coordinates that are equally far apart.
     *
     * @param most of them, at least two
     */
    default double[] spread(int most) {
        if (this instanceof Int i && size() <= most) { // on a log scale of different widths
            return LongStream.rangeClosed(i.lower(), i.upper()).mapToDouble(i::encode).toArray();
        }
        int count = (int) Math.min(most, size());
        double[] unit = new double[count];
        Arrays.setAll(unit, v -> size() <= most ? (v + 0.5) / count : v / (count - 1.0));
        return unit;
    }

    /** Returns a copy with this default. */
    Parameter withDefault(Object value);

    /**
     * Returns a copy that matters only where {@code condition}, an expression over the other
     * parameters, is true.
     */
    Parameter activeIf(String condition);

    /**
     * Returns a copy that has this value alone.
     *
     * @throws IllegalArgumentException if it is not one of the values
     */
    default Parameter fixedAt(Object value) {
        Object only = canonical(value);
        return switch (this) {
            case Real r -> {
                double v = (Double) only;
                yield new Real(r.name, v, v, r.scale, Optional.of(only), r.activeIf);
            }
            case Int i -> {
                long v = (Long) only;
                yield new Int(i.name, v, v, i.scale, Optional.of(only), i.activeIf);
            }
            case Ordinal o -> new Ordinal(o.name, List.of(only), Optional.of(only), o.activeIf);
            case Categorical c ->
                    new Categorical(
                            c.name,
                            List.of(c.canonical(value).toString()),
                            Optional.of(only),
                            c.activeIf);
            case Permutation p ->
                    new Permutation(
                            p.name(),
                            p.items(),
                            p.separator(),
                            true,
                            Optional.of(only),
                            p.activeIf());
        };
    }

    /** Returns a real parameter in [lower, upper]. */
    static Real real(String name, double lower, double upper) {
        return new Real(name, lower, upper, Scale.LINEAR, Optional.empty(), Optional.empty());
    }

    /** Returns an integer parameter in lower..upper, both included. */
    static Int integer(String name, long lower, long upper) {
        return new Int(name, lower, upper, Scale.LINEAR, Optional.empty(), Optional.empty());
    }

    /** Returns an ordinal parameter whose values, numbers or strings, are given in their order. */
    static Ordinal ordinal(String name, List<?> values) {
        return new Ordinal(name, List.copyOf(values), Optional.empty(), Optional.empty());
    }

    /** Returns a categorical parameter. */
    static Categorical categorical(String name, List<String> values) {
        return new Categorical(name, List.copyOf(values), Optional.empty(), Optional.empty());
    }

    /**
     * Returns an order of items, whose templates write a comma between them.
     *
     * @throws IllegalArgumentException if there are fewer than two items, one is listed twice, or
     *     has a space, comma, quote or bracket
     */
    static Permutation permutation(String name, List<String> items) {
        return new Permutation(
                name, items, Permutation.COMMA, false, Optional.empty(), Optional.empty());
    }

    /**
     * A real number in [lower, upper].
     *
     * @param name as in expressions and templates
     * @param lower smallest value, finite; positive on a log scale
     * @param upper largest value, finite; equal to lower for a parameter that is held fixed
     * @param scale of the unit coordinate
     * @param defaultValue a {@link Double} within the bounds
     * @param activeIf condition over the other parameters
     */
    record Real(
            String name,
            double lower,
            double upper,
            Scale scale,
            Optional<Object> defaultValue,
            Optional<Expression> activeIf)
            implements Parameter {
        /**
         * Checks bounds and default.
         *
         * @throws IllegalArgumentException if the bounds are not finite, the wrong way round, not
         *     positive on a log scale, or do not contain the default
         */
        public Real {
            requireName(name);
            requireBounds(name, lower, upper, scale);
            defaultValue = defaultValue.map(v -> canonicalReal(name, lower, upper, v));
        }

        /** Returns a copy on a log scale. */
        public Real log() {
            return new Real(name, lower, upper, Scale.LOG, defaultValue, activeIf);
        }

        @Override
        public Double decode(double unit) {
            double u = clamp(unit);
            if (u == 0 || u == 1) {
                return (u == 0 ? lower : upper)
                        + 0.0; // the logarithm's rounding must not move a bound
            }
            double value =
                    scale == Scale.LINEAR
                            ? lower * (1 - u) + upper * u
                            : Math.exp(Math.log(lower) * (1 - u) + Math.log(upper) * u);
            return Math.min(Math.max(value, lower), upper) + 0.0;
        }

        @Override
        public double encode(Object canonical) {
            double v = (Double) canonical;
            if (lower == upper) {
                return 0.5;
            }
            return clamp(
                    scale == Scale.LINEAR
                            ? (v / 2 - lower / 2) / (upper / 2 - lower / 2)
                            : (Math.log(v) - Math.log(lower))
                                    / (Math.log(upper) - Math.log(lower)));
        }

        @Override
        public Double canonical(Object value) {
            return canonicalReal(name, lower, upper, value);
        }

        @Override
        public double size() {
            return lower == upper ? 1 : Double.POSITIVE_INFINITY;
        }

        @Override
        public Real withDefault(Object value) {
            return new Real(name, lower, upper, scale, Optional.of(value), activeIf);
        }

        @Override
        public Real activeIf(String condition) {
            return new Real(name, lower, upper, scale, defaultValue, parsed(condition));
        }

        private static Double canonicalReal(String name, double lower, double upper, Object value) {
            double v = number(name, value) + 0.0; // -0.0 becomes 0.0
            requireWithin(name, v < lower || v > upper, v, lower, upper);
            return v;
        }
    }

    /**
     * An integer in lower..upper.
     *
     * @param name as in expressions and templates
     * @param lower smallest value; positive on a log scale
     * @param upper largest value; equal to lower for a parameter that is held fixed
     * @param scale of the unit coordinate
     * @param defaultValue a {@link Long} within the bounds
     * @param activeIf condition over the other parameters
     */
    record Int(
            String name,
            long lower,
            long upper,
            Scale scale,
            Optional<Object> defaultValue,
            Optional<Expression> activeIf)
            implements Parameter {
        /** Integers beyond 2⁵³ are not exact as doubles. */
        private static final long LARGEST = 1L << 53;

        /**
         * Checks bounds and default.
         *
         * @throws IllegalArgumentException if the bounds are beyond 2⁵³, the wrong way round, not
         *     positive on a log scale, or do not contain the default
         */
        public Int {
            requireName(name);
            requireBounds(name, lower, upper, scale);
            if (lower < -LARGEST || upper > LARGEST) {
                throw new IllegalArgumentException(
                        "%s: bounds beyond 2**53 are not exact. Maybe count in a larger unit, such as millions."
                                .formatted(name));
            }
            defaultValue = defaultValue.map(v -> canonicalInt(name, lower, upper, v));
        }

        /** Returns a copy on a log scale. */
        public Int log() {
            return new Int(name, lower, upper, Scale.LOG, defaultValue, activeIf);
        }

        @Override
        public Long decode(double unit) {
            double u = clamp(unit);
            double v =
                    scale == Scale.LINEAR
                            ? lower + Math.floor(u * (upper - lower + 1.0))
                            : Math.rint(Math.exp(logBelow() * (1 - u) + logAbove() * u));
            return Math.min(Math.max((long) v, lower), upper);
        }

        @Override
        public double encode(Object canonical) {
            long v = (Long) canonical;
            if (lower == upper) {
                return 0.5;
            }
            return scale == Scale.LINEAR
                    ? (v - lower + 0.5) / (upper - lower + 1.0)
                    : (Math.log(v) - logBelow()) / (logAbove() - logBelow());
        }

        @Override
        public Long canonical(Object value) {
            return canonicalInt(name, lower, upper, value);
        }

        @Override
        public double size() {
            return upper - lower + 1.0;
        }

        @Override
        public Int withDefault(Object value) {
            return new Int(name, lower, upper, scale, Optional.of(value), activeIf);
        }

        @Override
        public Int activeIf(String condition) {
            return new Int(name, lower, upper, scale, defaultValue, parsed(condition));
        }

        private double logBelow() {
            return Math.log(lower - 0.5);
        }

        private double logAbove() {
            return Math.log(upper + 0.5);
        }

        private static Long canonicalInt(String name, long lower, long upper, Object value) {
            double real = number(name, value);
            if (real != Math.rint(real)) {
                throw new IllegalArgumentException(
                        "%s: %s is not an integer.".formatted(name, value));
            }
            boolean isExact = value instanceof Long;
            long v = isExact ? (Long) value : (long) real;
            if (v < lower || v > upper) {
                throw new IllegalArgumentException(
                        "%s: %s is outside its bounds [%d, %d]."
                                .formatted(name, isExact ? v : Format.exact(real), lower, upper));
            }
            return v;
        }
    }

    /**
     * Values with an order but without a meaningful distance, such as optimisation levels.
     *
     * @param name as in expressions and templates
     * @param values at least one, distinct, in their order; all numbers or all strings
     * @param defaultValue one of them
     * @param activeIf condition over the other parameters
     */
    record Ordinal(
            String name,
            List<Object> values,
            Optional<Object> defaultValue,
            Optional<Expression> activeIf)
            implements Parameter {
        /**
         * Checks values and default.
         *
         * @throws IllegalArgumentException if there is no value, one is listed twice, or the
         *     default is not listed
         */
        public Ordinal {
            requireName(name);
            values = canonicalValues(name, values);
            List<Object> known = values;
            defaultValue = defaultValue.map(v -> oneOf(name, known, v));
        }

        @Override
        public Object decode(double unit) {
            return values.get(cell(unit, values.size()));
        }

        @Override
        public double encode(Object canonical) {
            return (values.indexOf(canonical) + 0.5) / values.size();
        }

        @Override
        public Object canonical(Object value) {
            return oneOf(name, values, value);
        }

        @Override
        public double size() {
            return values.size();
        }

        @Override
        public Ordinal withDefault(Object value) {
            return new Ordinal(name, values, Optional.of(value), activeIf);
        }

        @Override
        public Ordinal activeIf(String condition) {
            return new Ordinal(name, values, defaultValue, parsed(condition));
        }

        private static List<Object> canonicalValues(String name, List<?> given) {
            boolean numbers = given.stream().allMatch(Number.class::isInstance);
            boolean integers =
                    numbers
                            && given.stream()
                                    .mapToDouble(v -> ((Number) v).doubleValue())
                                    .allMatch(v -> v == Math.rint(v) && Math.abs(v) < 1L << 53);
            var values = new ArrayList<Object>();
            for (Object v : given) {
                if (numbers) {
                    double d = number(name, v) + 0.0;
                    values.add(integers ? (Object) (long) d : (Object) d);
                } else {
                    values.add(v.toString());
                }
            }
            requireDistinct(name, values);
            return List.copyOf(values);
        }
    }

    /**
     * Values without an order, such as the name of a solver.
     *
     * @param name as in expressions and templates
     * @param values at least one, distinct
     * @param defaultValue one of them
     * @param activeIf condition over the other parameters
     */
    record Categorical(
            String name,
            List<String> values,
            Optional<Object> defaultValue,
            Optional<Expression> activeIf)
            implements Parameter {
        /**
         * Checks values and default.
         *
         * @throws IllegalArgumentException if there is no value, one is listed twice, or the
         *     default is not listed
         */
        public Categorical {
            requireName(name);
            values = List.copyOf(values);
            requireDistinct(name, values);
            List<String> known = values;
            defaultValue = defaultValue.map(v -> oneOf(name, known, v));
        }

        @Override
        public String decode(double unit) {
            return values.get(cell(unit, values.size()));
        }

        @Override
        public double encode(Object canonical) {
            return (values.indexOf(canonical) + 0.5) / values.size();
        }

        @Override
        public Object canonical(Object value) {
            return oneOf(name, values, value);
        }

        @Override
        public double size() {
            return values.size();
        }

        @Override
        public Categorical withDefault(Object value) {
            return new Categorical(name, values, Optional.of(value), activeIf);
        }

        @Override
        public Categorical activeIf(String condition) {
            return new Categorical(name, values, defaultValue, parsed(condition));
        }
    }
}
