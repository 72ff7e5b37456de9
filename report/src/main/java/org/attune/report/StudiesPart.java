package org.attune.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.charts.Axis;
import org.attune.charts.FrameChart;
import org.attune.charts.Look;
import org.attune.charts.Mark;
import org.attune.charts.Series;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.charts.page.Html.Cell;
import org.attune.studies.report.StoredStudy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * This study beside the others of its history, without confirmations: what each found of the first
 * objective, how its values are distributed, ranks.
 */
final class StudiesPart {
    private static final int FEW = 7;
    private static final int TASKS = 4;

    private final Subject subject;
    private final Sheet sheet;
    private final Objective objective;
    private final List<StoredStudy> studies;
    private final boolean cheap; // whether some have cheap runs, so that costs are compared

    StudiesPart(Subject subject, Sheet sheet) {
        this.subject = subject;
        this.sheet = sheet;
        objective = subject.objective();
        studies =
                Stream.concat(Stream.of(subject.study()), subject.rivals().stream())
                        .filter(s ->
                                s.problem().objectives().stream()
                                        .anyMatch(o -> o.name().equals(objective.name())))
                        .limit(FEW)
                        .toList();
        cheap =
                studies.stream()
                        .flatMap(s -> s.records().trials().stream())
                        .anyMatch(t -> !t.isFull());
    }

    void write() {
        sheet.html().section("studies", "Beside other studies");
        int all = subject.rivals().size() + 1;
        if (studies.size() < all) {
            sheet.html()
                    .quiet(
                            "Shown are %d of the %d studies of this history."
                                    .formatted(studies.size(), all));
        }
        if (subject.problem().optimized().size() > 1) {
            sheet.html()
                    .quiet(
                            "By the first objective, %s, alone: ranks say nothing of the fronts."
                                    .formatted(objective.name()));
        }
        List<Point> tasks = subject.tasks().stream().limit(TASKS).toList();
        table(subject.tasks());
        curves(tasks);
        distributions(tasks);
    }

    private double[] usable(StoredStudy study, Point task) {
        return study.records().trials(task).stream()
                .filter(t -> !t.isPending())
                .mapToDouble(t ->
                        Study.isUsable(study.problem(), t)
                                ? study.problem().value(t, objective.name()).orElse(Double.NaN)
                                : Double.NaN)
                .toArray();
    }

    /** Returns what the trials of a task had cost when each had ended, in full runs. */
    private static double[] spent(StoredStudy study, Point task) {
        double[] cost =
                study.records().trials(task).stream()
                        .filter(t -> !t.isPending())
                        .mapToDouble(Trial::cost)
                        .toArray();
        Arrays.parallelPrefix(cost, Double::sum);
        return cost;
    }

    private double best(StoredStudy study, Point task) {
        int sign = objective.goal().sign();
        return sign
                * Arrays.stream(usable(study, task))
                        .filter(Double::isFinite)
                        .map(v -> sign * v)
                        .min()
                        .orElse(Double.NaN);
    }

    private void table(List<Point> tasks) {
        Map<StoredStudy, double[]> bests = new LinkedHashMap<>();
        studies.forEach(s -> bests.put(s, tasks.stream().mapToDouble(t -> best(s, t)).toArray()));
        int sign = objective.goal().sign();
        var rows = new ArrayList<List<Cell>>();
        for (StoredStudy s : studies) {
            double ranks = 0;
            int compared = 0;
            for (int t = 0; t < tasks.size(); t++) {
                double own = bests.get(s)[t];
                if (!Double.isFinite(own)) {
                    continue;
                }
                double rank = 1;
                for (double[] other : bests.values()) {
                    double that = other[t];
                    rank += sign * that < sign * own ? 1 : that == own ? 0.5 : 0;
                }
                ranks += rank - 0.5; // it has met itself
                compared++;
            }
            var cells = new ArrayList<Cell>();
            cells.add(Cell.text(s.setUp().study() + (s == subject.study() ? " (this one)" : "")));
            cells.add(Cell.text(s.setUp().tuner()));
            cells.add(Cell.number(s.records().trials().size()));
            cells.add(Cell.number(compared == 0 ? "–" : Format.number(ranks / compared)));
            for (int t = 0; t < Math.min(tasks.size(), TASKS); t++) {
                double v = bests.get(s)[t];
                cells.add(Cell.number(Double.isFinite(v) ? Format.value(objective, v) : "–"));
            }
            rows.add(cells);
        }
        var header =
                new ArrayList<>(
                        List.of(
                                Cell.text("study"),
                                Cell.text("tuner"),
                                Cell.number("trials"),
                                Cell.number("average rank over tasks")));
        tasks.stream().limit(TASKS).forEach(t -> header.add(Cell.number("best" + t.after(" of "))));
        sheet.html().table(header, rows, false);
    }

