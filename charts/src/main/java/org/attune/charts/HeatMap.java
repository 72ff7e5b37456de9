package org.attune.charts;

import java.util.List;
import java.util.Locale;

/** A square of numbers, one for each pair of names, as shades of one colour. */
public final class HeatMap {
    private static final double CELL = 34;
    private static final double TOP = 30;
    private static final double FONT = 10.5;

    private HeatMap() {}

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title above it
     * @param names n of them
     * @param values n rows of n; a cell without a number stays empty, a negative one is white
     */
    public static Picture of(String id, String title, List<String> names, double[][] values) {
        var svg = new Svg(id, title);
        double longest = names.stream().mapToDouble(n -> Svg.width(n, 11.5)).max().orElse(0);
        double left = 12 + longest;
        double size = CELL * names.size();
        double most = 1e-12;
        for (double[] row : values) {
            for (double v : row) {
                most = Double.isFinite(v) ? Math.max(most, v) : most;
            }
        }
        svg.bold(left, 18, Svg.Anchor.START, Svg.FONT, title);
        for (int i = 0; i < names.size(); i++) {
            double y = TOP + CELL * i;
            svg.text(left - 8, y + CELL / 2 + 4, Svg.Anchor.END, 11.5, names.get(i));
            svg.upright(
                    left + CELL * (i + 0.5) + 4, TOP + size + 10 + longest / 2, 11.5, names.get(i));
            for (int j = 0; j < names.size(); j++) {
                double v = values[i][j];
                double x = left + CELL * j;
                if (Double.isFinite(v)) {
                    double share = Math.max(v, 0) / most;
                    svg.rectangle(x, y, CELL - 1, CELL - 1, shade(share));
                    svg.onLight(
                            x + CELL / 2,
                            y + CELL / 2 + 4,
                            Svg.Anchor.MIDDLE,
                            FONT,
                            String.format(Locale.ROOT, "%.2f", v + 0.0).replace("-0.00", "0.00"));
                } else {
                    svg.rectangle(x, y, CELL - 1, CELL - 1, Svg.GRID);
                }
            }
        }
        double wide = Math.max(left + size, left + Svg.width(title, Svg.FONT));
        return svg.picture(wide + 14, TOP + size + longest + 20);
    }

    /** Returns white at 0, and a blue at 1 on which black letters can be read. */
    private static String shade(double share) {
        int red = (int) Math.round(255 - 169 * share);
        int green = (int) Math.round(255 - 75 * share);
        int blue = (int) Math.round(255 - 22 * share);
        return "#%02x%02x%02x".formatted(red, green, blue);
    }
}
