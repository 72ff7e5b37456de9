package org.attune.bayesopt.joint;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Covariance;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.Likelihood;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.RadialKernel;
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

import java.util.concurrent.TimeUnit;

/**
 * The model of several tasks, by the number of its observations. Likelihoods are exact, and a fit
 * takes those of 1000 observations at most; processes are exact up to 2000, then sparse.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(
        value = 1,
        jvmArgs = {"--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx4g"})
public class CoregionalizationBenchmark {
    private static final int TASKS = 10;

    @Param({"200", "400", "800", "1600", "3200"})
    int n;

    private Likelihood likelihood;
    private double[] theta;
    private double[] gradient;
    private double[][] places;
    private double[] z;
    private Covariance covariance;
    private GaussianProcess process;
    private double[] point;
    private final double[] moments = new double[2];

    /** Draws observations. */
    @Setup
    public void prepare() {
        Observations data = SyntheticTasks.data(0, TASKS, n / TASKS);
        z = SyntheticTasks.z(data);
        var priors = Priors.informative(SyntheticTasks.AXES, true);
        var tasks = new Coregionalization(TASKS, 1);
        var prior =
                new CoregionalizedPrior(
                        SyntheticTasks.AXES, tasks, RadialKernel.MATERN52, priors, true, 0);
        theta = prior.phi().with(prior.layout().mode(), tasks.starts().getFirst());
        gradient = new double[theta.length];
        places = SyntheticTasks.places(data);
        covariance = prior.process().covariance(theta);
        likelihood = new Likelihood(LinearAlgebra.best(), prior.process(), places, z, data.noise());
        process = conditioned();
        point = new double[] {0.3, 0.6, 0.1, 0};
    }

    /** Log posterior and its gradient. */
    @Benchmark
    public double likelihoodAndGradient() {
        return likelihood.valueAndGradient(theta, gradient);
    }

    /** The process of all observations. */
    @Benchmark
    public GaussianProcess conditioned() {
        return GaussianProcess.condition(LinearAlgebra.best(), covariance, places, z).orElseThrow();
    }

    /** Mean and variance at one point. */
    @Benchmark
    public double[] prediction() {
        process.predict(point, moments);
        return moments;
    }
}
