package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.numerics.Vectors;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A Gaussian process behind yes-or-no answers, by Laplace's approximation or by that of {@link
 * MatchedMoments}.
 *
 * <pre>
 *   P(yes at x | f) = Φ(f(x)),   f ~ GP(m, s² ρ + b²),   ρ a correlation of places
 * </pre>
 *
 * <p>With π the answers' log likelihood, f̂ the mode of the posterior at the n places, W = -∇∇π and
 * B = I + W^½ K W^½ = L Lᵀ there:
 *
 * <pre>
 *   mean(x) = m + k(x)ᵀ ∇π,   variance(x) = k(x, x) - |L⁻¹ W^½ k(x)|²
 *   log evidence = π - ½ (f̂ - m)ᵀ ∇π - Σ log L_ii
 * </pre>
 *
 * <p>Source: Rasmussen and Williams (2006), algorithms 3.1 and 3.2.
 */
public final class ProbitProcess {
    private static final int MOST_STEPS = 50;
    private static final double CONVERGED = 1e-12; // of the objective
    private static final double NEAR = 1e-6; // gain of a whole step; the next one gains its square
    private static final int HALVINGS = 20;
    private static final double FAR_FROM_ONE = 1 - 1e-6; // to subtract it from 1

    private final LinearAlgebra algebra;
    private final double[] slope; // ∇π
    private final double[] root; // W^½
    private final double[] lower; // L
    private final double[] centered; // f̂ - m
    private final double logEvidence;
    private volatile ExplainedVariance explained; // saves time only

    ProbitProcess(
            LinearAlgebra algebra,
            double[] slope,
            double[] root,
            double[] lower,
            double[] centered,
            double logEvidence) {
        this.algebra = algebra;
        this.slope = slope;
        this.root = root;
        this.lower = lower;
        this.centered = centered;
        this.logEvidence = logEvidence;
    }

    /**
     * Conditions on n answers.
     *
     * @param prior covariance of f at the n places, n × n by rows
     * @param mean m
     * @param yes the answers
     * @return empty where the covariance is not positive definite
     */
    public static Optional<ProbitProcess> of(
            LinearAlgebra algebra, double[] prior, double mean, boolean[] yes) {
        return of(algebra, prior, mean, yes, new double[0]);
    }

