package org.attune.api.expression;

import java.util.Arrays;

/** Python's view of a value: a Double, Long, Boolean (an integer in Python) or String. */
final class Values {
    /** Doubles represent all integers up to here; larger results are Double. */
    private static final double MAX_INTEGER = 0x1p53;

    private Values() {}

    static double number(Object value) {
        return switch (value) {
            case Double d -> d;
            case Long n -> n;
            case Boolean b -> b ? 1 : 0;
            default -> throw new Fault("a number is needed, not " + show(value));
        };
    }

    static boolean integral(Object value) {
        return value instanceof Long || value instanceof Boolean;
    }

    /** A whole number as Long while doubles are exact, else as it is. */
    static Object integer(double value) {
        return Math.abs(value) <= MAX_INTEGER ? (Object) (long) value : (Object) value;
    }

    static boolean truth(Object value) {
        return value instanceof String text ? !text.isEmpty() : number(value) != 0;
    }

    /** The order of two texts by code points, as in Python, as -1, 0 or 1. */
    static int order(String a, String b) {
        return Integer.signum(Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray()));
    }

    static String show(Object value) {
        return value instanceof String text ? "'" + text + "'" : value.toString();
    }

    static String show(double value) {
        return show(value == Math.rint(value) ? integer(value) : (Object) value);
    }
}
