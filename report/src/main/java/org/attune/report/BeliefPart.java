package org.attune.report;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Space;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.charts.Axis;
import org.attune.charts.FrameChart;
import org.attune.charts.Look;
import org.attune.charts.Mark;
import org.attune.charts.Series;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.studies.report.TaskSummary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * What the model believes of the objective around the best configuration: a slice of each
 * parameter.
 */
final class BeliefPart {
    private static final int POINTS = 41;
    private static final int PARAMETERS = 12;
    private static final int TASKS = 4;

    private final Subject subject;
    private final Sheet sheet;
    private final FittedModel model;
    private final Objective objective;

    BeliefPart(Subject subject, Sheet sheet, FittedModel model) {
        this.subject = subject;
        this.sheet = sheet;
        this.model = model;
        objective = subject.objective();
    }

    /**
     * Writes the part.
     *
     * @param ordered the parameters, the most important one first
     */
    void write(List<Parameter> ordered) {
        sheet.html().section("model", "What the model believes");
        if (!model.outputs().contains(objective.name())) {
            sheet.html().quiet("The model knows nothing of '%s'.".formatted(objective.name()));
            return;
        }
        sheet.html()
                .paragraph(
                        "Around the best configuration of each task: what is expected if one or two"
                                + " parameters change and the others stay.");
        for (TaskSummary task : subject.summaries().stream().limit(TASKS).toList()) {
            Optional<Point> center = center(task);
            if (center.isPresent()) {
                slices(task, center.get(), ordered);
                new LandscapePart(subject, sheet, model, task.task(), center.get()).write(ordered);
            }
        }
    }

    /** Returns the best configuration, or a point of the front. */
    private static Optional<Point> center(TaskSummary task) {
        return task.best().or(() -> task.ranked().stream().findFirst()).map(Trial::configuration);
    }

    private void slices(TaskSummary task, Point center, List<Parameter> ordered) {
        Space space = subject.problem().parameterSpace();
        List<Trial> usable =
                task.trials().stream()
                        .filter(Trial::isFull)
                        .filter(t -> Study.isUsable(subject.problem(), t))
                        .toList();
        double[] y = values(usable);
        var csv = new Csv("parameter", "value", "median", "lower 2.5 %", "upper 97.5 %");
        var slices = new ArrayList<Slice>();
        for (Parameter p : ordered.stream().limit(PARAMETERS).toList()) {
            slice(task.task(), center, p, space).ifPresent(slices::add);
        }
        if (slices.isEmpty()) {
            return;
        }
        double[][] shown = new double[slices.size() + 1][];
        shown[0] = y;
        for (int i = 0; i < slices.size(); i++) {
            shown[i + 1] = slices.get(i).series().y();
            slices.get(i).rows().forEach(r -> csv.row(r.toArray()));
        }
        Axis axis = Column.around(shown);
        var frames = new ArrayList<Mark.In>();
        for (Slice s : slices) {
            double[] x =
                    usable.stream()
                            .mapToDouble(t ->
                                    t.configuration().has(s.parameter().name())
                                            ? Column.place(
                                                    s.parameter(),
                                                    t.configuration().get(s.parameter().name()))
                                            : Double.NaN)
                            .toArray();
            int[] some = Thinned.of(x.length, 400);
            double here = Column.place(s.parameter(), center.get(s.parameter().name()));
            frames.add(
                    new Mark.In(
                            "",
                            Format.cut(s.parameter().name(), 22),
                            objective.name(),
                            Column.axis(s.parameter()),
                            axis,
                            List.of(
                                    new Mark.Dots(
                                            "trial",
                                            "#999999",
                                            Mark.Shape.DISC,
                                            2.2,
                                            0.5,
                                            at(x, some),
                                            at(y, some)),
                                    s.isCurve()
                                            ? new Mark.Line(s.series(), false)
                                            : new Mark.Dots(
                                                    "",
                                                    "#0072B2",
                                                    Mark.Shape.DISC,
                                                    4,
                                                    1,
                                                    s.series().x(),
                                                    s.series().y(),
                                                    s.series().lower(),
                                                    s.series().upper()),
                                    new Mark.Line(
                                            new Series(
                                                    "best configuration",
                                                    new Look("#D55E00", "", 1.4),
                                                    new double[] {here, here},
                                                    new double[] {axis.low(), axis.high()}),
                                            false))));
        }
        int columns = Math.min(frames.size(), 4);
        sheet.show(
                new Figure(
                        sheet.id("slices" + task.task().after(" ")),
                        "Slices" + task.task().after(" of "),
                        "Blue: the predicted median with its 95 %% interval, of the noise-free %s. Grey: all trials, which differ in the other parameters, too. The most important parameter comes first.%s"
                                .formatted(
                                        objective.name(),
                                        ordered.size() > PARAMETERS
                                                ? " The first %d of %d."
                                                        .formatted(PARAMETERS, ordered.size())
                                                : ""),
                        FrameChart.of(
                                sheet.id("slices-picture"),
                                "Predicted %s as each parameter changes%s"
                                        .formatted(objective.name(), task.task().after(", of ")),
                                frames,
                                columns,
                                columns < 3 ? 300 : 165,
                                150),
                        csv));
    }

    private record Slice(Parameter parameter, Series series, List<List<Object>> rows) {
        boolean isCurve() {
            return !(parameter instanceof Parameter.Categorical) && series.x().length > 5;
        }
    }

    private Optional<Slice> slice(Point task, Point center, Parameter p, Space space) {
        if (!center.has(p.name()) || p.size() < 2 || p instanceof Permutation) {
            return Optional.empty(); // an order is no axis to go along
        }
        int count = (int) Math.min(POINTS, p.size());
        var x = new ArrayList<Double>();
        var rows = new ArrayList<List<Object>>();
        var predicted = new ArrayList<Prediction>();
        for (int i = 0; i < count; i++) {
            double unit = p.size() <= POINTS ? (i + 0.5) / count : i / (count - 1.0);
            Object value = p.decode(unit);
            Optional<Point> point = changed(center, p.name(), value, space);
            if (point.isEmpty() || !x.isEmpty() && x.getLast() == Column.place(p, value)) {
                continue;
            }
            Prediction there = model.predict(task, point.get(), objective.name());
            x.add(Column.place(p, value));
            predicted.add(there);
            rows.add(List.of(p.name(), value, there.median(), there.lower(), there.upper()));
        }
        return Optional.of(
                new Slice(
                        p,
                        new Series(
                                "predicted, with 95 % interval",
                                Look.of(0),
                                x.stream().mapToDouble(v -> v).toArray(),
                                predicted.stream().mapToDouble(Prediction::median).toArray(),
                                predicted.stream().mapToDouble(Prediction::lower).toArray(),
                                predicted.stream().mapToDouble(Prediction::upper).toArray()),
                        rows));
    }

    /** Returns a configuration with another value; empty where the space has no such point. */
    static Optional<Point> changed(Point center, String name, Object value, Space space) {
        var values = new LinkedHashMap<String, Object>(center.values());
        values.put(name, value);
        try {
            return Optional.of(space.canonical(Point.of(values)));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the value makes another parameter necessary
        }
    }

    private double[] values(List<Trial> trials) {
        return trials.stream()
                .mapToDouble(t -> subject.problem().value(t, objective.name()).orElse(Double.NaN))
                .toArray();
    }

    private static double[] at(double[] values, int[] indices) {
        return java.util.Arrays.stream(indices).mapToDouble(i -> values[i]).toArray();
    }
}
