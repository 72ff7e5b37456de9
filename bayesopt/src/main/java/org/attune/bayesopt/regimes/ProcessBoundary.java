package org.attune.bayesopt.regimes;

import org.attune.bayesopt.HeldOutGroups;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Covariance;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.ExplainedVariance;
import org.attune.bayesopt.surrogate.Kernel;
import org.attune.bayesopt.surrogate.MatchedMoments;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.ProbitProcess;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.WarpedData;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A Gaussian process classifier, a {@link ProbitProcess} of each side.
 *
 * <pre>
 *   q_k(x) = Φ(μ_k(x) / √(1 + σ²_k(x)))
 * </pre>
 *
 * <p>The correlation of places is the one that a process of the labels has learned; mean and
 * variance of each process are those of a few that make the labels most likely. Source: see {@link
 * ProbitProcess}.
 */
public final class ProcessBoundary extends SidedBoundary {
    private static final double[] VARIANCES = {1, 4, 16};
    private static final double[] BRIEFLY = {4};
    private static final double[] SURE = {1, 16, 256}; // the more, the surer beside a trial
    private static final double MEAN_VARIANCE = 1;
    private static final double JITTER = 1e-6; // labels at equal places are told apart
    private static final double RARE =
            0.05; // of the space beforehand, whatever share of the trials a tuner put there
    private static final BoxLbfgs.Options LEARNING = new BoxLbfgs.Options(60, 80, 5, 1e-3, 1e-6);
    private static final double[] UNKNOWN = {}; // slope of a mode nearby

    private final Correlated places; // of all sides
    private final List<Side> sides;

