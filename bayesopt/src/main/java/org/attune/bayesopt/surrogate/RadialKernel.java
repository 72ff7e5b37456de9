package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.Arrays;

/**
 * Stationary correlation functions of the squared scaled distance
 *
 * <pre>
 *   r²(x, y) = Σ_d δ_d(x, y)² / ℓ_d²
 * </pre>
 *
 * where δ_d is the difference of the unit coordinates of a numeric axis, and 0 or 1 for equal or
 * different values of a categorical one; ℓ_d is the lengthscale of the axis (automatic relevance
 * determination). Both functions below are of r² and not of r: the derivative by a lengthscale or
 * coordinate is then {@code slope} times a polynomial, regular at r = 0 for all but {@link
 * #MATERN12}, whose slope is only ever used times a factor that vanishes faster.
 *
 * <p>Source: C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning (2006),
 * eqs. (4.9), (4.14) to (4.18).
 */
public enum RadialKernel {
    /**
     * exp(-r²/2): infinitely smooth. Of categories it is the diffusion kernel of the graph whose
     * nodes are all configurations and whose edges change one category: where an axis has c values,
     * exp(-1/(2ℓ²)) = (1 - exp(-cβ)) / (1 + (c-1) exp(-cβ)) (R. I. Kondor and J. Lafferty, ICML
     * 2002).
     */
    RBF {
        @Override
        public double value(double r2) {
            return Math.exp(-0.5 * r2);
        }

        @Override
        public double slope(double r2) {
            return -0.5 * Math.exp(-0.5 * r2);
        }

        @Override
        public void valueAndSlope(double r2, double[] out) {
            out[0] = Math.exp(-0.5 * r2);
            out[1] = -0.5 * out[0];
        }

        @Override
        double rate() {
            return Double.NaN;
        }

        @Override
        void ofDecays(double c, double[] delta, double[] decay, double[] sum, double[] slope) {
            throw new UnsupportedOperationException("RBF has no rate.");
        }

        @Override
        void ofSquares(double[] r2, double[] value, double[] slope) {
            for (int j = 0; j < value.length; j++) {
                value[j] = Math.exp(-0.5 * r2[j]);
                slope[j] = -0.5 * value[j];
            }
        }
    },

    /** exp(-r), the exponential kernel: continuous, not differentiable. */
    MATERN12 {
        @Override
        public double value(double r2) {
            return Math.exp(-Math.sqrt(r2));
        }

        @Override
        public double slope(double r2) {
            double r = Math.sqrt(Math.max(r2, SMALLEST));
            return -0.5 * Math.exp(-r) / r;
        }

        @Override
        double rate() {
            return 1;
        }

        @Override
        void ofDecays(double c, double[] delta, double[] decay, double[] sum, double[] slope) {
            for (int j = 0; j < decay.length; j++) {
                double a = c * Math.abs(delta[j]);
                sum[j] += decay[j];
                slope[j] = -0.5 * decay[j] / Math.max(a, SMALLEST);
            }
        }
    },

    /** (1 + a) exp(-a), a = √3 r: once differentiable. */
    MATERN32 {
        @Override
        public double value(double r2) {
            double a = Math.sqrt(3 * r2);
            return (1 + a) * Math.exp(-a);
        }

        @Override
        public double slope(double r2) {
            return -1.5 * Math.exp(-Math.sqrt(3 * r2));
        }

        @Override
        public void valueAndSlope(double r2, double[] out) {
            double a = Math.sqrt(3 * r2);
            double decay = Math.exp(-a);
            out[0] = (1 + a) * decay;
            out[1] = -1.5 * decay;
        }

        @Override
        double rate() {
            return Math.sqrt(3);
        }

        @Override
        void ofDecays(double c, double[] delta, double[] decay, double[] sum, double[] slope) {
            for (int j = 0; j < decay.length; j++) {
                double a = c * Math.abs(delta[j]);
                sum[j] += (1 + a) * decay[j];
                slope[j] = -1.5 * decay[j];
            }
        }
    },

