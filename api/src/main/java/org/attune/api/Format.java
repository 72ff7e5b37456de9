package org.attune.api;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Numbers, times and words for humans and for shells. */
public final class Format {
    private static final String HARMLESS = "[A-Za-z0-9_./:=@%+,-]+"; // needs no quotes in a shell

    private static final Pattern DURATION =
            Pattern.compile("([0-9]*\\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\\s*(ms|s|m|min|h)?");

    private Format() {}

    /** Returns four significant digits, of a whole number below ten million all of them. */
    public static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e7
                ? Long.toString((long) value)
                : number(value, 4);
    }

    private static String number(double value, int digits) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        if (value == 0) {
            return "0";
        }
        var rounded = new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros();
        double size = Math.abs(value);
        return size >= 1e-4 && size < 1e7
                ? rounded.toPlainString()
                : String.format(Locale.ROOT, "%." + (digits - 1) + "e", value)
                        .replaceFirst("\\.?0+e", "e");
    }

    /** Returns all digits that tell a value from others: 3, 0.0001, 1.5e-07. */
    public static String exact(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return Double.isFinite(value)
                ? number(
                        value,
                        new BigDecimal(Double.toString(value)).stripTrailingZeros().precision())
                : number(value);
    }

    /** Returns numbers with {@linkplain #exact(double) all their digits}, also of a list. */
    public static String exact(Object value) {
        return switch (value) {
            case Double v -> exact(v.doubleValue());
            case List<?> all -> all.stream().map(Format::exact).toList().toString();
            default -> String.valueOf(value);
        };
    }

    /** Returns a value of this output with its unit. */
    public static String value(Objective objective, double value) {
        String unit = objective.unit();
        return unit.isEmpty() ? number(value) : number(value) + " " + unit;
    }

    /** Returns a factor such as 1.27x; a dash where there is none. */
    public static String factor(OptionalDouble factor) {
        return factor.isPresent() ? String.format(Locale.ROOT, "%.2fx", factor.getAsDouble()) : "-";
    }

    /** Returns a value of this output with its unit; a dash where there is none. */
    public static String value(Objective objective, OptionalDouble value) {
        return value.isPresent() ? value(objective, value.getAsDouble()) : "-";
    }

    /** Returns a duration of this many seconds. */
    public static String duration(double seconds) {
        if (seconds < 60) {
            return number(seconds < 0.0005 ? 0 : Math.round(seconds * 1000) / 1000.0) + " s";
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? "%d min %d s".formatted(whole / 60, whole % 60)
                : "%d h %d min".formatted(whole / 3600, whole % 3600 / 60);
    }

    /** Reads a duration such as 60s, 2m, 1h or 500ms, or a number of seconds; returns seconds. */
    public static OptionalDouble seconds(String duration) {
        Matcher m = DURATION.matcher(duration.strip());
        if (!m.matches()) {
            return OptionalDouble.empty();
        }
        double unit =
                switch (m.group(2)) {
                    case "ms" -> 1e-3;
                    case "m", "min" -> 60;
                    case "h" -> 3600;
                    case null, default -> 1;
                };
        return OptionalDouble.of(Double.parseDouble(m.group(1)) * unit);
    }

    /** Returns {@code count} of a thing whose plural takes an s. */
    public static String count(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }

    /** Returns {@code 2 crash, 1 timeout}. */
    public static String counts(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", "));
    }

    /** Returns {@code a, b and c}. */
    public static String list(Collection<?> things) {
        List<String> texts = things.stream().map(Object::toString).toList();
        int last = texts.size() - 1;
        return last < 1
                ? String.join("", texts)
                : String.join(", ", texts.subList(0, last)) + " and " + texts.get(last);
    }

    /** Returns the text, with dots for what is beyond {@code width} letters. */
    public static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 3) + "...";
    }

    /** Returns the name of an enum constant as a word. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the word as a shell reads it. */
    public static String quoted(String word) {
        return word.matches(HARMLESS) ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Returns the words as a shell reads them. */
    public static String quoted(List<String> words) {
        return String.join(" ", words.stream().map(Format::quoted).toList());
    }

    /**
     * Returns {@code n=384 tol=0.0123} for a human: six significant digits of reals, and what a
     * shell would read in quotes.
     */
    public static String brief(Point... points) {
        var parts = new ArrayList<String>();
        for (Point point : points) {
            point.values()
                    .forEach((n, v) ->
                            parts.add(
                                    n
                                            + "="
                                            + (v instanceof Double d
                                                    ? number(d, 6)
                                                    : quoted(v.toString()))));
        }
        return String.join(" ", parts);
    }

    /** Returns a task for a human, {@code -} for the only one. */
    public static String task(Point task) {
        return task.values().isEmpty() ? "-" : brief(task);
    }

    /** Returns {@code n=384 order=ijk} with values as a shell reads them. */
    public static String assignments(Point... points) {
        return assignments("", points);
    }

    /** Like {@link #assignments(Point...)}, with a beginning of all names. */
    public static String assignments(String prefix, Point... points) {
        var parts = new ArrayList<String>();
        for (Point point : points) {
            for (Map.Entry<String, Object> e : point.values().entrySet()) {
                parts.add(prefix + e.getKey() + "=" + quoted(e.getValue().toString()));
            }
        }
        return String.join(" ", parts);
    }
}
