package org.attune.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.charts.Axis;
import org.attune.charts.FrameChart;
import org.attune.charts.Look;
import org.attune.charts.Mark;
import org.attune.charts.Series;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.studies.report.Summary;
import org.attune.studies.report.TaskSummary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;

/** The best value so far over trials, time and cost, task by task, with the default as a line. */
final class ProgressPart {
    private static final double WIDTH = 380;
    private static final double HEIGHT = 190;

    private final Subject subject;
    private final Sheet sheet;
    private final Objective objective;
    private final WorkingTime clock;
    private final List<CheapRuns.Level> levels;

    ProgressPart(Subject subject, Sheet sheet) {
        this.subject = subject;
        this.sheet = sheet;
        objective = subject.objective();
        clock = new WorkingTime(subject.trials());
        levels =
                CheapRuns.levels(
                        subject.problem(),
                        subject.trials().stream().filter(t -> !t.isPending()).toList());
    }

    /**
     * The ended trials of a task, in the order in which they ended.
     *
     * @param y values of full runs, NaN where there is no usable one
     * @param cheap values of cheap runs, NaN for full ones and where there is no usable one
     */
    private record Course(
            TaskSummary task,
            double[] trial,
            double[] time,
            double[] cost,
            double[] y,
            double[] best,
            List<Trial> trials,
            double[] cheap) {
        int size() {
            return y.length;
        }
    }

    void write() {
        sheet.html().section("progress", "Best so far");
        List<TaskSummary> tasks = subject.summaries();
        List<Course> courses =
                tasks.stream()
                        .filter(t -> !t.trials().isEmpty())
                        .sorted(Comparator.comparingInt(t -> t.trials().isEmpty() ? 1 : 0))
                        .limit(Summary.FEW)
                        .map(this::course)
                        .toList();
        if (courses.isEmpty()) {
            sheet.html().quiet("No trial has ended yet.");
            return;
        }
        draw(courses, tasks.size());
        if (tasks.size() > 1) {
            subject.problem().objectives().forEach(o -> everyTask(tasks, o));
        }
    }

    private Course course(TaskSummary task) {
        List<Trial> trials =
                task.trials().stream().sorted(Comparator.comparing(WorkingTime::ended)).toList();
        int n = trials.size();
        double[] time = new double[n];
        double[] cost = new double[n];
        double[] y = new double[n];
        double[] best = new double[n];
        double[] cheap = new double[n];
        double so = Double.NaN;
        double spent = 0;
        int sign = objective.goal().sign();
        for (int i = 0; i < n; i++) {
            Trial t = trials.get(i);
            spent += t.cost();
            time[i] = clock.end(t);
            cost[i] = spent;
            double value = subject.problem().value(t, objective.name()).orElse(Double.NaN);
            y[i] = Study.isUsable(subject.problem(), t) ? value : Double.NaN;
            cheap[i] = CheapRuns.isShown(subject.problem(), t) ? value : Double.NaN;
            if (Double.isFinite(y[i]) && !(sign * so <= sign * y[i])) {
                so = y[i];
            }
            best[i] = so;
        }
        return new Course(
                task,
                IntStream.rangeClosed(1, n).asDoubleStream().toArray(),
                time,
                cost,
                y,
                best,
                trials,
                cheap);
    }

