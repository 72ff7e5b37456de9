package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.numerics.Vectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The probability that a run fails, averaged over what may be believed of failures.
 *
 * <pre>
 *   P(fails at x) = Σ_m w_m Φ(μ_m(x) / √(1 + σ²_m(x))),   w_m ∝ evidence of member m
 *   covariance of member m: s² ρ(a, b) + t l(a, b) + 1,   t = 0 or s²
 * </pre>
 *
 * <p>The members are {@link ProbitProcess}es. Their correlations ρ are those of the kernel with the
 * hyperparameters that a process of the labels has learned, and with those that are most likely
 * beforehand. Half of the members have a {@link StraightLine} l besides: what runs out of memory or
 * of time mostly does so beyond some sum of sizes or of their logarithms, and a stationary kernel
 * forgets that a step away from the runs. The signal variances s² are 0.5, 1.5 and 4, so that no
 * answer of a few runs is ever certain: a place on which alone two runs have failed is expected to
 * fail about every second time. Chosen by docs/ablation.md.
 */
public final class FailureModel implements FailureProbability {
    /** The probability that a run fails of which nothing is known, about. */
    static final double BEFOREHAND = 0.25;

    private static final double[] VARIANCES = {0.5, 1.5, 4};
    private static final double MEAN = -1.5; // with the variances: one run of four, beforehand
    private static final double MEAN_VARIANCE = 1;
    private static final double JITTER = 1e-6; // labels at equal places are told apart
    private static final double LEAST = 0.1; // of the largest weight; what is less does not count
    private static final int MOST = 500; // labels

    private final List<Alike> groups;
    private final double logEvidence;

    /**
     * A process, its share, and what its covariance is made of.
     *
     * @param factor of the kernel
     * @param trend t
     */
    private record Member(
            double factor,
            double trend,
            double[] slope,
            ExplainedVariance explained,
            double weight) {
        Member withWeight(double other) {
            return new Member(factor, trend, slope, explained, other);
        }
    }

    /** Members whose kernel has the same hyperparameters, and the warped places of the labels. */
    private record Alike(
            Covariance covariance, StraightLine line, double[][] x, List<Member> members) {
        /** Returns this with other weights, of members that weigh enough. */
        Alike weighed(double top, double least, double sum) {
            return new Alike(
                    covariance,
                    line,
                    x,
                    members.stream()
                            .map(m -> m.withWeight(Math.exp(m.weight() - top) / sum))
                            .filter(m -> m.weight() >= least)
                            .toList());
        }
    }

    private FailureModel(List<Alike> groups, double logEvidence) {
        this.groups = groups;
        this.logEvidence = logEvidence;
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
        var line = new StraightLine(axes);
        Dataset some = labels.spread(MOST);
        List<Alike> all =
                Stream.of(learned.theta(), prior.layout().mode())
                        .map(theta -> alike(algebra, prior.covariance(theta), line, some))
                        .toList();
        double top = weights(all).max().orElse(Double.NaN);
        double logEvidence =
                top
                        + Math.log(
                                weights(all)
                                        .map(w -> Math.exp(w - top))
                                        .average()
                                        .orElse(Double.NaN));
        List<Alike> likely = all.stream().map(a -> a.weighed(top, LEAST, 1)).toList();
        double sum = weights(likely).sum();
        return sum > 0
                ? Optional.of(
                        new FailureModel(
                                all.stream().map(a -> a.weighed(top, LEAST / sum, sum)).toList(),
                                logEvidence))
                : Optional.empty();
    }

    private static DoubleStream weights(List<Alike> groups) {
        return groups.stream().flatMap(a -> a.members().stream()).mapToDouble(Member::weight);
    }

    /** Returns a member of each variance and trend, the logarithm of its evidence as its weight. */
    private static Alike alike(
            LinearAlgebra algebra, Covariance covariance, StraightLine line, Dataset labels) {
        int n = labels.size();
        double[][] x = Arrays.stream(labels.x()).map(covariance::warped).toArray(double[][]::new);
        boolean[] failed = new boolean[n];
        double[] lines = new double[n * n];
        for (int i = 0; i < n; i++) {
            failed[i] = labels.y()[i] > 0.5;
            for (int j = 0; j < n; j++) {
                lines[i * n + j] = line.value(x[i], x[j]);
            }
        }
        double[] values = covariance.values(x);
        var members = new ArrayList<Member>();
        for (double variance : VARIANCES) {
            double factor = variance / values[0];
            for (double trend : line.isNone() ? new double[] {0} : new double[] {0, variance}) {
                double[] k = new double[n * n];
                for (int i = 0; i < k.length; i++) {
                    double jitter = i % (n + 1) == 0 ? JITTER : 0;
                    k[i] = factor * values[i] + trend * lines[i] + MEAN_VARIANCE + jitter;
                }
                ProbitProcess.of(algebra, k, MEAN, failed)
                        .map(p ->
                                new Member(
                                        factor,
                                        trend,
                                        p.slope(),
                                        p.explainedVariance(),
                                        p.logEvidence()))
                        .ifPresent(members::add);
            }
        }
        return new Alike(covariance, line, x, members);
    }

