package org.attune.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Where the values of an output are read. */
sealed interface Source {
    /** Which of several values in one run count. */
    enum Which {
        /** There must not be several. */
        ONE,
        /** All, as repetitions. */
        ALL,
        /** Their sum, as one value. */
        SUM,
        FIRST,
        LAST
    }

    /** What is measured without the program's help. */
    enum Quantity {
        WALL,
        CPU,
        PEAK_RSS,
        /** Joules, as the accounting of Slurm has them. */
        ENERGY,
        /** Bytes of the largest rank, as the accounting of Slurm has them. */
        MAX_RSS;

        /** Returns its name in a problem file. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns whether it is read from the accounting. */
        boolean isAccounted() {
            return this == ENERGY || this == MAX_RSS;
        }
    }

    /**
     * The group of a pattern, in lines.
     *
     * @param pattern with one group
     * @param which of several matches
     */
    record Matching(Pattern pattern, Which which) implements Source {}

    /**
     * A number or a list of numbers in a JSON document.
     *
     * @param pointer as in RFC 6901
     */
    record Json(String pointer) implements Source {}

    /**
     * A metric of a JSON result of JMH.
     *
     * @param metric {@code score}, {@code error} or the name of a secondary metric
     * @param unit that the values are converted to; empty for JMH's own
     */
    record Jmh(String metric, String unit) implements Source {}

    /**
     * A column of comma-separated rows.
     *
     * @param column its name in the first row
     * @param which of several rows
     */
    record Csv(String column, Which which) implements Source {}

    /**
     * A measure of the run.
     *
     * @param quantity what
     * @param unit in seconds, bytes or joules: results are divided by it
     */
    record Measure(Quantity quantity, double unit) implements Source {}

    /**
     * Reads a source.
     *
     * @param unit of its output in {@code output_space}, empty where it has none
     */
    static Source of(Fields fields, String at, String unit) {
        var kinds = new ArrayList<>(List.of("regex", "json", "csv", "jmh", "measure"));
        kinds.retainAll(fields.keys());
        if (kinds.size() != 1) {
            throw Fields.wrong(
                    at,
                    "it has %s of regex, json, csv, jmh and measure. Maybe keep one, such as {regex: \"time=([0-9.eE+-]+)\"}."
                            .formatted(kinds.isEmpty() ? "none" : "several"));
        }
        String kind = kinds.getFirst();
        requireNone(fields, kind, "match", List.of("regex", "csv"));
        requireNone(fields, kind, "unit", List.of("measure"));
        requireNone(fields, kind, "file", List.of("regex", "csv", "json", "jmh"));
        return switch (kind) {
            case "regex" -> new Matching(pattern(fields, 1), which(fields));
            case "json" -> new Json(pointer(fields.at("json"), fields.text("json")));
            case "jmh" -> new Jmh(fields.text("jmh"), unit);
            case "csv" -> new Csv(fields.text("csv"), which(fields));
            default -> measure(fields, unit);
        };
    }

    private static void requireNone(Fields fields, String kind, String key, List<String> owners) {
        if (!owners.contains(kind) && fields.get(key).isPresent()) {
            throw Fields.wrong(
                    fields.at(key),
                    "it belongs to %s, not to %s.".formatted(String.join(", ", owners), kind));
        }
    }

    /**
     * Reads the pattern of {@code regex}; checks that it has this many groups, negative: any
     * number.
     */
    static Pattern pattern(Fields fields, int groups) {
        String text = fields.text("regex");
        Pattern pattern;
        try {
            pattern = Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw Fields.wrong(
                    fields.at("regex"),
                    "'%s' is no regular expression: %s near index %d."
                            .formatted(text, e.getDescription(), e.getIndex()));
        }
        int count = pattern.matcher("").groupCount();
        if (groups >= 0 && count != groups) {
            throw Fields.wrong(
                    fields.at("regex"),
                    "'%s' has %d groups, but one must enclose the number. Maybe %s."
                            .formatted(
                                    text,
                                    count,
                                    count == 0
                                            ? "put it in parentheses: ([0-9.eE+-]+)"
                                            : "write the others as (?:...)"));
        }
        return pattern;
    }

    private static Which which(Fields fields) {
        return fields.get("match").isEmpty()
                ? Which.ONE
                : Which.valueOf(
                        fields.oneOf("match", List.of("all", "first", "last", "sum"), "")
                                .toUpperCase(Locale.ROOT));
    }

    private static String pointer(String at, String path) {
        if (path.startsWith("/")) {
            return path;
        }
        if (path.isBlank()) {
            throw Fields.wrong(at, "it is empty. Maybe write /run/seconds or run.seconds.");
        }
        return "/" + path.replace("~", "~0").replace("/", "~1").replace('.', '/');
    }

    private static Source measure(Fields fields, String outputUnit) {
        List<String> known = Arrays.stream(Quantity.values()).map(Quantity::text).toList();
        String text = fields.oneOf("measure", known, "");
        Quantity quantity = Quantity.valueOf(text.toUpperCase(Locale.ROOT));
        return new Measure(quantity, MeasureUnits.of(fields, quantity, outputUnit));
    }
}
