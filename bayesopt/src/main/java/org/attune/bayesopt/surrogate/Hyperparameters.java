package org.attune.bayesopt.surrogate;

/**
 * Hyperparameters of a Gaussian process with one lengthscale per axis.
 *
 * <p>As a vector, in which they are searched: {@code theta = (log ℓ_1, …, log ℓ_D, log s², log σ²)}, length D + 2.
 *
 * @param lengthscales ℓ, in unit coordinates
 * @param signalVariance s², in squared standardised outputs
 * @param noiseVariance σ², likewise
 */
public record Hyperparameters(double[] lengthscales, double signalVariance, double noiseVariance) {
    /** Copies the lengthscales. */
    public Hyperparameters {
        lengthscales = lengthscales.clone();
    }

    @Override
    public double[] lengthscales() {
        return lengthscales.clone();
    }

    /** Returns the hyperparameters of a vector of logarithms. */
    public static Hyperparameters of(double[] theta) {
        int d = theta.length - 2;
        double[] lengthscales = new double[d];
        for (int i = 0; i < d; i++) {
            lengthscales[i] = Math.exp(theta[i]);
        }
        return new Hyperparameters(lengthscales, Math.exp(theta[d]), Math.exp(theta[d + 1]));
    }

    /** Returns the vector of logarithms. */
    public double[] theta() {
        int d = lengthscales.length;
        double[] theta = new double[d + 2];
        for (int i = 0; i < d; i++) {
            theta[i] = Math.log(lengthscales[i]);
        }
        theta[d] = Math.log(signalVariance);
        theta[d + 1] = Math.log(noiseVariance);
        return theta;
    }
}
