package org.attune.benchmarks;

import org.attune.charts.Axis;
import org.attune.charts.FrameChart;
import org.attune.charts.Look;
import org.attune.charts.Mark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Best values of tasks, a row each, by tuners at costs, a column each: means over the seeds, and in
 * the picture from the least to the largest seed.
 */
final class TaskTable {
    private static final double APART = 0.12; // of neighbouring columns in the picture, in tasks

    private final List<Column> columns;
    private final boolean overFirst;
    private final Map<String, List<double[]>> values = new LinkedHashMap<>(); // by task, column

    /**
     * A tuner at a cost.
     *
     * @param tuner as the result files call it
     * @param cost in full runs, at least 1
     */
    record Column(String tuner, int cost) {
        /**
         * Reads {@code TUNER@COST}.
         *
         * @throws IllegalArgumentException if it is something else
         */
        static Column of(String text) {
            int at = text.lastIndexOf('@');
            if (at < 1 || !text.substring(at + 1).matches("[1-9][0-9]{0,5}")) {
                throw new IllegalArgumentException(
                        "'%s' is no tuner with a cost in full runs. Maybe mf@15.".formatted(text));
            }
            return new Column(text.substring(0, at), Integer.parseInt(text.substring(at + 1)));
        }

        @Override
        public String toString() {
            return "%s at %d".formatted(tuner, cost);
        }
    }

    /**
     * Collects.
     *
     * @param columns at least one; the others are compared with the last
     * @param results of which those of other tuners are left out
     * @param overFirst whether values are divided by that of the run's first full trial, which is
     *     the default: what changes on the machine between runs then changes both
     * @throws IllegalArgumentException if a column has no runs of a task, or not those seeds that
     *     the others have
     */
    TaskTable(List<Column> columns, List<RunResult> results, boolean overFirst) {
        this.overFirst = overFirst;
        this.columns = List.copyOf(columns);
        var tasks = new ArrayList<String>();
        results.stream().map(r -> r.key().problem()).distinct().forEach(tasks::add);
        for (String task : tasks) {
            values.put(task, columns.stream().map(c -> best(task, c, results)).toList());
        }
        var seeds = new TreeSet<Integer>();
        values.values().forEach(row -> row.forEach(v -> seeds.add(v.length)));
        if (seeds.isEmpty() || seeds.first() == 0 || seeds.size() > 1) {
            throw new IllegalArgumentException(
                    "The numbers of runs of the tasks at these costs are %s; needed is one number, more than 0, for all. Maybe repeat 'bench run', which skips what is there."
                            .formatted(seeds));
        }
    }

    /** Returns the best value of each seed, by the run with the least budget that goes so far. */
    private double[] best(String task, Column column, List<RunResult> results) {
        var bySeed = new TreeMap<Long, RunResult>();
        for (RunResult r : results) {
            RunResult.Key key = r.key();
            if (key.problem().equals(task)
                    && key.peer().equals(column.tuner())
                    && key.budget() >= column.cost()
                    && !r.isRefused()) {
                bySeed.merge(key.seed(), r, (a, b) -> a.key().budget() < key.budget() ? a : b);
            }
        }
        return bySeed.values().stream()
                .mapToDouble(r -> {
                    List<Double> curve = r.byFullRuns();
                    double best = curve.get(Math.min(column.cost(), curve.size()) - 1);
                    return overFirst ? best / first(r) : best;
                })
                .toArray();
    }

    private static double first(RunResult run) {
        return run.best().stream().filter(v -> !v.isNaN()).findFirst().orElse(Double.NaN);
    }

    private double mean(String task, int column) {
        return Arrays.stream(values.get(task).get(column)).average().orElseThrow();
    }

    /** Returns the ratios of the means of the tasks to those of the last column. */
    private double[] ratios(int column) {
        return values.keySet().stream()
                .mapToDouble(t -> mean(t, column) / mean(t, columns.size() - 1))
                .toArray();
    }

    /**
     * Returns the means, then the geometric means of their ratios to the last column, and on how
     * many tasks a column's mean is at most that of the last; a dash where there is none, as of
     * ratios that are not all positive, or before the first full run.
     */
    String markdown() {
        var text = new StringBuilder("| task |");
        columns.forEach(c -> text.append(" %s |".formatted(c)));
        text.append("\n").append("|---".repeat(1 + columns.size())).append("|\n");
        for (String task : values.keySet()) {
            text.append("| %s |".formatted(task));
            for (int c = 0; c < columns.size(); c++) {
                text.append(number("%.4g", mean(task, c)));
            }
            text.append("\n");
        }
        String last = columns.getLast().toString();
        text.append("| over %s, geometric mean |".formatted(last));
        for (int c = 0; c < columns.size(); c++) {
            text.append(number("%.3f", geometric(ratios(c))));
        }
        text.append("\n| tasks no worse than %s |".formatted(last));
        for (int c = 0; c < columns.size(); c++) {
            long reached = DoubleStream.of(ratios(c)).filter(r -> r <= 1).count();
            text.append(" %d of %d |".formatted(reached, values.size()));
        }
        int seeds = values.values().iterator().next().getFirst().length;
        String of = overFirst ? "values over that of the run's first full trial" : "best values";
        return text.append("\n\nMeans of %d runs of each tuner, of %s.\n".formatted(seeds, of))
                .toString();
    }

    private static double geometric(double[] ratios) {
        return Arrays.stream(ratios).allMatch(r -> r > 0)
                ? Math.exp(Arrays.stream(ratios).map(Math::log).average().orElseThrow())
                : Double.NaN;
    }

    private static String number(String format, double value) {
        return Double.isNaN(value)
                ? " - |"
                : " %s |".formatted(String.format(Locale.ROOT, format, value));
    }

    /** Returns the points of the columns beside each other, for each task. */
    String picture() {
        List<String> tasks = List.copyOf(values.keySet());
        var marks = new ArrayList<Mark>();
        for (int c = 0; c < columns.size(); c++) {
            int column = c;
            double shift = APART * (c - (columns.size() - 1) / 2.0);
            List<double[]> runs = tasks.stream().map(t -> values.get(t).get(column)).toList();
            marks.add(
                    new Mark.Dots(
                            columns.get(c).toString(),
                            Look.of(c).color(),
                            Mark.Shape.DISC,
                            4,
                            1,
                            IntStream.range(0, tasks.size()).mapToDouble(t -> t + shift).toArray(),
                            tasks.stream().mapToDouble(t -> mean(t, column)).toArray(),
                            runs.stream().mapToDouble(v -> Quantiles.of(v, 0)).toArray(),
                            runs.stream().mapToDouble(v -> Quantiles.of(v, 1)).toArray()));
        }
        double[] all =
                values.values().stream()
                        .flatMap(List::stream)
                        .flatMapToDouble(Arrays::stream)
                        .toArray();
        boolean log = Arrays.stream(all).allMatch(v -> v > 0);
        var frame =
                new Mark.In(
                        "",
                        "task",
                        "best value%s: mean, least and largest"
                                .formatted(overFirst ? " over the first" : ""),
                        Axis.of(tasks.stream().map(TaskTable::shortened).toList()),
                        Axis.around(all, log),
                        marks);
        return FrameChart.of("task-values", "Best values of tasks", List.of(frame), 1, 640, 300)
                .svg();
    }

    private static String shortened(String problem) {
        return problem.substring(problem.lastIndexOf(':') + 1);
    }

    @Override
    public String toString() {
        return "Best values of %d tasks by %s".formatted(values.size(), columns);
    }
}
