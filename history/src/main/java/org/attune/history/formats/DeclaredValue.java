package org.attune.history.formats;

import org.attune.api.DecimalNumber;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Space;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Values of files, read by the type that the problem declares: old files have {@code "31"} for an
 * integer, jq writes 1.0 as {@code 1}, and a category that looks like a number may have become one.
 */
final class DeclaredValue {
    private DeclaredValue() {}

    /** Returns whether a text is a decimal number. */
    static boolean isNumber(String text) {
        return DecimalNumber.is(text);
    }

    /**
     * Returns the point of the space that these values mean; those of inactive parameters are left
     * out.
     *
     * @throws IllegalArgumentException if a value is missing, is one too many, or is not one of its
     *     parameter
     */
    static Point point(Space space, Map<String, ?> values) {
        var typed = new LinkedHashMap<String, Object>();
        values.forEach((name, raw) ->
                typed.put(
                        name,
                        space.parameters().stream()
                                .filter(p -> p.name().equals(name))
                                .findFirst()
                                .map(p -> of(p, raw))
                                .orElse(0L))); // the space refuses the name
        return space.canonical(Point.of(typed));
    }

    /** Returns whether this is a value of a parameter. */
    static boolean isOf(Parameter parameter, String raw) {
        try {
            of(parameter, raw);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Object of(Parameter parameter, Object raw) {
        return switch (parameter) {
            case Parameter.Real r -> number(r.name(), raw);
            case Parameter.Int i -> number(i.name(), raw);
            case Parameter.Ordinal o -> listed(o, o.values(), raw);
            case Parameter.Categorical c -> listed(c, c.values(), raw);
            case Permutation p -> p.canonical(raw);
        };
    }

    private static Number number(String name, Object raw) {
        if (raw instanceof Number n) {
            return n;
        }
        if (raw instanceof String s && isNumber(s.strip())) {
            var exact = new BigDecimal(s.strip());
            return exact.scale() <= 0 && (long) exact.precision() - exact.scale() < 18
                    ? (Number) exact.longValueExact()
                    : (Number) Double.valueOf(s.strip());
        }
        throw new IllegalArgumentException(
                "%s: %s is not a number.".formatted(name, PythonText.line(raw)));
    }

    private static Object listed(Parameter parameter, List<?> values, Object raw) {
        for (Object value : values) {
            if (value.toString().equals(String.valueOf(raw))) {
                return value;
            }
        }
        for (Object value : values) {
            if (raw instanceof Boolean
                    ? value.toString().toLowerCase(Locale.ROOT).equals(raw.toString())
                    : isSameNumber(value.toString(), String.valueOf(raw))) {
                return value;
            }
        }
        return parameter.canonical(raw instanceof Number || raw instanceof String ? raw : "" + raw);
    }

    private static boolean isSameNumber(String a, String b) {
        return isNumber(a) && isNumber(b) && Double.parseDouble(a) == Double.parseDouble(b);
    }
}
