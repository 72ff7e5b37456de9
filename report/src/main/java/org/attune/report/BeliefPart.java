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
import org.attune.charts.page.Html;
import org.attune.studies.report.TaskSummary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * What the model believes of each objective around the best configurations: a slice of each
 * parameter, contours and a surface.
 */
final class BeliefPart {
    private static final int POINTS = 41;
    private static final int ALONE = 201; // where there is one parameter only
    private static final int PARAMETERS = 12;
    private static final int MOST = 24; // tasks times objectives
    private static final int FULL = 4; // of them, which are printed, and drawn with more points
    private static final int DOTS = 400; // trials in a slice
    private static final int FEWER_DOTS = 80;

    private final Subject subject;
    private final Sheet sheet;
    private final FittedModel model;

    /** What is believed of an objective of a task. */
    private record View(TaskSummary task, Objective objective, Point center, boolean isFull) {}

    BeliefPart(Subject subject, Sheet sheet, FittedModel model) {
        this.subject = subject;
        this.sheet = sheet;
        this.model = model;
    }

    /**
     * Writes the part.
     *
     * @param importance of the parameters, by which they are ordered
     */
    void write(ImportancePart importance) {
        sheet.html().section("model", "What the model believes");
        List<Objective> objectives =
                subject.problem().optimized().stream()
                        .filter(o -> model.outputs().contains(o.name()))
                        .toList();
        if (objectives.isEmpty()) {
            sheet.html().quiet("The model knows nothing of what is optimised.");
            return;
        }
        List<View> views = views(objectives);
        if (views.isEmpty()) {
            sheet.html().quiet("Nothing usable has been measured, around which to look.");
            return;
        }
        sheet.html()
                .paragraph(
                        "Around the best configuration of each task: what is expected if one or two"
                                + " parameters change and the others stay.");
        remarks(objectives, views);
        for (View view : views) {
            String label =
                    Subject.name(view.task().task())
                            + (objectives.size() > 1 ? ", " + view.objective().name() : "");
            sheet.html()
                    .raw(
                            "<div class=\"choice\" data-label=\"%s\"%s>\n"
                                    .formatted(
                                            Html.escaped(label),
                                            view.isFull() ? " data-printed" : ""));
            List<Parameter> ordered = importance.ordered(view.objective());
            slices(view, ordered);
            new LandscapePart(
                            subject,
                            sheet,
                            model,
                            view.task().task(),
                            view.objective(),
                            view.center(),
                            view.isFull())
                    .write(ordered);
            sheet.html().raw("</div>\n");
        }
    }

    /** Chooses tasks, equally far apart in their list where there are many. */
    private List<View> views(List<Objective> objectives) {
        List<TaskSummary> tasks =
                subject.summaries().stream().filter(t -> !t.ranked().isEmpty()).toList();
        var views = new ArrayList<View>();
        for (int t : Thinned.of(tasks.size(), Math.max(MOST / objectives.size(), 2))) {
            for (Objective o : objectives) {
                views.add(new View(tasks.get(t), o, center(tasks.get(t), o), views.size() < FULL));
            }
        }
        return views;
    }

    /** Says what is not drawn. */
    private void remarks(List<Objective> objectives, List<View> views) {
        long tasks = views.stream().map(View::task).distinct().count();
        long all = subject.summaries().stream().filter(t -> !t.ranked().isEmpty()).count();
        if (tasks < all) {
            sheet.html()
                    .quiet(
                            "Drawn are %d of %d tasks, equally far apart in their list; 'attune predict' knows all."
                                    .formatted(tasks, all));
        }
        if (views.size() > FULL) {
            sheet.html()
                    .quiet(
                            "The first %d are printed, and drawn with up to %d trials a slice; the others with up to %d, and on a coarser grid."
                                    .formatted(FULL, DOTS, FEWER_DOTS));
        }
        List<String> orders =
                subject.problem().parameterSpace().parameters().stream()
                        .filter(Permutation.class::isInstance)
                        .map(Parameter::name)
                        .toList();
        if (!orders.isEmpty()) {
            sheet.html()
                    .quiet(
                            "An order is no axis to go along, so that %s %s no slice; how much each position matters stands above."
                                    .formatted(
                                            String.join(", ", orders),
                                            orders.size() == 1 ? "has" : "have"));
        }
    }

    /** Returns the configuration with the best value of an objective. */
    private Point center(TaskSummary task, Objective objective) {
        int sign = objective.goal().sign();
        return task.ranked().stream()
                .min(
                        Comparator.comparingDouble(t ->
                                sign
                                        * subject.problem()
                                                .value(t, objective.name())
                                                .orElse(sign * Double.MAX_VALUE)))
                .orElseThrow()
                .configuration();
    }

    private void slices(View view, List<Parameter> ordered) {
        TaskSummary task = view.task();
        Objective objective = view.objective();
        Point center = view.center();
        List<Trial> usable =
                task.trials().stream()
                        .filter(Trial::isFull)
                        .filter(t -> Study.isUsable(subject.problem(), t))
                        .toList();
        double[] y = values(usable, objective);
        var csv = new Csv("parameter", "value", "median", "lower 2.5 %", "upper 97.5 %");
        var slices = new ArrayList<Slice>();
        for (Parameter p : ordered.stream().limit(PARAMETERS).toList()) {
            slice(view, p).ifPresent(slices::add);
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
            int[] some = Thinned.of(x.length, view.isFull() ? DOTS : FEWER_DOTS);
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
                        sheet.id("slices" + named(task.task(), objective, " ")),
                        "Slices" + task.task().after(" of ") + named(Point.EMPTY, objective, ": "),
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

    private Optional<Slice> slice(View view, Parameter p) {
        Point center = view.center();
        Space space = subject.problem().parameterSpace();
        if (!center.has(p.name()) || p.size() < 2 || p instanceof Permutation) {
            return Optional.empty(); // an order is no axis to go along
        }
        int most = space.parameters().size() == 1 ? ALONE : POINTS;
        double[] spread = p.spread(most);
        double[] units = Arrays.copyOf(spread, spread.length + 1);
        units[spread.length] = p.encode(center.get(p.name())); // the best is among them
        Arrays.sort(units);
        var x = new ArrayList<Double>();
        var rows = new ArrayList<List<Object>>();
        var predicted = new ArrayList<Prediction>();
        for (double unit : units) {
            Object value = p.decode(unit);
            Optional<Point> point = changed(center, p.name(), value, space);
            if (point.isEmpty() || !x.isEmpty() && x.getLast() == Column.place(p, value)) {
                continue;
            }
            Prediction there =
                    model.predict(view.task().task(), point.get(), view.objective().name());
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

    /** Returns what distinguishes a figure: its task, and its objective but for the first. */
    private String named(Point task, Objective objective, String before) {
        return task.after(before)
                + (objective.equals(subject.objective()) ? "" : before + objective.name());
    }

    private double[] values(List<Trial> trials, Objective objective) {
        return trials.stream()
                .mapToDouble(t -> subject.problem().value(t, objective.name()).orElse(Double.NaN))
                .toArray();
    }

    private static double[] at(double[] values, int[] indices) {
        return Arrays.stream(indices).mapToDouble(i -> values[i]).toArray();
    }
}
