package org.attune.cli;

import org.attune.api.Exhibit;
import org.attune.api.Exhibit.Curve;
import org.attune.api.Scale;
import org.attune.charts.Axis;
import org.attune.charts.LineChart;
import org.attune.charts.Look;
import org.attune.charts.Panel;
import org.attune.charts.Picture;
import org.attune.charts.Series;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Plots of a tuner as drawings. */
final class ExhibitPicture {
    private static final double WIDTH = 560;
    private static final double HEIGHT = 340;

    private ExhibitPicture() {}

    /** Returns the drawing of a plot. */
    static Picture of(Exhibit.Plot plot) {
        var series = new ArrayList<Series>();
        for (Curve curve : plot.curves()) {
            series.add(
                    new Series(
                            curve.name(),
                            Look.of(series.size()),
                            shown(curve.x(), plot.x().scale()),
                            shown(curve.y(), plot.y().scale())));
        }
        var panel =
                new Panel(
                        plot.title(),
                        plot.x().label(),
                        plot.y().label(),
                        axis(plot.x(), plot.curves().stream().map(Curve::x)),
                        axis(plot.y(), plot.curves().stream().map(Curve::y)),
                        series);
        return LineChart.of(name(plot), plot.title(), List.of(panel), WIDTH, HEIGHT);
    }

    /** Returns the title as a part of a file name: letters and digits joined by hyphens. */
    static String name(Exhibit exhibit) {
        return exhibit.title()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}.]+", "-")
                .replaceAll("^-|-$", "");
    }

    private static Axis axis(Exhibit.Axis axis, Stream<List<Double>> values) {
        double[] all =
                values.flatMap(List::stream).filter(Double::isFinite).mapToDouble(v -> v).toArray();
        return Axis.around(all, axis.scale() == Scale.LOG);
    }

    /** A logarithmic axis has no place for what is not positive. */
    private static double[] shown(List<Double> values, Scale scale) {
        Function<Double, Double> shown =
                v -> scale == Scale.LOG && !(v > 0) ? Double.valueOf(Double.NaN) : v;
        return values.stream().map(shown).mapToDouble(v -> v).toArray();
    }
}
