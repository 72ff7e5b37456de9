package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.Vectors;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The exact posterior.
 *
 * <pre>
 *   mean(x) = k(x)ᵀ K⁻¹ y,   variance(x) = k(x, x) - k(x)ᵀ K⁻¹ k(x),   k_i(x) = k(x, x_i),   K_ij = k(x_i, x_j) + σ_i² [i = j]
 * </pre>
 *
 * with the Cholesky factor L of K, v = L⁻¹ k, so that the variance is k(x, x) - |v|².
 *
 * <p>Source: Rasmussen and Williams (2006), algorithm 2.1.
 */
final class ExactProcess implements GaussianProcess {
    private final LinearAlgebra algebra;
    private final Covariance covariance;
    private final double scale; // of all variances
    private final double[][] x; // warped
    private final double[] y;
    private final double[] noise; // σ_i²
    private final Cholesky factor;
    private final double[] alpha; // K⁻¹ y
    private final Kernel.Sections sections; // of the observations

    private ExactProcess(
            LinearAlgebra algebra,
            Covariance covariance,
            double scale,
            double[][] x,
            double[] y,
            double[] noise,
            Cholesky factor,
            double[] alpha) {
        this.algebra = algebra;
        this.covariance = covariance;
        this.scale = scale;
        this.x = x;
        this.y = y;
        this.noise = noise;
        this.factor = factor;
        this.alpha = alpha;
        this.sections = covariance.sections(x);
    }

    /** Conditions on observations at warped places, with these variances of their noise. */
    static Optional<ExactProcess> of(
            LinearAlgebra algebra,
            Covariance covariance,
            double[][] x,
            double[] y,
            double[] noise) {
        int n = y.length;
        double[] k = covariance.lower(x);
        for (int i = 0; i < n; i++) {
            k[i * n + i] += noise[i];
        }
        return Cholesky.of(algebra, k, n)
                .map(f -> new ExactProcess(algebra, covariance, 1, x, y, noise, f, f.solve(y)));
    }

    @Override
    public Optional<GaussianProcess> with(List<double[]> places, double[] outputs) {
        int n = y.length;
        double[][] allX = Arrays.copyOf(x, n + places.size());
        double[] allY = Arrays.copyOf(y, allX.length);
        double[] allNoise = Arrays.copyOf(noise, allX.length);
        double[][] rows = new double[places.size()][];
        for (int i = 0; i < rows.length; i++) {
            double[] at = covariance.warped(places.get(i));
            rows[i] = new double[n + i + 1];
            for (int j = 0; j < n + i; j++) {
                rows[i][j] = covariance.value(at, allX[j]);
            }
            allNoise[n + i] = covariance.noise(at);
            rows[i][n + i] = covariance.variance(at) + allNoise[n + i];
            allX[n + i] = at;
            allY[n + i] = outputs[i];
        }
        Optional<Cholesky> more = factor.with(rows);
        return more.isPresent()
                ? more.map(f ->
                        new ExactProcess(
                                algebra, covariance, scale, allX, allY, allNoise, f, f.solve(allY)))
                : of(algebra, covariance, allX, allY, allNoise).map(p -> p.scaled(scale));
    }

    @Override
    public GaussianProcess of(double[] outputs) {
        return new ExactProcess(
                algebra, covariance, scale, x, outputs, noise, factor, factor.solve(outputs));
    }

    @Override
    public Optional<GaussianProcess> under(Covariance other) {
        return Optional.of(new ExactProcess(algebra, other, scale, x, y, noise, factor, alpha));
    }

    @Override
    public Optional<Cholesky> factor() {
        return Optional.of(factor);
    }

    @Override
    public GaussianProcess scaled(double by) {
        return new ExactProcess(algebra, covariance, scale * by, x, y, noise, factor, alpha);
    }

    @Override
    public int dimension() {
        return covariance.dimension();
    }

    @Override
    public int observations() {
        return y.length;
    }

    @Override
    public void predict(double[] point, double[] out) {
        int n = y.length;
        double[] at = covariance.warped(point);
        double[] k = new double[n];
        sections.addTo(at, k);
        double mean = Vectors.dot(k, alpha);
        algebra.solveLower(factor.lower(), n, k, 1);
        out[0] = mean;
        out[1] = scale * Math.max(covariance.variance(at) - Vectors.dot(k, k), 0);
    }