    /**
     * Places and how they are correlated.
     *
     * @param warped n places
     * @param sections covariances with them
     * @param variances of the n places
     * @param values n × n covariances by rows
     */
    private record Correlated(
            Covariance covariance,
            double[][] warped,
            Kernel.Sections sections,
            double[] variances,
            double[] values) {
        static Correlated of(Covariance covariance, double[][] raw) {
            double[][] x = Arrays.stream(raw).map(covariance::warped).toArray(double[][]::new);
            double[] variances = Arrays.stream(x).mapToDouble(covariance::variance).toArray();
            return new Correlated(
                    covariance, x, covariance.sections(x), variances, covariance.values(x));
        }

        /** Returns the correlations of a place with the n places. */
        Near near(double[] raw) {
            double[] at = covariance.warped(raw);
            double prior = covariance.variance(at);
            double[] correlations = new double[warped.length];
            sections.addTo(at, correlations);
            for (int i = 0; i < correlations.length; i++) {
                correlations[i] /= Math.sqrt(prior * variances[i]);
            }
            return new Near(correlations, new double[0][]);
        }

        /** Does so with their derivatives by the raw coordinates. */
        Near slopedNear(double[] raw) {
            double[] at = covariance.warped(raw);
            double prior = covariance.variance(at);
            int n = warped.length;
            double[] correlations = new double[n];
            double[][] slopes = new double[n][raw.length];
            double[] own = new double[raw.length];
            double[] warp = new double[raw.length];
            for (int d = 0; d < raw.length; d++) {
                own[d] = covariance.varianceSlope(d, at) / (2 * prior);
                warp[d] = covariance.warpSlope(d, raw[d]);
            }
            sections.addTo(at, correlations, slopes);
            for (int i = 0; i < n; i++) {
                double scale = 1 / Math.sqrt(prior * variances[i]);
                double value = correlations[i];
                correlations[i] = scale * value;
                for (int d = 0; d < raw.length; d++) {
                    slopes[i][d] = scale * warp[d] * (slopes[i][d] - value * own[d]);
                }
            }
            return new Near(correlations, slopes);
        }

        /** Returns the prior covariances of a side with this variance. */
        double[] covariances(double factor) {
            int n = warped.length;
            double[] k = new double[n * n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    double scale = Math.sqrt(variances[i] * variances[j]);
                    double prior = factor * values[i * n + j] / scale + MEAN_VARIANCE;
                    k[i * n + j] = prior + (i == j ? JITTER : 0);
                    k[j * n + i] = k[i * n + j];
                }
            }
            return k;
        }
    }

    /**
     * How a place is correlated with n places.
     *
     * @param slopes n × D, by the place's coordinates; none where they are not asked for
     */
    private record Near(double[] correlations, double[][] slopes) {}

    /** One regime against the others. */
    private static final class Side {
        private final LinearAlgebra algebra;
        private final double factor;
        private final double mean;
        private final Correlated places;
        private final double[][] x; // warped
        private final double[] prior; // covariances of the places
        private final boolean[] yes;
        private final boolean sure;
        private final Optional<ProbitProcess> process; // without one the prior counts

        Side(
                LinearAlgebra algebra,
                double variance,
                double mean,
                Correlated places,
                boolean[] yes,
                boolean sure,
                double[] near) {
            this.algebra = algebra;
            this.mean = mean;
            this.places = places;
            this.x = places.warped();
            this.yes = yes;
            this.sure = sure;
            this.factor = variance;
            int n = x.length;
            double[] k = places.covariances(variance);
            this.prior = k;
            this.process =
                    n == 0
                            ? Optional.empty()
                            : sure
                                    ? MatchedMoments.of(algebra, k, mean, yes)
                                    : ProbitProcess.of(algebra, k, mean, yes, near);
        }

        Side again(Correlated others, boolean[] yes) {
            boolean fewer = others.warped().length < x.length;
            double[] near = fewer ? UNKNOWN : slope();
            return new Side(algebra, factor, mean, others, yes, sure, near);
        }

        /** Returns the same by better moments, with the most likely variance of more of them. */
        Side surer() {
            double rate = mean / Math.sqrt(1 + factor + MEAN_VARIANCE);
            Side best = null;
            for (double variance : SURE) {
                double level = rate * Math.sqrt(1 + variance + MEAN_VARIANCE);
                var side = new Side(algebra, variance, level, places, yes, true, UNKNOWN);
                if (best == null || side.logEvidence() > best.logEvidence()) {
                    best = side;
                }
            }
            return best;
        }

        /** Returns q at each observation as the others say; empty without observations. */
        Optional<double[]> leaveOneOut() {
            return process.map(p -> p.leaveOneOut(prior, mean, HeldOutGroups.configurations(x)));
        }

        double[] slope() {
            return process.map(ProbitProcess::slope).orElse(UNKNOWN);
        }

        double logEvidence() {
            return process.map(ProbitProcess::logEvidence).orElse(Double.NEGATIVE_INFINITY);
        }

        private ExplainedVariance explained() {
            return process.orElseThrow().explainedVariance();
        }

        /** Returns q. */
        double probability(Near near) {
            return process.isEmpty() ? unknown() : probability(near, covariances(near), null, null);
        }

        /** Returns q with its derivatives. */
        double probability(Near near, double[] gradient) {
            return process.isEmpty()
                    ? unknown()
                    : probability(near, covariances(near), new double[x.length], gradient);
        }

        private double unknown() {
            return StandardNormal.cdf(mean / Math.sqrt(1 + factor + MEAN_VARIANCE));
        }

        private double[] covariances(Near near) {
            return Arrays.stream(near.correlations())
                    .map(r -> factor * r + MEAN_VARIANCE)
                    .toArray();
        }

        private double probability(Near near, double[] k, double[] solved, double[] gradient) {
            double[] slope = slope();
            double middle = mean;
            for (int i = 0; i < k.length; i++) {
                middle += k[i] * slope[i];
            }
            double explained = solved == null ? explained().of(k) : explained().of(k, solved);
            double variance = Math.max(1 + factor + MEAN_VARIANCE - explained, 1);
            double root = Math.sqrt(variance);
            for (int d = 0; gradient != null && d < gradient.length; d++) {
                double byMean = 0;
                double byVariance = 0;
                for (int i = 0; i < k.length; i++) {
                    byMean += near.slopes()[i][d] * slope[i];
                    byVariance -= 2 * near.slopes()[i][d] * solved[i];
                }
                gradient[d] =
                        factor
                                * StandardNormal.pdf(middle / root)
                                * (byMean / root - middle * byVariance / (2 * variance * root));
            }
            return StandardNormal.cdf(middle / root);
        }
    }

    private ProcessBoundary(int regimes, Correlated places, List<Side> sides) {
        super(regimes);
        this.places = places;
        this.sides = List.copyOf(sides);
    }

    /**
     * Returns a fitter of such boundaries.
     *
     * @param axes of the space
     */
    public static Boundary.Fitter fitter(LinearAlgebra algebra, Axes axes) {
        return fitter(algebra, axes, true);
    }

    /** Returns a fitter that takes the lengthscales that are most likely beforehand. */
    static Boundary.Fitter brief(LinearAlgebra algebra, Axes axes) {
        return fitter(algebra, axes, false);
    }

    private static Boundary.Fitter fitter(LinearAlgebra algebra, Axes axes, boolean learns) {
        return (x, partition) -> {
            var sides = new ArrayList<Side>();
            Priors priors = Priors.informative(axes, true);
            var prior = ProcessPrior.of(axes, RadialKernel.MATERN52, priors, 0);
            double[] theta =
                    learns ? learned(algebra, List.of(prior), x, partition) : prior.layout().mode();
            var places = Correlated.of(prior.covariance(theta), x);
            for (boolean[] yes : sided(partition.labels(), partition.regimes())) {
                double[] variances = learns ? VARIANCES : BRIEFLY;
                sides.add(side(algebra, places, variances, yes));
            }
            return new ProcessBoundary(partition.regimes(), places, sides);
        };
    }

    /** Returns the most likely of the sides with these variances. */
    private static Side side(
            LinearAlgebra algebra, Correlated places, double[] variances, boolean[] yes) {
        Side best = null;
        double share = share(yes);
        double rate = StandardNormal.quantile(Math.min(share, RARE));
        for (double variance : variances) {
            double mean = rate * Math.sqrt(1 + variance + MEAN_VARIANCE);
            double[] near = best == null ? UNKNOWN : best.slope();
            var side = new Side(algebra, variance, mean, places, yes, false, near);
            if (best == null || side.logEvidence() > best.logEvidence()) {
                best = side;
            }
        }
        return best;
    }

    /**
     * Returns the most probable hyperparameters of a process of the regimes' numbers.
     *
     * @param priors of it, which differ in the number of hyperparameters
     */
    static double[] learned(
            LinearAlgebra algebra, List<ProcessPrior> priors, double[][] x, Partition partition) {
        double[] y = Arrays.stream(partition.labels()).asDoubleStream().toArray();
        var data = new Dataset(x, y);
        return OutputWarp.fit(OutputWarp.Shape.IDENTITY, y).stream()
                .flatMap(warp -> priors.stream().map(prior -> mode(algebra, prior, data, warp)))
                .filter(m -> m.value() < Double.POSITIVE_INFINITY)
                .reduce((best, m) -> m.value() < best.value() ? m : best)
                .map(BoxLbfgs.Result::x)
                .orElseGet(() -> priors.getFirst().layout().mode());
    }

    private static BoxLbfgs.Result mode(
            LinearAlgebra algebra, ProcessPrior prior, Dataset data, OutputWarp warp) {
        return WarpedData.of(prior, data, warp).mode(algebra, prior.layout().mode(), LEARNING);
    }

    @Override
    double[] sides(double[] x) {
        Near near = places.near(x);
        return sides.stream().mapToDouble(s -> s.probability(near)).toArray();
    }

    @Override
    double[] sides(double[] x, double[][] gradients) {
        Near near = places.slopedNear(x);
        double[] q = new double[sides.size()];
        for (int s = 0; s < q.length; s++) {
            q[s] = sides.get(s).probability(near, gradients[s]);
        }
        return q;
    }

    @Override
    List<double[]> sidesLeftOut() {
        return sides.stream().flatMap(s -> s.leaveOneOut().stream()).toList();
    }

    @Override
    public Boundary surer() {
        return new ProcessBoundary(regimes(), places, sides.stream().map(Side::surer).toList());
    }

    @Override
    public Boundary of(double[][] x, int[] labels) {
        var others = Correlated.of(places.covariance(), x);
        var again = new ArrayList<Side>();
        boolean[][] are = sided(labels, regimes());
        for (int s = 0; s < are.length; s++) {
            again.add(sides.get(s).again(others, are[s]));
        }
        return new ProcessBoundary(regimes(), others, again);
    }
}
