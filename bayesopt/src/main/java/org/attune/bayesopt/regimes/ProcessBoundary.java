package org.attune.bayesopt.regimes;

import org.attune.api.Seed;
import org.attune.bayesopt.HeldOutGroups;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Covariance;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Learned;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.ProbitProcess;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A Gaussian process classifier: of two regimes one {@link ProbitProcess} of the smaller one; of
 * more, one of each against the others, whose probabilities are divided by their sum.
 *
 * <pre>
 *   q_k(x) = Φ(μ_k(x) / √(1 + σ²_k(x))),   p_k = q_k / Σ_j q_j
 * </pre>
 *
 * <p>The correlation of places is the one that a process of the labels has learned; mean and
 * variance of each process are those of a few that make the labels most likely. Source: see {@link
 * ProbitProcess}.
 */
public final class ProcessBoundary implements Boundary {
    private static final double[] VARIANCES = {1, 4, 16};
    private static final double[] BRIEFLY = {4};
    private static final double MEAN_VARIANCE = 1;
    private static final double JITTER = 1e-6; // labels at equal places are told apart
    private static final double RARE =
            0.05; // of the space beforehand, whatever share of the trials a tuner put there
    private static final double FLOOR = 1e-12; // of a sum of probabilities

    private final int regimes;
    private final List<Side> sides; // of regimes 1, 2, ...; with more than two that of 0 as well

    /** One regime against the others. */
    private static final class Side {
        private final LinearAlgebra algebra;
        private final Covariance covariance;
        private final double factor;
        private final double mean;
        private final double[][] x; // warped
        private final double[] prior; // covariances of the places
        private final Optional<ProbitProcess> process; // without one the prior counts

        Side(
                LinearAlgebra algebra,
                Covariance covariance,
                double variance,
                double mean,
                double[][] raw,
                boolean[] yes) {
            this.algebra = algebra;
            this.covariance = covariance;
            this.mean = mean;
            this.x = Arrays.stream(raw).map(covariance::warped).toArray(double[][]::new);
            this.factor = variance;
            int n = x.length;
            double[] k = new double[n * n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    k[i * n + j] = of(x[i], x[j]) + (i == j ? JITTER : 0);
                    k[j * n + i] = k[i * n + j];
                }
            }
            this.prior = k;
            this.process = n == 0 ? Optional.empty() : ProbitProcess.of(algebra, k, mean, yes);
        }

        Side again(double[][] raw, boolean[] yes) {
            return new Side(algebra, covariance, factor, mean, raw, yes);
        }

        private double of(double[] a, double[] b) {
            double scale = Math.sqrt(covariance.variance(a) * covariance.variance(b));
            return factor * covariance.value(a, b) / scale + MEAN_VARIANCE;
        }

        /** Returns q at each observation as the others say; empty without observations. */
        Optional<double[]> leaveOneOut() {
            return process.map(p -> p.leaveOneOut(prior, mean, HeldOutGroups.configurations(x)));
        }

        double logEvidence() {
            return process.map(ProbitProcess::logEvidence).orElse(Double.NEGATIVE_INFINITY);
        }

