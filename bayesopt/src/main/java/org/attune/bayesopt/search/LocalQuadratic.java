package org.attune.bayesopt.search;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.Vectors;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A quadratic model of an output around its best trial, for the last digits: a process is too stiff
 * for them, since what it takes for noise and the condition of its matrix blur what differs by less
 * than about 1e-8.
 *
 * <p>The n real parameters move that are neither held nor, if so asked, pressed against a bound,
 * and the trials count that have all others as the best one has them; where these are too few,
 * those against a bound move, too. With s the steps from the best trial, and z = Lᵀ s so that the
 * surrogate's mean has the Hessian L Lᵀ there,
 *
 * <pre>
 *   y - y_best = gᵀ z + zᵀ (I + E) z / 2 + e,
 *   g_j ~ N(0, r²),  E_jk ~ N(0, 0.1²),  e ~ N(0, (|z|³ / 6R)²)
 * </pre>
 *
 * with r the length |z| of the n+1 nearest trials and R that of a step of a lengthscale. So the
 * slope is learned from near trials, the curvature from the surrogate as long as there are too few
 * for it, and trials count the less the farther away they are, where a quadratic is wrong.
 *
 * <p>Sources: M. J. D. Powell, "Least Frobenius norm updating of quadratic models that satisfy
 * interpolation conditions", Math. Program. 100 (2004), doi:10.1007/s10107-003-0490-7, with the
 * surrogate's Hessian in place of the last one; M. McLeod, M. Osborne and S. Roberts,
 * "Optimization, fast and slow: optimally switching between local and Bayesian optimization", ICML
 * 2018.
 */
public final class LocalQuadratic {
    private static final double STEP = 1e-3; // of differences, in ranges
    private static final double FLATTEST = 1e-4; // curvature, as a share of the largest
    private static final double DOUBT = 0.1; // deviation of E
    private static final double LEAST = 0.1; // eigenvalue of I + E that is believed
    private static final double LENGTHSCALE = 0.3; // where the surrogate knows none
    private static final double LEAST_ROUNDING = 1e-13;
    private static final double ROUNDED = 4; // units in the last place
    private static final double REACH = 2; // of a step along an axis, in r
    private static final int MOST = 20; // parameters; of more there are too many coefficients
    private static final int SPARE = 10; // trials besides three for each coefficient
    private static final BoxLbfgs.Options ACCURATE = new BoxLbfgs.Options(500, 1000, 10, 1e-14, 0);

    private final Region region;
    private final double[] best;
    private final int[] free;
    private final double[][] root; // Lᵀ
    private final List<Near> near; // the nearest first
    private final double rounding;

    /** A trial: its z, |z| and what y - y_best is above |z|²/2. */
    private record Near(double[] z, double length, double excess) {}

    private LocalQuadratic(
            Region region,
            double[] best,
            int[] free,
            double[][] root,
            List<Near> near,
            double rounding) {
        this.region = region;
        this.best = best;
        this.free = free;
        this.root = root;
        this.near = near;
        this.rounding = rounding;
    }

    /**
     * Returns the place where the model is least, with the decrease from the best trial that it
     * expects there, on the scale of the surrogate: 0 where it would be lost in the rounding of the
     * output, and in a corner that all slopes press into.
     *
     * @param measured what is known, smaller being better
     * @param pressed whether parameters stay at the bounds that they are pressed against
     * @return empty where there are no real parameters or more than {@value #MOST} that move, not
     *     enough trials, or no valley; where constraints refuse the least place, the least of those
     *     that they admit, and none where they refuse all steps
     */
    public static Optional<Search.Found> least(
            Region region, Surrogate surrogate, Dataset measured, boolean pressed) {
        if (measured.size() == 0) {
            return Optional.empty();
        }
        double[] best = measured.x()[measured.best()];
        int[] real =
                IntStream.range(0, best.length)
                        .filter(d -> !region.axes().isDiscrete(d) && !region.isHeld(d))
                        .toArray();
        int[] free = pressed ? free(surrogate, best, real) : real;
        if (free.length == 0 && real.length > 0) {
            return Optional.of(new Search.Found(best, 0));
        }
        Optional<Search.Found> onFace = least(region, surrogate, measured, free);
        return free.length < real.length
                ? onFace.or(() -> least(region, surrogate, measured, real))
                : onFace;
    }

    private static Optional<Search.Found> least(
            Region region, Surrogate surrogate, Dataset measured, int[] free) {
        if (free.length > MOST) {
            return Optional.empty();
        }
        double[] best = measured.x()[measured.best()];
        return root(hessian(surrogate, best, free))
                .map(root -> {
                    List<Near> near = near(measured, surrogate, free, root);
                    double rounding = rounding(surrogate, measured.smallest());
                    return new LocalQuadratic(region, best, free, root, near, rounding);
                })
                .filter(q -> q.near.size() > free.length)
                .flatMap(q -> q.least(q.length(surrogate)));
    }