    private void draw(List<Course> courses, int tasks) {
        boolean timed = courses.stream().anyMatch(c -> c.time()[c.size() - 1] > 0); // else imported
        boolean costs = !levels.isEmpty();
        var frames = new ArrayList<Mark.In>();
        var csv =
                new Csv(
                        "task",
                        "trials ended",
                        "elapsed seconds",
                        "full runs",
                        objective.name(),
                        "best so far",
                        "default",
                        "share of a full run");
        int left = 0;
        for (Course c : courses) {
            double standard = standard(c.task());
            Axis y = Column.around(c.y(), c.cheap(), new double[] {standard});
            if (costs) { // what the budget counts comes first
                frames.add(frame(c, c.cost(), "cost in full runs", y, standard));
            }
            frames.add(frame(c, c.trial(), "trials of the task", y, standard));
            if (timed) {
                frames.add(frame(c, c.time(), "seconds of work", y, standard));
            }
            for (int i : Thinned.of(c.size(), Thinned.MOST)) {
                csv.row(
                        Subject.name(c.task().task()),
                        (long) c.trial()[i],
                        c.time()[i],
                        c.cost()[i],
                        Double.isNaN(c.y()[i]) ? c.cheap()[i] : c.y()[i],
                        c.best()[i],
                        standard,
                        c.trials().get(i).candidate().fidelity().value());
            }
            left = Math.max(left, c.size());
        }
        int columns = 1 + (timed ? 1 : 0) + (costs ? 1 : 0);
        String better = objective.goal() == Objective.Goal.MINIMIZE ? "Lower" : "Higher";
        sheet.show(
                new Figure(
                        sheet.id("best so far"),
                        "Best %s so far".formatted(objective.name()),
                        "%s is better. Points are %s, crosses on the upper edge those without a usable value. Pauses between sessions are left out of the time.%s%s"
                                .formatted(
                                        better,
                                        costs
                                                ? "full runs and rings cheap ones, which are never"
                                                        + " the best"
                                                : "trials",
                                        tasks > courses.size()
                                                ? " Shown are %d of %d tasks."
                                                        .formatted(courses.size(), tasks)
                                                : "",
                                        Thinned.remark(left, Thinned.MOST)),
                        FrameChart.of(
                                "best-so-far-picture",
                                "Best %s so far, over trials and over time, for %s"
                                        .formatted(
                                                objective.name(),
                                                Format.count(courses.size(), "task")),
                                frames,
                                columns,
                                columns == 1 ? 2 * WIDTH : columns == 2 ? WIDTH : 0.66 * WIDTH,
                                courses.size() == 1 ? HEIGHT * 1.4 : HEIGHT),
                        csv));
        sheet.data().put("progress", courses.stream().map(this::data).toList());
    }

    private Object data(Course c) {
        var data = new LinkedHashMap<String, Object>();
        data.put("task", Subject.name(c.task().task()));
        data.put("y", objective.name() + unit());
        data.put("log", Column.around(c.y(), c.cheap()).log());
        data.put("time", new Rounded(c.time()));
        data.put("value", new Rounded(c.y()));
        if (!levels.isEmpty()) {
            data.put("cost", new Rounded(c.cost()));
            data.put("cheap", levels.stream().map(l -> cheap(c, l)).toList());
        }
        data.put("best", new Rounded(c.best()));
        data.put("default", standard(c.task()));
        return data;
    }

    private Object cheap(Course c, CheapRuns.Level level) {
        var data = new LinkedHashMap<String, Object>();
        data.put("name", level.name());
        data.put("color", level.color());
        data.put("value", new Rounded(at(c, level, c.cheap())));
        return data;
    }

    /** Returns values of the runs of a level, NaN for the others. */
    private static double[] at(Course c, CheapRuns.Level level, double[] values) {
        return IntStream.range(0, c.size())
                .mapToDouble(i -> level.has(c.trials().get(i)) ? values[i] : Double.NaN)
                .toArray();
    }

    private String unit() {
        return unit(objective);
    }

    private static String unit(Objective output) {
        return output.unit().isEmpty() ? "" : " (" + output.unit() + ")";
    }

    private double standard(TaskSummary task) {
        return standard(task, objective);
    }

    private double standard(TaskSummary task, Objective output) {
        return task.measuredStandard()
                .map(t -> subject.problem().value(t, output.name()).orElse(Double.NaN))
                .orElse(Double.NaN);
    }

