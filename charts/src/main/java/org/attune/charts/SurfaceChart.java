package org.attune.charts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A quantity over two axes as a surface in space, seen from above at an angle; its colour is
 * another quantity, such as how sure the first one is.
 */
public final class SurfaceChart {
    private static final double SIZE = 460;
    private static final double TURN = Math.toRadians(35);
    private static final double TILT = Math.toRadians(28);
    private static final double TALL = 0.55; // of the surface, in parts of an axis

    private record Facet(double depth, double[] xy, String color) {}

    private SurfaceChart() {}

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title for screen readers
     * @param labels of the horizontal, the deep and the vertical axis, and of the colours
     * @param ends two labels of each of the first two axes
     * @param values n times m heights, finite
     * @param colors as many; grey where it is no number
     */
    public static Picture of(
            String id,
            String title,
            List<String> labels,
            List<List<String>> ends,
            double[][] values,
            double[][] colors) {
        var svg = new Svg(id, title);
        double[] height = FieldChart.range(values);
        double[] color = FieldChart.range(colors);
        int n = values.length;
        int m = values[0].length;
        frame(svg, labels, ends, height);
        var facets = new ArrayList<Facet>();
        for (int i = 0; i + 1 < n; i++) {
            for (int j = 0; j + 1 < m; j++) {
                double[] xy = new double[8];
                double depth = 0;
                int[][] corners = {{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}};
                double mean = 0;
                for (int c = 0; c < 4; c++) {
                    int a = corners[c][0];
                    int b = corners[c][1];
                    double z = Axis.share(values[a][b], height[0], height[1]);
                    double[] p = place(a / (n - 1.0), b / (m - 1.0), z);
                    xy[2 * c] = p[0];
                    xy[2 * c + 1] = p[1];
                    depth += p[2];
                    mean += colors[a][b] / 4;
                }
                double share = Axis.share(mean, color[0], color[1]);
                facets.add(new Facet(depth, xy, Shades.of(share)));
            }
        }
        facets.sort(Comparator.comparingDouble(Facet::depth));
        facets.forEach(f -> svg.facet(f.xy(), f.color()));
        scale(svg, labels.get(3), color);
        return svg.picture(SIZE + 170, SIZE + 10);
    }

    /** Returns where a point of the unit cube is on paper, and how near it is. */
    private static double[] place(double x, double y, double z) {
        double u = x - 0.5;
        double v = y - 0.5;
        double across = u * Math.cos(TURN) - v * Math.sin(TURN);
        double deep = u * Math.sin(TURN) + v * Math.cos(TURN);
        double up = deep * Math.sin(TILT) + (z - 0.5) * TALL * Math.cos(TILT);
        return new double[] {
            SIZE / 2 + 30 + across * SIZE * 0.6, SIZE * 0.48 - up * SIZE * 0.72, -deep
        };
    }

    private static void frame(
            Svg svg, List<String> labels, List<List<String>> ends, double[] height) {
        edge(svg, 0, 0, 0, 1, 0, 0);
        edge(svg, 1, 0, 0, 1, 1, 0);
        edge(svg, 0, 0, 0, 0, 1, 0);
        edge(svg, 0, 1, 0, 1, 1, 0);
        edge(svg, 0, 1, 0, 0, 1, 1);
        edge(svg, 1, 1, 0, 1, 1, 1);
        edge(svg, 0, 1, 1, 1, 1, 1);
        said(svg, 0.5, -0.2, 0, labels.get(0), true);
        said(svg, 0.02, -0.08, 0, ends.get(0).get(0), false);
        said(svg, 0.98, -0.08, 0, ends.get(0).get(1), false);
        said(svg, -0.26, 0.5, 0, labels.get(1), true);
        said(svg, -0.09, 0.06, 0, ends.get(1).get(0), false);
        said(svg, -0.09, 0.94, 0, ends.get(1).get(1), false);
        double[] low = place(0, 1, 0);
        double[] high = place(0, 1, 1);
        svg.text(low[0] - 6, low[1] + 4, Svg.Anchor.END, 10.5, label(height[0]));
        svg.text(high[0] - 6, high[1] + 4, Svg.Anchor.END, 10.5, label(height[1]));
        svg.bold(high[0] - 6, high[1] - 14, Svg.Anchor.START, Svg.FONT, labels.get(2));
    }

    private static String label(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }

    private static void edge(
            Svg svg, double x1, double y1, double z1, double x2, double y2, double z2) {
        double[] a = place(x1, y1, z1);
        double[] b = place(x2, y2, z2);
        svg.line(a[0], a[1], b[0], b[1], Svg.INK, 0.8);
    }

    private static void said(Svg svg, double x, double y, double z, String text, boolean bold) {
        double[] p = place(x, y, z);
        if (bold) {
            svg.bold(p[0], p[1] + 4, Svg.Anchor.MIDDLE, Svg.FONT, text);
        } else {
            svg.text(p[0], p[1] + 4, Svg.Anchor.MIDDLE, 10.5, text);
        }
    }

    private static void scale(Svg svg, String label, double[] range) {
        double x = SIZE + 80;
        for (int k = 0; k < 10; k++) {
            svg.rectangle(x, 60 + 16 * (9 - k), 12, 16.4, Shades.of(k / 9.0));
        }
        svg.text(x + 17, 64, Svg.Anchor.START, 10.5, label(range[1]));
        svg.text(x + 17, 224, Svg.Anchor.START, 10.5, label(range[0]));
        svg.text(x - 30, 48, Svg.Anchor.START, 10.5, label);
    }
}