    /** Returns the parameters but for those at a bound, a step from which the mean falls to it. */
    private static int[] free(Surrogate surrogate, double[] best, int[] real) {
        double[] slope = new double[best.length];
        surrogate.mean(inside(best, real), slope);
        return Arrays.stream(real)
                .filter(d -> !(best[d] == 0 && slope[d] > 0 || best[d] == 1 && slope[d] < 0))
                .toArray();
    }

    /** Returns the place as near to the best one as differences allow. */
    private static double[] inside(double[] best, int[] moving) {
        double[] at = best.clone();
        for (int d : moving) {
            at[d] = Math.clamp(at[d], STEP, 1 - STEP);
        }
        return at;
    }

    /** Returns the Hessian of the mean. */
    private static double[][] hessian(Surrogate surrogate, double[] best, int[] free) {
        double[] at = inside(best, free);
        double[][] hessian = new double[free.length][free.length];
        double[] up = new double[at.length];
        double[] down = new double[at.length];
        for (int j = 0; j < free.length; j++) {
            double middle = at[free[j]];
            at[free[j]] = middle + STEP;
            surrogate.mean(at, up);
            at[free[j]] = middle - STEP;
            surrogate.mean(at, down);
            at[free[j]] = middle;
            for (int i = 0; i < free.length; i++) {
                double half = (up[free[i]] - down[free[i]]) / (4 * STEP);
                hessian[i][j] += half;
                hessian[j][i] += half;
            }
        }
        return hessian;
    }

    /** Returns Lᵀ; empty where nothing bends upwards. */
    private static Optional<double[][]> root(double[][] hessian) {
        int n = hessian.length;
        Optional<EigenDecomposition_F64<DMatrixRMaj>> eigen = eigen(hessian);
        double largest = eigen.map(e -> eigenvalues(e).max().orElseThrow()).orElse(0.0);
        if (!(largest > 0 && largest < Double.POSITIVE_INFINITY)) {
            return Optional.empty();
        }
        double[][] root = new double[n][];
        for (int i = 0; i < n; i++) {
            double curvature = Math.max(eigen.get().getEigenvalue(i).getReal(), FLATTEST * largest);
            root[i] =
                    Arrays.stream(eigen.get().getEigenVector(i).getData(), 0, n)
                            .map(v -> v * Math.sqrt(curvature))
                            .toArray();
        }
        return Optional.of(root);
    }

    private static Optional<EigenDecomposition_F64<DMatrixRMaj>> eigen(double[][] symmetric) {
        EigenDecomposition_F64<DMatrixRMaj> eigen =
                DecompositionFactory_DDRM.eig(symmetric.length, true, true);
        return symmetric.length > 0 && eigen.decompose(new DMatrixRMaj(symmetric))
                ? Optional.of(eigen)
                : Optional.empty();
    }

    private static DoubleStream eigenvalues(EigenDecomposition_F64<DMatrixRMaj> eigen) {
        return IntStream.range(0, eigen.getNumberOfEigenvalues())
                .mapToDouble(i -> eigen.getEigenvalue(i).getReal());
    }

    /** Returns what may be rounding of the best output, on the scale of the surrogate. */
    private static double rounding(Surrogate surrogate, double output) {
        double next = output + ROUNDED * Math.ulp(output);
        return Math.max(LEAST_ROUNDING, surrogate.warped(next) - surrogate.warped(output));
    }

    private static List<Near> near(
            Dataset measured, Surrogate surrogate, int[] free, double[][] root) {
        double[] best = measured.x()[measured.best()];
        double least = surrogate.warped(measured.smallest());
        int n = free.length;
        var near = new ArrayList<Near>();
        for (int i = 0; i < measured.size(); i++) {
            double[] held = measured.x()[i].clone();
            double[] step = new double[n];
            for (int j = 0; j < n; j++) {
                step[j] = held[free[j]] - best[free[j]];
                held[free[j]] = best[free[j]];
            }
            double y = surrogate.warped(measured.y()[i]);
            double[] z = Arrays.stream(root).mapToDouble(r -> Vectors.dot(r, step)).toArray();
            double square = Vectors.dot(z, z);
            if (square > 0 && Arrays.equals(held, best) && Double.isFinite(y)) {
                near.add(new Near(z, Math.sqrt(square), y - least - square / 2));
            }
        }
        near.sort(Comparator.comparingDouble(Near::length));
        return near.subList(0, Math.min(near.size(), 3 * (n + n * (n + 1) / 2) + SPARE));
    }

    /** Returns R. */
    private double length(Surrogate surrogate) {
        Optional<double[]> lengthscales = surrogate.lengthscales();
        double sum = 0;
        for (int j = 0; j < free.length; j++) {
            int d = free[j];
            double scale = lengthscales.map(l -> Math.min(l[d], 1)).orElse(LENGTHSCALE);
            for (double[] row : root) {
                sum += row[j] * row[j] * scale * scale;
            }
        }
        return Math.sqrt(sum / free.length);
    }

