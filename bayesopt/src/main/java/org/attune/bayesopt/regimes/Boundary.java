package org.attune.bayesopt.regimes;

import java.util.Optional;

/** Which regime a configuration is in, as far as those of observed ones tell. Immutable. */
public interface Boundary {
    /** Returns K, the number of regimes. */
    int regimes();

    /**
     * Returns how probable each regime is.
     *
     * @param x D canonical coordinates
     * @return K probabilities, whose sum is 1
     */
    double[] probabilities(double[] x);

    /**
     * Does so with derivatives.
     *
     * @param gradients receives K rows of D derivatives by the coordinates; 0 on categorical axes
     */
    double[] probabilities(double[] x, double[][] gradients);

    /**
     * Returns the boundary that is drawn from other observations, with what was learned of these
     * ones beforehand.
     *
     * @param x n rows of canonical coordinates
     * @param labels n regimes below K, perhaps not all of them
     */
    Boundary of(double[][] x, int[] labels);

    /**
     * Returns how probable each regime is at the observations by which the boundary was drawn, as
     * those of other configurations say.
     *
     * @return n rows of K probabilities; empty where that takes as long as drawing it anew
     */
    default Optional<double[][]> leaveOneOut() {
        return Optional.empty();
    }

    /** Returns the boundary without a doubt that is everywhere the same; by default itself. */
    default Boundary certain() {
        return this;
    }

    /**
     * Returns the boundary of the same observations by an approximation that is surer beside them
     * and takes longer, where it has one; by default itself.
     */
    default Boundary surer() {
        return this;
    }

    /** Returns whether it knows whole numbers by how often two divides them; by default not. */
    default boolean isAligned() {
        return false;
    }

    /** Draws boundaries from labelled observations. */
    @FunctionalInterface
    interface Fitter {
        /**
         * Draws one.
         *
         * @param x n rows of canonical coordinates
         * @param partition of them
         */
        Boundary fit(double[][] x, Partition partition);
    }
}
