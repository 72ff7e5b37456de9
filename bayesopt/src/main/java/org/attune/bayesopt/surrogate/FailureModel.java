package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.numerics.Vectors;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
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

    private static final double JITTER = 1e-6; // labels at equal places are told apart
    private static final double LEAST = 0.1; // of the largest weight; what is less does not count
    private static final double ROUGH = 20; // by how much Laplace's log evidence may be too low
    private static final double KEPT = 1e-3; // of the largest weight, with other labels
    private static final int MOST = 500; // labels

    private final LinearAlgebra algebra;
    private final List<Alike> groups;
    private final List<Alike> all; // also of members that do not count
    private final double shares; // of all members beforehand
    private final double logEvidence;

    /** A process and its share. */
    private record Member(
            FailureBelief belief,
            ProbitProcess process,
            ExplainedVariance explained,
            double weight) {
        Member weighing(double other) {
            return new Member(belief, process, explained, other);
        }

        /** Returns the member of other labels, the logarithm of its weight as its weight. */
        Optional<Member> of(LinearAlgebra algebra, Places labels, Places others) {
            double[] prior = others.prior(belief);
            boolean[] failed = others.failed();
            int n = failed.length;
            Optional<ProbitProcess> again =
                    belief.isSharp()
                            ? MatchedMoments.of(
                                    algebra,
                                    prior,
                                    belief.mean(),
                                    failed,
                                    process,
                                    IntStream.range(0, n)
                                            .map(i -> others.isThatOf(labels, i) ? i : -1)
                                            .toArray())
                            : ProbitProcess.of(
                                    algebra, prior, belief.mean(), failed, process.slope());
            return again.map(p -> new Fitted(others, belief, p).member());
        }

        /** Returns the probability of each label, as those at other places say. */
        double[] leaveOneOut(Places labels, int[] numbers) {
            double[] fails = process.leaveOneOut(labels.prior(belief), belief.mean(), numbers);
            Arrays.setAll(fails, i -> labels.failed()[i] ? fails[i] : 1 - fails[i]);
            return fails;
        }
    }

    /** Members whose kernel has the same hyperparameters. */
    private record Alike(Places places, List<Member> members) {}

    /** The labels as a kernel sees them. */
    private record Places(
            Covariance covariance,
            boolean isAligned,
            double scale, // makes correlations of it
            StraightLine line,
            double[][] x, // warped
            boolean[] failed,
            double[] correlations, // n × n by rows
            double[] lines) {
        static Places of(ProcessPrior prior, double[] theta, StraightLine line, Dataset labels) {
            boolean isAligned = prior.hyperparameters(theta).isAligned();
            return of(prior.covariance(theta), isAligned, line, labels);
        }

        private static Places of(
                Covariance covariance, boolean isAligned, StraightLine line, Dataset labels) {
            int n = labels.size();
            double[][] x =
                    Arrays.stream(labels.x()).map(covariance::warped).toArray(double[][]::new);
            boolean[] failed = new boolean[n];
            double[] correlations = covariance.values(x);
            double scale = 1 / correlations[0];
            double[] lines = new double[n * n];
            for (int i = 0; i < n; i++) {
                failed[i] = labels.y()[i] > 0.5;
                for (int j = 0; j < n; j++) {
                    lines[i * n + j] = line.value(x[i], x[j]);
                    correlations[i * n + j] *= scale;
                }
            }
            return new Places(covariance, isAligned, scale, line, x, failed, correlations, lines);
        }

        Places of(Dataset labels) {
            return of(covariance, isAligned, line, labels);
        }

        /** Returns whether a label is the same one as that of others with its number. */
        boolean isThatOf(Places others, int i) {
            return i < others.failed.length
                    && failed[i] == others.failed[i]
                    && Arrays.equals(x[i], others.x[i]);
        }

        double[] prior(FailureBelief belief) {
            double[] k = new double[lines.length];
            for (int i = 0; i < k.length; i++) {
                double jitter = i % (x.length + 1) == 0 ? JITTER : 0;
                k[i] = belief.covariance(correlations[i], lines[i]) + jitter;
            }
            return k;
        }
    }

    /** What the labels make of a belief; by Laplace's approximation, which takes little time. */
    private record Fitted(Places places, FailureBelief belief, ProbitProcess process) {
        double logWeight() {
            return Math.log(belief.share()) + process.logEvidence();
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

        /** Returns the member, the logarithm of its weight as its weight. */
        Member member() {
            return new Member(belief, process, process.explainedVariance(), logWeight());
        }
    }

    private FailureModel(
            LinearAlgebra algebra,
            List<Alike> groups,
            List<Alike> all,
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
        return SurrogateFitter.compared(priors)
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
        List<Places> kernels =
                List.of(
                        Places.of(likeliest, learned, line, some),
                        Places.of(plain, plain.layout().mode(), line, some));
        List<FailureBelief> beliefs = FailureBelief.all(!line.isNone());
        List<Fitted> fitted = kernels.stream().flatMap(p -> fitted(algebra, p, beliefs)).toList();
        double least = fitted.stream().mapToDouble(Fitted::logWeight).max().orElse(0) - ROUGH;
        List<Alike> groups = kernels.stream().map(p -> alike(algebra, p, fitted, least)).toList();
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
            LinearAlgebra algebra, List<Alike> groups, double shares) {
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
        List<Alike> again =
                all.stream()
                        .map(g -> {
                            Places places = g.places().of(some);
                            return new Alike(
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

    private static Stream<Fitted> fitted(
            LinearAlgebra algebra, Places places, List<FailureBelief> beliefs) {
        return beliefs.stream()
                .flatMap(b ->
                        ProbitProcess.of(algebra, places.prior(b), b.mean(), places.failed())
                                .map(process -> new Fitted(places, b, process))
                                .stream());
    }

    /** Returns those of a kernel that are likely enough, each by the better approximation. */
    private static Alike alike(
            LinearAlgebra algebra, Places places, List<Fitted> fitted, double least) {
        return new Alike(
                places,
                fitted.stream()
                        .filter(f -> f.places() == places && f.logWeight() >= least)
                        .map(f -> f.better(algebra).member())
                        .toList());
    }

    private static DoubleStream weights(List<Alike> groups) {
        return groups.stream().flatMap(g -> g.members().stream()).mapToDouble(Member::weight);
    }

    /**
     * Returns the members that weigh enough, with their shares.
     *
     * @param top the largest of the weights' logarithms
     * @param least of the largest weight
     */
    private static List<Alike> weighed(List<Alike> groups, double top, double least) {
        double floor = top + Math.log(least);
        double sum = weights(groups).filter(w -> w >= floor).map(w -> Math.exp(w - top)).sum();
        double logSum = top + Math.log(sum);
        return groups.stream()
                .map(g ->
                        new Alike(
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
        for (Alike group : all) {
            for (Member member : group.members()) {
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
        return groups.stream().anyMatch(g -> g.places().isAligned() && !g.members().isEmpty());
    }

    @Override
    public double probability(double[] x) {
        double sum = 0;
        for (Alike group : groups) {
            double[] at = group.places().covariance().warped(x);
            sum += new At(group, at, false).probability();
        }
        return sum;
    }

    @Override
    public double probability(double[] x, double[] gradient) {
        Arrays.fill(gradient, 0);
        double sum = 0;
        for (Alike group : groups) {
            Covariance covariance = group.places().covariance();
            var here = new At(group, covariance.warped(x), true);
            sum += here.probability();
            double[] slope = here.slope();
            for (int d = 0; d < gradient.length; d++) {
                gradient[d] += slope[d] * covariance.warpSlope(d, x[d]);
            }
        }
        return sum;
    }

    /** What members that are alike say of a place. */
    private static final class At {
        private final Places places;
        private final List<Member> members;
        private final double[] at;
        private final boolean isSloped; // whether derivatives are wanted
        private final double[][] slopes; // of the covariance with each label
        private final double[] correlations;
        private final double[] lines;
        private final double ownLine;
        private final double[] byCorrelation; // derivatives of the probability
        private final double[] byLine;
        private double byOwnLine;

        At(Alike group, double[] at, boolean isSloped) {
            this.places = group.places();
            this.members = group.members();
            this.at = at;
            this.isSloped = isSloped;
            Covariance covariance = places.covariance();
            int n = places.x().length;
            this.slopes = new double[isSloped ? n : 0][covariance.dimension()];
            this.correlations = new double[n];
            this.lines = new double[n];
            this.ownLine = places.line().value(at, at);
            this.byCorrelation = new double[slopes.length];
            this.byLine = new double[slopes.length];
            for (int i = 0; i < n; i++) {
                double[] label = places.x()[i];
                double value =
                        isSloped
                                ? covariance.valueAndGradient(at, label, slopes[i])
                                : covariance.value(at, label);
                correlations[i] = places.scale() * value;
                lines[i] = places.line().value(at, label);
            }
        }

        double probability() {
            double own = places.scale() * places.covariance().variance(at);
            return members.stream()
                    .mapToDouble(m -> probability(m, m.belief().covariance(own, ownLine)))
                    .sum();
        }

        private double probability(Member member, double prior) {
            FailureBelief belief = member.belief();
            double[] k = new double[lines.length];
            Arrays.setAll(k, i -> belief.covariance(correlations[i], lines[i]));
            double[] half = new double[slopes.length];
            double explained = isSloped ? member.explained().of(k, half) : member.explained().of(k);
            double deviation = Math.sqrt(1 + Math.max(prior - explained, 0));
            double z = (belief.mean() + Vectors.dot(k, member.process().slope())) / deviation;
            if (isSloped) {
                addSlopes(member, z, deviation, half);
            }
            return member.weight() * StandardNormal.cdf(z);
        }

        /** Adds the derivatives of what a member says, Φ((m + kᵀ∇π) / √(1 + σ²)). */
        private void addSlopes(Member member, double z, double deviation, double[] half) {
            FailureBelief belief = member.belief();
            double density = member.weight() * StandardNormal.pdf(z) / deviation;
            double[] pull = member.process().slope();
            for (int i = 0; i < half.length; i++) {
                double by = density * (pull[i] + z / deviation * half[i]);
                byCorrelation[i] += belief.variance() * by;
                byLine[i] += belief.slopeByLine(lines[i]) * by;
            }
            byOwnLine -= belief.slopeByLine(ownLine) * density * z / (2 * deviation);
        }

        /** Returns the derivatives of the probability by the warped coordinates. */
        double[] slope() {
            double[] slope = new double[places.covariance().dimension()];
            for (int i = 0; i < lines.length; i++) {
                double by = places.scale() * byCorrelation[i];
                for (int d = 0; d < slope.length; d++) {
                    slope[d] += by * slopes[i][d];
                }
                places.line().addSlope(byLine[i], places.x()[i], slope);
            }
            places.line().addSlope(2 * byOwnLine, at, slope);
            return slope;
        }
    }
}
