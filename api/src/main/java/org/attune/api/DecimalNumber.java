package org.attune.api;

import java.util.regex.Pattern;

/**
 * Numbers as people and programs write them: digits with a decimal point and a power of ten, of at
 * most 400 characters. Java's own notation has more ({@code 1.5f}, {@code 0x1p3}), which in files
 * of measurements is damage or something else.
 */
public final class DecimalNumber {
    private static final int LONGEST = 400; // of doubles none that a program prints is longer

    /** No two parts can match the same digits, so that matching takes as long as the text is. */
    private static final Pattern FORM =
            Pattern.compile("[+-]?(?:\\d++(?:\\.\\d*+)?+|\\.\\d++)(?:[eE][+-]?\\d{1,9}+)?+");

    private DecimalNumber() {}

    /** Returns whether a text is such a number. */
    public static boolean is(CharSequence text) {
        return text.length() <= LONGEST && FORM.matcher(text).matches();
    }

    /**
     * Returns the nearest double of a number, infinite where that is beyond the largest.
     *
     * @throws NumberFormatException if it is none
     */
    public static double parse(String text) {
        if (!is(text)) {
            throw new NumberFormatException("no decimal number");
        }
        return Double.parseDouble(text);
    }
}
