package org.attune.charts;

import java.util.List;

/**
 * Colours for numbers: from dark blue for the smallest to yellow for the largest, lighter all the
 * way, so that people who are colour-blind, and printers without colours, keep the order.
 *
 * <p>Source: S. van der Walt and N. Smith, the colour map "viridis" of Matplotlib (2015), CC0; ten
 * of its colours.
 */
public final class Shades {
    private static final List<int[]> STOPS =
            List.of(
                    rgb(0x440154),
                    rgb(0x482878),
                    rgb(0x3e4989),
                    rgb(0x31688e),
                    rgb(0x26828e),
                    rgb(0x1f9e89),
                    rgb(0x35b779),
                    rgb(0x6ece58),
                    rgb(0xb5de2b),
                    rgb(0xfde725));

    private Shades() {}

    private static int[] rgb(int color) {
        return new int[] {color >> 16, color >> 8 & 255, color & 255};
    }

    /** Returns the colour of a share in [0, 1]; grey for what is no number. */
    public static String of(double share) {
        if (Double.isNaN(share)) {
            return "#bbbbbb";
        }
        double place = Math.clamp(share, 0, 1) * (STOPS.size() - 1);
        int low = Math.min((int) place, STOPS.size() - 2);
        double part = place - low;
        int color = 0;
        for (int c = 0; c < 3; c++) {
            double mixed = (1 - part) * STOPS.get(low)[c] + part * STOPS.get(low + 1)[c];
            color = color << 8 | (int) Math.round(mixed);
        }
        return "#%06x".formatted(color);
    }
}
