package org.attune.bayesopt.surrogate;

import java.util.List;

/**
 * Covariances of n places with each other by an {@link AdditiveKernel}.
 *
 * <p>With the slope ρ' of the correlation, M_ij = m_ij s² ((1 - w) ρ'(r²_ij) + w ρ'(D q_ij)),
 * warped coordinates x of one axis and their derivative ẋ by anything, all derivatives of that axis
 * follow from t_i = Σ_j M_ij (x_i - x_j): by log ℓ it is -2 Σ_i x_i t_i / ℓ², by what moves the
 * coordinates 2 Σ_i ẋ_i t_i / ℓ².
 */
final class AdditiveGram implements Kernel.Gram {
    private static final int MOST_KEPT = 1 << 20; // numbers between value and gradient, 8 MB

    private final AdditiveKernel kernel;
    private final AdditiveKernel.Fixed fixed;
    private final Places places;
    private final AdditivePlaces seen;
    private final int n;
    private final int dimension;
    private final AdditiveRow[] kept; // of each place with those before it; empty if too much

    AdditiveGram(AdditiveKernel kernel, AdditiveKernel.Fixed fixed, Places places) {
        this.kernel = kernel;
        this.fixed = fixed;
        this.places = places;
        this.n = places.size();
        double[][] rows = new double[n][];
        for (int i = 0; i < n; i++) {
            rows[i] = places.row(i);
        }
        this.seen = new AdditivePlaces(kernel, fixed, rows);
        this.dimension = seen.dimension();
        long all = (long) n * (n - 1) / 2 * (2 * dimension + 3);
        this.kept = new AdditiveRow[all <= MOST_KEPT ? n : 0];
    }

    private AdditiveRow row(int i) {
        AdditiveRow row = AdditiveRow.of(dimension, i);
        seen.write(i, seen, row);
        return row;
    }

    @Override
    public void addTo(double[] matrix) {
        places.blocks((from, to) -> {
            for (int i = from; i < to; i++) {
                AdditiveRow row = row(i);
                if (kept.length > 0) {
                    kept[i] = row;
                }
                double[] k = new double[i];
                fixed.addTo(row, k);
                for (int j = 0; j < i; j++) {
                    matrix[i * n + j] += k[j];
                }
                matrix[i * n + i] += fixed.variance;
            }
            return matrix;
        });
    }

    @Override
    public void addGradient(double[] m, double[] gradient) {
        List<Sums> parts = places.blocks((from, to) -> new Sums(from, to, m));
        Sums sums = parts.getFirst();
        parts.subList(1, parts.size()).forEach(sums::add);
        double s = fixed.variance;
        double w = fixed.additive;
        double byVariance = (1 - w) * sums.together + w * sums.apart + 0.5 * sums.trace;
        kernel.signal.ifPresent(at -> at.add(gradient, 0, s * byVariance));
        kernel.share.add(gradient, 0, s * w * (1 - w) * (sums.apart - sums.together));
        for (int d = 0; d < dimension; d++) {
            boolean isUnordered = seen.isUnordered(d);
            double[] t = sums.pull[d];
            double byLengthscale = 0;
            for (int i = 0; i < n; i++) {
                byLengthscale += (isUnordered ? 0.5 : seen.coordinate(d, i)) * t[i];
            }
            kernel.lengthscales.add(gradient, d, -2 * fixed.weight[d] * byLengthscale);
            if (!isUnordered) {
                places.addSlopes(kernel.group[d], t, 2 * fixed.weight[d], gradient);
            }
        }
    }

    /** What the pairs of a block of rows add to the derivatives. */
    private final class Sums {
        private double together; // Σ m ρ of both parts
        private double apart;
        private double trace;
        private final double[][] pull = new double[dimension][n]; // t
        private final double[] by = new double[n]; // of a row, to work with

        Sums(int from, int to, double[] m) {
            double ofAll = fixed.together();
            double[] all = new double[n];
            double[] own = new double[n];
            double ofOne = fixed.variance * fixed.additive; // over D, times the inner D
            for (int i = from; i < to; i++) {
                AdditiveRow row = kept.length > 0 ? kept[i] : row(i);
                int at = i * n;
                for (int j = 0; j < i; j++) { // each pair stands for two entries
                    together += m[at + j] * row.together()[j];
                    apart += m[at + j] * row.apart()[j];
                }
                trace += m[at + i];
                double[] slope = row.slope();
                for (int j = 0; j < i; j++) {
                    own[j] = ofOne * m[at + j];
                    all[j] = ofAll * m[at + j] * slope[j];
                }
                for (int d = 0; d < dimension; d++) {
                    add(d, i, all, own, row);
                }
            }
        }

        private void add(int d, int i, double[] all, double[] own, AdditiveRow row) {
            double[] slopes = row.slopes()[d];
            double[] delta = row.delta()[d];
            for (int j = 0; j < i; j++) {
                by[j] = all[j] + own[j] * slopes[j];
            }
            boolean isCategory = seen.isUnordered(d) && !kernel.metric[d];
            for (int j = 0; j < i; j++) {
                by[j] *= isCategory ? Math.abs(Math.signum(delta[j])) : delta[j];
            }
            double[] t = pull[d];
            double sign = seen.isUnordered(d) ? 1 : -1;
            for (int j = 0; j < i; j++) {
                t[j] += sign * by[j];
            }
            t[i] += sum(by, i);
        }

        /** Adds the sums of the next block. */
        void add(Sums next) {
            together += next.together;
            apart += next.apart;
            trace += next.trace;
            for (int d = 0; d < dimension; d++) {
                for (int i = 0; i < n; i++) {
                    pull[d][i] += next.pull[d][i];
                }
            }
        }
    }

    /** Returns the sum of the first n, added up in four parts, which do not wait for each other. */
    private static double sum(double[] v, int n) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int j = 0;
        for (; j + 3 < n; j += 4) {
            a += v[j];
            b += v[j + 1];
            c += v[j + 2];
            d += v[j + 3];
        }
        for (; j < n; j++) {
            a += v[j];
        }
        return a + b + (c + d);
    }
}
