package org.attune.charts;

import java.util.List;
import java.util.stream.DoubleStream;

/** Points of several series around the lines x = 1 and y = 1, on logarithmic axes. */
public final class PointChart {
    /**
     * Points that are drawn alike.
     *
     * @param series n of them, whose lines are not drawn
     * @param labels n texts beside the points, or none
     * @param edge x and y in turn of a line that belongs to them, maybe empty
     */
    public record Points(Series series, List<String> labels, double[] edge) {}

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
        List<Points> points =
                series.stream().map(s -> new Points(s, List.of(), new double[0])).toList();
        return of(id, title, "", xLabel, yLabel, points);
    }

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title for screen readers
     * @param heading above the frame, maybe empty
     * @param xLabel with what the ratio is of
     * @param yLabel likewise
     * @param points coordinates that are not positive are left out
     */
    public static Picture of(
            String id,
            String title,
            String heading,
            String xLabel,
            String yLabel,
            List<Points> points) {
        List<Series> series = points.stream().map(Points::series).toList();
        var svg = new Svg(id, title);
        Axis x = ratios(series.stream().flatMapToDouble(s -> DoubleStream.of(s.x())).toArray());
        Axis y = ratios(series.stream().flatMapToDouble(s -> DoubleStream.of(s.y())).toArray());
        var frame = new Frame(LEFT, TOP, SIZE, SIZE, x, y);
        frame.draw(svg, heading, xLabel, yLabel);
        svg.line(frame.x(1), TOP, frame.x(1), TOP + SIZE, Svg.INK, 1.2);
        svg.line(LEFT, frame.y(1), LEFT + SIZE, frame.y(1), Svg.INK, 1.2);
        for (Points p : points.reversed()) {
            draw(svg, frame, p);
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

    private static void draw(Svg svg, Frame frame, Points points) {
        Series s = points.series();
        double[] edge = points.edge().clone();
        for (int i = 0; i + 1 < edge.length; i += 2) {
            edge[i] = frame.x(edge[i]);
            edge[i + 1] = frame.y(edge[i + 1]);
        }
        svg.path(edge, new Look(s.look().color(), "", 1.2));
        for (int i = 0; i < s.x().length; i++) {
            if (s.x()[i] > 0 && s.y()[i] > 0) {
                double x = frame.x(s.x()[i]);
                double y = frame.y(s.y()[i]);
                svg.disc(x, y, 4.5, s.look().color());
                if (!points.labels().isEmpty()) {
                    svg.text(x + 6, y - 5, Svg.Anchor.START, 10, points.labels().get(i));
                }
            }
        }
    }

    /** Returns an axis that has 1 in its middle half, so that both sides are seen. */
    private static Axis ratios(double[] values) {
        double[] all =
                DoubleStream.concat(DoubleStream.of(values), DoubleStream.of(0.9, 1.1)).toArray();
        return Axis.around(all, true);
    }
}
