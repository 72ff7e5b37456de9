package org.attune.bayesopt.surrogate;

/** A conditioned model of one output on the unit coordinates of its axes. */
public interface Posterior {
    /** Returns D, the length of x. */
    int dimension();

    /**
     * Predicts the noise-free output at x.
     *
     * @param x D snapped coordinates
     * @param out receives mean at 0 and variance (not negative) at 1
     */
    void predict(double[] x, double[] out);

    /**
     * Like {@link #predict}, with derivatives by the coordinates.
     *
     * @param meanGradient receives D derivatives of the mean; 0 on categorical axes
     * @param varianceGradient receives D derivatives of the variance; 0 on categorical axes
     */
    void predict(double[] x, double[] out, double[] meanGradient, double[] varianceGradient);
}
