package org.attune.charts;

import java.util.List;
import java.util.Locale;

/** Shares of a whole, a bar of 100 % for each name. */
public final class BarChart {
    private static final double WIDTH = 480;
    private static final double ROW = 24;
    private static final double TOP = 34;

    private BarChart() {}

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title for screen readers
     * @param names of the bars, from above
     * @param parts names of the parts
     * @param amounts for each bar an amount for each part, not negative
     * @param unit of the amounts, whose sum follows each bar
     */
    public static Picture of(
            String id,
            String title,
            List<String> names,
            List<String> parts,
            double[][] amounts,
            String unit) {
        var svg = new Svg(id, title);
        double left = 12 + names.stream().mapToDouble(n -> Svg.width(n, 11.5)).max().orElse(0);
        double legend = left;
        for (int p = 0; p < parts.size(); p++) {
            svg.rectangle(legend, 8, 12, 12, Look.of(p).color());
            svg.text(legend + 17, 18, Svg.Anchor.START, 11.5, parts.get(p));
            legend += 40 + Svg.width(parts.get(p), 11.5);
        }
        for (int r = 0; r < names.size(); r++) {
            double y = TOP + ROW * r;
            svg.text(left - 8, y + 14, Svg.Anchor.END, 11.5, names.get(r));
            double total = 0;
            for (double amount : amounts[r]) {
                total += amount;
            }
            double x = left;
            for (int p = 0; p < parts.size() && total > 0; p++) {
                double length = WIDTH * amounts[r][p] / total;
                svg.rectangle(x, y, length, ROW - 6, Look.of(p).color());
                x += length;
            }
            svg.text(
                    left + WIDTH + 8,
                    y + 14,
                    Svg.Anchor.START,
                    11.5,
                    String.format(Locale.ROOT, "%.3g %s", total, unit));
        }
        double bottom = TOP + ROW * names.size();
        for (int percent = 0; percent <= 100; percent += 25) {
            double x = left + WIDTH * percent / 100;
            svg.line(x, bottom - 3, x, bottom + 2, Svg.INK, 1);
            svg.text(x, bottom + 16, Svg.Anchor.MIDDLE, 11, percent + " %");
        }
        return svg.picture(left + WIDTH + 110, bottom + 26);
    }
}
