package org.attune.api;

/**
 * A model of one output of one task, asked at many points at once.
 *
 * <p>Points are rows of D unit coordinates, as {@link Space#encode} gives them. Means, variances
 * and draws are on the scale of the model, on which smaller is better; {@link #output} takes a
 * value of that scale to the unit of the output. Means and variances take what the model has
 * learned itself (lengthscales, variances) for certain, unlike {@link FittedModel#predict}.
 * Thread-safe.
 */
public interface Predictor {
    /** Returns D. */
    int dimension();

    /**
     * Returns the means at n points, the fastest way to ask.
     *
     * @param x n rows of D
     */
    double[] means(double[][] x);

    /**
     * Returns the means and the variances of the noise-free output at n points.
     *
     * @param x n rows of D
     * @return a row of n means and a row of n variances
     */
    double[][] moments(double[][] x);

    /**
     * Returns the output, in its own unit, of a value on the scale of the model; monotone, finite.
     */
    double output(double scaled);

    /**
     * Returns functions drawn from the posterior of the noise-free output. Where the model knows
     * how sure it is of what it has learned itself (lengthscales, variances), that is drawn as
     * well, so that functions may differ by more than {@link #moments} say.
     *
     * @param count number of functions
     * @param seed decides them, with the model alone
     */
    Draws draws(int count, Seed seed);

    /** Functions drawn from a posterior. Thread-safe. */
    @FunctionalInterface
    interface Draws {
        /**
         * Returns the values of all of them, on the scale of the model.
         *
         * @param x n rows of D coordinates of the model
         * @return a row of n values for each function
         */
        double[][] values(double[][] x);
    }
}