        /** Returns q, and its derivatives where an array for them is given. */
        double probability(double[] raw, double[] gradient) {
            if (process.isEmpty()) {
                return StandardNormal.cdf(mean / Math.sqrt(1 + factor + MEAN_VARIANCE));
            }
            int n = x.length;
            double[] at = covariance.warped(raw);
            double[] k = new double[n];
            double prior = covariance.variance(at);
            double[][] slopes = new double[gradient == null ? 0 : n][raw.length];
            for (int i = 0; i < n; i++) {
                double scale = factor / Math.sqrt(prior * covariance.variance(x[i]));
                double value =
                        gradient == null
                                ? covariance.value(at, x[i])
                                : covariance.valueAndGradient(at, x[i], slopes[i]);
                k[i] = scale * value + MEAN_VARIANCE;
                for (int d = 0; gradient != null && d < raw.length; d++) {
                    double own = covariance.varianceSlope(d, at) / (2 * prior);
                    slopes[i][d] = scale * (slopes[i][d] - value * own);
                }
            }
            double[] slope = process.get().slope();
            double middle = mean;
            for (int i = 0; i < n; i++) {
                middle += k[i] * slope[i];
            }
            double variance = Math.max(1 + factor + MEAN_VARIANCE - process.get().explained(k), 1);
            double root = Math.sqrt(variance);
            double[] solved = gradient == null ? k : process.get().solve(k);
            for (int d = 0; gradient != null && d < raw.length; d++) {
                double byMean = 0;
                double byVariance = 0;
                for (int i = 0; i < n; i++) {
                    byMean += slopes[i][d] * slope[i];
                    byVariance -= 2 * slopes[i][d] * solved[i];
                }
                gradient[d] =
                        StandardNormal.pdf(middle / root)
                                * (byMean / root - middle * byVariance / (2 * variance * root))
                                * covariance.warpSlope(d, raw[d]);
            }
            return StandardNormal.cdf(middle / root);
        }
    }

    private ProcessBoundary(int regimes, List<Side> sides) {
        this.regimes = regimes;
        this.sides = List.copyOf(sides);
    }

    /**
     * Returns a fitter of such boundaries.
     *
     * @param axes of the space
     * @param seed of the search for lengthscales
     */
    public static Boundary.Fitter fitter(LinearAlgebra algebra, Axes axes, Seed seed) {
        return fitter(algebra, axes, Optional.of(seed));
    }

    /** Returns a fitter that takes the lengthscales that are most likely beforehand. */
    static Boundary.Fitter brief(LinearAlgebra algebra, Axes axes) {
        return fitter(algebra, axes, Optional.empty());
    }

    private static Boundary.Fitter fitter(LinearAlgebra algebra, Axes axes, Optional<Seed> seed) {
        return (x, partition) -> {
            var sides = new ArrayList<Side>();
            for (int k = partition.regimes() > 2 ? 0 : 1; k < partition.regimes(); k++) {
                int regime = k;
                sides.add(
                        side(
                                algebra,
                                axes,
                                x,
                                partition,
                                regime,
                                seed.map(s -> s.child("side", regime))));
            }
            return new ProcessBoundary(partition.regimes(), sides);
        };
    }

    private static Side side(
            LinearAlgebra algebra,
            Axes axes,
            double[][] x,
            Partition partition,
            int regime,
            Optional<Seed> seed) {
        boolean[] yes = are(partition.labels(), regime);
        Priors priors = Priors.informative(axes, true);
        var prior = ProcessPrior.of(axes, RadialKernel.MATERN52, priors, 0);
        double[] theta =
                seed.flatMap(s -> learned(algebra, axes, priors, x, yes, s))
                        .orElseGet(() -> prior.layout().mode());
        Covariance covariance = prior.covariance(theta);
        double share = (double) partition.size(regime) / yes.length;
        Side best = null;
        double rate = StandardNormal.quantile(Math.min(share, RARE));
        for (double variance : seed.isPresent() ? VARIANCES : BRIEFLY) {
            double mean = rate * Math.sqrt(1 + variance + MEAN_VARIANCE);
            var side = new Side(algebra, covariance, variance, mean, x, yes);
            if (best == null || side.logEvidence() > best.logEvidence()) {
                best = side;
            }
        }
        return best;
    }

    /** Returns what a process of the labels has learned. */
    private static Optional<double[]> learned(
            LinearAlgebra algebra,
            Axes axes,
            Priors priors,
            double[][] x,
            boolean[] yes,
            Seed seed) {
        double[] y = new double[yes.length];
        Arrays.setAll(y, i -> yes[i] ? 1 : 0);
        var fitter = new SurrogateFitter(algebra, axes, SurrogateSettings.labels(), priors, seed);
        return fitter.fit(new Dataset(x, y)).flatMap(p -> fitter.learned()).map(Learned::theta);
    }

    private static boolean[] are(int[] labels, int regime) {
        boolean[] yes = new boolean[labels.length];
        for (int i = 0; i < yes.length; i++) {
            yes[i] = labels[i] == regime;
        }
        return yes;
    }

    @Override
    public int regimes() {
        return regimes;
    }

    @Override
    public double[] probabilities(double[] x) {
        return joined(
                IntStream.range(0, sides.size())
                        .mapToDouble(s -> sides.get(s).probability(x, null))
                        .toArray());
    }

    @Override
    public double[] probabilities(double[] x, double[][] gradients) {
        if (regimes == 1) {
            Arrays.fill(gradients[0], 0);
            return new double[] {1};
        }
        if (regimes == 2) {
            double q = sides.getFirst().probability(x, gradients[1]);
            for (int d = 0; d < x.length; d++) {
                gradients[0][d] = -gradients[1][d];
            }
            return new double[] {1 - q, q};
        }
        double[] q = new double[regimes];
        for (int k = 0; k < regimes; k++) {
            q[k] = sides.get(k).probability(x, gradients[k]);
        }
        return shares(q, gradients);
    }

    @Override
    public Optional<double[][]> leaveOneOut() {
        List<double[]> of = sides.stream().flatMap(s -> s.leaveOneOut().stream()).toList();
        if (of.isEmpty() || of.size() < sides.size()) {
            return Optional.empty();
        }
        return Optional.of(
                IntStream.range(0, of.getFirst().length)
                        .mapToObj(i -> joined(of.stream().mapToDouble(q -> q[i]).toArray()))
                        .toArray(double[][]::new));
    }

    /** Returns the probabilities of all regimes by those of the sides. */
    private double[] joined(double[] q) {
        return regimes == 1
                ? new double[] {1}
                : regimes == 2 ? new double[] {1 - q[0], q[0]} : shares(q, null);
    }

    /** Divides by the sum. */
    private static double[] shares(double[] q, double[][] gradients) {
        double sum = Math.max(Arrays.stream(q).sum(), FLOOR);
        double[] p = Arrays.stream(q).map(v -> v / sum).toArray();
        for (int d = 0; gradients != null && d < gradients[0].length; d++) {
            double all = 0;
            for (double[] gradient : gradients) {
                all += gradient[d];
            }
            for (int k = 0; k < q.length; k++) {
                gradients[k][d] = (gradients[k][d] - p[k] * all) / sum;
            }
        }
        return p;
    }

    @Override
    public Boundary of(double[][] x, int[] labels) {
        var again = new ArrayList<Side>();
        for (int s = 0; s < sides.size(); s++) {
            again.add(sides.get(s).again(x, are(labels, regimes > 2 ? s : s + 1)));
        }
        return new ProcessBoundary(regimes, again);
    }
}
