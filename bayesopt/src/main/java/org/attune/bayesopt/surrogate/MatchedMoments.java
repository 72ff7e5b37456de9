package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A {@link ProbitProcess} by expectation propagation: each answer is replaced by a normal density
 * of f, with precision W_i and mean ν_i / W_i, that gives f_i the mean and variance which the
 * answer itself would give it, with all others replaced so. They are improved one after the other,
 * until they stay.
 *
 * <pre>
 *   Σ = (K⁻¹ + W)⁻¹,   μ = m + K a,   a = (K + W⁻¹)⁻¹ (ν/W - m)
 *   1/σ_i² = 1/Σ_ii - W_i,   μ_-i = σ_i² (μ_i/Σ_ii - ν_i),   z_i = ±μ_-i / √(1 + σ_i²)
 *   log evidence = Σ log Φ(z_i) + ½ Σ log(1 + W_i σ_i²) - ½ log|B| - ½ (ν/W - m)ᵀ a
 *                  + ½ Σ (μ_-i - ν_i/W_i)² / (σ_i² + 1/W_i)
 * </pre>
 *
 * <p>Laplace's approximation, at the mode of a skewed density, is too careful: of six answers at a
 * place that are all yes it makes 0.9 for the next one, whatever the prior variance, and this 0.97.
 *
 * <p>Sources: Rasmussen and Williams (2006), section 3.6 and eq. (3.65); M. Kuss and C. E.
 * Rasmussen, "Assessing approximate inference for binary Gaussian process classification", JMLR 6
 * (2005).
 */
public final class MatchedMoments {
    private static final int MOST_SWEEPS = 100;
    private static final double CONVERGED = 1e-3; // change of what an answer says
    private static final double LEAST = 1e-10; // precision

    private final LinearAlgebra algebra;
    private final double[] prior;
    private final double mean;
    private final boolean[] yes;
    private final double[] precision; // W
    private final double[] pull; // ν
    private double[] slope; // a
    private double[] centered; // μ - m
    private double[] variances; // Σ_ii
    private double[] explaining; // L⁻¹ W^½ K, n × n
    private double[] posterior; // Σ, n × n, its lower triangle
    private Cholesky factor; // of B

    private MatchedMoments(
            LinearAlgebra algebra,
            double[] prior,
            double mean,
            boolean[] yes,
            ProbitProcess start,
            int[] same) {
        this.algebra = algebra;
        this.prior = prior;
        this.mean = mean;
        this.yes = yes;
        int n = yes.length;
        this.precision = new double[n];
        this.pull = new double[n];
        for (int i = 0; i < n; i++) {
            int j = same[i];
            precision[i] = j < 0 ? LEAST : Math.max(start.root()[j] * start.root()[j], LEAST);
            pull[i] = j < 0 ? 0 : precision[i] * (start.centered()[j] + mean) + start.slope()[j];
        }
    }

    /**
     * Conditions on n answers.
     *
     * @param prior covariance of f at the n places, n × n by rows
     * @param mean m
     * @param yes the answers
     * @return empty where the covariance is not positive definite; by Laplace's approximation where
     *     the answers' densities do not come to rest
     */
    public static Optional<ProbitProcess> of(
            LinearAlgebra algebra, double[] prior, double mean, boolean[] yes) {
        return ProbitProcess.of(algebra, prior, mean, yes)
                .map(start -> from(algebra, prior, mean, yes, start));
    }

    /**
     * Does the same where Laplace's approximation is known.
     *
     * @param start that approximation
     */
    static ProbitProcess from(
            LinearAlgebra algebra,
            double[] prior,
            double mean,
            boolean[] yes,
            ProbitProcess start) {
        int[] same = IntStream.range(0, yes.length).toArray();
        return new MatchedMoments(algebra, prior, mean, yes, start, same).process().orElse(start);
    }

    /**
     * Conditions on n answers, sooner where most of them are those of another process.
     *
     * @param near the other one, with the same mean
     * @param same the number of each answer among those of the other one; negative for a new one
     * @return as without the other one, within the tolerance of the iteration
     */
    static Optional<ProbitProcess> of(
            LinearAlgebra algebra,
            double[] prior,
            double mean,
            boolean[] yes,
            ProbitProcess near,
            int[] same) {
        return new MatchedMoments(algebra, prior, mean, yes, near, same)
                .process()
                .or(() -> of(algebra, prior, mean, yes));
    }