    /** (1 + a + a²/3) exp(-a), a = √5 r: twice differentiable. */
    MATERN52 {
        @Override
        public double value(double r2) {
            double a = Math.sqrt(5 * r2);
            return (1 + a + a * a / 3) * Math.exp(-a);
        }

        @Override
        public double slope(double r2) {
            double a = Math.sqrt(5 * r2);
            return -5.0 / 6.0 * (1 + a) * Math.exp(-a);
        }

        @Override
        public void valueAndSlope(double r2, double[] out) {
            double a = Math.sqrt(5 * r2);
            double decay = Math.exp(-a);
            out[0] = (1 + a + a * a / 3) * decay;
            out[1] = -5.0 / 6.0 * (1 + a) * decay;
        }

        @Override
        double rate() {
            return Math.sqrt(5);
        }

        @Override
        void ofDecays(double c, double[] delta, double[] decay, double[] sum, double[] slope) {
            for (int j = 0; j < decay.length; j++) {
                double a = c * Math.abs(delta[j]);
                sum[j] += (1 + a + THIRD * a * a) * decay[j];
                slope[j] = -5.0 / 6.0 * (1 + a) * decay[j];
            }
        }
    };

    /** Keeps the slope of MATERN12 finite at r = 0, where it is multiplied by δ² = 0. */
    private static final double SMALLEST = 1e-30;

    private static final double THIRD = 1.0 / 3;

    /** Returns the correlation at squared scaled distance {@code r2}, 1 at 0. */
    public abstract double value(double r2);

    /** Returns the derivative of {@link #value} by {@code r2}, never positive. */
    public abstract double slope(double r2);

    /** Returns a/r, where the kernel is a polynomial of a times exp(-a); NaN where it is not. */
    abstract double rate();

    /**
     * Adds {@link #value} and writes {@link #slope} along one axis, where exp(-a) is known of each
     * place. Loops like this one are as fast as they are since they compute the same of all places.
     *
     * @param c a/|δ|
     * @param delta δ of each place
     * @param decay exp(-a) of each place
     * @param sum to which values are added
     */
    abstract void ofDecays(double c, double[] delta, double[] decay, double[] sum, double[] slope);

    /** Writes {@link #value} and {@link #slope} at each r². */
    void ofSquares(double[] r2, double[] value, double[] slope) {
        double rate = rate();
        for (int j = 0; j < value.length; j++) {
            slope[j] = rate * Math.sqrt(r2[j]);
        }
        double[] decay = new double[value.length];
        for (int j = 0; j < value.length; j++) {
            decay[j] = Math.exp(-slope[j]);
        }
        Arrays.fill(value, 0);
        ofDecays(1, slope, decay, value, slope);
    }

    /**
     * The length of a random frequency, beside a standard normal direction.
     *
     * @param scale what the direction is multiplied with
     * @param weight of its square among others, 1 on average
     */
    record Frequency(double scale, double weight) {}

    /**
     * Draws the length of a frequency: 1, or √(d/t) for a Matérn kernel of smoothness ν = d/2,
     * whose spectral density is Student's of d degrees of freedom, that is t ~ χ²_d.
     *
     * <p>What observations leave open of a function is the tail of its spectrum, of which few such
     * draws say little. Hence every other one is of χ²_1, with a much heavier tail, and all count
     * by the ratio of the density to that of the mixture, 2 r/(1 + r) with r = p_d(t)/p_1(t) (the
     * balance heuristic: E. Veach and L. J. Guibas, SIGGRAPH 1995, doi:10.1145/218380.218498).
     *
     * @param number of the draw, from 0
     */
    Frequency frequency(Generator random, int number) {
        int degrees =
                switch (this) {
                    case RBF -> 0;
                    case MATERN12 -> 1;
                    case MATERN32 -> 3;
                    case MATERN52 -> 5;
                };
        if (degrees == 0) {
            return new Frequency(1, 1);
        }
        double t = 0;
        for (int i = 0; i < (number % 2 == 0 ? degrees : 1); i++) {
            double z = random.nextGaussian();
            t += z * z;
        }
        double r =
                switch (degrees) {
                    case 5 -> t * t / 3;
                    case 3 -> t;
                    default -> 1;
                };
        return new Frequency(Math.sqrt(degrees / t), 2 * r / (1 + r));
    }

    /** Writes {@link #value} and {@link #slope}, which share their exponential. */
    public void valueAndSlope(double r2, double[] out) {
        out[0] = value(r2);
        out[1] = slope(r2);
    }
}
