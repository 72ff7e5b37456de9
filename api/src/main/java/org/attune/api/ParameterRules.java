package org.attune.api;

import org.attune.api.expression.Expression;
import org.attune.api.expression.NearestName;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** What several kinds of parameters have in common: checks, conversions, and unit coordinates. */
final class ParameterRules {
    private ParameterRules() {}

    /** Returns the coordinate in [0, 1] that is nearest; 0 for NaN. */
    static double clamp(double unit) {
        return unit >= 1 ? 1 : unit > 0 ? unit : 0;
    }

    /** Returns which of equal intervals a coordinate lies in, from 0. */
    static int cell(double unit, int cells) {
        return Math.min((int) (clamp(unit) * cells), cells - 1);
    }

    /** Returns a condition. */
    static Optional<Expression> parsed(String condition) {
        return Optional.of(Expression.parse(condition));
    }

    /** Rejects a name that an expression cannot read, but for that of a permutation's axis. */
    static void requireName(String name) {
        Objects.requireNonNull(name, "name");
        int bracket = name.indexOf('[');
        requireReadable(bracket > 0 && name.endsWith("]") ? name.substring(0, bracket) : name);
    }

    /** Rejects a name that an expression cannot read. */
    static void requireReadable(String name) {
        if (!isReadable(name)) {
            throw new IllegalArgumentException(
                    "'%s' is no name that an expression can read. Maybe use letters, digits and underscores, and none of the words of Python."
                            .formatted(name));
        }
    }

    private static boolean isReadable(String name) {
        try {
            return name.matches("[\\p{L}_][\\p{L}\\p{N}_]*")
                    && Expression.parse(name).names().contains(name);
        } catch (IllegalArgumentException reservedWord) {
            return false;
        }
    }

    /** Rejects bounds that are not finite, the wrong way round, or not positive on a log scale. */
    static void requireBounds(String name, double lower, double upper, Scale scale) {
        if (!Double.isFinite(lower) || !Double.isFinite(upper)) {
            throw new IllegalArgumentException(
                    "%s: bounds %s and %s must be finite."
                            .formatted(name, Format.exact(lower), Format.exact(upper)));
        }
        if (upper < lower) {
            throw new IllegalArgumentException(
                    "%s: upper bound %s is below lower bound %s."
                            .formatted(name, Format.exact(upper), Format.exact(lower)));
        }
        if (scale == Scale.LOG && lower <= 0) {
            throw new IllegalArgumentException(
                    "%s: a log scale needs a positive lower bound, not %s."
                            .formatted(name, Format.exact(lower)));
        }
    }

    /** Returns a finite number. */
    static double number(String name, Object value) {
        if (value instanceof Number n && Double.isFinite(n.doubleValue())) {
            return n.doubleValue();
        }
        throw new IllegalArgumentException("%s: '%s' is not a number.".formatted(name, value));
    }

    /** Rejects a value that is outside its bounds. */
    static void requireWithin(String name, boolean outside, double v, double lower, double upper) {
        if (outside) {
            throw new IllegalArgumentException(
                    "%s: %s is outside its bounds [%s, %s]."
                            .formatted(
                                    name,
                                    Format.exact(v),
                                    Format.exact(lower),
                                    Format.exact(upper)));
        }
    }

    /** Rejects an empty list, and one with a value twice. */
    static void requireDistinct(String name, List<?> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("%s: at least one value is needed.".formatted(name));
        }
        if (values.stream().distinct().count() < values.size()) {
            throw new IllegalArgumentException(
                    "%s: a value is listed twice in %s.".formatted(name, values));
        }
    }

    /** Returns the listed value that equals this one as a number or as a text. */
    static Object oneOf(String name, List<?> values, Object value) {
        for (Object v : values) {
            boolean same =
                    v instanceof Number a && value instanceof Number b
                            ? a.doubleValue() == b.doubleValue()
                            : v.toString().equals(String.valueOf(value));
            if (same) {
                return v;
            }
        }
        List<String> texts =
                values.stream().filter(v -> !(v instanceof Number)).map(Object::toString).toList();
        throw new IllegalArgumentException(
                "%s: '%s' is not one of its values %s.%s"
                        .formatted(
                                name,
                                value,
                                values.stream()
                                        .map(Format::exact)
                                        .collect(Collectors.joining(", ")),
                                NearestName.hint(String.valueOf(value), texts)));
    }
}
