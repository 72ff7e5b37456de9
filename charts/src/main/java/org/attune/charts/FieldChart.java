package org.attune.charts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** A quantity over two axes as ten colours, with points on it: frames side by side. */
public final class FieldChart {
    private static final double LEFT = 78;
    private static final double TOP = 28;
    private static final double BOTTOM = 44;
    private static final int LEVELS = 10;
    private static final int FINE = 3; // cells between two points of the grid

    /**
     * A quantity.
     *
     * @param title above it
     * @param unit beside its scale
     * @param values at n times m points from edge to edge: values[i][j] is at i/(n-1) of the
     *     horizontal and j/(m-1) of the vertical axis; NaN where there is none
     * @param dots points on it, maybe empty
     */
    public record Field(String title, String unit, double[][] values, List<Mark.Dots> dots) {}

    private FieldChart() {}

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title for screen readers
     * @param xLabel of all frames
     * @param yLabel of all frames
     * @param x axis
     * @param y axis
     * @param fields from left to right
     * @param size of each frame
     */
    public static Picture of(
            String id,
            String title,
            String xLabel,
            String yLabel,
            Axis x,
            Axis y,
            List<Field> fields,
            double size) {
        var svg = new Svg(id, title);
        double left = Math.max(LEFT, Frame.widest(y) + 34);
        double from = left;
        for (Field field : fields) {
            var frame = new Frame(from, TOP, size, size, x, y);
            double[] range = range(field.values());
            cells(svg, frame, field.values(), range);
            frame.draw(svg, field.title(), xLabel, yLabel);
            for (Mark.Dots dots : field.dots()) {
                for (int i = 0; i < dots.x().length; i++) {
                    double px = frame.x(dots.x()[i]);
                    double py = frame.y(dots.y()[i]);
                    switch (dots.shape()) {
                        case DISC -> svg.disc(px, py, dots.radius(), dots.color());
                        case RING -> svg.ring(px, py, dots.radius(), dots.color());
                        case CROSS -> svg.cross(px, py, dots.radius(), dots.color());
                    }
                }
            }
            scale(svg, from + size + 12, size, range, field.unit());
            from += size + 76 + left;
        }
        return svg.picture(from - left + 8, TOP + size + BOTTOM);
    }

    /** Returns the smallest and the largest finite value; of equal ones, a little more. */
    static double[] range(double[][] values) {
        double[] all =
                Arrays.stream(values)
                        .flatMapToDouble(Arrays::stream)
                        .filter(Double::isFinite)
                        .toArray();
        double low = Arrays.stream(all).min().orElse(0);
        double high = Arrays.stream(all).max().orElse(1);
        return new double[] {low, high > low ? high : low + Math.max(Math.abs(low), 1) * 1e-9};
    }

    private static int level(double value, double[] range) {
        double share = Axis.share(value, range[0], range[1]);
        return Math.clamp((int) (share * LEVELS), 0, LEVELS - 1);
    }

    /** Draws runs of one level as one rectangle; between the points it is interpolated. */
    private static void cells(Svg svg, Frame frame, double[][] values, double[] range) {
        int wide = (values.length - 1) * FINE;
        int tall = (values[0].length - 1) * FINE;
        double dx = frame.width() / wide;
        double dy = frame.height() / tall;
        var boxes = new TreeMap<Integer, List<double[]>>();
        for (int j = 0; j < tall; j++) {
            int start = 0;
            int shade = shade(values, 0, j, range);
            for (int i = 1; i <= wide; i++) {
                int next = i == wide ? -2 : shade(values, i, j, range);
                if (next != shade) {
                    boxes.computeIfAbsent(shade, k -> new ArrayList<>())
                            .add(
                                    new double[] {
                                        frame.left() + start * dx,
                                        frame.top() + frame.height() - (j + 1) * dy,
                                        (i - start) * dx + 0.4,
                                        dy + 0.4
                                    });
                    start = i;
                    shade = next;
                }
            }
        }
        boxes.forEach((shade, all) ->
                svg.rectangles(all, shade < 0 ? "#bbbbbb" : Shades.of(shade / (LEVELS - 1.0))));
    }

    private static int shade(double[][] values, int i, int j, double[] range) {
        double u = (i + 0.5) / FINE;
        double v = (j + 0.5) / FINE;
        int a = (int) u;
        int b = (int) v;
        double s = u - a;
        double t = v - b;
        double value =
                (1 - s) * ((1 - t) * values[a][b] + t * values[a][b + 1])
                        + s * ((1 - t) * values[a + 1][b] + t * values[a + 1][b + 1]);
        return Double.isNaN(value) ? -1 : level(value, range);
    }

    private static void scale(Svg svg, double x, double size, double[] range, String unit) {
        double step = size / LEVELS;
        for (int k = 0; k < LEVELS; k++) {
            double y = TOP + size - (k + 1) * step;
            svg.rectangle(x, y, 12, step + 0.4, Shades.of(k / (LEVELS - 1.0)));
        }
        for (int k = 0; k <= LEVELS; k += LEVELS / 2) {
            double value = range[0] + range[1] / LEVELS * k - range[0] / LEVELS * k;
            String label = String.format(Locale.ROOT, "%.3g", value);
            svg.text(x + 17, TOP + size - k * step + 4, Svg.Anchor.START, 10.5, label);
        }
        svg.text(x, TOP - 9, Svg.Anchor.START, 10.5, unit);
    }
}
