package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.Vectors;

import java.util.ArrayList;
import java.util.Arrays;

/**
 * What a surrogate of one task and output is fitted to.
 *
 * @param x n rows of D canonical coordinates, in the order in which the outcomes came
 * @param y n finite outputs, smaller being better
 * @param noise of each output, in its unit
 */
public record Dataset(double[][] x, double[] y, ObservationNoise[] noise) {
    /**
     * Checks the lengths.
     *
     * @throws IllegalArgumentException if they differ
     */
    public Dataset {
        if (x.length != y.length || noise.length != y.length) {
            throw new IllegalArgumentException(
                    "%d points have %d outputs and %d noises."
                            .formatted(x.length, y.length, noise.length));
        }
    }

    /** Makes a data set of outputs that were measured once each. */
    public Dataset(double[][] x, double[] y) {
        this(x, y, ObservationNoise.plain(y.length));
    }

    /** Returns n. */
    public int size() {
        return y.length;
    }

    /** Returns the first {@code count} observations. */
    public Dataset first(int count) {
        return new Dataset(
                Arrays.copyOf(x, count), Arrays.copyOf(y, count), Arrays.copyOf(noise, count));
    }

    /** Returns {@code most} observations, equally far apart; all where they are fewer. */
    Dataset spread(int most) {
        return select(LearningSchedule.spread(size(), most));
    }

    /**
     * Returns the first ones that are far from each other: by half of the root mean square distance
     * of two random places, or more.
     *
     * @param most of them
     */
    Dataset farApart(int most) {
        double least = x.length == 0 ? 0 : x[0].length / 24.0; // that distance's square is D / 6
        var rows = new ArrayList<Integer>();
        for (int i = 0; i < x.length && rows.size() < most; i++) {
            double[] place = x[i];
            if (rows.stream().allMatch(r -> Vectors.squaredDistance(x[r], place) >= least)) {
                rows.add(i);
            }
        }
        return select(rows.stream().mapToInt(r -> r).toArray());
    }

    /** Returns some of the observations. */
    public Dataset select(int[] rows) {
        return new Dataset(
                Arrays.stream(rows).mapToObj(i -> x[i]).toArray(double[][]::new),
                Arrays.stream(rows).mapToDouble(i -> y[i]).toArray(),
                Arrays.stream(rows).mapToObj(i -> noise[i]).toArray(ObservationNoise[]::new));
    }

    /** Returns the noise of each output on the scale of a warp. */
    public ObservationNoise[] noise(OutputWarp warp) {
        ObservationNoise[] warped = new ObservationNoise[y.length];
        Arrays.setAll(warped, i -> noise[i].on(warp, y[i]));
        return warped;
    }

    /** Returns the row of the smallest output, the first of equal ones. */
    public int best() {
        int best = 0;
        for (int i = 1; i < y.length; i++) {
            best = y[i] < y[best] ? i : best;
        }
        return best;
    }

    /** Returns the smallest output; +∞ where there is none. */
    public double smallest() {
        return Arrays.stream(y).min().orElse(Double.POSITIVE_INFINITY);
    }

    /** Returns whether places, outputs and noises are equal. */
    public boolean sameAs(Dataset other) {
        return Arrays.equals(y, other.y)
                && Arrays.deepEquals(x, other.x)
                && Arrays.equals(noise, other.noise);
    }
}
