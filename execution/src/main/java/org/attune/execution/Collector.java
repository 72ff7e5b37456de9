package org.attune.execution;

import org.attune.api.DecimalNumber;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

    /**
     * Part of the output was left out here.
     *
     * @param why such as "the middle of the output was not kept"
     */
    abstract void gap(String why);

    /** Returns the values, at least one. */
    abstract List<Double> values() throws UnreadableException;

    /** Returns a number of which a pattern has read the beginning alone; empty where none was. */
    Optional<String> readInPart() {
        return Optional.empty();
    }

    /** Returns what gathers a source, which is not a measure. */
    static Collector of(Source source) {
        return switch (source) {
            case Source.Matching m -> new MatchCollector(m.pattern(), m.which());
            case Source.Csv c -> new CsvCollector(c.column(), c.which());
            case Source.Json j -> new JsonCollector(j.pointer());
            case Source.Jmh j -> new JmhCollector(j.metric(), j.unit());
            case Source.Measure m -> throw new IllegalArgumentException(m + " is not read");
        };
    }

    /** Returns a number as programs write it: also Fortran's {@code 1.5D+03}. */
    static double number(String text) throws UnreadableException {
        double value;
        try {
            value = DecimalNumber.parse(text.strip().replace('D', 'E').replace('d', 'e'));
        } catch (NumberFormatException e) {
            throw notNumber(text);
        }
        return finite(value, "'" + quoted(text) + "'");
    }

    private static double finite(double value, String found) throws UnreadableException {
        if (!Double.isFinite(value)) {
            throw new UnreadableException("found %s, not a finite number".formatted(found));
        }
        return value;
    }

    private static UnreadableException notNumber(String text) {
        return new UnreadableException("found '%s', not a finite number".formatted(quoted(text)));
    }

    /** Returns what a program printed without what would move the cursor or colour the rest. */
    static String shown(String text) {
        if (text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\t')) {
            return text;
        }
        return text.chars()
                .mapToObj(c ->
                        switch (c) {
                            case '\t', '\n' -> Character.toString(c);
                            case '\r' -> "\\r";
                            case 0x1b -> "\\e";
                            default ->
                                    Character.isISOControl(c)
                                            ? "\\x%02x".formatted(c)
                                            : Character.toString(c);
                        })
                .collect(Collectors.joining());
    }

    /** Returns what a message shows of what a program printed. */
    static String quoted(String printed) {
        String text = shown(printed);
        return text.length() <= QUOTED ? text : text.substring(0, QUOTED) + "...";
    }

    /** Takes the values that an output is to have: of a single match, all, some, or their sum. */
    abstract static class Choosing extends Collector {
        private static final int LISTED = 5; // of several values where there should be one
        private static final int LONGEST = 1_000; // characters; no number has more

        private final Source.Which which;
        private final List<String> texts = new ArrayList<>();
        private int count;
        private double sum;
        private Optional<UnreadableException> broken = Optional.empty();
        private Optional<String> gap = Optional.empty();

        Choosing(Source.Which which) {
            this.which = which;
        }

        boolean wantsMore() {
            return broken.isEmpty()
                    && !(which == Source.Which.FIRST && (gap.isPresent() || count > 0));
        }

        void fail(UnreadableException why) {
            broken = Optional.of(why);
        }

        void add(String found) {
            String text = found.strip();
            if (text.length() > LONGEST) {
                text = text.substring(0, LONGEST);
                fail(notNumber(text));
            }
            if (!wantsMore()) {
                return;
            }
            count++;
            switch (which) {
                case ONE -> keep(text, LISTED + 1);
                case ALL -> keep(text, MAX_VALUES);
                case FIRST -> texts.add(text);
                case LAST -> {
                    texts.clear();
                    texts.add(text);
                }
                case SUM -> {
                    try {
                        sum += number(text);
                    } catch (UnreadableException e) {
                        fail(e);
                    }
                }
            }
        }

        private void keep(String text, int most) {
            if (texts.size() < most) {
                texts.add(text);
            }
        }

        @Override
        void gap(String why) {
            gap = Optional.of(why);
            if (which == Source.Which.LAST) {
                texts.clear();
                count = 0;
            }
        }

        abstract String missing();

        @Override
        List<Double> values() throws UnreadableException {
            if (broken.isPresent()) {
                throw broken.get();
            }
            boolean one = which == Source.Which.FIRST || which == Source.Which.LAST;
            if (gap.isPresent() && !(one && count > 0)) {
                throw new UnreadableException(gap.get() + ". Maybe match: last");
            }
            if (count == 0) {
                throw new UnreadableException(missing());
            }
            if (which == Source.Which.ONE && count > 1) {
                throw new UnreadableException(several());
            }
            if (which == Source.Which.ALL && count > MAX_VALUES) {
                throw new UnreadableException(
                        "more than %d values. Maybe match: last".formatted(MAX_VALUES));
            }
            if (which == Source.Which.SUM) {
                return List.of(finite(sum, "the sum"));
            }
            var values = new ArrayList<Double>();
            for (String text : texts) {
                values.add(number(text));
            }
            return values;
        }

        private String several() {
            List<String> listed = texts.stream().limit(LISTED).map(Collector::quoted).toList();
            return "one run printed %d values: %s%s. Maybe say which counts, match: first or last, or what they are, match: sum or all (repetitions)"
                    .formatted(count, String.join(", ", listed), count > LISTED ? ", ..." : "");
        }
    }

    private static final class MatchCollector extends Choosing {
        private final LineMatcher matcher;
        private Optional<String> inPart = Optional.empty();

        MatchCollector(Pattern pattern, Source.Which which) {
            super(which);
            this.matcher = new LineMatcher(pattern);
        }

        @Override
        void line(String text, int from, int to) {
            if (!wantsMore()) {
                return;
            }
            matcher.on(text, from, to);
            try {
                while (matcher.find()) {
                    add(matcher.group());
                    inPart = inPart.or(matcher::wholeNumber);
                }
            } catch (UnreadableException e) {
                fail(e);
            }
        }

        @Override
        Optional<String> readInPart() {
            return inPart;
        }

        @Override
        String missing() {
            return "no line matches '%s'".formatted(matcher.pattern());
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
