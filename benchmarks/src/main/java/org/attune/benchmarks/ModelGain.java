package org.attune.benchmarks;

import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.DemoProblems;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Prints what performance models are worth, the best value by the number of trials, as medians over
 * seeds: {@code ModelGain demo SEEDS TRIALS} remakes table 4 of GPTune's guide (t = 6); {@code
 * ModelGain pdgeqrf SEEDS TRIALS} has the terms of equation (19) of its MLA/TLA paper on three
 * tasks. Names of models behind the numbers select some.
 */
public final class ModelGain {
    private static final int[] COUNTS = {5, 10, 20, 40, 80, 160, 320, 640};

    private ModelGain() {}

    /** Prints a table for each task. */
    public static void main(String[] args) {
        String name = args[0];
        int seeds = Integer.parseInt(args[1]);
        int trials = Integer.parseInt(args[2]);
        List<String> selected = List.of(args).subList(3, args.length);
        Benchmark benchmark = Suites.named("public").problem(name);
        for (int t : name.equals("demo") ? new int[] {3} : new int[] {1, 2, 3}) {
            Point task = benchmark.tasks().get(t);
            System.out.println("%s:%d (%s), median of %d seeds".formatted(name, t, task, seeds));
            heading(trials);
            var models = name.equals("demo") ? ofDemo() : ofQr();
            models.forEach((model, list) -> {
                if (selected.isEmpty() || selected.contains(model)) {
                    row(model, with(benchmark.problem(), list), benchmark, task, seeds, trials);
                }
            });
        }
    }

    private static SequencedMap<String, List<PerformanceModel>> ofDemo() {
        var models = new LinkedHashMap<String, List<PerformanceModel>>();
        models.put("none", List.of());
        DemoProblems.models().forEach((name, model) -> models.put(name, List.of(model)));
        return models;
    }

    private static SequencedMap<String, List<PerformanceModel>> ofQr() {
        String processes = "(nodes*2**lg2npernode)";
        String q = "max(%s//p, 1)".formatted(processes);
        String b = "(nb*bunit)";
        String logP = "log2(p)";
        String logQ = "log2(%s)".formatted(q);
        var terms = new LinkedHashMap<String, Expression>();
        terms.put(
                "flops",
                Expression.parse(
                        "2*n**2*(3*m-n)/(3*%1$s) + %3$s*n**2/(2*%2$s) + 3*%3$s*n*(2*m-n)/(2*p) + %3$s**2*n/(3*p)"
                                .formatted(processes, q, b)));
        terms.put("divisions", Expression.parse("(m*n - n**2/2)/p"));
        terms.put("messages", Expression.parse("3*n*%s + 2*n/%s*%s".formatted(logP, b, logQ)));
        terms.put(
                "words",
                Expression.parse(
                        "(n**2/%s + %s*n)*%s + ((m*n - n**2/2)/p + %s*n/2)*%s"
                                .formatted(q, b, logP, b, logQ)));
        Optional<String> all = Optional.empty();
        var models = new LinkedHashMap<String, List<PerformanceModel>>();
        models.put("none", List.of());
        models.put("eq19", List.of(PerformanceModel.ofTerms("qr", terms, all)));
        models.put("flops", List.of(PerformanceModel.of("qr", terms.get("flops"), all)));
        models.put("useless", List.of(DemoProblems.useless()));
        return models;
    }

    private static TuningProblem with(TuningProblem problem, List<PerformanceModel> models) {
        var builder = copy(problem);
        models.forEach(builder::model);
        return builder.build();
    }

    /** Starts a problem with the spaces, constraints and objectives of another one. */
    static TuningProblem.Builder copy(TuningProblem problem) {
        var builder = TuningProblem.named(problem.name());
        problem.taskSpace().parameters().forEach(builder::task);
        problem.parameterSpace().parameters().forEach(builder::parameter);
        problem.constraints().forEach(builder::constraint);
        problem.objectives().forEach(builder::objective);
        return builder;
    }

    static void heading(int trials) {
        var line = new StringBuilder("%-8s".formatted("model"));
        Arrays.stream(COUNTS)
                .filter(n -> n <= trials)
                .forEach(n -> line.append("%11d".formatted(n)));
        System.out.println(line);
    }

    static void row(
            String name,
            TuningProblem problem,
            Benchmark benchmark,
            Point task,
            int seeds,
            int trials) {
        var curves = new ArrayList<double[]>();
        for (int seed = 1; seed <= seeds; seed++) {
            curves.add(curve(problem, benchmark, task, seed, trials));
        }
        var line = new StringBuilder("%-8s".formatted(name));
        for (int n : COUNTS) {
            if (n <= trials) {
                double[] best = curves.stream().mapToDouble(c -> c[n - 1]).sorted().toArray();
                double median = (best[(seeds - 1) / 2] + best[seeds / 2]) / 2;
                line.append(String.format(Locale.ROOT, "%11.4f", median));
            }
        }
        System.out.println(line);
    }

    /** Returns the best value by the number of trials. */
    private static double[] curve(
            TuningProblem problem, Benchmark benchmark, Point task, long seed, int trials) {
        double[] best = new double[trials];
        double smallest = Double.POSITIVE_INFINITY;
        try (Study study =
                Study.of(problem)
                        .tasks(List.of(task))
                        .tuner(Tuners.available().named("gp-lcm"))
                        .seed(seed)
                        .trials(trials)
                        .open()) {
            for (int i = 0; i < trials; i++) {
                Trial trial = study.ask(1).getFirst();
                var measured = benchmark.measure(trial.candidate(), trial.number());
                study.tell(trial.number(), measured.outcome());
                smallest = Math.min(smallest, measured.truth());
                best[i] = smallest;
            }
        }
        return best;
    }
}
