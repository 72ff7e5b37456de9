package org.attune.bayesopt.regimes;

import org.attune.bayesopt.numerics.Vectors;
import org.attune.bayesopt.surrogate.Axes;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The shares of regimes among the k nearest observations, by the distance of {@link JointSamples}
 * without outputs; of equally near ones the earlier count.
 */
public final class NeighborBoundary extends StepBoundary {
    private final Axes axes;
    private final int neighbors;
    private final int regimes;
    private final double[][] places;
    private final int[] labels;

    private NeighborBoundary(
            Axes axes, int neighbors, int regimes, double[][] places, int[] labels) {
        this.axes = axes;
        this.neighbors = neighbors;
        this.regimes = regimes;
        this.places = places;
        this.labels = labels;
    }

    /** Returns a fitter of boundaries by so many neighbours, at least one. */
    public static Boundary.Fitter fitter(Axes axes, int neighbors) {
        return (x, partition) -> of(axes, neighbors, partition.regimes(), x, partition.labels());
    }

    private static NeighborBoundary of(
            Axes axes, int neighbors, int regimes, double[][] x, int[] labels) {
        double[][] places =
                Arrays.stream(x).map(p -> JointSamples.place(axes, p)).toArray(double[][]::new);
        return new NeighborBoundary(axes, neighbors, regimes, places, labels.clone());
    }

    @Override
    public int regimes() {
        return regimes;
    }

    @Override
    public double[] probabilities(double[] x) {
        double[] at = JointSamples.place(axes, x);
        double[] distances =
                Arrays.stream(places).mapToDouble(p -> Vectors.squaredDistance(at, p)).toArray();
        int[] nearest =
                IntStream.range(0, distances.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> distances[i])) // stable
                        .limit(neighbors)
                        .mapToInt(i -> i)
                        .toArray();
        double[] shares = new double[regimes];
        for (int i : nearest) {
            shares[labels[i]] += 1.0 / nearest.length;
        }
        if (nearest.length == 0) {
            Arrays.fill(shares, 1.0 / regimes);
        }
        return shares;
    }

    @Override
    public Boundary of(double[][] x, int[] other) {
        return of(axes, neighbors, regimes, x, other);
    }
}
