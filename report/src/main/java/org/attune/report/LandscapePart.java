package org.attune.report;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Trial;
import org.attune.charts.Axis;
import org.attune.charts.FieldChart;
import org.attune.charts.Mark;
import org.attune.charts.SurfaceChart;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Predictions over the two most important parameters that have an order, as contours and in space.
 */
final class LandscapePart {
    private static final int GRID = 25;
    private static final int COARSE = 15;
    private static final int FINE = 8; // values, from which on a parameter makes a landscape

    private final Subject subject;
    private final Sheet sheet;
    private final FittedModel model;
    private final Point task;
    private final Point center;
    private final Objective objective;
    private final int grid;
    private final int dots;

    LandscapePart(
            Subject subject,
            Sheet sheet,
            FittedModel model,
            Point task,
            Objective objective,
            Point center,
            boolean isFull) {
        this.subject = subject;
        this.sheet = sheet;
        this.model = model;
        this.task = task;
        this.center = center;
        this.objective = objective;
        grid = isFull ? GRID : COARSE;
        dots = isFull ? 400 : 80;
    }

    /** Writes the part, if there are two such parameters. */
    void write(List<Parameter> ordered) {
        List<Parameter> possible =
                ordered.stream()
                        .filter(p ->
                                !(p instanceof Parameter.Categorical || p instanceof Permutation)
                                        && p.size() > 2)
                        .filter(p -> center.has(p.name()))
                        .toList();
        List<Parameter> fine = possible.stream().filter(p -> p.size() >= FINE).limit(2).toList();
        List<Parameter> pair = fine.size() == 2 ? fine : possible.stream().limit(2).toList();
        if (pair.size() == 2) {
            draw(pair.get(0), pair.get(1));
        }
    }

    private void draw(Parameter a, Parameter b) {
        double[][] median = new double[grid][grid];
        double[][] lower = new double[grid][grid];
        double[][] upper = new double[grid][grid];
        double[][] sd = new double[grid][grid];
        var csv =
                new Csv(
                        a.name(),
                        b.name(),
                        "median",
                        "lower 2.5 %",
                        "upper 97.5 %",
                        "standard deviation",
                        "admissible");
        for (int i = 0; i < grid; i++) {
            for (int j = 0; j < grid; j++) {
                Object u = a.decode(i / (grid - 1.0));
                Object v = b.decode(j / (grid - 1.0));
                var values = new LinkedHashMap<String, Object>(center.values());
                values.put(a.name(), u);
                values.put(b.name(), v);
                Point point = subject.problem().parameterSpace().canonical(Point.of(values));
                Prediction p = model.predict(task, point, objective.name());
                boolean admitted = subject.problem().admits(task, point);
                median[i][j] = p.median();
                lower[i][j] = p.lower();
                upper[i][j] = p.upper();
                sd[i][j] = p.standardDeviation();
                csv.row(u, v, p.median(), p.lower(), p.upper(), p.standardDeviation(), admitted);
            }
        }
        boolean wide =
                Column.isWide(Arrays.stream(median).flatMapToDouble(Arrays::stream).toArray());
        String of = task.after(" of ");
        String unit = objective.unit();
        contours(a, b, median, sd, wide, csv, of, unit);
        surface(a, b, median, lower, upper, sd, wide, csv, of);
    }

    private static double[][] scaled(double[][] values, boolean log) {
        return Arrays.stream(values)
                .map(r -> Arrays.stream(r).map(v -> log ? Math.log10(v) : v).toArray())
                .toArray(double[][]::new);
    }

