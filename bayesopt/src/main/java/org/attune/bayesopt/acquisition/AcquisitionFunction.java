package org.attune.bayesopt.acquisition;

/** How much an evaluation at a point is worth; maximised by a search. */
public interface AcquisitionFunction {
    /**
     * Returns the worth of evaluating at D snapped unit coordinates; {@code -∞} for no worth at
     * all.
     */
    double value(double[] x);

    /**
     * Returns what the value is not above, where that takes less time; ∞ by default. A search need
     * not compute the value where this is too small.
     */
    default double bound(double[] x) {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * Like {@link #value}, with derivatives.
     *
     * @param gradient receives D derivatives by the coordinates; 0 on categorical axes
     */
    double valueAndGradient(double[] x, double[] gradient);

    /** Returns whether it knows whole numbers by how often two divides them; by default not. */
    default boolean isAligned() {
        return false;
    }
}