    private Optional<Search.Found> least(double length) {
        int n = free.length;
        double r = near.get(n).length();
        double[] u = coefficients(length, r);
        if (!Arrays.stream(u).allMatch(Double::isFinite)) {
            return Optional.empty();
        }
        double[][] curvature = new double[n][n];
        int next = n;
        for (int j = 0; j < n; j++) {
            for (int k = j; k < n; k++) {
                curvature[j][k] = u[next++] + (j == k ? 1 : 0);
                curvature[k][j] = curvature[j][k];
            }
        }
        double smallest = eigen(curvature).map(e -> eigenvalues(e).min().orElseThrow()).orElse(0.0);
        if (!(smallest > LEAST)) {
            return Optional.empty();
        }
        double[] slope = Arrays.copyOf(u, n);
        double[] lower = new double[n];
        double[] upper = new double[n];
        double[] unit = new double[n]; // of steps
        for (int j = 0; j < n; j++) {
            double square = 0;
            for (double[] row : root) {
                square += row[j] * row[j];
            }
            unit[j] = r / Math.sqrt(square);
            lower[j] = Math.max(-best[free[j]] / unit[j], -REACH);
            upper[j] = Math.min((1 - best[free[j]]) / unit[j], REACH);
        }
        BoxLbfgs.Result result =
                BoxLbfgs.minimize(
                        (t, gradient) -> valued(t, unit, slope, curvature, r * r, gradient),
                        new double[n],
                        lower,
                        upper,
                        ACCURATE);
        Optional<double[]> steps =
                region.admits(place(result.x(), unit))
                        ? Optional.of(result.x())
                        : ConstrainedDescent.from(
                                new double[n],
                                lower,
                                upper,
                                t -> valued(t, unit, slope, curvature, r * r, new double[n]),
                                t -> region.admits(place(t, unit)),
                                new Seed(n).generator("slide", near.size()));
        return steps.map(t -> {
            double decrease = -r * r * valued(t, unit, slope, curvature, r * r, new double[n]);
            return new Search.Found(place(t, unit), decrease > rounding ? decrease : 0);
        });
    }

    /** Returns the place at steps of t units from the best trial. */
    private double[] place(double[] t, double[] unit) {
        double[] x = best.clone();
        for (int j = 0; j < free.length; j++) {
            x[free[j]] = Math.clamp(x[free[j]] + t[j] * unit[j], 0.0, 1.0);
        }
        return region.canonical(x);
    }

    /**
     * Returns g, then the upper triangle of E, of the largest posterior density; not finite where
     * they cannot be told.
     */
    private double[] coefficients(double length, double r) {
        int n = free.length;
        int count = n + n * (n + 1) / 2;
        var a = new DMatrixRMaj(near.size() + count, count);
        var b = new DMatrixRMaj(near.size() + count, 1);
        for (int i = 0; i < near.size(); i++) {
            double[] z = near.get(i).z();
            double l = near.get(i).length();
            double deviation = rounding + l * l * l / (6 * length);
            int next = 0;
            for (double zj : z) {
                a.set(i, next++, zj / deviation);
            }
            for (int j = 0; j < n; j++) {
                for (int k = j; k < n; k++) {
                    a.set(i, next++, (j == k ? 0.5 : 1) * z[j] * z[k] / deviation);
                }
            }
            b.set(i, 0, near.get(i).excess() / deviation);
        }
        for (int c = 0; c < count; c++) {
            a.set(near.size() + c, c, 1 / (c < n ? r : DOUBT));
        }
        LinearSolverDense<DMatrixRMaj> solver =
                LinearSolverFactory_DDRM.leastSquares(a.numRows, count);
        var u = new DMatrixRMaj(count, 1);
        if (!solver.setA(a)) { // decomposes, and overwrites a
            u.fill(Double.NaN);
            return u.getData();
        }
        solver.solve(b, u);
        return u.getData();
    }

    /** Returns the model at steps of t units, divided by {@code scale}. */
    private double valued(
            double[] t,
            double[] unit,
            double[] slope,
            double[][] curvature,
            double scale,
            double[] gradient) {
        int n = t.length;
        double[] step = new double[n];
        Arrays.setAll(step, j -> t[j] * unit[j]);
        double[] z = Arrays.stream(root).mapToDouble(row -> Vectors.dot(row, step)).toArray();
        double[] byZ =
                IntStream.range(0, n)
                        .mapToDouble(i -> slope[i] + Vectors.dot(curvature[i], z))
                        .toArray();
        double value = 0;
        for (int i = 0; i < n; i++) {
            value += z[i] * (slope[i] + byZ[i]) / 2;
        }
        for (int j = 0; j < n; j++) {
            gradient[j] = 0;
            for (int i = 0; i < n; i++) {
                gradient[j] += root[i][j] * byZ[i] * unit[j] / scale;
            }
        }
        return value / scale;
    }
}
