package org.attune.bayesopt.joint;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Priors;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/**
 * Learning the hyperparameters of the model of several tasks afresh, from all its starts, and
 * conditioning it: what a process does first that goes on with a study, by the number of threads.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 6)
@Measurement(iterations = 8)
@Fork(
        value = 1,
        jvmArgs = {"--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx4g"})
public class LearningBenchmark {
    /** Tasks and observations of each. */
    @Param({"5x40", "10x80"})
    String size;

    @Param({"1", "2"})
    int threads;

    private ForkJoinPool pool;
    private Observations data;

    /** Draws observations. */
    @Setup
    public void prepare() {
        String[] both = size.split("x");
        data = SyntheticTasks.data(0, Integer.parseInt(both[0]), Integer.parseInt(both[1]));
        pool = new ForkJoinPool(threads);
    }

    /** Ends the threads. */
    @TearDown
    public void close() {
        pool.close();
    }

    /** The model, by a fitter that has seen nothing yet. */
    @Benchmark
    public Optional<CoregionalizedModel> learned() {
        return pool.submit(() -> fitter().fit(data)).join();
    }

    private CoregionalizationFitter fitter() {
        int tasks = data.tasks();
        return new CoregionalizationFitter(
                LinearAlgebra.best(),
                SyntheticTasks.AXES,
                new Coregionalization(tasks, 1),
                true,
                TaskWarps.EACH,
                SurrogateSettings.standard(),
                Priors.informative(SyntheticTasks.AXES, true),
                Collections.nCopies(tasks, Enrichment.NONE),
                new Seed(0));
    }
}
