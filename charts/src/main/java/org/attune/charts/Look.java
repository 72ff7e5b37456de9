package org.attune.charts;

import java.util.List;

/**
 * How a series is drawn.
 *
 * @param color as SVG writes it
 * @param dash lengths of dashes and gaps, empty for a solid line
 * @param width of lines, in pixels
 */
public record Look(String color, String dash, double width) {
    /**
     * Seven colours that people with any of the common forms of colour blindness tell apart, and
     * that differ in lightness in print: M. Okabe and K. Ito, "Color universal design" (2008),
     * without the yellow, which is too pale for a line on white.
     */
    private static final List<String> COLORS =
            List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9");

    private static final List<String> DASHES = List.of("", "6 3", "2 2");

    /** How many series have solid lines. */
    public static final int SOLID = COLORS.size();

    /** How many series can be told apart. */
    public static final int DISTINCT = COLORS.size() * DASHES.size();

    /**
     * Returns the look of the series with this index: all colours in solid lines first, then dashed
     * and dotted ones; grey from {@link #DISTINCT} on.
     */
    public static Look of(int index) {
        if (index >= DISTINCT) {
            return new Look("#999999", "", 1);
        }
        int round = index / COLORS.size();
        return new Look(COLORS.get(index % COLORS.size()), DASHES.get(round), round == 0 ? 2 : 1.5);
    }
}
