package org.attune.charts;

/** The rectangle that curves and points are drawn into, with its axes around it. */
record Frame(double left, double top, double width, double height, Axis xAxis, Axis yAxis) {
    private static final double TICK = 4;

    double x(double value) {
        return left + width * xAxis.share(value);
    }

    double y(double value) {
        return top + height * (1 - yAxis.share(value));
    }

    /** Draws the grid, the axes and their labels. */
    void draw(Svg svg, String title, String xLabel, String yLabel) {
        double bottom = top + height;
        double right = Double.NEGATIVE_INFINITY;
        double room = xAxis.named().isEmpty() ? -1 : width / xAxis.named().size();
        for (Axis.Mark mark : xAxis.marks()) {
            double x = x(mark.value());
            boolean labelled = !mark.label().isEmpty();
            if (labelled) {
                svg.line(x, top, x, bottom, Svg.GRID, 1);
                String label = room < 0 ? mark.label() : cut(mark.label(), room - 6);
                double half = 0.42 * Svg.width(label, 11);
                if (x - half > right) { // else it would run into the one before
                    svg.text(x, bottom + 16, Svg.Anchor.MIDDLE, 11, label);
                    right = x + half + 2;
                }
            }
            svg.line(x, bottom, x, bottom + (labelled ? TICK : TICK / 2), Svg.INK, 1);
        }
        for (Axis.Mark mark : yAxis.marks()) {
            double y = y(mark.value());
            boolean labelled = !mark.label().isEmpty();
            if (labelled) {
                svg.line(left, y, left + width, y, Svg.GRID, 1);
                svg.text(left - 7, y + 4, Svg.Anchor.END, 11, mark.label());
            }
            svg.line(left - (labelled ? TICK : TICK / 2), y, left, y, Svg.INK, 1);
        }
        svg.line(left, bottom, left + width, bottom, Svg.INK, 1);
        svg.line(left, top, left, bottom, Svg.INK, 1);
        if (!title.isEmpty()) {
            svg.bold(left + width / 2, top - 9, Svg.Anchor.MIDDLE, Svg.FONT, title);
        }
        svg.text(left + width / 2, bottom + 35, Svg.Anchor.MIDDLE, Svg.FONT, xLabel);
        svg.upright(left - Math.max(48, widest() + 16), top + height / 2, Svg.FONT, yLabel);
    }

    /** Returns as much of a name as there is room for. */
    private static String cut(String name, double room) {
        int letters = Math.max(3, (int) (room / (0.84 * Svg.width("n", 11))));
        return name.length() <= letters ? name : name.substring(0, letters - 1) + "…";
    }

    /** Returns the width of the longest label of the vertical axis. */
    private double widest() {
        return widest(yAxis);
    }

    static double widest(Axis axis) {
        return axis.marks().stream()
                .mapToDouble(m -> Svg.width(m.label(), 11) * 0.85)
                .max()
                .orElse(0);
    }
}
