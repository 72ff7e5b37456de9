package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.Gram;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.Vectors;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An approximate posterior of many observations, by m of their places (fully independent training
 * conditional): what those do not explain of another place is taken to be its own.
 *
 * <pre>
 *   a(x) = L⁻¹ k_m(x),   K_mm = L Lᵀ,   λ_i = k(x_i, x_i) - |a_i|² + σ_i²,   B = I + Σ_i a_i a_iᵀ / λ_i
 *   mean(x) = a(x)ᵀ c,   c = B⁻¹ Σ_i a_i y_i / λ_i,   variance(x) = k(x, x) - |a(x)|² + a(x)ᵀ B⁻¹ a(x)
 * </pre>
 *
 * <p>Time O(n m²), a prediction O(m²), memory O(n m).
 *
 * <p>Source: E. Snelson and Z. Ghahramani, "Sparse Gaussian processes using pseudo-inputs", NIPS
 * 2005; J. Quiñonero-Candela and C. E. Rasmussen, "A unifying view of sparse approximate Gaussian
 * process regression", JMLR 6 (2005).
 */
final class InducedProcess implements GaussianProcess {
    static final int MOST = 500; // m
    private static final int CHUNK = 1000; // places at a time

    private final Prior prior;
    private final double scale; // of all variances
    private final Observed observed;
    private final double[] b; // B
    private final Cholesky posterior; // of B
    private final double[] c;

    /** What the inducing places are, and what they say of any place. */
    private record Prior(
            LinearAlgebra algebra, Covariance covariance, double[][] inducing, Cholesky factor) {
        int m() {
            return inducing.length;
        }

        /** Returns rows a(x). */
        double[][] projections(double[][] x) {
            double[][] rows = new double[x.length][m()];
            for (int from = 0; from < x.length; from += CHUNK) {
                int count = Math.min(CHUNK, x.length - from);
                double[] columns = new double[m() * count];
                for (int j = 0; j < m(); j++) {
                    for (int i = 0; i < count; i++) {
                        columns[j * count + i] = covariance.value(x[from + i], inducing[j]);
                    }
                }
                algebra.solveLower(factor.lower(), m(), columns, count);
                for (int j = 0; j < m(); j++) {
                    for (int i = 0; i < count; i++) {
                        rows[from + i][j] = columns[j * count + i];
                    }
                }
            }
            return rows;
        }

        /** Returns k(x, x) - |a|², not negative. */
        double left(double[] x, double[] a) {
            return Math.max(covariance.variance(x) - Vectors.dot(a, a), 0);
        }
    }

    /** n observations: warped places, outputs, rows a_i, and λ. */
    private record Observed(double[][] x, double[] y, double[][] a, double[] lambda) {
        double[] inverseLambda() {
            return Arrays.stream(lambda).map(l -> 1 / l).toArray();
        }

        /** Returns Σ_i a_i y_i / λ_i. */
        double[] moment() {
            double[] sum = new double[a[0].length];
            for (int i = 0; i < y.length; i++) {
                for (int j = 0; j < sum.length; j++) {
                    sum[j] += a[i][j] * y[i] / lambda[i];
                }
            }
            return sum;
        }

        Observed of(double[] outputs) {
            return new Observed(x, outputs, a, lambda);
        }
    }

    private InducedProcess(
            Prior prior, double scale, Observed observed, double[] b, Cholesky posterior) {
        this.prior = prior;
        this.scale = scale;
        this.observed = observed;
        this.b = b;
        this.posterior = posterior;
        this.c = posterior.solve(observed.moment());
    }

    /**
     * Conditions on observations at warped places.
     *
     * @param noise variances
     * @param most inducing places
     */
    static Optional<InducedProcess> of(
            LinearAlgebra algebra,
            Covariance covariance,
            double[][] x,
            double[] y,
            double[] noise,
            int most) {
        double[][] inducing =
                Arrays.stream(InducingPlaces.choose(covariance, x, y, most))
                        .mapToObj(i -> x[i])
                        .toArray(double[][]::new);
        return of(algebra, covariance, inducing, x, y, noise);
    }

