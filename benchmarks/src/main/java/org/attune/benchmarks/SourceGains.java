package org.attune.benchmarks;

import org.attune.api.Point;
import org.attune.charts.Axis;
import org.attune.charts.LineChart;
import org.attune.charts.Look;
import org.attune.charts.Panel;
import org.attune.charts.Series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Best values so far over the optimum, with one source each and without: what {@link OneSource}
 * prints.
 *
 * <p>A curve is the median over the seeds after each of {@value OneSource#TRIALS} trials. Of two
 * sources the better one is that whose curve has the lower mean logarithm.
 */
final class SourceGains {
    private static final int SIZES = 3; // tasks on as many nodes
    private static final List<Integer> AT = List.of(5, 10, OneSource.TRIALS);

    /** Which source a run is given. */
    enum Source {
        /** The better of the two other sizes on as many nodes. */
        BEST,
        /** The worse of them. */
        WORST,
        /** The same size on the other number of nodes. */
        OTHER_NODES;

        /** Returns the tasks among which it is. */
        List<Integer> candidates(int task) {
            return switch (this) {
                case BEST, WORST ->
                        IntStream.range(0, SIZES)
                                .map(i -> task / SIZES * SIZES + i)
                                .filter(t -> t != task)
                                .boxed()
                                .toList();
                case OTHER_NODES -> List.of((task + SIZES) % (2 * SIZES));
            };
        }
    }

    private record Cell(String tuner, String task, Optional<String> source) {}

    private final KnownOptima optima;
    private final Map<Cell, Map<Long, List<Double>>> runs = new LinkedHashMap<>(); // by seed

    /**
     * Takes the results of the tasks; of two with one key the later one, others are left out.
     *
     * @param optima of all tasks
     */
    SourceGains(KnownOptima optima, List<RunResult> results) {
        this.optima = optima;
        for (RunResult r : results) {
            if (r.key().budget() == OneSource.TRIALS && r.best().size() == OneSource.TRIALS) {
                Optional<String> source = r.key().sources().map(s -> s.tasks().getFirst());
                runs.computeIfAbsent(
                                new Cell(r.key().peer(), r.key().problem(), source),
                                c -> new LinkedHashMap<>())
                        .put(r.key().seed(), r.best());
            }
        }
    }

    /** Returns a row for each task: the bars of the guide's figure. */
    String table() {
        var text = new StringBuilder();
        var shown = List.of("tla", "tla-lcm-bf");
        text.append("| task | optimum | %s |".formatted(OneSource.WITHOUT));
        shown.forEach(t -> text.append(" %s, best source | worst |".formatted(t)));
        text.append("\n").append("|---".repeat(3 + 2 * shown.size())).append("|\n");
        for (int task = 0; task < 2 * SIZES; task++) {
            Point p = optima.tasks().get(task);
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s x %s, %s nodes | %.4g s |",
                            p.get("m"),
                            p.get("n"),
                            p.get("nodes"),
                            optima.optima().get(p)));
            text.append(last(without(task)));
            for (String tuner : shown) {
                text.append(last(curve(tuner, task, Source.BEST)));
                text.append(last(curve(tuner, task, Source.WORST)));
            }
            text.append("\n");
        }
        return text.append(
                        "%nAfter %d trials. Medians of %s seeds.%n"
                                .formatted(OneSource.TRIALS, seeds()))
                .toString();
    }

    private String seeds() {
        var counts = new TreeSet<>(runs.values().stream().map(Map::size).toList());
        return counts.size() > 1
                ? "%d to %d".formatted(counts.first(), counts.last())
                : counts.stream().map(String::valueOf).findFirst().orElse("no");
    }

    /** Returns a row for each method: geometric means over the sizes. */
    String means() {
        var text = new StringBuilder("| after %s trials |".formatted(joined(AT)));
        for (int first = 0; first < 2 * SIZES; first += SIZES) {
            text.append(
                    " %s nodes: best source | worst | from %s nodes |"
                            .formatted(nodes(first), nodes(first + SIZES)));
        }
        text.append("\n").append("|---".repeat(1 + 2 * Source.values().length)).append("|\n");
        text.append("| `%s`, no source |".formatted(OneSource.WITHOUT));
        for (int first = 0; first < 2 * SIZES; first += SIZES) {
            text.append(cell(mean(first, this::without)) + " | |");
        }
        text.append("\n");
        for (String tuner : OneSource.METHODS) {
            text.append("| `%s` |".formatted(tuner));
            for (int first = 0; first < 2 * SIZES; first += SIZES) {
                for (Source source : Source.values()) {
                    text.append(cell(mean(first, t -> curve(tuner, t, source))));
                }
            }
            text.append("\n");
        }
        return text.toString();
    }

    /**
     * Returns the curves of the guide's method and the default, a frame for each count of nodes.
     */
    String picture() {
        double[] trials = IntStream.rangeClosed(1, OneSource.TRIALS).asDoubleStream().toArray();
        var frames = new ArrayList<List<Series>>();
        for (int first = 0; first < 2 * SIZES; first += SIZES) {
            var series = new ArrayList<Series>();
            mean(first, this::without)
                    .ifPresent(y ->
                            series.add(
                                    new Series(
                                            OneSource.WITHOUT + ", no source",
                                            Look.of(4),
                                            trials,
                                            y)));
            int color = 0;
            for (String tuner : List.of("tla", "tla-lcm-bf")) {
                Look solid = Look.of(color++);
                Look dashed = new Look(solid.color(), "6 3", 2);
                mean(first, t -> curve(tuner, t, Source.BEST))
                        .ifPresent(y ->
                                series.add(new Series(tuner + ", best source", solid, trials, y)));
                mean(first, t -> curve(tuner, t, Source.WORST))
                        .ifPresent(y ->
                                series.add(
                                        new Series(tuner + ", worst source", dashed, trials, y)));
            }
            frames.add(series);
        }
        double[] all =
                frames.stream()
                        .flatMap(List::stream)
                        .flatMapToDouble(s -> Arrays.stream(s.y()))
                        .toArray();
        var panels = new ArrayList<Panel>();
        for (int i = 0; i < frames.size(); i++) {
            panels.add(
                    new Panel(
                            nodes(i * SIZES) + " nodes",
                            "trials",
                            "best so far / optimum",
                            Axis.around(trials, false),
                            Axis.around(all, true),
                            frames.get(i)));
        }
        return LineChart.of("one-source", "Tuning with one source task", panels, 300, 260).svg();
    }

    private interface Curves {
        /** Returns that of a task, empty if it has not been run. */
        Optional<double[]> of(int task);
    }

    private Optional<double[]> mean(int first, Curves curves) {
        List<double[]> of =
                IntStream.range(first, first + SIZES)
                        .mapToObj(curves::of)
                        .flatMap(Optional::stream)
                        .toList();
        return of.size() < SIZES
                ? Optional.empty()
                : Optional.of(
                        IntStream.range(0, OneSource.TRIALS)
                                .mapToDouble(i ->
                                        Math.exp(
                                                of.stream()
                                                        .mapToDouble(c -> Math.log(c[i]))
                                                        .average()
                                                        .orElseThrow()))
                                .toArray());
    }

    private Optional<double[]> without(int task) {
        return curve(new Cell(OneSource.WITHOUT, OneSource.name(task), Optional.empty()), task);
    }

    /** Returns the curve of the best, the worst or the only source; empty if one is lacking. */
    private Optional<double[]> curve(String tuner, int task, Source source) {
        Stream<Optional<double[]>> each =
                source.candidates(task).stream()
                        .map(s ->
                                new Cell(
                                        tuner,
                                        OneSource.name(task),
                                        Optional.of(OneSource.name(s))))
                        .map(c -> curve(c, task));
        List<double[]> known = each.flatMap(Optional::stream).toList();
        if (known.size() < source.candidates(task).size()) {
            return Optional.empty();
        }
        Comparator<double[]> order =
                Comparator.comparingDouble(c -> Arrays.stream(c).map(Math::log).sum());
        return known.stream().min(source == Source.WORST ? order.reversed() : order);
    }

    private Optional<double[]> curve(Cell cell, int task) {
        double optimum = optima.optima().get(optima.tasks().get(task));
        return Optional.ofNullable(runs.get(cell))
                .map(bySeed ->
                        IntStream.range(0, OneSource.TRIALS)
                                .mapToDouble(i ->
                                        median(
                                                        bySeed.values().stream()
                                                                .mapToDouble(best -> best.get(i))
                                                                .sorted()
                                                                .toArray())
                                                / optimum)
                                .toArray());
    }

    private static double median(double[] sorted) {
        int n = sorted.length;
        return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    private Object nodes(int task) {
        return optima.tasks().get(task % (2 * SIZES)).get("nodes");
    }

    private static String last(Optional<double[]> curve) {
        return curve.map(c -> " %s |".formatted(number(c[OneSource.TRIALS - 1]))).orElse(" - |");
    }

    private static String cell(Optional<double[]> curve) {
        return curve.map(c -> " %s |".formatted(joined(AT.stream().map(n -> number(c[n - 1])))))
                .orElse(" - |");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String joined(List<Integer> numbers) {
        return joined(numbers.stream().map(String::valueOf));
    }

    private static String joined(Stream<String> texts) {
        return String.join(" / ", texts.toList());
    }
}
