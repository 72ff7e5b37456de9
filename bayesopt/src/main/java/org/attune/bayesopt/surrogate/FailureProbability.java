package org.attune.bayesopt.surrogate;

/** How probable it is that a run fails, at canonical coordinates of its configuration. */
public interface FailureProbability {
    /** Returns the probability that a run at x fails. */
    double probability(double[] x);

    /**
     * Returns the same.
     *
     * @param gradient receives the derivatives by the D coordinates, which are 0 on categorical
     *     axes
     */
    double probability(double[] x, double[] gradient);

    /** Returns whether it knows whole numbers by how often two divides them. */
    boolean isAligned();
}
