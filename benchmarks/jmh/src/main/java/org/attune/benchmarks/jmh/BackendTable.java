package org.attune.benchmarks.jmh;

import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Prints GFLOP/s of the backends and their ratio to the first, for factorisation (n³/3) and inverse
 * (2n³/3): {@code BackendTable [N...]}.
 *
 * <p>JMH measures one after the other; here they take turns in one JVM, so that a busy machine
 * slows all of them alike. Medians of the wall time of one thread.
 */
public final class BackendTable {
    private static final List<String> NAMES = List.of("openblas", "vector", "plain");
    private static final double SECONDS = 6; // for all rounds of an order, roughly

    private BackendTable() {}

    /** Prints a line for each order. */
    public static void main(String[] args) {
        int[] orders = {80, 200, 400, 800, 1600, 3200};
        if (args.length > 0) {
            orders = Stream.of(args).mapToInt(Integer::parseInt).toArray();
        }
        List<LinearAlgebra> backends = NAMES.stream().map(Matrices::backend).toList();
        for (int warmUp = 0; warmUp < 3; warmUp++) {
            measure(backends, 300);
        }
        System.out.println("|    n | " + titles("Cholesky") + " | " + titles("inverse") + " |");
        System.out.println("|---:|" + "---:|".repeat(2 * NAMES.size()));
        for (int n : orders) {
            double[][] seconds = measure(backends, n);
            double work = Math.pow(n, 3) / 3;
            System.out.printf(
                    "| %4d | %s | %s |%n", n, row(seconds[0], work), row(seconds[1], 2 * work));
        }
    }

    private static String titles(String operation) {
        return String.join(" | ", NAMES.stream().map(n -> operation + " " + n).toList());
    }

    private static String row(double[] seconds, double work) {
        return String.join(
                " | ",
                Arrays.stream(seconds)
                        .mapToObj(s ->
                                String.format(
                                        Locale.ROOT,
                                        "%.1f (%.2f)",
                                        work / s * 1e-9,
                                        seconds[0] / s))
                        .toList());
    }

    /** Median seconds by operation and backend. */
    private static double[][] measure(List<LinearAlgebra> backends, int n) {
        double perRound = Math.pow(n, 3) * (1 / 10e9 + 2 / 20e9); // at 10 and 20 GFLOP/s
        int rounds = (int) Math.clamp(SECONDS / perRound, 5, 1000);
        double[] matrix = Matrices.positiveDefinite(n);
        double[] factor = matrix.clone();
        double[] out = matrix.clone();
        var times = new double[2][backends.size()][rounds];
        for (int round = 0; round < rounds; round++) {
            for (int b = 0; b < backends.size(); b++) {
                LinearAlgebra algebra = backends.get(b);
                System.arraycopy(matrix, 0, factor, 0, factor.length);
                long start = System.nanoTime();
                algebra.cholesky(factor, n);
                long middle = System.nanoTime();
                algebra.inverseFromCholesky(factor, n, out);
                times[0][b][round] = (middle - start) * 1e-9;
                times[1][b][round] = (System.nanoTime() - middle) * 1e-9;
            }
        }
        return Arrays.stream(times)
                .map(o -> Arrays.stream(o).mapToDouble(BackendTable::median).toArray())
                .toArray(double[][]::new);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
