package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/**
 * GPTune's demo function, as sections 5.1 and 5.2 of its user guide use it: 20 tasks, and t = 6
 * with and without performance models.
 *
 * <pre>
 *   y(t, x) = exp(-(x + 1)^(t + 1)) cos(2πx) Σ_{i=1}^{3} sin(2πx (t + 2)^i),   x in [0, 1]
 * </pre>
 */
public final class DemoProblems {
    private static final double T = 6; // of the guide's table 4

    private DemoProblems() {}

    /**
     * Returns {@code demo20}, with the tasks t = 0, 0.5, ... 9.5 (the guide says how many, not
     * which), {@code demo6}, with t = 6, and {@code demo6_NAME}, the same with a performance model
     * each.
     */
    public static List<BenchmarkProblem> all() {
        var all = new ArrayList<BenchmarkProblem>();
        all.add(
                problem(
                        "demo20",
                        IntStream.range(0, 20).mapToObj(i -> Point.of("t", 0.5 * i)).toList(),
                        Optional.empty()));
        List<Point> six = List.of(Point.of("t", T));
        all.add(problem("demo6", six, Optional.empty()));
        models().forEach((name, model) ->
                all.add(problem("demo6_" + name, six, Optional.of(model))));
        return all;
    }

    private static BenchmarkProblem problem(
            String name, List<Point> tasks, Optional<PerformanceModel> model) {
        var builder =
                TuningProblem.named(name)
                        .task(Parameter.real("t", 0, 10))
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize(BenchmarkProblem.OUTPUT));
        model.ifPresent(builder::model);
        return new BenchmarkProblem(
                name,
                builder.build(),
                tasks,
                0,
                c -> value(c.task().number("t"), c.configuration().number("x")));
    }

    /** Returns y(t, x). */
    static double value(double t, double x) {
        double waves = 0;
        for (int i = 1; i <= 3; i++) {
            waves += Math.sin(2 * Math.PI * x * Math.pow(t + 2, i));
        }
        return Math.exp(-Math.pow(x + 1, t + 1)) * Math.cos(2 * Math.PI * x) * waves;
    }

    /**
     * Returns performance models of the function by name: the guide's three, {@code exact}, {@code
     * scaled} (10 y) and {@code noisy} ((1 + 0.1 r) y with r standard normal, always the same at
     * the same place), and {@code useless} (r alone).
     */
    public static SequencedMap<String, PerformanceModel> models() {
        var models = new LinkedHashMap<String, PerformanceModel>();
        models.put("exact", PerformanceModel.of("model", DemoProblems::value));
        models.put("scaled", PerformanceModel.of("model", p -> 10 * value(p)));
        models.put("noisy", PerformanceModel.of("model", p -> (1 + 0.1 * noise(p)) * value(p)));
        models.put("useless", useless());
        return models;
    }

    /** Returns a model that says nothing: a standard normal number for each place. */
    public static PerformanceModel useless() {
        return PerformanceModel.of("model", DemoProblems::noise);
    }

    private static double value(Point known) {
        return value(known.number("t"), known.number("x"));
    }

    private static double noise(Point known) {
        Generator random = new Seed(known.toString().hashCode()).generator("noise", 0);
        return random.nextGaussian();
    }
}