    /**
     * Returns the logarithm of the evidence of the labels, their mean probability under all
     * members.
     */
    double logEvidence() {
        return logEvidence;
    }

    @Override
    public double probability(double[] x) {
        double sum = 0;
        for (Alike group : groups) {
            double[] at = group.covariance().warped(x);
            sum += new At(group, at, false).probability();
        }
        return sum;
    }

    @Override
    public double probability(double[] x, double[] gradient) {
        Arrays.fill(gradient, 0);
        double sum = 0;
        for (Alike group : groups) {
            double[] at = group.covariance().warped(x);
            var here = new At(group, at, true);
            sum += here.probability();
            double[] slope = here.slope();
            for (int d = 0; d < gradient.length; d++) {
                gradient[d] += slope[d] * group.covariance().warpSlope(d, x[d]);
            }
        }
        return sum;
    }

    /** What members that are alike say of a place. */
    private static final class At {
        private final Alike group;
        private final double[] at;
        private final boolean isSloped; // whether derivatives are wanted
        private final double[][] radialSlopes; // of each label
        private final double[] radial;
        private final double[] lines;
        private final double[] byRadial; // derivatives of the probability
        private final double[] byLine;
        private double byOwnLine;

        At(Alike group, double[] at, boolean isSloped) {
            this.group = group;
            this.at = at;
            this.isSloped = isSloped;
            Covariance covariance = group.covariance();
            int n = group.x().length;
            this.radialSlopes = new double[isSloped ? n : 0][covariance.dimension()];
            this.radial = new double[n];
            this.lines = new double[n];
            this.byRadial = new double[radialSlopes.length];
            this.byLine = new double[radialSlopes.length];
            for (int i = 0; i < n; i++) {
                double[] label = group.x()[i];
                radial[i] =
                        isSloped
                                ? covariance.valueAndGradient(at, label, radialSlopes[i])
                                : covariance.value(at, label);
                lines[i] = group.line().value(at, label);
            }
        }

        double probability() {
            double variance = group.covariance().variance(at);
            double line = group.line().value(at, at);
            return group.members().stream()
                    .mapToDouble(m ->
                            probability(
                                    m, m.factor() * variance + m.trend() * line + MEAN_VARIANCE))
                    .sum();
        }

        private double probability(Member member, double prior) {
            int n = radial.length;
            double[] k = new double[n];
            for (int i = 0; i < n; i++) {
                k[i] = member.factor() * radial[i] + member.trend() * lines[i] + MEAN_VARIANCE;
            }
            double[] half = new double[isSloped ? n : 0];
            double explained = isSloped ? member.explained().of(k, half) : member.explained().of(k);
            double deviation = Math.sqrt(1 + Math.max(prior - explained, 0));
            double z = (MEAN + Vectors.dot(k, member.slope())) / deviation;
            if (isSloped) {
                addSlopes(member, z, deviation, half);
            }
            return member.weight() * StandardNormal.cdf(z);
        }

        /** Adds the derivatives of what a member says, Φ((m + kᵀ∇π) / √(1 + σ²)). */
        private void addSlopes(Member member, double z, double deviation, double[] half) {
            double density = member.weight() * StandardNormal.pdf(z) / deviation;
            for (int i = 0; i < half.length; i++) {
                double by = density * (member.slope()[i] + z / deviation * half[i]);
                byRadial[i] += member.factor() * by;
                byLine[i] += member.trend() * by;
            }
            byOwnLine -= member.trend() * density * z / (2 * deviation);
        }

        /** Returns the derivatives of the probability by the warped coordinates. */
        double[] slope() {
            double[] slope = new double[group.covariance().dimension()];
            for (int i = 0; i < radial.length; i++) {
                for (int d = 0; d < slope.length; d++) {
                    slope[d] += byRadial[i] * radialSlopes[i][d];
                }
                group.line().addSlope(byLine[i], group.x()[i], slope);
            }
            group.line().addSlope(2 * byOwnLine, at, slope);
            return slope;
        }
    }
}
