package org.attune.cli.model;

import org.attune.api.Parameter;
import org.attune.api.TuningProblem;
import org.attune.charts.Axis;
import org.attune.charts.HeatMap;
import org.attune.charts.IntervalChart;
import org.attune.charts.LineChart;
import org.attune.charts.Look;
import org.attune.charts.Panel;
import org.attune.charts.Picture;
import org.attune.charts.PictureFile;
import org.attune.charts.Series;
import org.attune.sensitivity.Estimate;
import org.attune.sensitivity.PartialDependence;
import org.attune.studies.sensitivity.Column;
import org.attune.studies.sensitivity.SensitivityView;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What an output depends on, drawn: numbers with intervals, the heat map of pairs, curves. */
final class SensitivityPictures {
    private static final double WIDTH = 210;
    private static final double HEIGHT = 180;
    private static final int PANELS = 6; // in one picture

    private SensitivityPictures() {}

    /**
     * Draws, and writes files: the given one, and others beside it with what they show in their
     * names.
     *
     * @return the files
     */
    static List<Path> write(TuningProblem problem, List<SensitivityView> views, Path file) {
        Map<String, Picture> pictures = new LinkedHashMap<>();
        for (int v = 0; v < views.size(); v++) {
            SensitivityView view = views.get(v);
            String which = v == 0 ? "" : "-" + (v + 1);
            String about = view.output().name() + view.task().after(" of ");
            if (!view.columns().isEmpty()) {
                pictures.put(which, bars(view, about));
            }
            if (!view.pairs().isEmpty()) {
                pictures.put(which + "-pairs", pairs(view, about));
            }
            for (int from = 0; from < view.curves().size(); from += PANELS) {
                List<PartialDependence> some =
                        view.curves().subList(from, Math.min(from + PANELS, view.curves().size()));
                pictures.put(
                        which + "-curves" + (from == 0 ? "" : "-" + (from / PANELS + 1)),
                        curves(problem, view, some, about));
            }
        }
        var files = new ArrayList<Path>();
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        pictures.forEach((what, picture) -> {
            Path to = file.resolveSibling(name.substring(0, dot) + what + name.substring(dot));
            PictureFile.write(picture, to);
            files.add(to);
        });
        return files;
    }

    private static Picture bars(SensitivityView view, String about) {
        List<Integer> order = view.order();
        List<String> names = order.stream().map(view.names()::get).toList();
        var columns = new ArrayList<IntervalChart.Column>();
        var values = new ArrayList<Double>(List.of(0.0));
        for (Column column : view.columns()) {
            var dots = new ArrayList<IntervalChart.Dot>();
            for (int row = 0; row < order.size(); row++) {
                Estimate e = column.values().get(order.get(row));
                if (e.isKnown()) {
                    dots.add(new IntervalChart.Dot(row, e.value(), e.lower(), e.upper()));
                    values.addAll(List.of(e.lower(), e.upper()));
                }
            }
            columns.add(new IntervalChart.Column(column.heading(), dots));
        }
        return IntervalChart.of(
                "bars",
                "What %s depends on".formatted(about),
                names,
                names.stream().map(n -> Look.of(0)).toList(),
                Axis.around(values.stream().mapToDouble(v -> v).toArray(), false),
                about + ", with 95 % intervals",
                columns);
    }

    private static Picture pairs(SensitivityView view, String about) {
        double[][] values =
                view.pairs().stream()
                        .map(row -> row.stream().mapToDouble(Estimate::value).toArray())
                        .toArray(double[][]::new);
        return HeatMap.of("pairs", "S2 of " + about, view.names(), values);
    }

    private static Picture curves(
            TuningProblem problem,
            SensitivityView view,
            List<PartialDependence> curves,
            String about) {
        double[] all =
                view.curves().stream()
                        .flatMapToDouble(c ->
                                DoubleStream.concat(
                                        DoubleStream.concat(
                                                Arrays.stream(c.lower()), Arrays.stream(c.upper())),
                                        Arrays.stream(c.single()).flatMapToDouble(Arrays::stream)))
                        .toArray();
        Axis y = Axis.around(all, false);
        var panels = new ArrayList<Panel>();
        for (PartialDependence curve : curves) {
            Parameter parameter =
                    problem.parameterSpace().axes().stream()
                            .filter(p -> p.name().equals(curve.parameter()))
                            .findFirst()
                            .orElseThrow();
            boolean numbers = curve.values().stream().allMatch(Number.class::isInstance);
            double[] x =
                    numbers
                            ? curve.values().stream()
                                    .mapToDouble(v -> ((Number) v).doubleValue())
                                    .toArray()
                            : IntStream.range(0, curve.values().size()).asDoubleStream().toArray();
            var series = new ArrayList<Series>();
            series.add(
                    new Series(
                            "average", Look.of(0), x, curve.mean(), curve.lower(), curve.upper()));
            for (double[] one : curve.single()) {
                series.add(new Series("single", new Look("#bbbbbb", "", 0.8), x, one));
            }
            boolean log =
                    parameter instanceof Parameter.Real r && r.scale() == org.attune.api.Scale.LOG
                            || parameter instanceof Parameter.Int i
                                    && i.scale() == org.attune.api.Scale.LOG;
            panels.add(
                    new Panel(
                            "",
                            curve.parameter(),
                            view.output().name(),
                            numbers
                                    ? Axis.around(x, log && x[0] > 0)
                                    : Axis.of(words(curve.values())),
                            y,
                            series));
        }
        return LineChart.of("curves", "Partial dependence of " + about, panels, WIDTH, HEIGHT);
    }

    private static List<String> words(List<Object> values) {
        return values.stream().map(Object::toString).toList();
    }
}
