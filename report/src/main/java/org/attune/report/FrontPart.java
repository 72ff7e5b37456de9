package org.attune.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.ParetoFront;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.charts.Axis;
import org.attune.charts.FrameChart;
import org.attune.charts.Look;
import org.attune.charts.Mark;
import org.attune.charts.Series;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.studies.report.Fronts;
import org.attune.studies.report.Summary;
import org.attune.studies.report.TaskSummary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The Pareto front of several objectives, and how its hypervolume grew. */
final class FrontPart {
    private static final int GROWTH = 300; // points of the curve: each is a hypervolume

    private final Subject subject;
    private final Sheet sheet;

    FrontPart(Subject subject, Sheet sheet) {
        this.subject = subject;
        this.sheet = sheet;
    }

    void write() {
        sheet.html().section("front", "Pareto front and hypervolume");
        List<TaskSummary> tasks =
                subject.summaries().stream()
                        .filter(t -> !t.front().isEmpty())
                        .limit(Summary.FEW)
                        .toList();
        if (tasks.isEmpty()) {
            sheet.html().quiet("Nothing usable has been measured yet.");
            return;
        }
        sheet.html().list(Fronts.lines(tasks));
        List<Objective> objectives = subject.problem().optimized();
        for (int k = 1; k < objectives.size(); k++) {
            draw(tasks, objectives.getFirst(), objectives.get(k));
        }
        growth(tasks);
    }

    private double[] values(List<Trial> trials, Objective o) {
        return trials.stream()
                .mapToDouble(t -> subject.problem().value(t, o.name()).orElse(Double.NaN))
                .toArray();
    }

    private void draw(List<TaskSummary> tasks, Objective a, Objective b) {
        var frames = new ArrayList<Mark.In>();
        var csv = new Csv("task", "trial", a.name(), b.name(), "on the front");
        for (TaskSummary task : tasks) {
            List<Trial> usable =
                    task.trials().stream()
                            .filter(t -> Study.isUsable(subject.problem(), t))
                            .toList();
            List<Trial> front =
                    task.front().stream()
                            .sorted(
                                    Comparator.comparingDouble(
                                            t -> subject.problem().value(t, a.name()).orElse(0)))
                            .toList();
            double[] x = values(usable, a);
            double[] y = values(usable, b);
            double[] fx = values(front, a);
            double[] fy = values(front, b);
            int[] some = Thinned.of(x.length, Thinned.MOST);
            var marks = new ArrayList<Mark>();
            marks.add(
                    new Mark.Dots(
                            "trial",
                            "#999999",
                            Mark.Shape.DISC,
                            2.6,
                            0.6,
                            IntStream.of(some).mapToDouble(i -> x[i]).toArray(),
                            IntStream.of(some).mapToDouble(i -> y[i]).toArray()));
            boolean two = subject.problem().optimized().size() == 2;
            if (two && fx.length > 1 && a.goal() == b.goal()) {
                boolean minimize = a.goal() == Objective.Goal.MINIMIZE;
                marks.add(
                        new Mark.Line(
                                minimize
                                        ? new Series("", new Look("#009E73", "", 1.4), fx, fy)
                                        : reversed(fx, fy),
                                true));
            }
            marks.add(new Mark.Dots("front", "#009E73", Mark.Shape.DISC, 4.5, 1, fx, fy));
            task.measuredStandard()
                    .ifPresent(t ->
                            marks.add(
                                    new Mark.Dots(
                                            "default",
                                            "#D55E00",
                                            Mark.Shape.RING,
                                            6,
                                            1,
                                            values(List.of(t), a),
                                            values(List.of(t), b))));
            frames.add(
                    new Mark.In(
                            task.task().values().isEmpty() ? "" : task.task().toString(),
                            label(a),
                            label(b),
                            Column.around(x),
                            Column.around(y),
                            marks));
            for (int i : some) {
                csv.row(
                        Subject.name(task.task()),
                        usable.get(i).number(),
                        x[i],
                        y[i],
                        task.front().contains(usable.get(i)));
            }
        }
        int columns = Math.min(frames.size(), 2);
        sheet.show(
                new Figure(
                        sheet.id("front " + a.name() + " " + b.name()),
                        "%s against %s".formatted(b.name(), a.name()),
                        "No other trial is as good as one of the front in every objective and"
                                + " better in one.",
                        FrameChart.of(
                                sheet.id("front-picture"),
                                "Pareto front of %s and %s".formatted(a.name(), b.name()),
                                frames,
                                columns,
                                columns == 1 ? 440 : 360,
                                columns == 1 ? 340 : 270),
                        csv));
    }

    private static Series reversed(double[] x, double[] y) {
        int n = x.length;
        double[] rx = new double[n];
        double[] ry = new double[n];
        for (int i = 0; i < n; i++) {
            rx[i] = x[n - 1 - i];
            ry[i] = y[n - 1 - i];
        }
        return new Series("", new Look("#009E73", "", 1.4), rx, ry);
    }

    private static String label(Objective o) {
        String better = o.goal() == Objective.Goal.MINIMIZE ? "" : ", higher is better";
        return o.name() + (o.unit().isEmpty() ? "" : " (" + o.unit() + ")") + better;
    }

    private void growth(List<TaskSummary> tasks) {
        var marks = new ArrayList<Mark>();
        var csv = new Csv("task", "trials ended", "hypervolume");
        double most = 1;
        for (TaskSummary task : tasks) {
            ParetoFront front = task.pareto().orElseThrow();
            int n = task.trials().size();
            List<Double> all =
                    n <= GROWTH
                            ? front.growth(subject.problem(), task.trials())
                            : thinned(front, task);
            int[] at = Thinned.of(n, GROWTH);
            double[] x = IntStream.of(at).mapToDouble(i -> i + 1.0).toArray();
            double whole = front.hypervolume() > 0 ? front.hypervolume() : 1;
            double[] y = all.stream().mapToDouble(v -> v / whole).toArray();
            marks.add(
                    new Mark.Line(
                            new Series(
                                    Format.cut(Subject.name(task.task()), 30),
                                    Look.of(marks.size()),
                                    x,
                                    y),
                            true));
            for (int i = 0; i < x.length; i++) {
                csv.row(Subject.name(task.task()), (long) x[i], all.get(i));
            }
            most = Math.max(most, n);
        }
        sheet.show(
                new Figure(
                        sheet.id("hypervolume"),
                        "Hypervolume so far",
                        "What the trials so far dominate, up to the reference point of the front of"
                                + " today, in parts of the last value.",
                        FrameChart.of(
                                "hypervolume-picture",
                                "Hypervolume over trials",
                                List.of(
                                        new Mark.In(
                                                "",
                                                "trials of the task",
                                                "hypervolume, in parts of the last",
                                                Axis.around(new double[] {0, most}, false),
                                                Axis.around(new double[] {0, 1}, false),
                                                marks)),
                                1,
                                700,
                                240),
                        csv));
    }

    /** Returns the hypervolume of some of the beginnings of many trials. */
    private List<Double> thinned(ParetoFront front, TaskSummary task) {
        var volumes = new ArrayList<Double>();
        for (int i : Thinned.of(task.trials().size(), GROWTH)) {
            List<Trial> beginning =
                    ParetoFront.of(subject.problem(), task.trials().subList(0, i + 1)).trials();
            volumes.add(
                    beginning.isEmpty()
                            ? 0.0
                            : front.growth(subject.problem(), beginning).getLast());
        }
        return volumes;
    }
}
