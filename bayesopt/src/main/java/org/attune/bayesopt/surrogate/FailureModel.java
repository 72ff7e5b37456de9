package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The probability that a run fails, averaged over what may be believed of failures. Any answer of
 * yes or no that has a limit can stand for failing.
 *
 * <pre>
 *   P(fails at x) = Σ_m w_m Φ(μ_m(x) / √(1 + σ²_m(x))),   w_m ∝ prior share * evidence of member m
 * </pre>
 *
 * <p>The members are {@link ProbitProcess}es, one for each {@link FailureBelief} and each of two
 * kernels: one with the hyperparameters that a process of the labels has learned, which may know
 * whole numbers by how often two divides them ({@link AlignmentKernel}), and one with those that
 * are most likely beforehand. Soft ones go by Laplace's approximation, which is careful; it is too
 * careful for sharp ones, which go by {@link MatchedMoments}. Chosen by docs/ablation.md.
 */
public final class FailureModel implements FailureProbability {
    /** The probability that a run fails of which nothing is known, about. */
    static final double BEFOREHAND = 0.25;

    private static final double LEAST = 0.1; // of the largest weight; what is less does not count
    private static final double ROUGH = 20; // by how much Laplace's log evidence may be too low
    private static final double KEPT =
            1e-3; // of the largest weight; what is less stays out of `of`
    private static final int MOST = 500; // labels

    private final LinearAlgebra algebra;
    private final List<AlikeMembers> groups;
    private final List<AlikeMembers> all; // also of members that do not count
    private final double shares; // of all members beforehand
    private final double logEvidence;

    /** What the labels make of a belief; by Laplace's approximation, which takes little time. */
    private record Fitted(LabelledPlaces places, FailureBelief belief, ProbitProcess process) {
        double logWeight() {
            return FailureMember.logWeight(belief, process);
        }

        /** Returns the same by better moments, where the belief is sharp. */
        Fitted better(LinearAlgebra algebra) {
            return belief.isSharp()
                    ? new Fitted(
                            places,
                            belief,
                            MatchedMoments.from(
                                    algebra,
                                    places.prior(belief),
                                    belief.mean(),
                                    places.failed(),
                                    process))
                    : this;
        }

        /**
         * Returns about the slope of the process of another belief: with deviations d, what labels
         * make of f is about proportional to d, hence its slope to 1/d.
         */
        double[] slope(FailureBelief other) {
            double ratio = belief.deviation() / other.deviation();
            return Arrays.stream(process.slope()).map(s -> s * ratio).toArray();
        }

        FailureMember member() {
            return FailureMember.of(belief, process);
        }
    }

    private FailureModel(
            LinearAlgebra algebra,
            List<AlikeMembers> groups,
            List<AlikeMembers> all,
            double shares,
            double logEvidence) {
        this.algebra = algebra;
        this.groups = groups;
        this.all = all;
        this.shares = shares;
        this.logEvidence = logEvidence;
    }

    /**
     * Returns the priors of a process of the labels, of which the likeliest is taken.
     *
     * @param priors of its hyperparameters
     */
    public static List<ProcessPrior> priors(Axes axes, Priors priors) {
        return priors.compared()
                .map(p -> ProcessPrior.of(axes, RadialKernel.MATERN52, p, 0))
                .toList();
    }

    /**
     * Fits the model.
     *
     * @param labels 1 for a run that failed, 0 for one that did not; at least one. Of more than 500
     *     that many, spread over all, are used
     * @param priors see {@link #priors}
     * @param learned hyperparameters that a process with one of the priors has learned of the
     *     labels; the priors differ in their number
     * @return empty where no covariance is positive definite
     */
    public static Optional<FailureModel> fit(
            LinearAlgebra algebra, List<ProcessPrior> priors, Dataset labels, double[] learned) {
        ProcessPrior plain = priors.getFirst();
        ProcessPrior likeliest =
                priors.stream()
                        .filter(p -> p.layout().size() == learned.length)
                        .findFirst()
                        .orElseThrow();
        var line = new StraightLine(plain.axes());
        Dataset some = labels.spread(MOST);
        List<LabelledPlaces> kernels =
                List.of(
                        LabelledPlaces.of(likeliest, learned, line, some),
                        LabelledPlaces.of(plain, plain.layout().mode(), line, some));
        List<FailureBelief> beliefs = FailureBelief.all(!line.isNone());
        List<Fitted> fitted = kernels.stream().flatMap(p -> fitted(algebra, p, beliefs)).toList();
        double least = fitted.stream().mapToDouble(Fitted::logWeight).max().orElse(0) - ROUGH;
        List<AlikeMembers> groups =
                kernels.stream().map(p -> alike(algebra, p, fitted, least)).toList();
        double shares = fitted.stream().mapToDouble(f -> f.belief().share()).sum();
        return joined(algebra, groups, shares);
    }

