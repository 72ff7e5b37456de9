package org.attune.sensitivity;

import org.attune.api.Seed;

import java.util.BitSet;
import java.util.List;

/** A distribution of points, from which some coordinates can be drawn given the others. */
public interface Inputs {
    /** Returns D. */
    int dimension();

    /**
     * Draws points.
     *
     * @param n how many
     * @return n rows of D
     */
    double[][] points(int n, Seed seed);

    /**
     * Draws points of which coordinates can be drawn anew.
     *
     * @param n how many
     */
    List<Redraw> redraws(int n, Seed seed);

    /** A point, and others that share some of its coordinates. */
    interface Redraw {
        /** Returns the point, D coordinates. */
        double[] point();

        /**
         * Returns a point of the same distribution that has these coordinates of {@link #point},
         * and otherwise depends on it no more than they say. Points for different sets may depend
         * on each other.
         */
        double[] keeping(BitSet kept);
    }
}
