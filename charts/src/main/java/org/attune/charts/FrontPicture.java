package org.attune.charts;

import java.util.ArrayList;
import java.util.List;

/** Trials by two objectives on logarithmic axes, in parts of what the default gives. */
public final class FrontPicture {
    private FrontPicture() {}

    /**
     * Trials that have one colour.
     *
     * @param name in the legend
     * @param x first objective in parts of the default's, positive
     * @param y second objective likewise
     */
    public record Group(String name, double[] x, double[] y) {}

    /**
     * Returns a complete SVG document.
     *
     * @param title for screen readers
     * @param groups those in front first
     */
    public static String svg(String title, String xLabel, String yLabel, List<Group> groups) {
        var series = new ArrayList<Series>();
        for (Group group : groups) {
            Look look =
                    series.size() == groups.size() - 1
                            ? Look.of(Look.DISTINCT) // all other trials
                            : Look.of(series.size());
            series.add(new Series(group.name(), look, group.x(), group.y()));
        }
        return PointChart.of("front", title, xLabel, yLabel, series).svg();
    }
}
