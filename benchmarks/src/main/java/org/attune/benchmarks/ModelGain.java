package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.BenchmarkProblem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Prints what performance models are worth: {@code ModelGain demo|pdgeqrf SEEDS TRIALS [VARIANT...]}.
 */
public final class ModelGain {
    private ModelGain() {}

    /** Prints a line for each variant. */
    public static void main(String[] args) {
        int seeds = Integer.parseInt(args[1]);
        int trials = Integer.parseInt(args[2]);
        String[] only = Arrays.copyOfRange(args, 3, args.length);
        if (args[0].equals("demo")) {
            demo(seeds, trials, List.of(only));
        } else {
            if (args[0].equals("qr")) {
                qr(seeds, trials, List.of(only));
            } else {
                for (String n : args[0].split("[+]")) {
                    System.out.println(n);
                    other(n, 0, seeds, trials, List.of(only));
                }
            }
        }
    }

    private static void demo(int seeds, int trials, List<String> only) {
        Benchmark demo = Suites.named("public").problem("demo");
        var variants = new LinkedHashMap<String, PerformanceModel>();
        variants.put("none", null);
        variants.put("exact", PerformanceModel.of("model", p -> value(demo, p)));
        variants.put("scaled", PerformanceModel.of("model", p -> 10 * value(demo, p)));
        variants.put(
                "noisy", PerformanceModel.of("model", p -> (1 + 0.1 * noise(p)) * value(demo, p)));
        variants.put("useless", PerformanceModel.of("model", p -> noise(p)));
        variants.put("misleading", PerformanceModel.of("model", p -> Math.cos(9 * p.number("x"))));
        variants.forEach((name, model) -> {
            if (!only.isEmpty() && !only.contains(name)) {
                return;
            }
            var builder =
                    TuningProblem.named("demo")
                            .task(Parameter.real("t", 0, 10))
                            .parameter(Parameter.real("x", 0, 1))
                            .objective(Objective.minimize(BenchmarkProblem.OUTPUT));
            if (model != null) {
                builder.model(model);
            }
            print(name, builder.build(), demo, Point.of("t", 6.0), seeds, trials);
        });
    }

    private static void qr(int seeds, int trials, List<String> only) {
        for (int t : new int[] {1, 2, 3}) {
            System.out.println("task " + t);
            other("pdgeqrf", t, seeds, trials, only);
        }
    }

    static TuningProblem with(TuningProblem p, PerformanceModel model) {
        var builder = TuningProblem.named(p.name());
        p.taskSpace().parameters().forEach(builder::task);
        p.parameterSpace().parameters().forEach(builder::parameter);
        p.constraints().forEach(builder::constraint);
        p.objectives().forEach(builder::objective);
        if (model != null) {
            builder.model(model);
        }
        return builder.build();
    }

