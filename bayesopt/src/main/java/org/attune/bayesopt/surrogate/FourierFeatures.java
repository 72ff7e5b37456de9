package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.Arrays;

/**
 * Random Fourier features of a stationary kernel s² ρ(Σ_d δ_d²/ℓ_d²):
 *
 * <pre>
 *   φ_i(x) = s √(u_i/M) cos(ω_i·e(x)), s √(u_i/M) sin(ω_i·e(x)),   i = 1, …, M
 * </pre>
 *
 * where e has the coordinates, for a categorical axis a unit vector for each value, over √2, so
 * that different values are 1 apart, and for a permutation the embedding of an {@link OrderMetric}.
 * ω is drawn for the spectral density of ρ, with weights u of mean 1: see {@link
 * RadialKernel#frequency}. The variance is s² exactly.
 *
 * <p>Source: A. Rahimi and B. Recht, "Random features for large-scale kernel machines", NIPS 2007;
 * Rasmussen and Williams (2006), section 4.2.1.
 */
final class FourierFeatures implements Features {
    private final Axes axes;
    private final int[] group;
    private final double[] amplitude; // s √(u/M)
    private final double[][] frequency; // M rows of D, of an axis with an order
    private final double[][][] phase; // [d][value], M of them, of a categorical one

    /**
     * Draws the frequencies.
     *
     * @param weight 1/ℓ² of each axis of the group
     * @param count M
     */
    FourierFeatures(
            Axes axes,
            int[] group,
            RadialKernel radial,
            double variance,
            double[] weight,
            int count,
            Generator random) {
        this.axes = axes;
        this.group = group;
        this.amplitude = new double[count];
        this.frequency = new double[count][group.length];
        this.phase = new double[group.length][][];
        for (int d = 0; d < group.length; d++) {
            phase[d] =
                    axes.metric(group[d]).isPresent()
                            ? new double[embedded(group[d])][count]
                            : axes.isCategorical(group[d])
                                    ? new double[(int) axes.cells(group[d])][count]
                                    : new double[0][];
        }
        for (int i = 0; i < count; i++) {
            RadialKernel.Frequency length = radial.frequency(random, i);
            amplitude[i] = length.weight();
            for (int d = 0; d < group.length; d++) {
                double scale = length.scale() * Math.sqrt(weight[d]);
                for (double[] ofValue : phase[d]) {
                    ofValue[i] =
                            scale
                                    * random.nextGaussian()
                                    / (axes.isPosition(group[d]) ? 1 : Math.sqrt(2));
                }
                if (phase[d].length == 0) {
                    frequency[i][d] = scale * random.nextGaussian();
                }
            }
        }
        double all = Arrays.stream(amplitude).sum();
        Arrays.setAll(amplitude, i -> Math.sqrt(variance * amplitude[i] / all));
    }

    private int embedded(int axis) {
        return axes.metric(axis).orElseThrow().size(axes.order(axis).length());
    }

    /** Adds the angles of an order, whose embedding the frequencies are of. */
    private void addOrder(int d, double[] place, double[] angle) {
        Axes.Order order = axes.order(group[d]);
        double[] e = new double[phase[d].length];
        axes.metric(group[d]).orElseThrow().embed(place, order.from(), order.length(), e);
        for (int p = 0; p < e.length; p++) {
            for (int i = 0; e[p] != 0 && i < angle.length; i++) {
                angle[i] += e[p] * phase[d][p][i];
            }
        }
    }

    @Override
    public int size() {
        return 2 * frequency.length;
    }

    @Override
    public void write(double[] place, double[] out, int from) {
        int count = frequency.length;
        double[] angle = new double[count];
        double[] x = new double[group.length];
        for (int d = 0; d < group.length; d++) {
            if (phase[d].length > 0 && axes.isPosition(group[d])) {
                addOrder(d, place, angle);
            } else if (phase[d].length > 0) {
                double[] own = phase[d][(int) axes.index(group[d], place[group[d]])];
                Arrays.setAll(angle, i -> angle[i] + own[i]);
            } else {
                x[d] = place[group[d]];
            }
        }
        for (int i = 0; i < count; i++) {
            double sum = angle[i];
            for (int d = 0; d < x.length; d++) {
                sum += frequency[i][d] * x[d];
            }
            out[from + i] = amplitude[i] * Math.cos(sum);
            out[from + count + i] = amplitude[i] * Math.sin(sum);
        }
    }
}