    private Optional<ProbitProcess> process() {
        if (!condition()) {
            return Optional.empty();
        }
        computePosterior();
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            double change = 0;
            for (int i = 0; i < yes.length; i++) {
                change = Math.max(change, improved(i));
            }
            if (change < CONVERGED) {
                return condition() ? evidence() : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Computes means and variances of the posterior anew; false where that breaks down. */
    private boolean condition() {
        int n = yes.length;
        double[] root = root();
        double[] b = new double[n * n];
        double[] v = new double[n * n]; // W^½ K, then L⁻¹ of it
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                v[i * n + j] = root[i] * prior[i * n + j];
                b[i * n + j] = v[i * n + j] * root[j] + (i == j ? 1 : 0);
            }
        }
        Optional<Cholesky> decomposed = Cholesky.of(algebra, b, n);
        if (decomposed.isEmpty()) {
            return false;
        }
        factor = decomposed.get();
        slope = new double[n];
        for (int i = 0; i < n; i++) {
            slope[i] = pull[i] - precision[i] * mean;
        }
        ProbitProcess.subtract(factor, prior, root, slope);
        centered = ProbitProcess.times(prior, slope);
        algebra.solveLower(factor.lower(), n, v, n);
        explaining = v;
        variances = new double[n];
        Arrays.setAll(variances, i -> prior[i * n + i]);
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                variances[i] -= v[k * n + i] * v[k * n + i];
            }
        }
        return true;
    }

    /** Computes Σ, K less the products of what explains it. */
    private void computePosterior() {
        int n = yes.length;
        posterior = prior.clone();
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                double off = explaining[k * n + i];
                for (int j = 0; j <= i; j++) {
                    posterior[i * n + j] -= off * explaining[k * n + j];
                }
            }
        }
    }

    private double[] root() {
        return Arrays.stream(precision).map(Math::sqrt).toArray();
    }

    /** What all other answers say of f at a place. */
    private record Others(double mean, double variance) {
        /** Returns z. */
        double towards(boolean yes) {
            return (yes ? mean : -mean) / Math.sqrt(1 + variance);
        }
    }

    private Others others(int i) {
        double own = variances[i];
        double variance = 1 / (1 / own - precision[i]);
        return new Others(variance * ((mean + centered[i]) / own - pull[i]), variance);
    }

    /** Moves an answer's density and the posterior; returns by how much. */
    private double improved(int i) {
        Others others = others(i);
        double variance = others.variance();
        if (!(variance > 0)) {
            return 0; // rounding; the others go on
        }
        double z = others.towards(yes[i]);
        double r = StandardNormal.logCdfDerivative(z);
        double step = (yes[i] ? r : -r) / Math.sqrt(1 + variance);
        double curve = r * (z + r) / (1 + variance);
        double matched = Math.max(curve / (1 - variance * curve), LEAST);
        double pulled = matched * others.mean() + step / (1 - variance * curve);
        double more = matched - precision[i];
        double pull = pulled - this.pull[i];
        double change =
                Math.max(Math.abs(more) / (1 + matched), Math.abs(pull) / (1 + Math.abs(pulled)));
        precision[i] = matched;
        this.pull[i] = pulled;
        int n = yes.length;
        double[] column = column(i);
        double share = 1 / (1 + more * column[i]);
        double move = share * (pull - more * (mean + centered[i]));
        for (int j = 0; j < n; j++) {
            double off = share * more * column[j];
            for (int k = 0; k <= j; k++) {
                posterior[j * n + k] -= off * column[k];
            }
            variances[j] = posterior[j * n + j];
            centered[j] += move * column[j];
        }
        return change;
    }

    private double[] column(int i) {
        int n = yes.length;
        double[] column = Arrays.copyOf(Arrays.copyOfRange(posterior, i * n, i * n + i), n);
        for (int k = i; k < n; k++) {
            column[k] = posterior[k * n + i];
        }
        return column;
    }

    private Optional<ProbitProcess> evidence() {
        double sum = -0.5 * factor.logDeterminant();
        for (int i = 0; i < yes.length; i++) {
            Others others = others(i);
            double w = precision[i];
            double site = pull[i] / w;
            double off = others.mean() - site;
            sum +=
                    StandardNormal.logCdf(others.towards(yes[i]))
                            + 0.5 * Math.log1p(w * others.variance())
                            - 0.5 * (site - mean) * slope[i]
                            + 0.5 * w * off * off / (1 + w * others.variance());
        }
        return Double.isFinite(sum)
                ? Optional.of(
                        new ProbitProcess(algebra, slope, root(), factor.lower(), centered, sum))
                : Optional.empty();
    }
}
