package org.attune.charts;

import java.util.List;

/** Parallel coordinates: an axis for each quantity, and a line through them for each thing. */
public final class ParallelChart {
    private static final double LEFT = 60;
    private static final double TOP = 40;

    /**
     * A line.
     *
     * @param values one for each axis; it is interrupted where there is none
     * @param look how it is drawn
     */
    public record Thread(double[] values, Look look) {}

    private ParallelChart() {}

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title for screen readers
     * @param names of the axes, at least two
     * @param axes from left to right
     * @param threads drawn in their order, so that the last lies on top
     * @param width between the first and the last axis
     * @param height of the axes
     */
    public static Picture of(
            String id,
            String title,
            List<String> names,
            List<Axis> axes,
            List<Thread> threads,
            double width,
            double height) {
        var svg = new Svg(id, title);
        double step = width / Math.max(axes.size() - 1, 1);
        for (Thread thread : threads) {
            var xy = new java.util.ArrayList<Double>();
            for (int a = 0; a < axes.size(); a++) {
                double v = thread.values()[a];
                if (Double.isFinite(v)) {
                    xy.add(LEFT + a * step);
                    xy.add(TOP + height * (1 - Math.clamp(axes.get(a).share(v), 0, 1)));
                } else {
                    svg.path(xy.stream().mapToDouble(d -> d).toArray(), thread.look());
                    xy.clear();
                }
            }
            svg.path(xy.stream().mapToDouble(d -> d).toArray(), thread.look());
        }
        for (int a = 0; a < axes.size(); a++) {
            double x = LEFT + a * step;
            svg.line(x, TOP, x, TOP + height, Svg.INK, 1.2);
            for (Axis.Mark mark : axes.get(a).marks()) {
                if (!mark.label().isEmpty()) {
                    double y = TOP + height * (1 - axes.get(a).share(mark.value()));
                    svg.line(x - 3, y, x + 3, y, Svg.INK, 1);
                    svg.text(x + 6, y + 3.5, Svg.Anchor.START, 10, mark.label());
                }
            }
            double y = a % 2 == 0 || step > 90 ? TOP - 12 : TOP - 26;
            svg.bold(x, y, Svg.Anchor.MIDDLE, 11, names.get(a));
        }
        return svg.picture(LEFT + width + 70, TOP + height + 16);
    }
}
