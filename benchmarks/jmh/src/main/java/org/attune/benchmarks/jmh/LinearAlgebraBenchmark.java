package org.attune.benchmarks.jmh;

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

import java.util.concurrent.TimeUnit;

/** Factorisation and inverse, by backend and order; a copy of the matrix is part of the former. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(
        value = 1,
        jvmArgs = {
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC"
        })
public class LinearAlgebraBenchmark {
    @Param({"openblas", "vector", "plain"})
    String backend;

    @Param({"80", "200", "400", "800", "1600", "3200"})
    int n;

    private LinearAlgebra algebra;
    private double[] matrix;
    private double[] factor;
    private double[] work;

    /** Makes a matrix and its factor. */
    @Setup
    public void prepare() {
        algebra = Matrices.backend(backend);
        matrix = Matrices.positiveDefinite(n);
        factor = matrix.clone();
        algebra.cholesky(factor, n);
        work = new double[n * n];
    }

    /** A = L Lᵀ. */
    @Benchmark
    public boolean cholesky() {
        System.arraycopy(matrix, 0, work, 0, work.length);
        return algebra.cholesky(work, n);
    }

    /** A⁻¹ from L. */
    @Benchmark
    public double[] inverse() {
        algebra.inverseFromCholesky(factor, n, work);
        return work;
    }
}
