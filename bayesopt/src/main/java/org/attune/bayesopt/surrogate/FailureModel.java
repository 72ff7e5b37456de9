package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The probability that a run fails, averaged over what may be believed of failures.
 *
 * <pre>
 *   P(fails at x) = Σ_m w_m Φ(μ_m(x) / √(1 + σ²_m(x))),   w_m ∝ evidence of member m
 * </pre>
 *
 * <p>The members are {@link ProbitProcess}es. Their correlations of places are those of the kernel
 * with the hyperparameters that a process of the labels has learned, and with those that are most
 * likely beforehand; their signal variances s² are 0.5, 1.5 and 4, so that no answer of a few runs
 * is ever certain: a place on which alone two runs have failed is expected to fail about every
 * second time. Chosen by docs/ablation.md.
 */
public final class FailureModel {
    private static final double[] VARIANCES = {0.5, 1.5, 4};
    private static final double MEAN = -1.5; // with the variances: one run of four, beforehand
    private static final double MEAN_VARIANCE = 1;
    private static final double JITTER = 1e-6; // labels at equal places are told apart
    private static final int MOST = 500; // labels

    private final List<Member> members;

    /** A process, its share, and the covariance of the places, times a factor. */
    private record Member(
            Covariance covariance,
            double[][] x,
            double factor,
            ProbitProcess process,
            double weight) {
        double of(double[] a, double[] b) {
            return factor * covariance.value(a, b) + MEAN_VARIANCE;
        }

        double mean(double[] k) {
            double[] slope = process.slope();
            double mean = MEAN;
            for (int i = 0; i < k.length; i++) {
                mean += k[i] * slope[i];
            }
            return mean;
        }

        double variance(double[] at, double[] k, double[] solved) {
            double variance = factor * covariance.variance(at) + MEAN_VARIANCE;
            for (int i = 0; i < k.length; i++) {
                variance -= k[i] * solved[i];
            }
            return Math.max(variance, 0);
        }
    }

    private FailureModel(List<Member> members) {
        this.members = members;
    }

    /**
     * Fits the model.
     *
     * @param labels 1 for a run that failed, 0 for one that did not; at least one. Of more than 500
     *     that many, spread over all, are used
     * @param priors of the kernel
     * @param learned hyperparameters that a process with these priors has learned of the labels
     * @return empty where no covariance is positive definite
     */
    public static Optional<FailureModel> fit(
            LinearAlgebra algebra, Axes axes, Priors priors, Dataset labels, Learned learned) {
        var prior = ProcessPrior.of(axes, RadialKernel.MATERN52, priors, 0);
        Dataset some = labels.spread(MOST);
        var members = new ArrayList<Member>();
        for (double[] theta : List.of(learned.theta(), prior.layout().mode())) {
            members.addAll(members(algebra, prior.covariance(theta), some));
        }
        double top = members.stream().mapToDouble(Member::weight).max().orElse(0);
        double sum = members.stream().mapToDouble(m -> Math.exp(m.weight() - top)).sum();
        return members.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new FailureModel(
                                members.stream()
                                        .map(m ->
                                                new Member(
                                                        m.covariance(),
                                                        m.x(),
                                                        m.factor(),
                                                        m.process(),
                                                        Math.exp(m.weight() - top) / sum))
                                        .toList()));
    }

    /** Returns a member of each variance, the logarithm of its evidence as its weight. */
    private static List<Member> members(
            LinearAlgebra algebra, Covariance covariance, Dataset labels) {
        int n = labels.size();
        boolean[] failed = new boolean[n];
        double[][] x = new double[n][];
        for (int i = 0; i < n; i++) {
            failed[i] = labels.y()[i] > 0.5;
            x[i] = covariance.warped(labels.x()[i]);
        }
        double[] values = covariance.values(x);
        var members = new ArrayList<Member>();
        for (double variance : VARIANCES) {
            double factor = variance / values[0];
            double[] k = new double[n * n];
            for (int i = 0; i < k.length; i++) {
                k[i] = factor * values[i] + MEAN_VARIANCE + (i % (n + 1) == 0 ? JITTER : 0);
            }
            ProbitProcess.of(algebra, k, MEAN, failed)
                    .ifPresent(p ->
                            members.add(new Member(covariance, x, factor, p, p.logEvidence())));
        }
        return members;
    }

    /** Returns the probability that a run at x fails. */
    public double probability(double[] x) {
        double sum = 0;
        for (Member m : members) {
            double[] at = m.covariance().warped(x);
            double[] k = Arrays.stream(m.x()).mapToDouble(p -> m.of(at, p)).toArray();
            double deviation = Math.sqrt(1 + m.variance(at, k, m.process().solve(k)));
            sum += m.weight() * StandardNormal.cdf(m.mean(k) / deviation);
        }
        return sum;
    }
}
