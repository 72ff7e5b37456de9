package org.attune.charts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Curves in one or more frames side by side, with one legend on the right. */
public final class LineChart {
    private static final double LEFT = 64;
    private static final double TOP = 28;
    private static final double BOTTOM = 44;
    private static final double ROW = 15.5;
    private static final double RADIUS = 3; // of points

    private LineChart() {}

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title for screen readers
     * @param panels from left to right
     * @param width of each frame
     * @param height of each frame, more where the legend needs it
     */
    public static Picture of(
            String id, String title, List<Panel> panels, double width, double height) {
        var svg = new Svg(id, title);
        List<Series> legend = panels.stream().flatMap(p -> p.series().stream()).toList();
        legend = distinct(legend);
        double tall = Math.max(height, ROW * legend.size());
        double x = LEFT;
        String said = "";
        for (Panel panel : panels) {
            var frame = new Frame(x, TOP, width, tall, panel.x(), panel.y());
            String yLabel = panel.yLabel().equals(said) ? "" : panel.yLabel();
            frame.draw(svg, panel.title(), panel.xLabel(), yLabel);
            said = panel.yLabel();
            svg.clip(x, TOP - 1, width, tall + 2);
            panel.series().reversed().forEach(s -> band(svg, frame, s));
            panel.series().reversed().forEach(s -> curve(svg, frame, s));
            svg.unclip();
            x += width + LEFT;
        }
        double right = x - LEFT + 16;
        double y = TOP + 8;
        for (Series series : legend) {
            if (isPoints(series)) {
                svg.disc(right + 12, y - 4, RADIUS, series.look().color());
            } else {
                svg.path(new double[] {right, y - 4, right + 24, y - 4}, series.look());
            }
            svg.text(right + 30, y, Svg.Anchor.START, 11.5, series.name());
            y += ROW;
        }
        return svg.picture(right + 38 + longest(legend), TOP + tall + BOTTOM);
    }

    /** Returns whether several values are there, and no two of them follow each other. */
    private static boolean isPoints(Series s) {
        int there = 0;
        for (int i = 0; i < s.y().length; i++) {
            boolean is = Double.isFinite(s.y()[i]);
            if (is && i > 0 && Double.isFinite(s.y()[i - 1])) {
                return false;
            }
            there += is ? 1 : 0;
        }
        return there > 1;
    }

    private static List<Series> distinct(List<Series> all) {
        var seen = new ArrayList<String>();
        return all.stream().filter(s -> !seen.contains(s.name()) && seen.add(s.name())).toList();
    }

    private static double longest(List<Series> legend) {
        return Stream.concat(legend.stream().map(Series::name), Stream.of(""))
                .mapToDouble(n -> Svg.width(n, 11.5))
                .max()
                .orElse(0);
    }

    private static void band(Svg svg, Frame frame, Series s) {
        var edge = new ArrayList<Double>();
        int n = s.lower().length;
        for (int i = 0; i < n; i++) {
            add(edge, frame, s.x()[i], s.upper()[i]);
        }
        for (int i = n - 1; i >= 0; i--) {
            add(edge, frame, s.x()[i], s.lower()[i]);
        }
        svg.area(edge.stream().mapToDouble(v -> v).toArray(), s.look().color(), 0.13);
    }

    private static void add(List<Double> xy, Frame frame, double x, double y) {
        if (!Double.isNaN(y)) {
            double bounded = Math.clamp(y, frame.yAxis().low(), frame.yAxis().high());
            xy.add(frame.x(x));
            xy.add(frame.y(bounded));
        }
    }

    private static void curve(Svg svg, Frame frame, Series s) {
        var xy = new ArrayList<Double>();
        for (int i = 0; i < s.x().length; i++) {
            if (Double.isFinite(s.y()[i])) {
                xy.add(frame.x(s.x()[i]));
                xy.add(frame.y(s.y()[i]));
            } else {
                piece(svg, xy, s.look());
                xy.clear();
            }
        }
        piece(svg, xy, s.look());
    }

    /** Draws a line, or a disc where it has one point. */
    private static void piece(Svg svg, List<Double> xy, Look look) {
        if (xy.size() == 2) {
            svg.disc(xy.get(0), xy.get(1), RADIUS, look.color());
        } else {
            svg.path(xy.stream().mapToDouble(v -> v).toArray(), look);
        }
    }
}
