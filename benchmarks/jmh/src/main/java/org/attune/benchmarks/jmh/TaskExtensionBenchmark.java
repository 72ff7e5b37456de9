package org.attune.benchmarks.jmh;

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
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The likelihood of 20 trials of a task that is added to a joint model of others, five parameters
 * and two latent functions: with a factorization of the covariance of all trials, by the
 * coefficients of the task alone, and what these need once.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(
        value = 1,
        jvmArgs = {"--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"})
public class TaskExtensionBenchmark {
    private static final int DIMENSION = 5;
    private static final int ADDED = 20;

    /** Number of sources. */
    @Param("10")
    public int sources;

    /** Trials of each. */
    @Param("80")
    public int trials;

    private final double[] coefficients = {0.8, 0.1, -2, -2, -4};
    private final double[] gradient = new double[coefficients.length];
    private TaskExtension extension;
    private Dataset added;
    private OutputWarp warp;
    private BoxLbfgs.Objective ofTask;
    private BoxLbfgs.Objective ofAll;

    /** Fits the sources. */
    @Setup
    public void prepare() {
        Space space =
                Space.of(
                        IntStream.range(0, DIMENSION)
                                .<Parameter>mapToObj(d -> Parameter.real("x" + d, 0, 1))
                                .toList());
        var axes = new Axes(space, false);
        var settings =
                new SurrogateSettings(
                        RadialKernel.MATERN52, List.of(OutputWarp.Shape.IDENTITY), 1, 5, false);
        Priors priors = Priors.informative(axes, true);
        var fitter =
                new CoregionalizationFitter(
                        LinearAlgebra.best(),
                        axes,
                        new Coregionalization(sources, 2),
                        false,
                        TaskWarps.EACH,
                        settings,
                        priors,
                        Collections.nCopies(sources, Enrichment.NONE),
                        new Seed(0));
        extension =
                fitter.fit(observations(sources, sources * trials))
                        .flatMap(m ->
                                TaskExtension.of(LinearAlgebra.best(), axes, settings, priors, m))
                        .orElseThrow();
        added = observations(1, ADDED).of(0);
        warp = OutputWarp.fit(OutputWarp.Shape.IDENTITY, added.y()).orElseThrow();
        ofTask = extension.posterior(added, warp);
        ofAll = extension.posteriorOfAll(added, warp);
    }

    private static Observations observations(int tasks, int count) {
        Generator random = new Seed(tasks).generator("observations", count);
        double[][] x = new double[count][DIMENSION];
        double[] y = new double[count];
        int[] task = new int[count];
        for (int i = 0; i < count; i++) {
            task[i] = i % tasks;
            y[i] = 0.02 * random.nextGaussian();
            for (int d = 0; d < DIMENSION; d++) {
                x[i][d] = random.nextDouble();
                y[i] += Math.sin((3 + d + 0.1 * task[i]) * x[i][d]);
            }
        }
        return new Observations(tasks, task, x, y);
    }

    /** All trials are factorized. */
    @Benchmark
    public double whole() {
        return ofAll.valueAndGradient(coefficients, gradient);
    }

    /** The coefficients of the task alone. */
    @Benchmark
    public double extended() {
        return ofTask.valueAndGradient(coefficients, gradient);
    }

    /** What is computed once for each count of the task's trials. */
    @Benchmark
    public BoxLbfgs.Objective prepared() {
        return extension.posterior(added, warp);
    }
}
