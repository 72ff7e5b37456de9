package org.attune.charts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Points, lines and bars in frames, in rows, with one legend below them. */
public final class FrameChart {
    private static final double LEFT = 64;
    private static final double TOP = 28;
    private static final double BOTTOM = 44;
    private static final double GAP = 26;
    private static final double ROW = 18;

    private FrameChart() {}

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title for screen readers
     * @param frames row by row
     * @param columns frames in a row
     * @param width of each frame
     * @param height of each frame
     */
    public static Picture of(
            String id,
            String title,
            List<Mark.In> frames,
            int columns,
            double width,
            double height) {
        var svg = new Svg(id, title);
        double left =
                frames.stream()
                        .mapToDouble(f -> Math.max(LEFT, Frame.widest(f.y()) + 34))
                        .max()
                        .orElse(LEFT);
        double right = 0;
        double bottom = 0;
        for (int i = 0; i < frames.size(); i++) {
            double x = left + i % columns * (left + width);
            double y = TOP + i / columns * (TOP + height + BOTTOM);
            draw(
                    svg,
                    new Frame(x, y, width, height, frames.get(i).x(), frames.get(i).y()),
                    frames.get(i));
            right = Math.max(right, x + width);
            bottom = Math.max(bottom, y + height + BOTTOM);
        }
        double end = legend(svg, frames, left, right, bottom);
        return svg.picture(right + GAP, end);
    }

    private static void draw(Svg svg, Frame frame, Mark.In in) {
        frame.draw(svg, in.title(), in.xLabel(), in.yLabel());
        svg.clip(frame.left() - 1, frame.top() - 1, frame.width() + 2, frame.height() + 2);
        for (Mark mark : in.marks()) {
            switch (mark) {
                case Mark.Line line -> line(svg, frame, line);
                case Mark.Dots dots -> dots(svg, frame, dots);
                case Mark.Level level -> {
                    double y = frame.y(level.y());
                    svg.path(
                            new double[] {frame.left(), y, frame.left() + frame.width(), y},
                            level.look());
                }
                case Mark.Bars bars -> bars(svg, frame, bars);
            }
        }
        svg.unclip();
    }

    private static void line(Svg svg, Frame frame, Mark.Line line) {
        Series s = line.series();
        if (s.lower().length > 0) {
            var edge = new ArrayList<Double>();
            for (int i = 0; i < s.x().length; i++) {
                corner(edge, frame, s.x()[i], s.upper()[i]);
            }
            for (int i = s.x().length - 1; i >= 0; i--) {
                corner(edge, frame, s.x()[i], s.lower()[i]);
            }
            svg.area(edge.stream().mapToDouble(v -> v).toArray(), s.look().color(), 0.16);
        }
        var xy = new ArrayList<Double>();
        for (int i = 0; i < s.x().length; i++) {
            if (!Double.isFinite(s.y()[i])) {
                svg.path(xy.stream().mapToDouble(v -> v).toArray(), s.look());
                xy.clear();
                continue;
            }
            double x = frame.x(s.x()[i]);
            double y = frame.y(s.y()[i]);
            if (line.steps() && !xy.isEmpty()) {
                xy.add(x);
                xy.add(xy.get(xy.size() - 2));
            }
            xy.add(x);
            xy.add(y);
        }
        svg.path(xy.stream().mapToDouble(v -> v).toArray(), s.look());
    }

    private static void corner(List<Double> edge, Frame frame, double x, double y) {
        if (!Double.isNaN(y)) {
            edge.add(frame.x(x));
            edge.add(frame.y(Math.clamp(y, frame.yAxis().low(), frame.yAxis().high())));
        }
    }

    private static void dots(Svg svg, Frame frame, Mark.Dots dots) {
        for (int i = 0; i < dots.x().length; i++) {
            double vx = dots.x()[i];
            double vy = dots.y()[i];
            if (!isInside(frame.xAxis(), vx) || !isInside(frame.yAxis(), vy)) {
                continue;
            }
            double x = frame.x(vx);
            double y = frame.y(vy);
            if (dots.lower().length > 0 && Double.isFinite(dots.upper()[i] - dots.lower()[i])) {
                Axis axis = frame.yAxis();
                svg.line(
                        x,
                        frame.y(Math.clamp(dots.lower()[i], axis.low(), axis.high())),
                        x,
                        frame.y(Math.clamp(dots.upper()[i], axis.low(), axis.high())),
                        dots.color(),
                        1);
            }
            switch (dots.shape()) {
                case DISC -> svg.dot(x, y, dots.radius(), dots.color(), dots.opacity());
                case RING -> svg.ring(x, y, dots.radius(), dots.color());
                case CROSS -> svg.cross(x, y, dots.radius(), dots.color());
            }
        }
    }

    private static boolean isInside(Axis axis, double value) {
        return Double.isFinite(value) && value >= axis.low() && value <= axis.high();
    }

    private static void bars(Svg svg, Frame frame, Mark.Bars bars) {
        double high = Math.abs(frame.y(0) - frame.y(0.7));
        for (int i = 0; i < bars.y().length; i++) {
            double from = frame.x(bars.from()[i]);
            double to = frame.x(bars.to()[i]);
            svg.rectangle(
                    from,
                    frame.y(bars.y()[i]) - high / 2,
                    Math.max(to - from, 0.75),
                    high,
                    bars.color());
        }
    }

    /** Draws the legend, in lines of the width of the frames, and returns where it ends. */
    private static double legend(
            Svg svg, List<Mark.In> frames, double left, double right, double top) {
        var named = new LinkedHashMap<String, Mark>();
        frames.stream()
                .flatMap(f -> f.marks().stream())
                .filter(m -> !m.name().isEmpty())
                .forEach(m -> named.putIfAbsent(m.name(), m));
        if (named.size() < 2) {
            return top;
        }
        double x = left;
        double y = top + 10;
        for (Mark mark : named.values()) {
            double wide = 34 + 0.8 * Svg.width(mark.name(), 11.5);
            if (x > left && x + wide > right) {
                x = left;
                y += ROW;
            }
            switch (mark) {
                case Mark.Line l -> svg.path(new double[] {x, y, x + 20, y}, l.series().look());
                case Mark.Level l -> svg.path(new double[] {x, y, x + 20, y}, l.look());
                case Mark.Bars b -> svg.rectangle(x + 4, y - 5, 12, 10, b.color());
                case Mark.Dots d -> {
                    switch (d.shape()) {
                        case DISC -> svg.dot(x + 10, y, Math.max(d.radius(), 3), d.color(), 1);
                        case RING -> svg.ring(x + 10, y, d.radius(), d.color());
                        case CROSS -> svg.cross(x + 10, y, d.radius(), d.color());
                    }
                }
            }
            svg.text(x + 26, y + 4, Svg.Anchor.START, 11.5, mark.name());
            x += wide + 8;
        }
        return y + ROW;
    }
}
