package org.attune.benchmarks;

import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.charts.Axis;
import org.attune.charts.LineChart;
import org.attune.charts.Look;
import org.attune.charts.Panel;
import org.attune.charts.Series;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Prints what becomes of a fixed number of runs that is divided among more and more tasks: {@code
 * TaskCount [RUNS [SEEDS [FILE.svg]]]}, on the functions of sections 5.1 and 5.3 of GPTune's guide
 * ({@link KnownOptima}).
 *
 * <p>The columns are the distance from the optimum, in per cent of it, of the first task and of all
 * tasks on average, medians over the seeds, where tasks learn from each other and where they do
 * not; of the QR factorisation also the summed run time of all runs, of which those of the first
 * task alone take 1. The picture shows the same with quartiles.
 */
public final class TaskCount {
    private static final List<Integer> COUNTS = List.of(1, 2, 4, 8, 20);
    private static final List<String> WAYS = List.of("auto", "none");
    private static final double SMALLEST = 0.01; // per cent that the picture shows

    private final KnownOptima problem;
    private final int runs;
    private final Map<String, List<List<Reached>>> reached = new LinkedHashMap<>();

    /**
     * What one study reached.
     *
     * @param first distance of the first task, in per cent
     * @param all mean distance of the tasks
     * @param time sum of all values
     */
    private record Reached(double first, double all, double time) {}

    private TaskCount(KnownOptima problem, int runs, int seeds) {
        this.problem = problem;
        this.runs = runs;
        for (String way : WAYS) {
            reached.put(
                    way,
                    COUNTS.stream()
                            .map(count ->
                                    IntStream.range(0, seeds)
                                            .parallel()
                                            .mapToObj(seed -> tuned(count, way, seed))
                                            .toList())
                            .toList());
        }
    }

    /** Prints a table for each problem, and draws both. */
    public static void main(String[] args) throws IOException {
        PictureFile picture = PictureFile.of(args);
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : 80;
        int seeds = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        int most = COUNTS.getLast();
        var demo = new TaskCount(KnownOptima.demo(most), runs, seeds);
        demo.print(false);
        var qr = new TaskCount(KnownOptima.qr(most), runs, seeds);
        qr.print(true);
        picture.write(() -> {
            var panels = List.of(demo.panel("Demo function"), qr.panel("QR factorisation"));
            String title = "%d runs divided among more and more tasks".formatted(runs);
            return LineChart.of("task-count", title, panels, 300, 260).svg();
        });
    }

    private void print(boolean timed) {
        System.out.println("\n%s, %d runs".formatted(problem.benchmark().name(), runs));
        String time = timed ? " run time |" : "";
        System.out.println(
                "| tasks | runs each | first task | all tasks |%s alone: first task | all tasks |%s"
                        .formatted(time, time));
        System.out.println("|" + "---|".repeat(timed ? 8 : 6));
        double one = median(reached.get("none").getFirst(), Reached::time);
        for (int i = 0; i < COUNTS.size(); i++) {
            var row =
                    new StringBuilder("| %d | %d |".formatted(COUNTS.get(i), runs / COUNTS.get(i)));
            for (String way : WAYS) {
                List<Reached> studies = reached.get(way).get(i);
                row.append(cell("%.2f", median(studies, Reached::first)));
                row.append(cell("%.2f", median(studies, Reached::all)));
                row.append(timed ? cell("%.2f", median(studies, Reached::time) / one) : "");
            }
            System.out.println(row);
        }
    }

    private static String cell(String format, double value) {
        return " %s |".formatted(String.format(Locale.ROOT, format, value));
    }

    private Panel panel(String title) {
        var series = new ArrayList<Series>();
        for (String way : WAYS) {
            int index = series.size() / 2;
            String name = way.equals("none") ? "alone" : "sharing";
            String color = Look.of(index).color();
            series.add(series("all tasks, " + name, Look.of(index), way, Reached::all, true));
            Look dashed = new Look(color, "6 3", 1.5);
            series.add(series("first task, " + name, dashed, way, Reached::first, false));
        }
        return new Panel(
                title,
                "tasks, with %d runs in all".formatted(runs),
                "per cent above the optimum",
                new Axis(0.95, 21, true),
                new Axis(SMALLEST, 200, true),
                series);
    }

    private Series series(
            String name, Look look, String way, ToDoubleFunction<Reached> value, boolean band) {
        double[] x = COUNTS.stream().mapToDouble(c -> c).toArray();
        double[][] quartiles = new double[3][];
        for (int q = 0; q < 3; q++) {
            double share = 0.25 * (q + 1);
            quartiles[q] =
                    reached.get(way).stream()
                            .mapToDouble(s -> Quantiles.of(values(s, value), share))
                            .map(v -> Math.max(v, SMALLEST))
                            .toArray();
        }
        return band
                ? new Series(name, look, x, quartiles[1], quartiles[0], quartiles[2])
                : new Series(name, look, x, quartiles[1]);
    }

    private static double median(List<Reached> studies, ToDoubleFunction<Reached> value) {
        return Quantiles.median(values(studies, value));
    }

    private static double[] values(List<Reached> studies, ToDoubleFunction<Reached> value) {
        return studies.stream().mapToDouble(value).toArray();
    }

    private Reached tuned(int count, String sharing, long seed) {
        var best = new LinkedHashMap<Point, Double>();
        double time = 0;
        try (Study study =
                Study.of(problem.benchmark().problem())
                        .tasks(problem.tasks().subList(0, count))
                        .tuner(Tuners.available().named("gp-lcm"))
                        .options(Map.of("sharing", sharing))
                        .seed(seed)
                        .trials(runs / count)
                        .open()) {
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                Trial trial = asked.getFirst();
                var measured = problem.benchmark().measure(trial.candidate(), trial.number());
                study.tell(trial.number(), measured.outcome());
                best.merge(trial.task(), measured.truth(), Math::min);
                time += measured.truth();
            }
        }
        double[] above =
                best.entrySet().stream()
                        .mapToDouble(e -> problem.above(e.getKey(), e.getValue()))
                        .toArray();
        return new Reached(
                problem.above(problem.tasks().getFirst(), best.get(problem.tasks().getFirst())),
                Arrays.stream(above).average().orElseThrow(),
                time);
    }
}
