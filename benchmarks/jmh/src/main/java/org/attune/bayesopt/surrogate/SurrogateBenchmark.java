package org.attune.bayesopt.surrogate;

import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
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

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A Gaussian process on n random points of six real axes, with the backend that is chosen by order.
 * In the package of what it measures, which is not public.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(
        value = 1,
        jvmArgs = {"--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"})
public class SurrogateBenchmark {
    private static final int AXES = 6;

    @Param({"20", "80", "200", "800"})
    int n;

    private Likelihood likelihood;
    private double[] theta;
    private double[] gradient;
    private GaussianProcess process;
    private double[] point;
    private final double[] moments = new double[2];

    /** Draws points and outputs. */
    @Setup
    public void prepare() {
        List<Parameter> parameters =
                IntStream.range(0, AXES)
                        .<Parameter>mapToObj(i -> Parameter.real("x" + i, 0, 1))
                        .toList();
        var axes = new Axes(Space.of(parameters), false, true);
        var random = new Seed(0).generator("points", n);
        double[][] x = new double[n][];
        for (int i = 0; i < n; i++) {
            x[i] = random.doubles(AXES).toArray();
        }
        double[] y = random.doubles(n).map(v -> 3.4 * v - 1.7).toArray();
        Priors priors = Priors.informative(axes, true);
        var prior = ProcessPrior.of(axes, RadialKernel.MATERN52, priors, 0);
        theta = prior.noisier(prior.layout().mode());
        gradient = new double[theta.length];
        LinearAlgebra algebra = LinearAlgebra.best();
        likelihood = new Likelihood(algebra, prior, x, y, ObservationNoise.plain(n));
        Covariance covariance = prior.covariance(theta);
        process = GaussianProcess.condition(algebra, covariance, x, y).orElseThrow();
        point = random.doubles(AXES).toArray();
    }

    /** Log posterior and its gradient. */
    @Benchmark
    public double likelihoodAndGradient() {
        return likelihood.valueAndGradient(theta, gradient);
    }

    /** Mean and variance at one point. */
    @Benchmark
    public double[] prediction() {
        process.predict(point, moments);
        return moments;
    }
}