    /**
     * Weighs members by what the labels make of them.
     *
     * @param groups with the logarithms of weights as such
     * @param shares that all members have beforehand, also of those that are not here
     */
    private static Optional<FailureModel> joined(
            LinearAlgebra algebra, List<AlikeMembers> groups, double shares) {
        double top = weights(groups).max().orElse(Double.NaN);
        if (!Double.isFinite(top)) {
            return Optional.empty();
        }
        return Optional.of(
                new FailureModel(
                        algebra,
                        weighed(groups, top, LEAST),
                        weighed(groups, top, 0),
                        shares,
                        top
                                + Math.log(
                                        weights(groups).map(w -> Math.exp(w - top)).sum()
                                                / shares)));
    }

    /**
     * Returns the model of other labels, sooner than a fit where most of them are the same ones:
     * kernels keep their hyperparameters, and members of which these labels made next to nothing
     * stay out.
     *
     * @param labels as of {@link #fit}
     * @return empty where no covariance is positive definite
     */
    public Optional<FailureModel> of(Dataset labels) {
        Dataset some = labels.spread(MOST);
        double least = KEPT * weights(all).max().orElseThrow();
        List<AlikeMembers> again =
                all.stream()
                        .map(g -> {
                            LabelledPlaces places = g.places().of(some);
                            return new AlikeMembers(
                                    places,
                                    g.members().stream()
                                            .filter(m -> m.weight() >= least)
                                            .flatMap(
                                                    m -> m.of(algebra, g.places(), places).stream())
                                            .toList());
                        })
                        .toList();
        return joined(algebra, again, shares);
    }

    /** Fits a process of each belief; the mode is sought from that of the belief before. */
    private static Stream<Fitted> fitted(
            LinearAlgebra algebra, LabelledPlaces places, List<FailureBelief> beliefs) {
        var all = new ArrayList<Fitted>();
        for (FailureBelief belief : beliefs) {
            double[] guess = all.isEmpty() ? new double[0] : all.getLast().slope(belief);
            ProbitProcess.of(algebra, places.prior(belief), belief.mean(), places.failed(), guess)
                    .ifPresent(process -> all.add(new Fitted(places, belief, process)));
        }
        return all.stream();
    }

    /** Returns those of a kernel that are likely enough, each by the better approximation. */
    private static AlikeMembers alike(
            LinearAlgebra algebra, LabelledPlaces places, List<Fitted> fitted, double least) {
        return new AlikeMembers(
                places,
                fitted.stream()
                        .filter(f -> f.places() == places && f.logWeight() >= least)
                        .map(f -> f.better(algebra).member())
                        .toList());
    }

    private static DoubleStream weights(List<AlikeMembers> groups) {
        return groups.stream()
                .flatMap(g -> g.members().stream())
                .mapToDouble(FailureMember::weight);
    }

    /**
     * Returns the members that weigh enough, with their shares.
     *
     * @param top the largest of the weights' logarithms
     * @param least of the largest weight
     */
    private static List<AlikeMembers> weighed(List<AlikeMembers> groups, double top, double least) {
        double floor = top + Math.log(least);
        double sum = weights(groups).filter(w -> w >= floor).map(w -> Math.exp(w - top)).sum();
        double logSum = top + Math.log(sum);
        return groups.stream()
                .map(g ->
                        new AlikeMembers(
                                g.places(),
                                g.members().stream()
                                        .filter(m -> m.weight() >= floor)
                                        .map(m -> m.weighing(Math.exp(m.weight() - logSum)))
                                        .toList()))
                .toList();
    }

    /**
     * Returns the logarithm of the evidence of the labels, their mean probability under all
     * members.
     */
    double logEvidence() {
        return logEvidence;
    }

    /**
     * Returns how probable it is that each of the labelled runs fails, as the labels at other
     * places say: what a member makes of a label without it is what it makes of all over what it
     * makes of the others, so that
     *
     * <pre>
     *   p(y_i | others) = 1 / Σ_m w_m / p_m(y_i | others)
     * </pre>
     *
     * <p>Members that do not count otherwise do here: without a label they may.
     *
     * @param numbers of the n labels' places; those with equal ones are left out together, and
     *     count for the weights as if each were alone
     */
    public double[] leaveOneOut(int[] numbers) {
        double[] inverse = new double[numbers.length];
        for (AlikeMembers group : all) {
            for (FailureMember member : group.members()) {
                double[] p = member.leaveOneOut(group.places(), numbers);
                for (int i = 0; i < p.length; i++) {
                    inverse[i] += member.weight() / p[i];
                }
            }
        }
        boolean[] failed = all.getFirst().places().failed();
        Arrays.setAll(inverse, i -> failed[i] ? 1 / inverse[i] : 1 - 1 / inverse[i]);
        return inverse;
    }

    @Override
    public boolean isAligned() {
        return groups.stream().anyMatch(AlikeMembers::isAligned);
    }

    @Override
    public double probability(double[] x) {
        return groups.stream().mapToDouble(g -> g.probability(x)).sum();
    }

    @Override
    public double probability(double[] x, double[] gradient) {
        Arrays.fill(gradient, 0);
        return groups.stream().mapToDouble(g -> g.probability(x, gradient)).sum();
    }
}
