package org.attune.bayesopt.surrogate;

/**
 * A posterior that is a mixture of normal distributions at each point; {@link #predict} gives the
 * moments of the whole.
 *
 * <pre>
 *   μ(x) = Σ_k p_k(x) μ_k(x),   σ²(x) = Σ_k p_k(x) (σ²_k(x) + μ_k(x)²) - μ(x)²
 * </pre>
 */
public interface Mixture extends Posterior, NormalMixture {
    /** Returns K, the number of components. */
    int components();

    /**
     * Returns by how much an improvement in a component counts more than in others; 1 by default.
     */
    default double importance(int component) {
        return 1;
    }

    /** Returns K rows of mean and variance, those of {@link #at} without the weights. */
    double[][] moments(double[] x);

    /**
     * Returns the same distributions, except that a place where something was measured has the
     * component that its runs belong to alone; by default there is no such knowledge.
     */
    default NormalMixture knowingRuns() {
        return this;
    }

    /**
     * Returns the components at a point, with derivatives.
     *
     * @param gradients receives, for each of K components, the D derivatives of weight, mean and
     *     variance; 0 on categorical axes
     */
    double[][] at(double[] x, double[][][] gradients);
}
