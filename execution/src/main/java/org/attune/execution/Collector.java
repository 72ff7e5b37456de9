package org.attune.execution;

import org.attune.api.DecimalNumber;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gathers the values of one output while the lines of a run go by. */
abstract class Collector {
    /** More repetitions than this in one run are taken for a mistake in the pattern. */
    static final int MAX_VALUES = 10_000;

    private static final int QUOTED = 120; // characters of the program's output in a message

    /**
     * Takes the next line, without its end: the characters from..to-1 of a text that may hold more
     * lines.
     */
    abstract void line(String text, int from, int to);

    /** Part of the output was left out here; only when kept output is read again. */
    abstract void gap();

    /** Returns the values, at least one. */
    abstract List<Double> values() throws UnreadableException;

    /** Returns what gathers a source, which is not a measure. */
    static Collector of(Source source) {
        return switch (source) {
            case Source.Matching m -> new MatchCollector(m.pattern(), m.which());
            case Source.Csv c -> new CsvCollector(c.column(), c.which());
            case Source.Json j -> new JsonCollector(j.pointer());
            case Source.Jmh j -> new JmhCollector(j.metric());
            case Source.Measure m -> throw new IllegalArgumentException(m + " is not read");
        };
    }

    /** Returns a number as programs write it: also Fortran's {@code 1.5D+03}. */
    static double number(String text) throws UnreadableException {
        double value = Double.NaN;
        try {
            value = DecimalNumber.parse(text.strip().replace('D', 'E').replace('d', 'e'));
        } catch (NumberFormatException notNumber) {
            // said below, like NaN and infinity
        }
        if (!Double.isFinite(value)) {
            throw new UnreadableException(
                    "found '%s', not a finite number".formatted(quoted(text)));
        }
        return value;
    }

    static String quoted(String text) {
        return text.length() <= QUOTED ? text : text.substring(0, QUOTED) + "...";
    }

    /** Keeps all values, the first or the last. */
    abstract static class Choosing extends Collector {
        private final Source.Which which;
        private final List<String> texts = new ArrayList<>();
        private boolean tooMany;
        private boolean gap;

        Choosing(Source.Which which) {
            this.which = which;
        }

        boolean wantsMore() {
            return !(which == Source.Which.FIRST && (gap || !texts.isEmpty()));
        }

        void add(String text) {
            if (which == Source.Which.LAST) {
                texts.clear();
            }
            if (texts.size() == MAX_VALUES) {
                tooMany = true;
            } else if (wantsMore()) {
                texts.add(text);
            }
        }

        @Override
        void gap() {
            gap = true;
            if (which == Source.Which.LAST) {
                texts.clear();
            }
        }

        abstract String missing();

        @Override
        List<Double> values() throws UnreadableException {
            if (tooMany) {
                throw new UnreadableException(
                        "more than %d values. Maybe match: last".formatted(MAX_VALUES));
            }
            if (gap && (which == Source.Which.ALL || texts.isEmpty())) {
                throw new UnreadableException(
                        "the middle of the output was not kept. Maybe match: last");
            }
            if (texts.isEmpty()) {
                throw new UnreadableException(missing());
            }
            var values = new ArrayList<Double>();
            for (String text : texts) {
                values.add(number(text));
            }
            return values;
        }
    }

    private static final class MatchCollector extends Choosing {
        private final LineMatcher matcher;

        MatchCollector(Pattern pattern, Source.Which which) {
            super(which);
            this.matcher = new LineMatcher(pattern);
        }

        @Override
        void line(String text, int from, int to) {
            if (!wantsMore()) {
                return;
            }
            Matcher matcher = this.matcher.on(text, from, to);
            try {
                while (matcher.find()) {
                    add(matcher.group(1) == null ? "" : matcher.group(1));
                }
            } catch (
                    StackOverflowError
                            nested) { // java.util.regex recurses on groups such as (a|b)*
                add("a line too long for '%s'".formatted(matcher.pattern()));
            }
        }

        @Override
        String missing() {
            return "no line matches '%s'".formatted(matcher.pattern());
        }
    }

    /** Matches within lines of a longer text, without copying them. */
    static final class LineMatcher {
        private final Matcher matcher;
        private String text = "";

        LineMatcher(Pattern pattern) {
            matcher = pattern.matcher(text);
        }

        Pattern pattern() {
            return matcher.pattern();
        }

        @SuppressWarnings("ReferenceEquality") // another text, not another content
        Matcher on(String next, int from, int to) {
            if (next != text) {
                text = next;
                matcher.reset(next);
            }
            return matcher.region(from, to);
        }
    }

    private static final class CsvCollector extends Choosing {
        private final String column;
        private int index = -1;
        private int fields;
        private char separator;

        CsvCollector(String column, Source.Which which) {
            super(which);
            this.column = column;
        }

        @Override
        void line(String text, int from, int to) {
            String line = text.substring(from, to);
            if (index < 0) {
                for (char s : new char[] {',', ';', '\t'}) {
                    List<String> header = split(line, s);
                    if (index < 0 && header.contains(column)) {
                        index = header.indexOf(column);
                        fields = header.size();
                        separator = s;
                    }
                }
            } else if (wantsMore() && !line.isBlank()) {
                List<String> row = split(line, separator);
                if (row.size() == fields) {
                    add(row.get(index));
                }
            }
        }

        @Override
        String missing() {
            return index < 0
                    ? "no line has the column '%s'".formatted(column)
                    : "no row of %d fields follows the one with '%s'".formatted(fields, column);
        }

        /** Splits a row; a field in double quotes may hold separators and doubled quotes. */
        private static List<String> split(String line, char separator) {
            var row = new ArrayList<String>();
            var field = new StringBuilder();
            boolean inQuotes = false;
            for (int i = 0; i < line.length(); i++) {
                char c = line.charAt(i);
                if (c == '"' && inQuotes && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                    field.append('"');
                    i++;
                } else if (c == '"') {
                    inQuotes = !inQuotes;
                } else if (c == separator && !inQuotes) {
                    row.add(field.toString().strip());
                    field.setLength(0);
                } else {
                    field.append(c);
                }
            }
            row.add(field.toString().strip());
            return row;
        }
    }
}
