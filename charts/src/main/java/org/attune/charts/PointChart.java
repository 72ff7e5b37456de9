package org.attune.charts;

import java.util.List;
import java.util.stream.DoubleStream;

/** Points of several series around the lines x = 1 and y = 1, on logarithmic axes. */
public final class PointChart {
    private static final double SIZE = 360;
    private static final double LEFT = 72;
    private static final double TOP = 24;

    private PointChart() {}

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title for screen readers
     * @param xLabel with what the ratio is of
     * @param yLabel likewise
     * @param series whose lines are not drawn; coordinates that are not positive are left out
     */
    public static Picture of(
            String id, String title, String xLabel, String yLabel, List<Series> series) {
        var svg = new Svg(id, title);
        Axis x = ratios(series.stream().flatMapToDouble(s -> DoubleStream.of(s.x())).toArray());
        Axis y = ratios(series.stream().flatMapToDouble(s -> DoubleStream.of(s.y())).toArray());
        var frame = new Frame(LEFT, TOP, SIZE, SIZE, x, y);
        frame.draw(svg, "", xLabel, yLabel);
        svg.line(frame.x(1), TOP, frame.x(1), TOP + SIZE, Svg.INK, 1.2);
        svg.line(LEFT, frame.y(1), LEFT + SIZE, frame.y(1), Svg.INK, 1.2);
        for (Series s : series.reversed()) {
            for (int i = 0; i < s.x().length; i++) {
                if (s.x()[i] > 0 && s.y()[i] > 0) {
                    svg.disc(frame.x(s.x()[i]), frame.y(s.y()[i]), 4.5, s.look().color());
                }
            }
        }
        double right = LEFT + SIZE + 18;
        double row = TOP + 8;
        for (Series s : series) {
            svg.disc(right + 4, row - 4, 4.5, s.look().color());
            svg.text(right + 14, row, Svg.Anchor.START, 11.5, s.name());
            row += 16;
        }
        double longest =
                series.stream().mapToDouble(s -> Svg.width(s.name(), 11.5)).max().orElse(0);
        return svg.picture(right + 22 + longest, Math.max(TOP + SIZE + 44, row));
    }

    /** Returns an axis that has 1 in its middle half, so that both sides are seen. */
    private static Axis ratios(double[] values) {
        double[] all =
                DoubleStream.concat(DoubleStream.of(values), DoubleStream.of(0.9, 1.1)).toArray();
        return Axis.around(all, true);
    }
}
