package org.attune.bayesopt.regimes;

import org.attune.bayesopt.regimes.Candidates.Candidate;
import org.attune.bayesopt.surrogate.Dataset;

import java.util.Arrays;
import java.util.Optional;

/**
 * A partition with its models.
 *
 * @param candidate the partition, and where it comes with one the way its boundary is drawn
 * @param heldOut what they expect of each observation from the others
 * @param score log density of the outputs and their regimes, as the others say, see {@link
 *     HeldOut#logJointDensity}
 */
record RegimeFit(
        Candidate candidate, Experts experts, Boundary boundary, HeldOut heldOut, double score) {
    /** In which the hyperparameters of what has been found are improved. */
    static final int STEPS = 15;

    /**
     * Nats that a boundary of more observations, or moves of observations, may gain: of 938 fits
     * that had gained enough to be taken, one needed 6.6 of it and none more. Of 657 that were
     * taken, 5 had been further below the bar among a sixth fewer observations.
     */
    static final double LATE = 8;

    /**
     * Judges models of a partition.
     *
     * @param data warped outputs
     * @param groups that are left out in turn, at most
     * @return empty where a model breaks down without some observations
     */
    static Optional<RegimeFit> of(
            Dataset data, Candidate candidate, Experts experts, Boundary boundary, int groups) {
        Partition partition = candidate.partition();
        double[] noise = new double[partition.regimes()];
        Arrays.setAll(noise, experts::noiseVariance);
        return HeldOut.of(data, partition, experts, boundary, noise, groups)
                .map(h ->
                        new RegimeFit(
                                candidate,
                                experts,
                                boundary,
                                h,
                                h.logJointDensity(partition, data.y())))
                .filter(f -> Double.isFinite(f.score()));
    }

    /** Returns whether the score can be so large: no boundary does better than a certain one. */
    static boolean mayExceed(double least, Experts experts, Dataset data) {
        return experts.leaveOneOut()
                .map(left -> HeldOut.ofOne(left).logDensity(data.y()) > least)
                .orElse(true);
    }

    Partition partition() {
        return candidate.partition();
    }

    /** Returns the regime in which each observation is the most probable, as the others say. */
    int[] mostProbable(double[] z) {
        int[] labels = new int[z.length];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = mostProbable(heldOut.mixtures()[i], z[i]);
        }
        return labels;
    }

    private static int mostProbable(double[][] mixture, double z) {
        return MixtureWeights.mostProbable(HeldOut.logTerms(mixture, z));
    }

    /**
     * Returns the same regimes of more observations: each of the others is in the regime in which
     * it is the most probable, and the models of regimes that have changed are improved a little.
     *
     * @param data all observations, these first
     * @param moves whether observations may then move once to where they are more probable
     * @param bar score that the fit has to exceed; where it would be far below, it may be empty
     */
    Optional<RegimeFit> grown(Dataset data, boolean moves, double bar) {
        double outputs = bar - LATE - heldOut.logDensityOfRegimes(partition());
        return assigned(data)
                .flatMap(partition -> relabelled(data, partition, outputs))
                .map(f -> f.settled(data, moves, bar));
    }

    /**
     * Returns what {@link #grown} does of no more observations.
     *
     * @param data by which it was made
     * @param bar see there
     */
    RegimeFit settled(Dataset data, boolean moves, double bar) {
        return moves && score > bar - LATE ? moved(data).orElse(this) : this;
    }

    private Optional<Partition> assigned(Dataset data) {
        int from = partition().observations();
        if (from == data.size()) {
            return Optional.of(partition());
        }
        return experts.of(data.first(from), partition(), 0)
                .flatMap(e -> {
                    int[] labels = Arrays.copyOf(partition().labels(), data.size());
                    for (int i = from; i < labels.length; i++) {
                        double[] x = data.x()[i];
                        double[][] mixture = HeldOut.of(boundary.probabilities(x), x, e);
                        for (int k = 0; k < mixture.length; k++) {
                            mixture[k][2] += data.noise()[i].variance(e.noiseVariance(k));
                        }
                        labels[i] = mostProbable(mixture, data.y()[i]);
                    }
                    return partition().relabelled(labels);
                });
    }

    private Optional<RegimeFit> relabelled(Dataset data, Partition labels, double least) {
        var next = new Candidate(labels, candidate.boundary());
        return experts.changed(data, labels, STEPS)
                .filter(e -> mayExceed(least, e, data))
                .flatMap(e ->
                        of(
                                data,
                                next,
                                e,
                                boundary.of(data.x(), labels.labels()),
                                Integer.MAX_VALUE));
    }

    private Optional<RegimeFit> moved(Dataset data) {
        return partition()
                .relabelled(mostProbable(data.y()))
                .filter(p -> !p.equals(partition()))
                .flatMap(p -> relabelled(data, p, score))
                .filter(f -> f.score() > score);
    }
}
