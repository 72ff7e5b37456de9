package org.attune.bayesopt.regimes;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A boundary that is never certain: a place belongs with probability ε = 1 / (n + 2) to a regime
 * that has nothing to do with where it is, each as often as it was seen. By Laplace's rule of
 * succession that is how probable it is that something happens which n observations have not shown.
 *
 * <pre>
 *   p'_k(x) = (1 - ε) p_k(x) + ε n_k / n
 * </pre>
 */
final class DoubtfulBoundary implements Boundary {
    private final Boundary certain;
    private final double[] shares; // ε n_k / n
    private final double rest; // 1 - ε

    DoubtfulBoundary(Boundary certain, Partition partition) {
        int n = partition.observations();
        this.certain = certain;
        this.rest = 1 - 1.0 / (n + 2);
        this.shares =
                IntStream.range(0, partition.regimes())
                        .mapToDouble(k -> (1 - rest) * partition.size(k) / n)
                        .toArray();
    }

    private DoubtfulBoundary(Boundary certain, double[] shares, double rest) {
        this.certain = certain;
        this.shares = shares;
        this.rest = rest;
    }

    @Override
    public int regimes() {
        return certain.regimes();
    }

    @Override
    public Boundary certain() {
        return certain;
    }

    @Override
    public double[] probabilities(double[] x) {
        return doubted(certain.probabilities(x));
    }

    private double[] doubted(double[] p) {
        for (int k = 0; k < p.length; k++) {
            p[k] = rest * p[k] + shares[k];
        }
        return p;
    }

    @Override
    public double[] probabilities(double[] x, double[][] gradients) {
        double[] p = doubted(certain.probabilities(x, gradients));
        for (double[] gradient : gradients) {
            Arrays.setAll(gradient, d -> rest * gradient[d]);
        }
        return p;
    }

    @Override
    public Optional<double[][]> leaveOneOut() {
        return certain.leaveOneOut()
                .map(rows -> Arrays.stream(rows).map(this::doubted).toArray(double[][]::new));
    }

    @Override
    public boolean isAligned() {
        return certain.isAligned();
    }

    @Override
    public Boundary of(double[][] x, int[] labels) {
        return new DoubtfulBoundary(certain.of(x, labels), shares, rest);
    }
}
