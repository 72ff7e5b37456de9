package org.attune.report;

import org.attune.api.FittedModel;
import org.attune.api.HeldOutRun;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.charts.Axis;
import org.attune.charts.FrameChart;
import org.attune.charts.Look;
import org.attune.charts.Mark;
import org.attune.charts.Series;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.studies.model.StudyModel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How well the model predicts runs that it has not seen. */
final class TrustPart {
    private static final int TASKS = 24;
    private static final int DOTS = 300; // held-out runs of a task

    private final Subject subject;
    private final Sheet sheet;
    private final FittedModel model;

    TrustPart(Subject subject, Sheet sheet, FittedModel model) {
        this.subject = subject;
        this.sheet = sheet;
        this.model = model;
    }

    void write() {
        sheet.html().section("trust", "How far to trust the model");
        List<Point> tasks =
                Arrays.stream(Thinned.of(subject.tasks().size(), TASKS))
                        .mapToObj(subject.tasks()::get)
                        .toList();
        var said = new ArrayList<String>();
        for (Point task : tasks) {
            for (String output : model.outputs()) {
                String name = StudyModel.name(task, model.outputs().size() > 1 ? output : "");
                said.add(
                        (name.isEmpty() ? "" : name + ": ")
                                + model.trust(task, output).statement()
                                + StudyModel.sharing(model, task, output));
            }
        }
        sheet.html().list(said);
        if (tasks.size() < subject.tasks().size()) {
            sheet.html()
                    .quiet(
                            "Of %d tasks %d are shown, equally far apart in their list."
                                    .formatted(subject.tasks().size(), tasks.size()));
        }
        for (String output : model.outputs()) {
            draw(tasks, output);
        }
    }

    private void draw(List<Point> tasks, String output) {
        Objective objective =
                subject.problem().objectives().stream()
                        .filter(o -> o.name().equals(output))
                        .findFirst()
                        .orElseThrow();
        var frames = new ArrayList<Mark.In>();
        var csv =
                new Csv(
                        "task",
                        "configuration",
                        "measured",
                        "predicted",
                        "lower 2.5 %",
                        "upper 97.5 %");
        int most = 0;
        for (Point task : tasks) {
            List<HeldOutRun> all = model.heldOut(task, output);
            if (all.isEmpty()) {
                continue;
            }
            List<HeldOutRun> runs =
                    Arrays.stream(Thinned.of(all.size(), DOTS)).mapToObj(all::get).toList();
            most = Math.max(most, all.size());
            double[] measured = runs.stream().mapToDouble(HeldOutRun::measured).toArray();
            double[] predicted = runs.stream().mapToDouble(HeldOutRun::predicted).toArray();
            Axis axis = Column.around(measured, predicted);
            double[] ends = {axis.low(), axis.high()};
            String unit = objective.unit().isEmpty() ? "" : " (" + objective.unit() + ")";
            frames.add(
                    new Mark.In(
                            task.values().isEmpty() ? "" : task.toString(),
                            "measured" + unit,
                            "predicted" + unit,
                            axis,
                            axis,
                            List.of(
                                    new Mark.Line(
                                            new Series(
                                                    "exact",
                                                    new Look("#222222", "5 3", 1.2),
                                                    ends,
                                                    ends),
                                            false),
                                    new Mark.Dots(
                                            "held-out run, with 95 % interval",
                                            "#0072B2",
                                            Mark.Shape.DISC,
                                            3,
                                            0.8,
                                            measured,
                                            predicted,
                                            runs.stream().mapToDouble(HeldOutRun::lower).toArray(),
                                            runs.stream()
                                                    .mapToDouble(HeldOutRun::upper)
                                                    .toArray()))));
            for (HeldOutRun r : runs) {
                csv.row(
                        Subject.name(task),
                        org.attune.api.Format.brief(r.configuration()),
                        r.measured(),
                        r.predicted(),
                        r.lower(),
                        r.upper());
            }
        }
        if (frames.isEmpty()) {
            return;
        }
        int columns = Math.min(frames.size(), 3);
        sheet.show(
                new Figure(
                        sheet.id("predicted and measured " + output),
                        "Predicted and measured %s".formatted(output),
                        "Each run is predicted by a model that was fitted without it. On the dashed"
                                + " line it is exact; 19 of 20 intervals should cross it."
                                + Thinned.remark(most, DOTS),
                        FrameChart.of(
                                sheet.id("predicted-picture"),
                                "Predicted against measured %s of held-out runs".formatted(output),
                                frames,
                                columns,
                                columns == 1 ? 330 : 235,
                                columns == 1 ? 330 : 235),
                        csv));
    }
}
