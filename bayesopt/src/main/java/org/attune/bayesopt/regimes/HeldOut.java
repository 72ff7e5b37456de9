package org.attune.bayesopt.regimes;

import org.attune.bayesopt.HeldOutGroups;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.ObservationNoise;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Each observation as experts and a boundary expect it that have not seen it, by their
 * hyperparameters: each alone where there are formulas for it, else those of the {@link
 * HeldOutGroups} together.
 *
 * @param mixtures for each of n observations K rows of weight, mean and variance, noise included
 */
record HeldOut(double[][][] mixtures) {
    /**
     * Leaves each group out in its turn.
     *
     * @param data warped outputs
     * @param noise of one measurement in each regime
     * @param most of the groups at most; more are joined
     * @return empty where a process breaks down without a group
     */
    static Optional<HeldOut> of(
            Dataset data,
            Partition partition,
            Experts experts,
            Boundary boundary,
            double[] noise,
            int most) {
        return singly(data, partition, experts, boundary, noise)
                .or(() -> inGroups(data, partition, experts, boundary, noise, most));
    }

    /** Leaves each configuration out, where that takes no refit. */
    private static Optional<HeldOut> singly(
            Dataset data, Partition partition, Experts experts, Boundary boundary, double[] noise) {
        Optional<double[][]> own = experts.leaveOneOut();
        if (own.isEmpty()) {
            return Optional.empty();
        }
        return boundary.leaveOneOut()
                .filter(p -> p.length == data.size())
                .map(p -> {
                    double[][][] mixtures = new double[p.length][][];
                    for (int i = 0; i < p.length; i++) {
                        double[] x = data.x()[i];
                        int regime = partition.regime(i);
                        mixtures[i] = new double[p[i].length][];
                        for (int k = 0; k < p[i].length; k++) {
                            double[] moments =
                                    k == regime
                                            ? own.get()[i]
                                            : seen(experts, k, x, noise, data.noise()[i]);
                            mixtures[i][k] = new double[] {p[i][k], moments[0], moments[1]};
                        }
                    }
                    return new HeldOut(mixtures);
                });
    }

    /** Returns mean and variance of an observation in a regime that is not its own. */
    private static double[] seen(
            Experts experts, int regime, double[] x, double[] noise, ObservationNoise ofOne) {
        double[] moments = new double[2];
        experts.of(regime).predict(x, moments);
        moments[1] += ofOne.variance(noise[regime]);
        return moments;
    }

    private static Optional<HeldOut> inGroups(
            Dataset data,
            Partition partition,
            Experts experts,
            Boundary boundary,
            double[] noise,
            int most) {
        int[] groups = Arrays.stream(HeldOutGroups.of(data)).map(g -> g % most).toArray();
        double[][][] mixtures = new double[groups.length][][];
        for (int group : Arrays.stream(groups).distinct().toArray()) {
            int[] kept =
                    IntStream.range(0, groups.length).filter(i -> groups[i] != group).toArray();
            Optional<Experts> others = experts.keeping(kept);
            if (others.isEmpty()) {
                return Optional.empty();
            }
            Boundary drawn =
                    boundary.of(
                            data.select(kept).x(),
                            Arrays.stream(kept).map(partition::regime).toArray());
            for (int i = 0; i < groups.length; i++) {
                if (groups[i] == group) {
                    double[] x = data.x()[i];
                    mixtures[i] =
                            of(drawn.probabilities(x), x, others.get(), noise, data.noise()[i]);
                }
            }
        }
        return Optional.of(new HeldOut(mixtures));
    }

    private static double[][] of(
            double[] p, double[] x, Experts experts, double[] noise, ObservationNoise ofOne) {
        double[][] mixture = of(p, x, experts);
        for (int k = 0; k < p.length; k++) {
            mixture[k][2] += ofOne.variance(noise[k]);
        }
        return mixture;
    }

    /** Returns K rows of weight, mean and variance of the function at a place. */
    static double[][] of(double[] p, double[] x, Experts experts) {
        double[][] mixture = new double[p.length][];
        double[] moments = new double[2];
        for (int k = 0; k < p.length; k++) {
            experts.of(k).predict(x, moments);
            mixture[k] = new double[] {p[k], moments[0], moments[1]};
        }
        return mixture;
    }

    /** Returns the log density of each component at z, its weight included. */
    static double[] logTerms(double[][] mixture, double z) {
        return Arrays.stream(mixture)
                .mapToDouble(c ->
                        Math.log(c[0])
                                + StandardNormal.logPdf((z - c[1]) / Math.sqrt(c[2]))
                                - 0.5 * Math.log(c[2]))
                .toArray();
    }

    /** Returns the log density of a mixture at z. */
    static double logDensity(double[][] mixture, double z) {
        double[] terms = logTerms(mixture, z);
        double top = Arrays.stream(terms).max().orElseThrow();
        return top == Double.NEGATIVE_INFINITY
                ? top
                : top + Math.log(Arrays.stream(terms).map(t -> Math.exp(t - top)).sum());
    }

    /** Returns what a model of one regime expects: n rows of mean and variance. */
    static HeldOut ofOne(double[][] moments) {
        return new HeldOut(
                Arrays.stream(moments)
                        .map(m -> new double[][] {{1, m[0], m[1]}})
                        .toArray(double[][][]::new));
    }

    /** Returns the sum of the log densities of these n outputs. */
    double logDensity(double[] z) {
        return IntStream.range(0, z.length).mapToDouble(i -> logDensity(mixtures[i], z[i])).sum();
    }

    /**
     * Returns the sum of the log densities of these n outputs and of their regimes together, which
     * is at most {@link #logDensity(double[])}: what regimes explain, less what it takes to say
     * where they are. Labels that were chosen by the outputs, and lie scattered, lose by it.
     */
    double logJointDensity(Partition partition, double[] z) {
        return IntStream.range(0, z.length)
                .mapToDouble(i -> logTerms(mixtures[i], z[i])[partition.regime(i)])
                .sum();
    }

    /** Returns what of {@link #logJointDensity} is that of the regimes alone. */
    double logDensityOfRegimes(Partition partition) {
        return IntStream.range(0, mixtures.length)
                .mapToDouble(i -> Math.log(mixtures[i][partition.regime(i)][0]))
                .sum();
    }

    /** Returns mean and variance of each observation. */
    double[][] moments() {
        return Arrays.stream(mixtures).map(HeldOut::moments).toArray(double[][]::new);
    }

    static double[] moments(double[][] mixture) {
        double mean = 0;
        for (double[] c : mixture) {
            mean += c[0] * c[1];
        }
        double variance = 0;
        for (double[] c : mixture) {
            variance += c[0] * (c[2] + (c[1] - mean) * (c[1] - mean));
        }
        return new double[] {mean, variance};
    }
}
