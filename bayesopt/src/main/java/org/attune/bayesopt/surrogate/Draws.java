package org.attune.bayesopt.surrogate;

/** Functions drawn from a posterior, on the warped scale of its surrogate. Thread-safe. */
@FunctionalInterface
public interface Draws {
    /**
     * Returns the values of all of them.
     *
     * @param x n rows of D canonical coordinates
     * @return a row of n values for each function
     */
    double[][] values(double[][] x);
}
