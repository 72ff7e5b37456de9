package org.attune.benchmarks;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.joint.Coregionalization;
import org.attune.bayesopt.joint.CoregionalizationFitter;
import org.attune.bayesopt.joint.Observations;
import org.attune.bayesopt.joint.TaskExtension;
import org.attune.bayesopt.joint.TaskWarps;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Prints what an evaluation of the likelihood costs when a task is added to a model of others
 * ({@link TaskExtension}), beside one with a factorization of the covariance of all observations:
 * {@code ExtensionCost [SOURCES TRIALS NEW]}, by default 10 tasks of 80 trials and 20 trials of the
 * added one, in five dimensions with two latent functions. The two are evaluated in turns.
 */
public final class ExtensionCost {
    private static final int DIMENSION = 5;
    private static final int LATENT = 2;
    private static final int ROUNDS = 15;
    private static final int EACH = 50; // evaluations of the cheaper one in a round

    private ExtensionCost() {}

    /** Prints one table. */
    public static void main(String[] args) {
        int sources = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        int trials = args.length > 1 ? Integer.parseInt(args[1]) : 80;
        int more = args.length > 2 ? Integer.parseInt(args[2]) : 20;
        Space space =
                Space.of(
                        IntStream.range(0, DIMENSION)
                                .mapToObj(d -> (Parameter) Parameter.real("x" + d, 0, 1))
                                .toList(),
                        Map.of());
        var axes = new Axes(space, false);
        var settings =
                new SurrogateSettings(
                        RadialKernel.MATERN52, List.of(OutputWarp.Shape.IDENTITY), 1, 5, false);
        Priors priors = Priors.informative(axes, true);
        Observations data = observations(sources, sources * trials);
        Dataset added = observations(1, more).of(0);
        var fitter =
                new CoregionalizationFitter(
                        LinearAlgebra.best(),
                        axes,
                        new Coregionalization(sources, LATENT),
                        false,
                        TaskWarps.EACH,
                        settings,
                        priors,
                        Collections.nCopies(sources, Enrichment.NONE),
                        new Seed(0));
        TaskExtension extension =
                fitter.fit(data)
                        .flatMap(m ->
                                TaskExtension.of(LinearAlgebra.best(), axes, settings, priors, m))
                        .orElseThrow();
        OutputWarp warp = OutputWarp.fit(OutputWarp.Shape.IDENTITY, added.y()).orElseThrow();
        BoxLbfgs.Objective ofTask = extension.posterior(added, warp);
        BoxLbfgs.Objective ofAll = extension.posteriorOfAll(added, warp);
        double[] v = {0.8, 0.1, -2, -2, -4};
        double[] ratio = new double[ROUNDS];
        double[] cheap = new double[ROUNDS];
        double[] dear = new double[ROUNDS];
        double difference = 0;
        for (int i = -3; i < ROUNDS; i++) { // the first ones warm the JVM
            long start = System.nanoTime();
            double value = 0;
            for (int k = 0; k < EACH; k++) {
                value = ofTask.valueAndGradient(v, new double[v.length]);
            }
            long between = System.nanoTime();
            double whole = ofAll.valueAndGradient(v, new double[v.length]);
            long end = System.nanoTime();
            difference = Math.max(difference, Math.abs(value - whole) / Math.abs(whole));
            if (i >= 0) {
                cheap[i] = 1e-6 * (between - start) / EACH;
                dear[i] = 1e-6 * (end - between);
                ratio[i] = dear[i] / cheap[i];
            }
        }
        System.out.println(
                "| trials of sources | of the task | whole, ms | extended, ms | ratio | relative"
                        + " difference |");
        System.out.println("|---|---|---|---|---|---|");
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "| %d x %d | %d | %.3g | %.3g | %.0f | %.1e |",
                        sources,
                        trials,
                        more,
                        Quantiles.median(dear),
                        Quantiles.median(cheap),
                        Quantiles.median(ratio),
                        difference));
    }

    private static Observations observations(int tasks, int count) {
        Generator random = new Seed(tasks).generator("observations", count);
        double[][] x = new double[count][DIMENSION];
        double[] y = new double[count];
        int[] task = new int[count];
        for (int i = 0; i < count; i++) {
            task[i] = i % tasks;
            double sum = 0.02 * random.nextGaussian();
            for (int d = 0; d < DIMENSION; d++) {
                x[i][d] = random.nextDouble();
                sum += Math.sin((3 + d + 0.1 * task[i]) * x[i][d]);
            }
            y[i] = sum;
        }
        return new Observations(tasks, task, x, y);
    }
}
