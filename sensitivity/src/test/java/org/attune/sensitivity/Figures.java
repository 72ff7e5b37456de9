package org.attune.sensitivity;

import org.attune.api.FittedModel;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Measures the figures of README.md: {@code cost}, {@code coverage SEED N} (of N repetitions from
 * SEED on, with and without a model) {@code reduction} and {@code reported}.
 */
final class Figures {
    private Figures() {}

    public static void main(String[] args) {
        switch (args[0]) {
            case "cost" -> cost();
            case "coverage" -> coverage(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            case "reduction" -> reduction();
            case "reported" -> reported();
            default ->
                    throw new IllegalArgumentException(
                            "cost, coverage SEED N, reduction or reported");
        }
    }

    private static double cpuSeconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    /** 200 runs of ten parameters, S2, 20 draws. */
    private static void cost() {
        TuningProblem problem = Fitted.cube(10);
        double[] a = {0, 1, 2, 4, 9, 9, 99, 99, 99, 99};
        FittedModel model = Fitted.of(problem, 200, x -> KnownFunctions.g(x, a), new Seed(1));
        double before = cpuSeconds();
        var analysis = analysis(problem, 1024, 20);
        var asked = new ModelResponse(problem, model, Point.EMPTY, "y");
        SobolIndices s = analysis.sobol(analysis.functions(asked), analysis.single()).orElseThrow();
        say(
                "Sobol' indices: %.1f CPU seconds, %s values of each draw",
                cpuSeconds() - before, s.evaluations());
        before = cpuSeconds();
        analysis.shapley(analysis.functions(asked), analysis.single(), false);
        analysis.nearBest(asked);
        say("Shapley effects and near the best: %.1f CPU seconds more", cpuSeconds() - before);
        say("ST of the first: %s, truth %.3f", s.total().getFirst(), KnownFunctions.gTotal(a, 0));
    }

    private static Analysis analysis(TuningProblem problem, int samples, int draws) {
        return new Analysis(
                problem,
                Point.EMPTY,
                SampleSize.of(samples),
                draws,
                ModelResponse.Scale.NATIVE,
                new Seed(7));
    }

    /** How often 95 % intervals have the truth in them, of indices above 0.02. */
    private static void coverage(int first, int repetitions) {
        int[] plain = new int[2];
        int[] modelled = new int[2];
        TuningProblem problem = Fitted.cube(3);
        for (int r = first; r < first + repetitions; r++) {
            ToDoubleFunction<double[]> f = wave(new Seed(r));
            SobolIndices truth =
                    SobolIndices.of(
                            Response.of(f),
                            KnownFunctions.names(3),
                            SampleSize.of(1 << 15),
                            new Seed(-1));
            SobolIndices own =
                    SobolIndices.of(
                            Response.of(f),
                            KnownFunctions.names(3),
                            SampleSize.of(512),
                            new Seed(r));
            count(truth, own, plain);
            FittedModel model = Fitted.of(problem, 24, f, new Seed(r));
            var analysis =
                    new Analysis(
                            problem,
                            Point.EMPTY,
                            SampleSize.of(512),
                            20,
                            ModelResponse.Scale.NATIVE,
                            new Seed(r));
            var asked = new ModelResponse(problem, model, Point.EMPTY, "y");
            count(
                    truth,
                    analysis.sobol(analysis.functions(asked), analysis.single()).orElseThrow(),
                    modelled);
            if ((r + 1 - first) % 50 == 0) {
                say(
                        "%s repetitions: function %.1f %% of %s, model of 24 runs %.1f %%",
                        r + 1 - first,
                        100.0 * plain[0] / plain[1],
                        plain[1],
                        100.0 * modelled[0] / modelled[1]);
            }
        }
    }

    /** A random smooth function of three coordinates with interactions. */
    private static ToDoubleFunction<double[]> wave(Seed seed) {
        double[] u = seed.generator("wave", 0).doubles(8).toArray();
        return x ->
                (0.3 + u[0]) * Math.sin(2 * x[0] + 3 * u[1])
                        + u[2] * Math.cos(3 * u[3] * x[1])
                        + u[4] * (x[0] - 0.5) * (x[2] - u[5])
                        + 0.5 * u[6] * x[1] * x[2]
                        + 0.3 * u[7] * x[2];
    }

    private static void count(SobolIndices truth, SobolIndices found, int[] counts) {
        for (int i = 0; i < truth.names().size(); i++) {
            if (truth.first().get(i).value() > 0.02) {
                counts[0] += found.first().get(i).covers(truth.first().get(i).value()) ? 1 : 0;
                counts[1]++;
            }
            if (truth.total().get(i).value() > 0.02) {
                counts[0] += found.total().get(i).covers(truth.total().get(i).value()) ? 1 : 0;
                counts[1]++;
            }
        }
    }

    /**
     * Functions of six parameters, of which some matter little: by these the bound was not chosen.
     */
    private static void reported() {
        reduced(
                "steps",
                x ->
                        8
                                + 2 * Math.tanh(6 * (x[0] - 0.4))
                                + Math.tanh(4 * (x[1] - x[2]))
                                + 0.5 * x[3] * x[3]
                                + 0.2 * Math.tanh(8 * (x[4] - 0.6))
                                + 0.05 * x[5]);
        reduced(
                "bumps",
                x ->
                        10
                                - 4 * Math.exp(-8 * square(x[0] - 0.3) - 8 * square(x[1] - 0.7))
                                - 2 * Math.exp(-6 * square(x[2] - 0.5))
                                - 0.4 * Math.exp(-20 * square(x[3] - 0.2))
                                + 0.2 * x[4]
                                + 0.1 * x[4] * x[5]);
        reduced(
                "pairs",
                x ->
                        20
                                + 6 * (x[0] - 0.5) * (x[1] - 0.3)
                                + 3 * Math.abs(x[2] - 0.6)
                                + 2 * x[3] * x[0]
                                + 0.3 * Math.cos(5 * x[4])
                                + 0.1 * x[5] * x[2]);
    }

    private static double square(double v) {
        return v * v;
    }

    /**
     * Functions of six parameters, of which some matter little: six by which the bound was chosen.
     */
    private static void reduction() {
        reduced(
                "ridge",
                x ->
                        30
                                + 40 * Math.pow(x[0] + x[1] - 1.1, 2)
                                + 6 * Math.pow(x[2] - x[3] - 0.2, 2)
                                + 0.4 * x[4]
                                + 0.1 * Math.sin(6 * x[5]));
        reduced(
                "waves",
                x ->
                        12
                                + 3 * Math.sin(5 * x[0]) * Math.cos(4 * x[1])
                                + 2 * x[2] * x[2]
                                + 0.3 * Math.sin(7 * x[3])
                                + 0.1 * x[4] * x[5]);
        reduced(
                "ratio",
                x ->
                        (4 + 3 * x[0] * x[0] + x[1] + 0.05 * x[5])
                                / (0.4 + x[2] * (1.2 - x[2]))
                                * (1 + 0.2 * Math.abs(x[3] - 0.4) + 0.01 * x[4]));
        reduced(
                "bowl",
                x -> {
                    double sum = 10;
                    double[] w = {20, 8, 3, 0.5, 0.1, 0.02};
                    for (int d = 0; d < 6; d++) {
                        sum += w[d] * Math.pow(x[d] - 0.2 - 0.1 * d, 2);
                    }
                    return sum;
                });
        reduced(
                "branin",
                x -> {
                    double a = 15 * x[0] - 5;
                    double b = 15 * x[1];
                    double valley = b - 5.1 / (4 * Math.PI * Math.PI) * a * a + 5 / Math.PI * a - 6;
                    return 50
                            + valley * valley
                            + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(a)
                            + 3 * x[2]
                            + x[3] * x[4]
                            + 0.1 * x[5];
                });
        reduced(
                "product",
                x ->
                        5
                                * Math.exp(
                                        2 * Math.pow(x[0] - 0.6, 2)
                                                + x[1] * x[2]
                                                + 0.05 * x[3]
                                                + 0.02 * x[4] * x[5]));
    }

    private static void reduced(String name, ToDoubleFunction<double[]> f) {
        TuningProblem problem = Fitted.cube(6);
        int kept = 0;
        int held = 0;
        double worst = 0;
        for (int seed = 0; seed < 10; seed++) {
            FittedModel model = Fitted.of(problem, 60, f, new Seed(seed));
            Analysis analysis = Analysis.shown(problem, Point.EMPTY, new Seed(seed));
            var asked = new ModelResponse(problem, model, Point.EMPTY, "y");
            double[][] runs =
                    new org.attune.bayesopt.design.SobolSequence(
                                    6, new Seed(seed).generator("runs", 0))
                            .points(60);
            double[] good =
                    Arrays.stream(runs)
                            .min(java.util.Comparator.comparingDouble(f::applyAsDouble))
                            .orElseThrow();
            Reduction r =
                    Reduction.of(
                            analysis,
                            asked,
                            analysis.importance(model, "y"),
                            problem.parameterSpace().decode(good),
                            0.02);
            double[] fixed = new double[6];
            Arrays.fill(fixed, Double.NaN);
            r.held().forEach((n, v) -> fixed[Integer.parseInt(n.substring(1)) - 1] = (Double) v);
            double loss =
                    minimum(f, fixed)
                            - minimum(
                                    f,
                                    new double[] {
                                        Double.NaN,
                                        Double.NaN,
                                        Double.NaN,
                                        Double.NaN,
                                        Double.NaN,
                                        Double.NaN
                                    });
            kept += loss <= r.upper() ? 1 : 0;
            held += r.held().size();
            worst = Math.max(worst, loss - r.upper());
            say(
                    "%s seed %s: held %s, stated %.4f (at most %.4f), true %.4f",
                    name, seed, r.held().keySet(), r.loss(), r.upper(), loss);
        }
        say(
                "%s: within what was stated in %s of 10 seeds, %.1f of 6 parameters held",
                name, kept, held / 10.0);
    }

    /** Least value over the free coordinates: a wide search, then ever narrower ones. */
    private static double minimum(ToDoubleFunction<double[]> f, double[] fixed) {
        var random = new Seed(1).generator("minimum", 0);
        double[] best = random.doubles(6).toArray();
        double least = Double.POSITIVE_INFINITY;
        for (double reach = 1; reach > 1e-3; reach *= 0.7) {
            double[] centre = best;
            for (int i = 0; i < 20_000; i++) {
                double[] x = new double[6];
                for (int d = 0; d < 6; d++) {
                    double moved = centre[d] + reach * (2 * random.nextDouble() - 1);
                    x[d] = Double.isNaN(fixed[d]) ? Math.clamp(moved, 0, 1) : fixed[d];
                }
                double y = f.applyAsDouble(x);
                if (y < least) {
                    least = y;
                    best = x;
                }
            }
        }
        return least;
    }

    private static void say(String line, Object... values) {
        System.out.println(String.format(Locale.ROOT, line, values));
    }
}