    @Override
    public double mean(double[] point) {
        double[] k = new double[y.length];
        sections.addTo(covariance.warped(point), k);
        return Vectors.dot(k, alpha);
    }

    @Override
    public double mean(double[] point, double[] gradient) {
        int dimension = covariance.dimension();
        double[] at = covariance.warped(point);
        double[] k = new double[y.length];
        double[][] slope = new double[y.length][dimension];
        sections.addTo(at, k, slope);
        for (int d = 0; d < dimension; d++) {
            double sum = 0;
            for (int i = 0; i < y.length; i++) {
                sum += slope[i][d] * alpha[i];
            }
            gradient[d] = sum * covariance.warpSlope(d, point[d]);
        }
        return Vectors.dot(k, alpha);
    }

    @Override
    public void predict(
            double[] point, double[] out, double[] meanGradient, double[] varianceGradient) {
        int n = y.length;
        int dimension = covariance.dimension();
        double[] k = new double[n];
        double[][] slope = new double[n][dimension];
        double[] at = covariance.warped(point);
        sections.addTo(at, k, slope);
        double mean = Vectors.dot(k, alpha);
        double[] solved = k.clone();
        algebra.solveLower(factor.lower(), n, solved, 1);
        out[0] = mean;
        out[1] = scale * Math.max(covariance.variance(at) - Vectors.dot(solved, solved), 0);
        algebra.solveLowerTransposed(factor.lower(), n, solved, 1); // K⁻¹ k
        for (int d = 0; d < dimension; d++) {
            double byMean = 0;
            double byVariance = covariance.varianceSlope(d, at);
            for (int i = 0; i < n; i++) {
                byMean += slope[i][d] * alpha[i];
                byVariance -= 2 * slope[i][d] * solved[i];
            }
            double chain = covariance.warpSlope(d, point[d]);
            meanGradient[d] = byMean * chain;
            varianceGradient[d] = scale * byVariance * chain;
        }
    }

    @Override
    public double logLikelihood() {
        return OwnObservations.logNormal(y, alpha, factor.logDeterminant(), scale);
    }

    @Override
    public double[][] leaveOneOut(int[] rows) {
        int n = y.length;
        int r = rows.length;
        OwnObservations.Inverse inverse;
        if (2 * r > n) {
            double[] all = factor.inverse();
            inverse = (i, j) -> all[rows[i] * n + rows[j]];
        } else { // r columns of L⁻¹, whose products are entries of K⁻¹
            double[] columns = new double[n * r];
            for (int i = 0; i < r; i++) {
                columns[rows[i] * r + i] = 1;
            }
            algebra.solveLower(factor.lower(), n, columns, r);
            inverse =
                    (i, j) -> {
                        double sum = 0;
                        for (int k = 0; k < n; k++) {
                            sum += columns[k * r + i] * columns[k * r + j];
                        }
                        return sum;
                    };
        }
        double[][] at = Arrays.stream(rows).mapToObj(i -> x[i]).toArray(double[][]::new);
        double[][] predictions =
                OwnObservations.predictions(
                        algebra,
                        at,
                        Arrays.stream(rows).mapToDouble(i -> y[i]).toArray(),
                        Arrays.stream(rows).mapToDouble(i -> alpha[i]).toArray(),
                        Arrays.stream(rows)
                                .mapToDouble(i -> covariance.variance(x[i]) + noise[i])
                                .toArray(),
                        inverse);
        for (double[] prediction : predictions) {
            prediction[1] *= scale;
        }
        return predictions;
    }

    @Override
    public double[] means(double[][] places) {
        Kernel.Expansion mean = covariance.expansion(x, alpha);
        return Arrays.stream(places).mapToDouble(p -> mean.at(covariance.warped(p))).toArray();
    }

    @Override
    public Draws draws(int count, int basis, Generator random) {
        return PathwiseDraws.exact(covariance, scale, x, y, noise, factor, count, basis, random);
    }
}
