package org.attune.bayesopt.surrogate;

/**
 * Prior covariance over the configurations of one task: a part in which all axes act together and a
 * part in which each acts for itself.
 *
 * <pre>
 *   k(x, y) = s² [(1 - w) ρ(Σ_d q_d) + (w/D) Σ_d ρ(D q_d)],   q_d = δ_d(x, y)² / ℓ_d²
 * </pre>
 *
 * <p>The second part lets what was seen of one parameter hold whatever the others are, which few
 * observations of many parameters need; its share w is learned, so that data decide how far it
 * does. A single axis' own lengthscale is ℓ_d/√D, since the prior of ℓ grows with √D to make up for
 * the sum in the first part.
 *
 * <p>Source: D. Duvenaud, H. Nickisch and C. E. Rasmussen, "Additive Gaussian processes", NIPS
 * 2011, with the first and the last order alone.
 */
public final class SpaceCovariance implements Covariance {
    private final Axes axes;
    private final RadialKernel kernel;
    private final InputWarp warp;
    private final double noise; // σ²
    private final double variance; // s²
    private final double together; // s² (1 - w)
    private final double apart; // s² w/D
    private final double[] weight; // 1/ℓ²
    private final int dimension;

    /** Makes the covariance of warped coordinates. */
    public SpaceCovariance(Axes axes, RadialKernel kernel, Hyperparameters hyperparameters) {
        this.axes = axes;
        this.kernel = kernel;
        this.warp = new InputWarp(axes, hyperparameters.logA(), hyperparameters.logB());
        this.noise = hyperparameters.noiseVariance();
        this.weight = hyperparameters.lengthscales();
        this.dimension = weight.length;
        this.variance = hyperparameters.signalVariance();
        this.together = variance * (1 - hyperparameters.additiveShare());
        this.apart = variance * hyperparameters.additiveShare() / dimension;
        for (int d = 0; d < dimension; d++) {
            weight[d] = 1 / (weight[d] * weight[d]);
        }
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public double[] warped(double[] place) {
        return warp.values(place);
    }

    @Override
    public double warpSlope(int axis, double coordinate) {
        return warp.slope(axis, coordinate);
    }

    /** Returns k(a, a) = s². */
    @Override
    public double variance(double[] a) {
        return variance;
    }

    @Override
    public double noise(double[] a) {
        return noise;
    }

    @Override
    public double value(double[] a, double[] b) {
        double r2 = 0;
        double sum = 0;
        for (int d = 0; d < dimension; d++) {
            double q = weight[d] * axes.squaredDifference(d, a[d], b[d]);
            r2 += q;
            sum += kernel.value(dimension * q);
        }
        return together * kernel.value(r2) + apart * sum;
    }

    @Override
    public double valueAndGradient(double[] a, double[] b, double[] gradient) {
        double r2 = 0;
        double sum = 0;
        for (int d = 0; d < dimension; d++) {
            double q = weight[d] * axes.squaredDifference(d, a[d], b[d]);
            r2 += q;
            sum += kernel.value(dimension * q);
        }
        double slope = together * kernel.slope(r2);
        for (int d = 0; d < dimension; d++) {
            double delta = axes.isCategorical(d) ? 0 : a[d] - b[d];
            double q = weight[d] * delta * delta;
            double own = apart * dimension * kernel.slope(dimension * q);
            gradient[d] = 2 * (slope + own) * weight[d] * delta;
        }
        return together * kernel.value(r2) + apart * sum;
    }
}
