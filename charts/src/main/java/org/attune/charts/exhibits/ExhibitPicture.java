package org.attune.charts.exhibits;

import org.attune.api.Exhibit;
import org.attune.api.Exhibit.Curve;
import org.attune.api.Scale;
import org.attune.charts.Axis;
import org.attune.charts.LineChart;
import org.attune.charts.Look;
import org.attune.charts.Panel;
import org.attune.charts.Picture;
import org.attune.charts.Series;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Plots of a tuner as drawings: a line for each curve. */
public final class ExhibitPicture {
    private static final double WIDTH = 560;
    private static final double HEIGHT = 340;

    private ExhibitPicture() {}

    /** Returns the drawing of a plot. */
    public static Picture of(Exhibit.Plot plot) {
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

    /**
     * Draws the plots among the exhibits, each into a file of its own that is named by its title.
     *
     * @param folder is made where there is none
     * @return the files
     * @throws UncheckedIOException if one cannot be written
     */
    public static List<Path> write(List<Exhibit> exhibits, Path folder) {
        var files = new LinkedHashMap<Path, String>();
        for (Exhibit exhibit : exhibits) {
            if (exhibit instanceof Exhibit.Plot plot) {
                String name = name(plot);
                Path file = folder.resolve(name + ".svg");
                for (int i = 2; files.containsKey(file); i++) {
                    file = folder.resolve("%s-%d.svg".formatted(name, i));
                }
                files.put(file, of(plot).svg());
            }
        }
        try {
            Files.createDirectories(folder);
            for (Map.Entry<Path, String> file : files.entrySet()) {
                Files.writeString(file.getKey(), file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot draw into %s".formatted(folder), e);
        }
        return List.copyOf(files.keySet());
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
