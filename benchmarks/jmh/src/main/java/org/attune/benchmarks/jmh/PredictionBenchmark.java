package org.attune.benchmarks.jmh;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A surrogate of 200 trials of ten parameters, asked at 22,528 points at once. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(
        value = 1,
        jvmArgs = {"--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"})
public class PredictionBenchmark {
    private static final int AXES = 10;
    private static final int TRIALS = 200;
    private static final int POINTS = 22_528; // 1024 times 2 D + 2

    private Surrogate surrogate;
    private double[][] x;

    /** Fits the surrogate. */
    @Setup
    public void prepare() {
        Space space =
                Space.of(
                        IntStream.range(0, AXES)
                                .<Parameter>mapToObj(d -> Parameter.real("x" + d, 0, 1))
                                .toList());
        var axes = new Axes(space, false);
        Generator random = new Seed(0).generator("points", 0);
        double[][] trials = points(TRIALS, random);
        double[] y = new double[TRIALS];
        Arrays.setAll(y, i -> 1 + Arrays.stream(trials[i]).map(v -> (v - 0.3) * (v - 0.3)).sum());
        surrogate =
                new SurrogateFitter(
                                LinearAlgebra.best(),
                                axes,
                                SurrogateSettings.standard(),
                                Priors.informative(axes, true),
                                new Seed(1))
                        .fit(new Dataset(trials, y))
                        .orElseThrow();
        x = points(POINTS, random);
    }

    private static double[][] points(int count, Generator random) {
        return IntStream.range(0, count)
                .mapToObj(i -> random.doubles(AXES).toArray())
                .toArray(double[][]::new);
    }

    /** Means alone. */
    @Benchmark
    public double[] means() {
        return surrogate.means(x);
    }

    /** One point after another, with variances. */
    @Benchmark
    public List<double[]> moments() {
        return Arrays.stream(x)
                .map(point -> {
                    double[] moments = new double[2];
                    surrogate.predict(point, moments);
                    return moments;
                })
                .toList();
    }

    /** Twenty functions drawn from the posterior. */
    @Benchmark
    public double[][] draws() {
        return surrogate.draws(20, new Seed(2).generator("draws", 0)).values(x);
    }
}
