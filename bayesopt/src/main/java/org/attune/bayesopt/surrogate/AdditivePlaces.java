package org.attune.bayesopt.surrogate;

import java.util.Arrays;

/**
 * Places as an {@link AdditiveKernel} of given hyperparameters sees them, with what is computed
 * once of each place and not once of each pair: see {@link AxisDecays}.
 */
final class AdditivePlaces {
    private final AdditiveKernel kernel;
    private final AdditiveKernel.Fixed fixed;
    private final double[][] rows;
    private final boolean[] isUnordered;
    private final double[][] x; // coordinates along each axis of the group
    private final double[] rate; // c of each axis that has one, else NaN
    private final AxisDecays[] decays; // null of axes without

    AdditivePlaces(AdditiveKernel kernel, AdditiveKernel.Fixed fixed, double[][] rows) {
        this.kernel = kernel;
        this.fixed = fixed;
        this.rows = rows;
        this.isUnordered = new boolean[dimension()];
        this.rate = new double[dimension()];
        for (int d = 0; d < dimension(); d++) {
            isUnordered[d] = kernel.axes.isCategorical(kernel.group[d]) || kernel.metric[d];
            rate[d] =
                    isUnordered[d]
                            ? Double.NaN
                            : kernel.radial.rate() * Math.sqrt(dimension() * fixed.weight[d]);
        }
        this.x = coordinates();
        this.decays = decays();
    }

    private AdditivePlaces(AdditivePlaces others, double[] row) {
        this.kernel = others.kernel;
        this.fixed = others.fixed;
        this.rows = new double[][] {row};
        this.isUnordered = others.isUnordered;
        this.rate = others.rate;
        this.x = coordinates();
        this.decays = decays();
    }

    /** Returns another place, as the same kernel sees it. */
    AdditivePlaces of(double[] row) {
        return new AdditivePlaces(this, row);
    }

    private double[][] coordinates() {
        double[][] along = new double[dimension()][rows.length];
        for (int d = 0; d < along.length; d++) {
            for (int i = 0; i < rows.length; i++) {
                along[d][i] = rows[i][kernel.group[d]];
            }
        }
        return along;
    }

    private AxisDecays[] decays() {
        AxisDecays[] of = new AxisDecays[dimension()];
        for (int d = 0; d < of.length; d++) {
            of[d] = AxisDecays.of(rate[d], x[d]).orElse(null);
        }
        return of;
    }

    /** Returns D. */
    int dimension() {
        return kernel.group.length;
    }

    /** Returns the coordinate of place i along axis d of the group. */
    double coordinate(int d, int i) {
        return x[d][i];
    }

    /** Returns whether the kernel is no function of the difference along an axis. */
    boolean isUnordered(int d) {
        return isUnordered[d];
    }

    /** Fills in a row of place i with the first of others. */
    void write(int i, AdditivePlaces others, AdditiveRow row) {
        int n = row.together().length;
        double[] r2 = new double[n];
        double[] work = new double[n];
        Arrays.fill(row.apart(), 0);
        for (int d = 0; d < dimension(); d++) {
            double[] delta = row.delta()[d];
            if (kernel.metric[d]) {
                distances(d, i, others, delta);
                addSquares(d, delta, work, r2, row);
                continue;
            }
            differences(x[d][i], others.x[d], delta);
            if (isUnordered[d]) {
                addCategories(d, delta, r2, row);
                continue;
            }
            for (int j = 0; j < n; j++) {
                work[j] = delta[j] * delta[j];
            }
            if (decays[d] == null || others.decays[d] == null) {
                addSquares(d, work, work, r2, row);
                continue;
            }
            double weight = fixed.weight[d];
            for (int j = 0; j < n; j++) {
                r2[j] += weight * work[j];
            }
            decays[d].write(i, others.decays[d], work);
            kernel.radial.ofDecays(rate[d], delta, work, row.apart(), row.slopes()[d]);
        }
        kernel.radial.ofSquares(r2, row.together(), row.slope());
        double share = 1.0 / dimension();
        for (int j = 0; j < n; j++) {
            row.apart()[j] *= share;
        }
    }

    private static void differences(double from, double[] to, double[] out) {
        for (int j = 0; j < out.length; j++) {
            out[j] = from - to[j];
        }
    }

    private void distances(int d, int i, AdditivePlaces others, double[] out) {
        for (int j = 0; j < out.length; j++) {
            out[j] = kernel.axes.squaredDistance(kernel.group[d], rows[i], others.rows[j]);
        }
    }

    private void addCategories(int d, double[] delta, double[] r2, AdditiveRow row) {
        double[] same = new double[2];
        double[] other = new double[2];
        kernel.radial.valueAndSlope(0, same);
        kernel.radial.valueAndSlope(dimension() * fixed.weight[d], other);
        for (int j = 0; j < delta.length; j++) {
            boolean differs = delta[j] != 0;
            r2[j] += differs ? fixed.weight[d] : 0;
            row.apart()[j] += differs ? other[0] : same[0];
            row.slopes()[d][j] = differs ? other[1] : same[1];
        }
    }

    /** Adds what an axis says by squared differences alone. */
    private void addSquares(int d, double[] square, double[] work, double[] r2, AdditiveRow row) {
        double weight = fixed.weight[d];
        int dimension = dimension();
        double[] own = new double[square.length];
        for (int j = 0; j < square.length; j++) {
            r2[j] += weight * square[j];
            own[j] = dimension * weight * square[j];
        }
        kernel.radial.ofSquares(own, work, row.slopes()[d]);
        for (int j = 0; j < work.length; j++) {
            row.apart()[j] += work[j];
        }
    }
}
