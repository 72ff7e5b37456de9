package org.attune.cgp;

import org.attune.api.Seed;
import org.attune.bayesopt.regimes.Boundary;
import org.attune.bayesopt.regimes.JointSamples;
import org.attune.bayesopt.regimes.StepBoundary;
import org.attune.bayesopt.surrogate.Axes;

import smile.classification.SVM;
import smile.math.kernel.GaussianKernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Support vector machines with a Gaussian kernel, by Smile: one of each regime against the others,
 * and the largest decision function wins. Places are those of {@link JointSamples} without outputs,
 * the kernel's width is a fifth of the square root of their dimension, C = 100.
 */
final class VectorBoundary extends StepBoundary {
    private static final double WIDTH = 0.2;
    private static final double COST = 100;
    private static final double TOLERANCE = 1e-3;

    private final Axes axes;
    private final Seed seed;
    private final List<Optional<SVM<double[]>>> machines;
    private final int[] sizes;

    private VectorBoundary(
            Axes axes, Seed seed, List<Optional<SVM<double[]>>> machines, int[] sizes) {
        this.axes = axes;
        this.seed = seed;
        this.machines = machines;
        this.sizes = sizes;
    }

    static Boundary.Fitter fitter(Axes axes, Seed seed) {
        return (x, partition) -> of(axes, seed, partition.regimes(), x, partition.labels());
    }

    private static VectorBoundary of(
            Axes axes, Seed seed, int regimes, double[][] x, int[] labels) {
        double[][] places =
                Arrays.stream(x).map(p -> JointSamples.place(axes, p)).toArray(double[][]::new);
        var machines = new ArrayList<Optional<SVM<double[]>>>();
        int[] sizes = new int[regimes];
        for (int k = 0; k < regimes; k++) {
            int regime = k;
            int[] signs = Arrays.stream(labels).map(l -> l == regime ? 1 : -1).toArray();
            sizes[k] = (int) Arrays.stream(labels).filter(l -> l == regime).count();
            boolean both = sizes[k] > 0 && sizes[k] < labels.length;
            machines.add(
                    both
                            ? Optional.of(
                                    Serially.run(
                                            seed.generator("machine", k),
                                            () -> machine(places, signs)))
                            : Optional.empty());
        }
        return new VectorBoundary(axes, seed, machines, sizes);
    }

    private static SVM<double[]> machine(double[][] places, int[] signs) {
        double width = WIDTH * Math.sqrt(places[0].length);
        return SVM.fit(places, signs, new GaussianKernel(width), COST, TOLERANCE);
    }

    @Override
    public int regimes() {
        return sizes.length;
    }

    @Override
    public double[] probabilities(double[] x) {
        double[] place = JointSamples.place(axes, x);
        int best = -1;
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < sizes.length; k++) {
            double score =
                    machines.get(k)
                            .map(m -> m.score(place))
                            .orElse(sizes[k] > 0 ? 1 : Double.NEGATIVE_INFINITY);
            if (best < 0 || score > largest) {
                best = k;
                largest = score;
            }
        }
        double[] p = new double[sizes.length];
        p[best] = 1;
        return p;
    }

    @Override
    public Boundary of(double[][] x, int[] labels) {
        return of(axes, seed, sizes.length, x, labels);
    }
}
