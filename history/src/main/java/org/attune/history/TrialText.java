package org.attune.history;

import org.attune.api.Point;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;

/**
 * A place in a text, and the values that may stand there: the JSON that {@link Json} writes,
 * without blanks and escaped characters. Whatever else it meets ends in {@link #OTHER}.
 */
final class TrialText {
    /** The text is of another form; no error, so that it needs no stack trace. */
    static final Other OTHER = new Other();

    private static final int MOST_DIGITS = 18; // of which any are a long
    private final byte[] text;
    private final int end;
    private int at;

    TrialText(byte[] text, int from, int length) {
        this.text = text;
        at = from;
        end = from + Math.max(length, 0);
    }

    /** What {@link #OTHER} is. */
    static final class Other extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Other() {
            super("another form", null, false, false);
        }
    }

    byte[] text() {
        return text;
    }

    int position() {
        return at;
    }

    boolean isAtEnd() {
        return at == end;
    }

    /** Returns whether the text goes on like this, and moves behind it if so. */
    boolean follows(byte[] key) {
        if (end - at < key.length
                || !Arrays.equals(text, at, at + key.length, key, 0, key.length)) {
            return false;
        }
        at += key.length;
        return true;
    }

    boolean follows(char one) {
        if (at == end || text[at] != one) {
            return false;
        }
        at++;
        return true;
    }

    void expect(byte[] key) {
        if (!follows(key)) {
            throw OTHER;
        }
    }

    void expect(char one) {
        if (!follows(one)) {
            throw OTHER;
        }
    }

    /** Returns what a string means. */
    <V> V string(Known<V> known) {
        expect('"');
        int from = at;
        while (at < end && text[at] != '"') {
            if (text[at] < ' ' || text[at] == '\\') {
                throw OTHER;
            }
            at++;
        }
        expect('"');
        return known.get(text, from, at - 1);
    }

    long integer() {
        if (value() instanceof Long l) {
            return l;
        }
        throw OTHER;
    }

    double real() {
        return value().doubleValue();
    }

    /** Returns a {@link Long} where there is neither a point nor an exponent, else a double. */
    private Number value() {
        boolean negative = follows('-');
        int first = at;
        long digits = digits(0);
        int whole = at - first;
        if (whole == 0 || whole > 1 && text[first] == '0') {
            throw OTHER;
        }
        int decimals = 0;
        if (follows('.')) {
            int start = at;
            digits = digits(digits);
            decimals = at - start;
            if (decimals == 0) {
                throw OTHER;
            }
        }
        boolean exact = whole + decimals <= MOST_DIGITS;
        int exponent = exponent();
        if (at == first + whole) {
            if (!exact) {
                throw OTHER;
            }
            return negative ? -digits : digits;
        }
        double value = exact ? Decimals.nearest(digits, exponent - decimals) : Double.NaN;
        if (Double.isNaN(value)) {
            value =
                    Double.parseDouble(
                            new String(text, first, at - first, StandardCharsets.ISO_8859_1));
        }
        return negative ? -value : value;
    }

    private int exponent() {
        if (at == end || text[at] != 'e' && text[at] != 'E') {
            return 0;
        }
        at++;
        boolean negative = follows('-');
        if (!negative) {
            follows('+');
        }
        int start = at;
        long value = digits(0);
        if (at == start || at - start > 3) {
            throw OTHER;
        }
        return (int) (negative ? -value : value);
    }

    private long digits(long before) {
        long value = before;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            value = 10 * value + (text[at++] - '0');
        }
        return value;
    }

    /** Returns an object of numbers and strings. */
    Point point(Known<String> strings) {
        var values = new LinkedHashMap<String, Object>();
        expect('{');
        if (!follows('}')) {
            do {
                String name = string(strings);
                expect(':');
                boolean isString = at < end && text[at] == '"';
                if (values.put(name, isString ? string(strings) : value()) != null) {
                    throw OTHER;
                }
            } while (follows(','));
            expect('}');
        }
        return Point.of(values);
    }

    /** Moves behind an object of numbers and strings. */
    void skipObject() {
        expect('{');
        boolean quoted = false;
        while (at < end && (quoted || text[at] != '}')) {
            if (text[at] == '\\' || !quoted && text[at] == '{') {
                throw OTHER;
            }
            quoted ^= text[at] == '"';
            at++;
        }
        expect('}');
    }

    /**
     * Returns a moment, as {@link Instant#toString} usually writes it.
     *
     * @param days seconds from 1970 to a date
     */
    Instant instant(Known<Long> days) {
        int from = at + 1;
        int scale =
                switch (closing(from) - from) {
                    case 24 -> 1_000_000;
                    case 27 -> 1_000;
                    case 30 -> 1;
                    default -> throw OTHER;
                };
        expect('"');
        at += 10; // of the date
        expect('T');
        int hour = two(':');
        int minute = two(':');
        int second = two('.');
        int start = at;
        long fraction = digits(0);
        int length = at - start;
        expect('Z');
        expect('"');
        if (hour > 23
                || minute > 59
                || second > 59
                || length != (scale == 1 ? 9 : scale == 1_000 ? 6 : 3)) {
            throw OTHER;
        }
        try {
            long day = days.get(text, from, from + 10);
            return Instant.ofEpochSecond(
                    day + (hour * 60L + minute) * 60 + second, fraction * scale);
        } catch (DateTimeException noDate) {
            throw OTHER;
        }
    }

    private int closing(int from) {
        int i = from;
        while (i < end && text[i] != '"') {
            i++;
        }
        return i;
    }

    private int two(char then) {
        int start = at;
        int value = (int) digits(0);
        if (at != start + 2) {
            throw OTHER;
        }
        expect(then);
        return value;
    }
}