    /**
     * Does the same, sooner where the mode is near that of another process.
     *
     * @param guess the {@link #slope} of the other one, of the first of the places
     */
    public static Optional<ProbitProcess> of(
            LinearAlgebra algebra, double[] prior, double mean, boolean[] yes, double[] guess) {
        int n = yes.length;
        double[] a = Arrays.copyOf(guess, n); // K⁻¹ (f - m), the slope at the mode
        double[] centered = times(prior, a); // f - m
        double objective = logLikelihood(centered, mean, yes) - 0.5 * Vectors.dot(a, centered);
        double apart = logLikelihood(new double[n], mean, yes);
        if (!(objective > apart)) {
            a = new double[n];
            centered = new double[n];
            objective = apart;
        }
        boolean near = false; // to the mode
        for (int step = 0; ; step++) {
            double[] slope = new double[n];
            double[] root = new double[n];
            curve(centered, mean, yes, slope, root);
            double[] b = new double[n * n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    b[i * n + j] = root[i] * prior[i * n + j] * root[j] + (i == j ? 1 : 0);
                }
            }
            Optional<Cholesky> factor = Cholesky.of(algebra, b, n);
            if (factor.isEmpty()) {
                return Optional.empty();
            }
            double better = Double.NEGATIVE_INFINITY;
            double[] nextA = a;
            double[] nextCentered = centered;
            if (!near && step < MOST_STEPS) {
                double[] target = next(factor.get(), prior, centered, slope, root);
                double length = 1;
                for (int half = 0; half < HALVINGS && !(better >= objective); half++) {
                    nextA = between(a, target, length);
                    nextCentered = times(prior, nextA);
                    better =
                            logLikelihood(nextCentered, mean, yes)
                                    - 0.5 * Vectors.dot(nextA, nextCentered);
                    near = half == 0 && better - objective < NEAR;
                    length /= 2;
                }
            }
            if (!(better > objective + CONVERGED)) {
                double evidence = objective - 0.5 * factor.get().logDeterminant();
                return Optional.of(
                        new ProbitProcess(
                                algebra, slope, root, factor.get().lower(), centered, evidence));
            }
            a = nextA;
            centered = nextCentered;
            objective = better;
        }
    }

    /** Returns a of a whole Newton step: b - W^½ B⁻¹ W^½ K b with b = W (f - m) + ∇π. */
    private static double[] next(
            Cholesky factor, double[] prior, double[] centered, double[] slope, double[] root) {
        int n = slope.length;
        double[] b = new double[n];
        for (int i = 0; i < n; i++) {
            b[i] = root[i] * root[i] * centered[i] + slope[i];
        }
        subtract(factor, prior, root, b);
        return b;
    }

    /** b := b - W^½ B⁻¹ W^½ K b */
    static void subtract(Cholesky factor, double[] prior, double[] root, double[] b) {
        double[] image = times(prior, b);
        for (int i = 0; i < b.length; i++) {
            image[i] *= root[i];
        }
        double[] solved = factor.solve(image);
        for (int i = 0; i < b.length; i++) {
            b[i] -= root[i] * solved[i];
        }
    }

    private static double[] between(double[] from, double[] to, double share) {
        double[] point = new double[from.length];
        for (int i = 0; i < point.length; i++) {
            point[i] = from[i] + share * (to[i] - from[i]);
        }
        return point;
    }

    private static double logLikelihood(double[] centered, double mean, boolean[] yes) {
        double sum = 0;
        for (int i = 0; i < yes.length; i++) {
            sum += StandardNormal.logCdf((yes[i] ? 1 : -1) * (centered[i] + mean));
        }
        return sum;
    }

    /** With z = ±f and r = φ(z)/Φ(z): the slope is ±r, and W = r (z + r). */
    private static void curve(
            double[] centered, double mean, boolean[] yes, double[] slope, double[] root) {
        for (int i = 0; i < yes.length; i++) {
            int sign = yes[i] ? 1 : -1;
            double z = sign * (centered[i] + mean);
            double r = StandardNormal.logCdfDerivative(z);
            slope[i] = sign * r;
            root[i] = Math.sqrt(Math.max(r * (z + r), 0));
        }
    }

    /** Returns W^½ at the mode. */
    double[] root() {
        return root;
    }

    /** Returns f̂ - m. */
    double[] centered() {
        return centered;
    }

    /** Returns the logarithm of the probability of the answers. */
    public double logEvidence() {
        return logEvidence;
    }

    /** Returns ∇π: the sum of its products with the covariances at a place is the mean minus m. */
    public double[] slope() {
        return slope;
    }

    /**
     * Returns W^½ B⁻¹ W^½ k: the sum of its products with k is by how much the variance is less
     * than the prior one.
     *
     * @param k n covariances of f at a place with f at the n places
     */
    public double[] solve(double[] k) {
        int n = k.length;
        double[] v = new double[n];
        for (int i = 0; i < n; i++) {
            v[i] = root[i] * k[i];
        }
        algebra.solveLower(lower, n, v, 1);
        algebra.solveLowerTransposed(lower, n, v, 1);
        for (int i = 0; i < n; i++) {
            v[i] *= root[i];
        }
        return v;
    }

    /** Returns the same for many places, within rounding. */
    public ExplainedVariance explainedVariance() {
        ExplainedVariance known = explained;
        if (known == null) {
            known = computed();
            explained = known;
        }
        return known;
    }

    private ExplainedVariance computed() {
        int n = root.length;
        double[] t = new double[n * n];
        algebra.inverseOfLower(lower, n, t);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                t[i * n + j] *= root[j];
            }
        }
        return new ExplainedVariance(n, t);
    }

    /**
     * Returns how probable a yes is at each of the n places, as the answers at other places say: of
     * the normal density that approximates the posterior, what the answers at a place G have
     * brought in is taken out.
     *
     * <pre>
     *   Σ = K - K W^½ B⁻¹ W^½ K,   C = (Σ_GG⁻¹ - W_GG)⁻¹,   Φ(m_i / √(1 + C_ii)),   m = f̂_G - C ∇π_G
     * </pre>
     *
     * <p>Of a single answer, C = (1 / (B⁻¹)_ii - 1) / W_ii.
     *
     * <p>Source: A. Vehtari et al., "Bayesian leave-one-out cross-validation approximations for
     * Gaussian latent variable models", JMLR 17 (2016), section 3.3 (LA-LOO), for single answers.
     *
     * @param prior that it was conditioned with, n × n by rows
     * @param mean m
     * @param places number of each answer's place; equal ones are left out together
     */
    public double[] leaveOneOut(double[] prior, double mean, int[] places) {
        int n = slope.length;
        ExplainedVariance explaining = explainedVariance();
        double[] yes = new double[n];
        for (int[] rows : together(places)) {
            int i = rows[0];
            double precision = root[i] * root[i];
            double left = explaining.ofAnswer(i) / precision; // (B⁻¹)_ii
            if (rows.length == 1 && left < FAR_FROM_ONE) {
                double variance = (1 / left - 1) / precision;
                yes[i] =
                        StandardNormal.cdf(
                                (mean + centered[i] - variance * slope[i])
                                        / Math.sqrt(1 + variance));
            } else {
                leaveOut(rows, posterior(rows, prior, explaining), mean, yes);
            }
        }
        return yes;
    }

    /** Returns the answers at each place, by the first of them. */
    private static Collection<int[]> together(int[] places) {
        var at = new LinkedHashMap<Integer, int[]>();
        for (int i = 0; i < places.length; i++) {
            at.merge(
                    places[i],
                    new int[] {i},
                    (some, one) ->
                            IntStream.concat(IntStream.of(some), IntStream.of(one)).toArray());
        }
        return at.values();
    }

    /** Returns the covariances of f at some places given all answers, by rows: Σ_GG. */
    private static double[] posterior(int[] rows, double[] prior, ExplainedVariance explaining) {
        int g = rows.length;
        int n = (int) Math.round(Math.sqrt(prior.length));
        double[] s = new double[g * g];
        double[][] explains = new double[g][];
        for (int a = 0; a < g; a++) {
            explains[a] =
                    explaining.root(Arrays.copyOfRange(prior, rows[a] * n, (rows[a] + 1) * n));
            for (int b = 0; b <= a; b++) {
                double left = prior[rows[a] * n + rows[b]] - Vectors.dot(explains[a], explains[b]);
                s[a * g + b] = left;
                s[b * g + a] = left;
            }
        }
        return s;
    }

    /** C = S + S W^½ (I - W^½ S W^½)⁻¹ W^½ S with S = Σ_GG, and what follows from it. */
    private void leaveOut(int[] rows, double[] s, double mean, double[] yes) {
        int g = rows.length;
        double[] scaled = new double[g * g]; // W^½ S, by rows
        double[] left = new double[g * g]; // I - W^½ S W^½
        for (int a = 0; a < g; a++) {
            for (int b = 0; b < g; b++) {
                scaled[a * g + b] = root[rows[a]] * s[a * g + b];
                left[a * g + b] = (a == b ? 1 : 0) - scaled[a * g + b] * root[rows[b]];
            }
        }
        Optional<Cholesky> factor = Cholesky.of(algebra, left, g);
        for (int a = 0; a < g; a++) {
            double[] column = new double[g];
            for (int b = 0; b < g; b++) {
                column[b] = scaled[b * g + a];
            }
            double[] solved = factor.isPresent() ? factor.get().solve(column) : new double[g];
            double center = mean + centered[rows[a]];
            double variance = 0;
            for (int b = 0; b < g; b++) {
                double c = s[a * g + b];
                for (int k = 0; k < g; k++) {
                    c += scaled[k * g + b] * solved[k];
                }
                center -= c * slope[rows[b]];
                variance = a == b ? c : variance;
            }
            yes[rows[a]] = StandardNormal.cdf(center / Math.sqrt(1 + Math.max(variance, 0)));
        }
    }

    static double[] times(double[] matrix, double[] vector) {
        int n = vector.length;
        double[] product = new double[n];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += matrix[i * n + j] * vector[j];
            }
            product[i] = sum;
        }
        return product;
    }
}