    private static void other(String name, int t, int seeds, int trials, List<String> only) {
        Benchmark b = java.util.stream.Stream.concat(org.attune.benchmarks.problems.PublicProblems.all().stream(), org.attune.benchmarks.problems.AblationProblems.all().stream()).filter(q -> q.name().equals(name)).findFirst().orElseThrow();
        Point task = b.tasks().get(t);
        String first = b.problem().parameterSpace().parameters().getFirst().name();
        var variants = new LinkedHashMap<String, PerformanceModel>();
        variants.put("none", null);
        variants.put("useless", PerformanceModel.of("model", ModelGain::hash));
        variants.put("misleading", PerformanceModel.of("model", p -> Math.sin(3 + 5 * unit(b, p))));
        variants.put("two-useless", null);
        variants.put("exact", PerformanceModel.of("model", p -> truth(b, p)));
        variants.put("noisy", PerformanceModel.of("model", p -> (1 + 0.3 * hash(p)) * truth(b, p)));
        if (name.equals("pdgeqrf")) {
            String q = "floor(nodes*2**lg2npernode/p)";
            String th = "floor(cores/2**lg2npernode)";
            String lp = "log2(max(p,1))";
            String lq = "log2(max(" + q + ",1))";
            var terms = new LinkedHashMap<String, org.attune.api.expression.Expression>();
            java.util.function.Function<String, org.attune.api.expression.Expression> e =
                    x ->
                            org.attune.api.expression.Expression.parse(
                                    x.replace("LQ", lq).replace("LP", lp).replace("Q", q).replace("B", "(nb*bunit)"));
            terms.put("flops", e.apply("(2*n**2*(3*m-n)/(3*nodes*2**lg2npernode) + B*n**2/(2*Q) + 3*B*n*(2*m-n)/(2*p) + B**2*n/(3*p))"));
            terms.put("divisions", e.apply("(m*n-n**2/2)/p"));
            terms.put("messages", e.apply("3*n*LP + 2*n/B*LQ"));
            terms.put("words", e.apply("(n**2/Q + B*n)*LP + ((m*n-n**2/2)/p + B*n/2)*LQ"));
            variants.put("qr19", PerformanceModel.ofTerms("qr", terms, java.util.Optional.empty()));
            variants.put(
                    "flops",
                    PerformanceModel.of(
                            "qr",
                            terms.get("flops"),
                            java.util.Optional.empty()));
            var scaled = new LinkedHashMap<>(terms);
            scaled.replaceAll(
                    (k, x) ->
                            k.equals("flops") || k.equals("divisions")
                                    ? org.attune.api.expression.Expression.parse(
                                            "(" + x.text() + ")/" + th)
                                    : x);
            variants.put(
                    "qr19thr", PerformanceModel.ofTerms("qr", scaled, java.util.Optional.empty()));
        }
        variants.forEach((variant, model) -> {
            if (!only.isEmpty() && !only.contains(variant)) {
                return;
            }
            print(variant, with(b.problem(), model), b, task, seeds, trials);
        });
    }

    private static double truth(Benchmark b, Point p) {
        var values = new LinkedHashMap<String, Object>();
        var task = new LinkedHashMap<String, Object>();
        b.problem().parameterSpace().parameters().forEach(a -> values.put(a.name(), p.get(a.name())));
        b.problem().taskSpace().parameters().forEach(a -> task.put(a.name(), p.get(a.name())));
        return b.measure(Candidate.of(Point.of(task), Point.of(values)), 0).truth();
    }

    private static double unit(Benchmark b, Point p) {
        var a = b.problem().parameterSpace().parameters().getLast();
        return a.encode(p.get(a.name()));
    }

    private static double hash(Point p) {
        return new Seed(p.values().toString().hashCode()).generator("noise", 0).nextGaussian();
    }

    private static void print(
            String name, TuningProblem problem, Benchmark truth, Point task, int seeds, int trials) {
        double[][] best = new double[seeds][];
        long start = System.nanoTime();
        for (int s = 0; s < seeds; s++) {
            best[s] = curve(problem, truth, task, s + 1, trials);
        }
        var line = new StringBuilder("%-12s".formatted(name));
        for (int n : new int[] {5, 10, 20, 40, 80, 160, 320, 640}) {
            if (n <= trials) {
                double[] at = Arrays.stream(best).mapToDouble(b -> b[n - 1]).sorted().toArray();
                line.append(
                        String.format(
                                Locale.ROOT,
                                " %8.4f [%.3f]",
                                (at[(seeds - 1) / 2] + at[seeds / 2]) / 2,
                                at[seeds - 1]));
            }
        }
        System.out.println(
                line + "  %.1f s".formatted((System.nanoTime() - start) * 1e-9 / seeds));
    }

    private static double[] curve(
            TuningProblem problem, Benchmark truth, Point task, long seed, int trials) {
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
                var measured = truth.measure(trial.candidate(), trial.number());
                study.tell(trial.number(), measured.outcome());
                smallest = Math.min(smallest, measured.truth());
                best[i] = smallest;
            }
        }
        return best;
    }

    private static double value(Benchmark demo, Point p) {
        return demo.measure(
                        Candidate.of(Point.of("t", p.number("t")), Point.of("x", p.number("x"))), 0)
                .truth();
    }

    /** Returns a standard normal number that is the same whenever x is the same. */
    private static double noise(Point p) {
        return new Seed(Double.doubleToLongBits(p.number("x"))).generator("noise", 0).nextGaussian();
    }
}