    private Mark.In frame(Course c, double[] x, String label, Axis y, double standard) {
        int[] some = Thinned.of(c.size(), Thinned.MOST);
        double[] failed = new double[c.size()];
        double edge = // a little below the upper end, so that crosses are whole
                y.log()
                        ? y.high() * Math.pow(y.low() / y.high(), 0.025)
                        : y.high() - (0.025 * y.high() - 0.025 * y.low());
        for (int i = 0; i < failed.length; i++) {
            boolean shown = Double.isFinite(c.y()[i]) || Double.isFinite(c.cheap()[i]);
            failed[i] = shown ? Double.NaN : edge;
        }
        var marks = new ArrayList<Mark>();
        for (CheapRuns.Level level : levels) {
            marks.add(
                    new Mark.Dots(
                            level.name(),
                            level.color(),
                            Mark.Shape.RING,
                            2.2,
                            1,
                            at(x, some),
                            at(at(c, level, c.cheap()), some)));
        }
        marks.add(
                new Mark.Dots(
                        levels.isEmpty() ? "trial" : "full run",
                        "#0072B2",
                        Mark.Shape.DISC,
                        2.6,
                        levels.isEmpty() ? 0.6 : 1,
                        at(x, some),
                        at(c.y(), some)));
        if (java.util.Arrays.stream(failed).anyMatch(Double::isFinite)) {
            marks.add(
                    new Mark.Dots(
                            "no usable value",
                            "#D55E00",
                            Mark.Shape.CROSS,
                            4,
                            1,
                            at(x, some),
                            at(failed, some)));
        }
        if (Double.isFinite(standard)) {
            marks.add(new Mark.Level("default", new Look("#222222", "5 3", 1.3), standard));
        }
        marks.add(new Mark.Line(line("best so far", x, c.best()), true));
        String title = c.task().task().values().isEmpty() ? "" : c.task().task().toString();
        return new Mark.In(
                title, label, objective.name() + unit(), Axis.around(withZero(x), false), y, marks);
    }

    /** Returns the steps of a curve, of which there are few. */
    private static Series line(String name, double[] x, double[] best) {
        int[] steps =
                IntStream.range(0, best.length)
                        .filter(i -> i == 0 || i == best.length - 1 || best[i] != best[i - 1])
                        .toArray();
        return new Series(name, new Look("#009E73", "", 2.2), at(x, steps), at(best, steps));
    }

    private static double[] withZero(double[] x) {
        double[] all = java.util.Arrays.copyOf(x, x.length + 1);
        return all;
    }

    private static double[] at(double[] values, int[] indices) {
        return java.util.Arrays.stream(indices).mapToDouble(i -> values[i]).toArray();
    }

    /**
     * Draws an output of the default and of the best configuration of each task beside each other.
     */
    private void everyTask(List<TaskSummary> tasks, Objective output) {
        int n = tasks.size();
        double[] x = IntStream.range(0, n).asDoubleStream().toArray();
        double[] before = tasks.stream().mapToDouble(k -> standard(k, output)).toArray();
        double[] after =
                tasks.stream()
                        .mapToDouble(t ->
                                (t.best().isPresent() ? t.best() : t.ranked().stream().findFirst())
                                        .map(b ->
                                                subject.problem()
                                                        .value(b, output.name())
                                                        .orElse(Double.NaN))
                                        .orElse(Double.NaN))
                        .toArray();
        String named = output.equals(objective) ? "" : " " + output.name();
        var csv = new Csv("task", "default", "best");
        for (int i = 0; i < n; i++) {
            csv.row(Subject.name(tasks.get(i).task()), before[i], after[i]);
        }
        var marks = new ArrayList<Mark>();
        boolean hasDefault = Arrays.stream(before).anyMatch(Double::isFinite);
        if (hasDefault) {
            marks.add(new Mark.Dots("default", "#222222", Mark.Shape.RING, 5, 1, x, before));
        }
        marks.add(new Mark.Dots("best", "#009E73", Mark.Shape.DISC, 5.5, 1, x, after));
        String of = hasDefault ? "the default and of the best" : "the best";
        List<String> names =
                IntStream.range(0, n)
                        .mapToObj(i ->
                                n > 12
                                        ? Integer.toString(i + 1)
                                        : Format.cut(
                                                Subject.name(tasks.get(i).task()),
                                                Math.max(7, 100 / n)))
                        .toList();
        sheet.show(
                new Figure(
                        sheet.id("every task" + named),
                        "Every task: %s of %s".formatted(output.name(), of),
                        n > 12 ? "Tasks are numbered in their order." : "",
                        FrameChart.of(
                                sheet.id("every-task-picture"),
                                "%s of %s configuration of each task".formatted(output.name(), of),
                                List.of(
                                        new Mark.In(
                                                "",
                                                "task",
                                                output.name() + unit(output),
                                                Axis.of(names),
                                                Column.around(before, after),
                                                marks)),
                                1,
                                780,
                                220),
                        csv));
    }
}