    private static Optional<InducedProcess> of(
            LinearAlgebra algebra,
            Covariance covariance,
            double[][] inducing,
            double[][] x,
            double[] y,
            double[] noise) {
        int m = inducing.length;
        return Cholesky.of(algebra, covariance.lower(inducing), m)
                .map(f -> new Prior(algebra, covariance, inducing, f))
                .flatMap(p -> {
                    double[] b = new double[m * m];
                    for (int j = 0; j < m; j++) {
                        b[j * m + j] = 1;
                    }
                    Observed all = observed(p, x, y, noise);
                    return of(p, 1, all, b, all);
                });
    }

    private static Observed observed(Prior prior, double[][] x, double[] y, double[] noise) {
        double[][] a = prior.projections(x);
        double[] lambda = new double[x.length];
        Arrays.setAll(lambda, i -> prior.left(x[i], a[i]) + noise[i]);
        return new Observed(x, y, a, lambda);
    }

    /**
     * Adds observations to B.
     *
     * @param all observations, those included
     */
    private static Optional<InducedProcess> of(
            Prior prior, double scale, Observed added, double[] before, Observed all) {
        double[] b = Gram.weighted(added.a(), added.inverseLambda(), prior.m());
        Arrays.setAll(b, i -> b[i] + before[i]);
        return Cholesky.of(prior.algebra(), b, prior.m())
                .map(f -> new InducedProcess(prior, scale, all, b, f));
    }

    @Override
    public Optional<GaussianProcess> with(List<double[]> places, double[] outputs) {
        double[][] x = places.stream().map(prior.covariance()::warped).toArray(double[][]::new);
        double[] noise = Arrays.stream(x).mapToDouble(prior.covariance()::noise).toArray();
        Observed more = observed(prior, x, outputs, noise);
        var all =
                new Observed(
                        joined(observed.x(), more.x()),
                        joined(observed.y(), more.y()),
                        joined(observed.a(), more.a()),
                        joined(observed.lambda(), more.lambda()));
        return of(prior, scale, more, b, all).map(p -> p);
    }

    /**
     * Makes these places inducing ones as well: elsewhere what is assumed at them would be taken to
     * be their own.
     */
    @Override
    public Optional<GaussianProcess> assuming(List<double[]> places, double[] outputs) {
        Covariance covariance = prior.covariance();
        double[][] at = places.stream().map(covariance::warped).toArray(double[][]::new);
        double[] noise = new double[observations() + at.length];
        for (int i = 0; i < noise.length; i++) {
            noise[i] =
                    i < observations()
                            ? observed.lambda()[i] - prior.left(observed.x()[i], observed.a()[i])
                            : covariance.noise(at[i - observations()]);
        }
        return of(
                        prior.algebra(),
                        covariance,
                        joined(prior.inducing(), at),
                        joined(observed.x(), at),
                        joined(observed.y(), outputs),
                        noise)
                .map(p -> p.scaled(scale));
    }

    @Override
    public GaussianProcess of(double[] outputs) {
        return new InducedProcess(prior, scale, observed.of(outputs), b, posterior);
    }

    @Override
    public GaussianProcess scaled(double by) {
        return new InducedProcess(prior, scale * by, observed, b, posterior);
    }

    @Override
    public int observations() {
        return observed.y().length;
    }

    @Override
    public int dimension() {
        return prior.covariance().dimension();
    }

    @Override
    public void predict(double[] point, double[] out) {
        double[] at = prior.covariance().warped(point);
        predict(at, prior.projections(new double[][] {at})[0], out);
    }

    private void predict(double[] at, double[] a, double[] out) {
        double[] u = posterior.solveLower(a);
        out[0] = Vectors.dot(a, c);
        out[1] = scale * (prior.left(at, a) + Vectors.dot(u, u));
    }

    /** By aᵀ c = kᵀ (L⁻ᵀ c). */
    @Override
    public double[] means(double[][] places) {
        Covariance covariance = prior.covariance();
        Kernel.Expansion mean =
                covariance.expansion(prior.inducing(), prior.factor().solveLowerTransposed(c));
        return Arrays.stream(places).mapToDouble(p -> mean.at(covariance.warped(p))).toArray();
    }

