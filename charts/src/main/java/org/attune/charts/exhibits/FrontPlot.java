package org.attune.charts.exhibits;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.ParetoFront;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.charts.Look;
import org.attune.charts.PictureFile;
import org.attune.charts.PointChart;
import org.attune.charts.Series;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The picture of a front: the default, the best of other studies for one objective each, the front
 * and the other trials, in parts of the default.
 */
public final class FrontPlot {
    private final TuningProblem problem;
    private final Point task;
    private final Objective first;
    private final Objective second;
    private final Trial usual;
    private final Records records;
    private final List<PointChart.Points> points = new ArrayList<>();

    /**
     * Begins a picture.
     *
     * @throws IllegalArgumentException if the problem has not two objectives
     * @throws IllegalStateException if the default has not been measured, or not as positive
     */
    public FrontPlot(TuningProblem problem, Point task, Records records) {
        List<Objective> optimized = problem.optimized();
        if (optimized.size() != 2) {
            throw new IllegalArgumentException(
                    "--plot shows two objectives against each other, and problem '%s' has %d."
                            .formatted(problem.name(), optimized.size()));
        }
        this.problem = problem;
        this.task = task;
        this.records = records;
        this.first = optimized.get(0);
        this.second = optimized.get(1);
        Optional<Point> point = problem.parameterSpace().defaultPoint();
        this.usual =
                measured(records).stream()
                        .filter(t -> point.equals(Optional.of(t.configuration())))
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "--plot shows trials in parts of the default, which "
                                                + (point.isPresent()
                                                        ? "has not been measured. Maybe measure it:"
                                                                + " attune run"
                                                        : "there is not. Maybe give every parameter"
                                                              + " a default, and measure it: attune"
                                                              + " run")));
        for (Objective o : optimized) {
            if (!positive(usual, o)) {
                throw new IllegalStateException(
                        "--plot shows trials in parts of the default on logarithmic axes, and its '%s' is %s. Maybe let the program print it plus a constant."
                                .formatted(o.name(), Format.value(o, value(usual, o))));
            }
        }
        add("default", Look.of(0), List.of(usual), false);
    }

    private List<Trial> measured(Records records) {
        return records.finished().stream()
                .filter(t -> t.task().equals(task) && t.isFull())
                .filter(t ->
                        Stream.of(first, second)
                                .allMatch(o -> problem.value(t, o.name()).isPresent()))
                .toList();
    }

    private double value(Trial trial, Objective objective) {
        return problem.value(trial, objective.name()).orElseThrow();
    }

    private boolean positive(Trial trial, Objective objective) {
        return value(trial, objective) > 0;
    }

    private boolean drawable(Trial trial) {
        return positive(trial, first) && positive(trial, second);
    }

    private double ratio(Trial trial, Objective objective) {
        return value(trial, objective) / value(usual, objective);
    }

    private void add(String name, Look look, List<Trial> trials, boolean isFront) {
        double[] x = trials.stream().mapToDouble(t -> ratio(t, first)).toArray();
        double[] y = trials.stream().mapToDouble(t -> ratio(t, second)).toArray();
        List<String> numbers =
                isFront ? trials.stream().map(t -> Long.toString(t.number())).toList() : List.of();
        points.add(
                new PointChart.Points(
                        new Series(name, look, x, y),
                        numbers,
                        isFront ? edge(x, y) : new double[0]));
    }

    /**
     * Returns the steps between points of a front: what is dominated by none of them ends there.
     */
    private double[] edge(double[] x, double[] y) {
        var steps = new ArrayList<Double>();
        for (int i = 0; i < x.length; i++) {
            if (i > 0) {
                steps.add(worse(first, x[i - 1], x[i]));
                steps.add(worse(second, y[i - 1], y[i]));
            }
            steps.add(x[i]);
            steps.add(y[i]);
        }
        return steps.stream().mapToDouble(v -> v).toArray();
    }

    private static double worse(Objective objective, double a, double b) {
        return objective.goal().sign() > 0 ? Math.max(a, b) : Math.min(a, b);
    }

    /**
     * Adds the best trial of a study that optimised one of the outputs alone.
     *
     * @param other its records
     * @throws IllegalArgumentException if it optimised anything else
     * @throws IllegalStateException if it has no trial that can be drawn
     */
    public void beside(String study, Records other) {
        List<String> names = optimized(other.study().orElseThrow());
        Optional<Objective> by =
                List.of(first, second).stream()
                        .filter(o -> names.equals(List.of(o.name())))
                        .findFirst();
        if (by.isEmpty()) {
            throw new IllegalArgumentException(
                    "--beside %s: that study optimises %s, not '%s' or '%s' alone."
                            .formatted(study, Format.list(names), first.name(), second.name()));
        }
        Objective objective = by.get();
        Trial best =
                measured(other).stream()
                        .filter(this::drawable)
                        .min(
                                Comparator.comparingDouble(
                                        t -> objective.goal().sign() * value(t, objective)))
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "--beside %s: it has no trial with '%s' and '%s'."
                                                .formatted(study, first.name(), second.name())));
        String name = "best %s (%s)".formatted(objective.name(), study);
        add(name, Look.of(points.size()), List.of(best), false);
    }

    private static List<String> optimized(StudyRecord setUp) {
        return ((List<?>) setUp.problem().getOrDefault("output_space", List.of()))
                .stream()
                        .map(o -> (Map<?, ?>) o)
                        .filter(o -> "yes".equals(o.get("optimize")))
                        .map(o -> String.valueOf(o.get("name")))
                        .toList();
    }

    private String label(Objective objective) {
        return "%s in parts of the default's %s"
                .formatted(objective.name(), Format.value(objective, value(usual, objective)));
    }

    /**
     * Writes the picture; those in front come first.
     *
     * @return what is missing in it, for a sentence
     * @throws UncheckedIOException if the file cannot be written
     */
    public Optional<String> write(Path file) {
        List<Trial> all = measured(records);
        List<Trial> front =
                ParetoFront.of(problem, all).trials().stream()
                        .filter(this::drawable)
                        .sorted(Comparator.comparingDouble(t -> ratio(t, first)))
                        .toList();
        add("front, with numbers of trials", Look.of(points.size()), front, true);
        List<Trial> others = all.stream().filter(t -> drawable(t) && !front.contains(t)).toList();
        add("other trials", Look.of(Look.DISTINCT), others, false);
        String heading = problem.name() + task.after(", ");
        String title = "%s against %s of %s".formatted(second.name(), first.name(), heading);
        PictureFile.write(
                PointChart.of("front", title, heading, label(first), label(second), points), file);
        long missing = all.stream().filter(t -> !drawable(t)).count();
        return missing == 0
                ? Optional.empty()
                : Optional.of(
                        "%s not in it, of which '%s' or '%s' is not positive: its axes are logarithmic"
                                .formatted(
                                        Format.count(missing, "trial")
                                                + (missing == 1 ? " is" : " are"),
                                        first.name(),
                                        second.name()));
    }
}