    private void curves(List<Point> tasks) {
        var frames = new ArrayList<Mark.In>();
        var csv = new Csv("task", "study", cheap ? "full runs" : "trials ended", "best so far");
        for (Point task : tasks) {
            var marks = new ArrayList<Mark>();
            var all = new ArrayList<double[]>();
            double longest = 1;
            for (StoredStudy s : studies) {
                double[] y = usable(s, task);
                if (y.length == 0) {
                    continue;
                }
                double[] best = soFar(y);
                double[] spent = spent(s, task);
                int[] some = Thinned.of(best.length, 800);
                double[] x = IntStream.of(some).mapToDouble(i -> spent[i]).toArray();
                double[] shown = IntStream.of(some).mapToDouble(i -> best[i]).toArray();
                marks.add(
                        new Mark.Line(
                                new Series(
                                        s.setUp().study(), Look.of(studies.indexOf(s)), x, shown),
                                true));
                all.add(shown);
                longest = Math.max(longest, spent[spent.length - 1]);
                for (int i = 0; i < x.length; i++) {
                    Object at = cheap ? (Object) x[i] : (Object) (long) x[i];
                    csv.row(Subject.name(task), s.setUp().study(), at, shown[i]);
                }
            }
            if (!marks.isEmpty()) {
                frames.add(
                        new Mark.In(
                                task.values().isEmpty() ? "" : task.toString(),
                                cheap ? "cost in full runs" : "trials of the task",
                                label(),
                                Axis.around(new double[] {0, longest}, false),
                                Column.around(all.toArray(new double[0][])),
                                marks.reversed()));
            }
        }
        show(frames, csv, "studies best so far", "Best so far of each study", "");
    }

    private double[] soFar(double[] y) {
        int sign = objective.goal().sign();
        double[] best = new double[y.length];
        double so = Double.NaN;
        for (int i = 0; i < y.length; i++) {
            if (Double.isFinite(y[i]) && !(sign * so <= sign * y[i])) {
                so = y[i];
            }
            best[i] = so;
        }
        return best;
    }

    private void distributions(List<Point> tasks) {
        var frames = new ArrayList<Mark.In>();
        var csv = new Csv("task", "study", objective.name(), "share of trials up to it");
        for (Point task : tasks) {
            var marks = new ArrayList<Mark>();
            var all = new ArrayList<double[]>();
            for (StoredStudy s : studies) {
                double[] y =
                        Arrays.stream(usable(s, task)).filter(Double::isFinite).sorted().toArray();
                if (y.length == 0) {
                    continue;
                }
                int[] some = Thinned.of(y.length, 800);
                double[] x = IntStream.of(some).mapToDouble(i -> y[i]).toArray();
                double[] share =
                        IntStream.of(some).mapToDouble(i -> (i + 1.0) / y.length).toArray();
                marks.add(
                        new Mark.Line(
                                new Series(
                                        s.setUp().study(), Look.of(studies.indexOf(s)), x, share),
                                true));
                all.add(x);
                for (int i = 0; i < x.length; i++) {
                    csv.row(Subject.name(task), s.setUp().study(), x[i], share[i]);
                }
            }
            if (!marks.isEmpty()) {
                frames.add(
                        new Mark.In(
                                task.values().isEmpty() ? "" : task.toString(),
                                label(),
                                "share of trials",
                                Column.around(all.toArray(new double[0][])),
                                new Axis(0, 1.02, false),
                                marks.reversed()));
            }
        }
        show(
                frames,
                csv,
                "studies distribution",
                "Distribution of values",
                "The share of usable trials with at most this value: a curve that rises early"
                        + " spends its trials on good values.");
    }

    private void show(List<Mark.In> frames, Csv csv, String id, String title, String caption) {
        if (frames.isEmpty()) {
            return;
        }
        int columns = Math.min(frames.size(), 2);
        sheet.show(
                new Figure(
                        sheet.id(id),
                        title,
                        caption,
                        FrameChart.of(
                                sheet.id(id + " picture"),
                                title,
                                frames,
                                columns,
                                columns == 1 ? 700 : 370,
                                200),
                        csv));
    }

    private String label() {
        return objective.name() + (objective.unit().isEmpty() ? "" : " (" + objective.unit() + ")");
    }
}
