package org.attune.bayesopt.regimes;

import org.attune.bayesopt.surrogate.Mixture;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What {@link Experts} say of each regime, mixed by how probable the {@link Boundary} says that a
 * configuration is in it: what is searched. Near a boundary it is a distribution with several
 * peaks, see {@link Mixture}; with a hard switch the most probable regime counts alone.
 *
 * <p>Source: C. E. Rasmussen and Z. Ghahramani, "Infinite mixtures of Gaussian process experts",
 * NIPS 2001.
 */
abstract sealed class RegimeMixture implements Mixture permits RegimeSurrogate {
    private static final int REMEMBERED = 2000; // places, more than a search begins with

    final Partition partition;
    final Experts experts;
    final Boundary boundary;
    final RegimeSurrogate.Style style;
    private final Map<Place, double[][]> asked = new ConcurrentHashMap<>(); // saves time only
    private final Map<Place, double[][]> expected = new ConcurrentHashMap<>();

    RegimeMixture(
            Partition partition, Experts experts, Boundary boundary, RegimeSurrogate.Style style) {
        if (experts.regimes() != partition.regimes() || boundary.regimes() != partition.regimes()) {
            throw new IllegalArgumentException(
                    "A partition into %d regimes has experts of %d and a boundary of %d."
                            .formatted(partition.regimes(), experts.regimes(), boundary.regimes()));
        }
        this.partition = partition;
        this.experts = experts;
        this.boundary = boundary;
        this.style = style;
    }

    /** Where two acquisition functions ask for the same. */
    record Place(double[] x) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Place p && Arrays.equals(x, p.x);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(x);
        }
    }

    @Override
    public int dimension() {
        return experts.of(0).dimension();
    }

    @Override
    public int components() {
        return partition.regimes();
    }

    @Override
    public double importance(int component) {
        return style.bySize() ? 1.0 / partition.size(component) : 1;
    }

    @Override
    public double[][] at(double[] x) {
        return known(asked, x, this::computed);
    }

    @Override
    public double[][] moments(double[] x) {
        return known(expected, x, this::expected);
    }

    /** Returns rows that are computed of a place unless they are known, a copy. */
    private static double[][] known(
            Map<Place, double[][]> before, double[] x, Function<double[], double[][]> computed) {
        double[][] known = before.get(new Place(x));
        double[][] rows = known == null ? computed.apply(x) : known;
        if (known == null && before.size() < REMEMBERED) {
            before.put(new Place(x.clone()), rows);
        }
        double[][] copy = new double[rows.length][];
        for (int k = 0; k < copy.length; k++) {
            copy[k] = rows[k].clone();
        }
        return copy;
    }

    private double[][] expected(double[] x) {
        double[][] moments = new double[components()][2];
        for (int k = 0; k < moments.length; k++) {
            experts.of(k).predict(x, moments[k]);
        }
        return moments;
    }

    /** Returns the most probable regime of a configuration, the first of equal ones. */
    public int regime(double[] x) {
        return MixtureWeights.mostProbable(Arrays.stream(at(x)).mapToDouble(c -> c[0]).toArray());
    }

    private double[][] computed(double[] x) {
        double[] p = boundary.probabilities(x);
        if (style.hard()) {
            MixtureWeights.harden(p);
        }
        double[][] mixture = moments(x);
        for (int k = 0; k < p.length; k++) {
            mixture[k] = new double[] {p[k], mixture[k][0], mixture[k][1]};
        }
        return mixture;
    }

    @Override
    public double[][] at(double[] x, double[][][] gradients) {
        double[][] byX = new double[components()][x.length];
        double[] p = boundary.probabilities(x, byX);
        if (style.hard()) {
            MixtureWeights.harden(p);
        }
        double[][] mixture = new double[p.length][];
        double[] moments = new double[2];
        for (int k = 0; k < p.length; k++) {
            experts.of(k).predict(x, moments, gradients[k][1], gradients[k][2]);
            mixture[k] = new double[] {p[k], moments[0], moments[1]};
            gradients[k][0] = style.hard() ? new double[x.length] : byX[k];
        }
        return mixture;
    }

    @Override
    public void predict(double[] x, double[] out) {
        System.arraycopy(HeldOut.moments(at(x)), 0, out, 0, 2);
    }

    @Override
    public void predict(
            double[] x, double[] out, double[] meanGradient, double[] varianceGradient) {
        double[][][] slopes = new double[components()][3][x.length];
        double[][] mixture = at(x, slopes);
        double[] moments = HeldOut.moments(mixture);
        out[0] = moments[0];
        out[1] = moments[1];
        for (int d = 0; d < x.length; d++) {
            double byMean = 0;
            double byVariance = 0;
            for (int k = 0; k < mixture.length; k++) {
                double p = mixture[k][0];
                double off = mixture[k][1] - moments[0];
                byMean += slopes[k][0][d] * mixture[k][1] + p * slopes[k][1][d];
                // the terms by the mean cancel: Σ p_k (μ_k - μ) = 0
                byVariance +=
                        slopes[k][0][d] * (mixture[k][2] + off * off)
                                + p * (slopes[k][2][d] + 2 * off * slopes[k][1][d]);
            }
            meanGradient[d] = byMean;
            varianceGradient[d] = byVariance;
        }
    }
}