    private void contours(
            Parameter a,
            Parameter b,
            double[][] median,
            double[][] sd,
            boolean wide,
            Csv csv,
            String of,
            String unit) {
        List<Trial> trials =
                subject.study().records().trials(task).stream()
                        .filter(t ->
                                t.configuration().has(a.name()) && t.configuration().has(b.name()))
                        .filter(t -> !t.isPending())
                        .toList();
        int[] some = Thinned.of(trials.size(), dots);
        double[] x =
                Arrays.stream(some)
                        .mapToDouble(i -> place(a, trials.get(i).configuration()))
                        .toArray();
        double[] y =
                Arrays.stream(some)
                        .mapToDouble(i -> place(b, trials.get(i).configuration()))
                        .toArray();
        var points = new Mark.Dots("", "#ffffff", Mark.Shape.DISC, 2.4, 1, x, y);
        var best =
                new Mark.Dots(
                        "",
                        "#D55E00",
                        Mark.Shape.RING,
                        7,
                        1,
                        new double[] {place(a, center)},
                        new double[] {place(b, center)});
        sheet.show(
                new Figure(
                        sheet.id("contours" + task.after(" ") + named(" ")),
                        "Contours%s%s: %s and %s".formatted(of, named(", "), a.name(), b.name()),
                        "Left the predicted median%s, right the standard deviation of the prediction, in ten steps; white points are trials (which differ in the other parameters, too), the ring is the best configuration."
                                .formatted(wide ? " (its decimal logarithm)" : ""),
                        FieldChart.of(
                                sheet.id("contours-picture"),
                                "Predicted %s over %s and %s, and how sure it is%s"
                                        .formatted(objective.name(), a.name(), b.name(), of),
                                a.name(),
                                b.name(),
                                ordered(a),
                                ordered(b),
                                List.of(
                                        new FieldChart.Field(
                                                "median of " + objective.name(),
                                                wide ? "log10" : unit,
                                                scaled(median, wide),
                                                List.of(points, best)),
                                        new FieldChart.Field(
                                                "standard deviation",
                                                unit,
                                                sd,
                                                List.of(points, best))),
                                300),
                        csv));
    }

    /** Returns the objective, but for the first. */
    private String named(String before) {
        return objective.equals(subject.objective()) ? "" : before + objective.name();
    }

    private static double place(Parameter p, Point configuration) {
        return Column.place(p, configuration.get(p.name()));
    }

    /** Returns the axis of a parameter, without half a step of air around ordinals. */
    private static Axis ordered(Parameter p) {
        return p instanceof Parameter.Ordinal o
                ? new Axis(0, o.values().size() - 1, false, Column.axis(o).named())
                : Column.axis(p);
    }

    private void surface(
            Parameter a,
            Parameter b,
            double[][] median,
            double[][] lower,
            double[][] upper,
            double[][] sd,
            boolean wide,
            Csv csv,
            String of) {
        String id = sheet.id("surface" + task.after(" ") + named(" "));
        List<List<String>> ends = List.of(ends(a), ends(b));
        String height = wide ? "log10 of " + objective.name() : objective.name();
        sheet.show(
                new Figure(
                        id,
                        "Surface%s%s: %s and %s".formatted(of, named(", "), a.name(), b.name()),
                        "The height is the predicted median, the colour its standard deviation:"
                                + " where it is light, the model is guessing.",
                        SurfaceChart.of(
                                sheet.id("surface-picture"),
                                "Surface of the predicted %s over %s and %s%s"
                                        .formatted(objective.name(), a.name(), b.name(), of),
                                List.of(a.name(), b.name(), height, "standard deviation"),
                                ends,
                                scaled(median, wide),
                                sd),
                        csv));
        var data = new LinkedHashMap<String, Object>();
        data.put("id", id);
        data.put("labels", List.of(a.name(), b.name(), height, "standard deviation"));
        data.put("ends", ends);
        data.put("median", rows(scaled(median, wide)));
        data.put("lower", rows(scaled(lower, wide)));
        data.put("upper", rows(scaled(upper, wide)));
        data.put("sd", rows(sd));
        sheet.data().add("surfaces", data);
    }

    private static List<String> ends(Parameter p) {
        return List.of(said(p.decode(0)), said(p.decode(1)));
    }

    private static String said(Object value) {
        return value instanceof Double d ? Format.number(d) : value.toString();
    }

    private static List<Rounded> rows(double[][] values) {
        return Arrays.stream(values).map(Rounded::new).toList();
    }
}
