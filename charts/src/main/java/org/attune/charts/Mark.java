package org.attune.charts;

import java.util.List;

/** Something that is drawn in a frame of a {@link FrameChart}. */
public sealed interface Mark {
    /** Returns its name in the legend; empty for what is not named there. */
    String name();

    /** The shape of a point. */
    enum Shape {
        /** A filled disc. */
        DISC,
        /** A ring, around something. */
        RING,
        /** A cross, such as of a failure. */
        CROSS
    }

    /**
     * A line, perhaps with a band around it.
     *
     * @param series that is drawn
     * @param steps whether a value holds until the next one
     */
    record Line(Series series, boolean steps) implements Mark {
        @Override
        public String name() {
            return series.name();
        }
    }

    /**
     * Points, perhaps with vertical intervals.
     *
     * @param name in the legend
     * @param color as SVG writes it
     * @param shape of each
     * @param radius in pixels
     * @param opacity in [0, 1]
     * @param x of each; those that are not finite, or outside of the frame, are left out
     * @param y of each
     * @param lower ends of the intervals, or none
     * @param upper ends of the intervals, or none
     */
    record Dots(
            String name,
            String color,
            Shape shape,
            double radius,
            double opacity,
            double[] x,
            double[] y,
            double[] lower,
            double[] upper)
            implements Mark {
        /** Points without intervals. */
        public Dots(
                String name,
                String color,
                Shape shape,
                double radius,
                double opacity,
                double[] x,
                double[] y) {
            this(name, color, shape, radius, opacity, x, y, new double[0], new double[0]);
        }
    }

    /**
     * A horizontal line across the frame.
     *
     * @param name in the legend
     * @param look how it is drawn
     * @param y where
     */
    record Level(String name, Look look, double y) implements Mark {}

    /**
     * Horizontal bars, one after another.
     *
     * @param name in the legend
     * @param color as SVG writes it
     * @param from left end of each
     * @param to right end of each
     * @param y middle of each; a bar is 0.7 high
     */
    record Bars(String name, String color, double[] from, double[] to, double[] y)
            implements Mark {}

    /**
     * A frame with what is in it.
     *
     * @param title above it, maybe empty
     * @param xLabel with the unit
     * @param yLabel with the unit
     * @param x axis
     * @param y axis
     * @param marks drawn in their order, so that the last lies on top
     */
    record In(String title, String xLabel, String yLabel, Axis x, Axis y, List<Mark> marks) {}
}
