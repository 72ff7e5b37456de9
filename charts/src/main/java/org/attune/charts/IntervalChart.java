package org.attune.charts;

import java.util.List;
import java.util.OptionalInt;

/** A dot and an interval for each name, in one or more columns over the same rows. */
public final class IntervalChart {
    private static final double ROW = 20;
    private static final double WIDTH = 230;
    private static final double GAP = 26;
    private static final double TOP = 28;

    /**
     * A dot with its interval.
     *
     * @param row index of the name
     * @param value where the dot is
     * @param lower end of the interval
     * @param upper end of the interval
     */
    public record Dot(int row, double value, double lower, double upper) {}

    /**
     * A column.
     *
     * @param title above it
     * @param dots at most one for each row
     */
    public record Column(String title, List<Dot> dots) {}

    private IntervalChart() {}

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title for screen readers
     * @param names of the rows, from above
     * @param looks of the rows
     * @param axis of all columns
     * @param label of the axis
     * @param columns from left to right
     */
    public static Picture of(
            String id,
            String title,
            List<String> names,
            List<Look> looks,
            Axis axis,
            String label,
            List<Column> columns) {
        var svg = new Svg(id, title);
        double left = 12 + names.stream().mapToDouble(n -> Svg.width(n, 11.5)).max().orElse(0);
        double bottom = TOP + ROW * names.size();
        for (int r = 0; r < names.size(); r++) {
            svg.text(left - 8, TOP + ROW * (r + 0.5) + 4, Svg.Anchor.END, 11.5, names.get(r));
        }
        double x = left;
        for (Column column : columns) {
            draw(svg, column, x, axis, looks, bottom);
            x += WIDTH + GAP;
        }
        double right = x - GAP;
        svg.text((left + right) / 2, bottom + 35, Svg.Anchor.MIDDLE, Svg.FONT, label);
        return svg.picture(right + 14, bottom + 44);
    }

    private static void draw(
            Svg svg, Column column, double left, Axis axis, List<Look> looks, double bottom) {
        svg.bold(left + WIDTH / 2, TOP - 10, Svg.Anchor.MIDDLE, Svg.FONT, column.title());
        for (Axis.Mark mark : axis.marks()) {
            double x = left + WIDTH * axis.share(mark.value());
            svg.line(x, TOP, x, bottom, Svg.GRID, 1);
            svg.text(x, bottom + 16, Svg.Anchor.MIDDLE, 11, mark.label());
        }
        svg.line(left, bottom, left + WIDTH, bottom, Svg.INK, 1);
        for (int r = 0; r < looks.size(); r++) {
            double y = TOP + ROW * (r + 0.5);
            int row = r;
            OptionalInt found = index(column.dots(), row);
            if (found.isEmpty()) {
                svg.text(left + WIDTH / 2, y + 4, Svg.Anchor.MIDDLE, 10, "–");
                continue;
            }
            Dot dot = column.dots().get(found.getAsInt());
            String color = looks.get(r).color();
            svg.line(
                    left + WIDTH * axis.share(dot.lower()),
                    y,
                    left + WIDTH * axis.share(dot.upper()),
                    y,
                    color,
                    2);
            svg.disc(left + WIDTH * axis.share(dot.value()), y, 4.5, color);
        }
    }

    private static OptionalInt index(List<Dot> dots, int row) {
        for (int i = 0; i < dots.size(); i++) {
            if (dots.get(i).row() == row) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }
}