    @Override
    public Draws draws(int count, int basis, Generator random) {
        return PathwiseDraws.induced(
                prior.covariance(),
                scale,
                prior.inducing(),
                prior.factor(),
                posterior,
                c,
                count,
                basis,
                random);
    }

    /** By ∂a = L⁻¹ ∂k: ∂mean = ∂kᵀ L⁻ᵀ c, ∂variance = 2 ∂kᵀ L⁻ᵀ (B⁻¹ a - a). */
    @Override
    public void predict(
            double[] point, double[] out, double[] meanGradient, double[] varianceGradient) {
        Covariance covariance = prior.covariance();
        int m = prior.m();
        int dimension = dimension();
        double[] at = covariance.warped(point);
        double[] a = prior.projections(new double[][] {at})[0];
        predict(at, a, out);
        double[] byVariance = posterior.solve(a);
        Arrays.setAll(byVariance, j -> 2 * (byVariance[j] - a[j]));
        double[] byMean = c.clone();
        prior.algebra().solveLowerTransposed(prior.factor().lower(), m, byMean, 1);
        prior.algebra().solveLowerTransposed(prior.factor().lower(), m, byVariance, 1);
        Arrays.fill(meanGradient, 0, dimension, 0);
        for (int d = 0; d < dimension; d++) {
            varianceGradient[d] = covariance.varianceSlope(d, at);
        }
        double[] slope = new double[dimension];
        for (int j = 0; j < m; j++) {
            covariance.valueAndGradient(at, prior.inducing()[j], slope);
            for (int d = 0; d < dimension; d++) {
                meanGradient[d] += slope[d] * byMean[j];
                varianceGradient[d] += slope[d] * byVariance[j];
            }
        }
        for (int d = 0; d < dimension; d++) {
            double chain = covariance.warpSlope(d, point[d]);
            meanGradient[d] *= chain;
            varianceGradient[d] *= scale * chain;
        }
    }

    /** By |K| = |B| |Λ|. */
    @Override
    public double logLikelihood() {
        double[] alpha = new double[observations()];
        Arrays.setAll(alpha, this::alpha);
        double logDeterminant =
                posterior.logDeterminant() + Arrays.stream(observed.lambda()).map(Math::log).sum();
        return OwnObservations.logNormal(observed.y(), alpha, logDeterminant, scale);
    }

    /** Returns an entry of K⁻¹ y. */
    private double alpha(int i) {
        return (observed.y()[i] - Vectors.dot(observed.a()[i], c)) / observed.lambda()[i];
    }

    /** By K⁻¹ = Λ⁻¹ - Λ⁻¹ Aᵀ B⁻¹ A Λ⁻¹. */
    @Override
    public double[][] leaveOneOut(int[] rows) {
        double[][] x = Arrays.stream(rows).mapToObj(i -> observed.x()[i]).toArray(double[][]::new);
        double[] y = Arrays.stream(rows).mapToDouble(i -> observed.y()[i]).toArray();
        double[] lambda = Arrays.stream(rows).mapToDouble(i -> observed.lambda()[i]).toArray();
        double[] alpha = new double[rows.length];
        double[] marginal = new double[rows.length];
        double[][] u = new double[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            double[] a = observed.a()[rows[i]];
            alpha[i] = alpha(rows[i]);
            marginal[i] = lambda[i] + Vectors.dot(a, a);
            u[i] = posterior.solveLower(a);
        }
        double[][] predictions =
                OwnObservations.predictions(
                        prior.algebra(),
                        x,
                        y,
                        alpha,
                        marginal,
                        (i, j) ->
                                (i == j ? 1 / lambda[i] : 0)
                                        - Vectors.dot(u[i], u[j]) / (lambda[i] * lambda[j]));
        for (double[] prediction : predictions) {
            prediction[1] *= scale;
        }
        return predictions;
    }

    private static double[][] joined(double[][] a, double[][] b) {
        double[][] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    private static double[] joined(double[] a, double[] b) {
        double[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
