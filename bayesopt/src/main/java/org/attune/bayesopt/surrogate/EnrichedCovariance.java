package org.attune.bayesopt.surrogate;

import java.util.Arrays;

/**
 * A covariance over places to which {@link ModelCovariance} is added: after what the other one
 * reads, a place has the values of M models.
 */
public final class EnrichedCovariance implements Covariance {
    private final Covariance base;
    private final ModelCovariance byModels;
    private final int length;
    private final int models;

    private EnrichedCovariance(Covariance base, ModelCovariance byModels, int length, int models) {
        this.base = base;
        this.byModels = byModels;
        this.length = length;
        this.models = models;
    }

    /**
     * Returns the sum of both covariances.
     *
     * @param length of the places of the first one, as they come and warped
     * @param models M; the first covariance alone is returned for 0
     */
    public static Covariance of(Covariance base, ModelCovariance byModels, int length, int models) {
        return models == 0 ? base : new EnrichedCovariance(base, byModels, length, models);
    }

    /** Returns D + M. */
    @Override
    public int dimension() {
        return base.dimension() + models;
    }

    @Override
    public double[] warped(double[] place) {
        double[] warped = Arrays.copyOf(base.warped(Arrays.copyOf(place, length)), length + models);
        System.arraycopy(place, length, warped, length, models);
        return warped;
    }

    @Override
    public double warpSlope(int axis, double coordinate) {
        return axis < base.dimension() ? base.warpSlope(axis, coordinate) : 1;
    }

    @Override
    public double variance(double[] a) {
        return base.variance(a) + byModels.value(a, a, length);
    }

    @Override
    public double varianceSlope(int axis, double[] a) {
        int model = axis - base.dimension();
        return model < 0
                ? base.varianceSlope(axis, a)
                : byModels.varianceSlope(model, a[length + model]);
    }

    @Override
    public double noise(double[] a) {
        return base.noise(a);
    }

    @Override
    public double value(double[] a, double[] b) {
        return base.value(a, b) + byModels.value(a, b, length);
    }

    /** Derivatives by the D coordinates, then by the values of the M models. */
    @Override
    public double valueAndGradient(double[] a, double[] b, double[] gradient) {
        double value = base.valueAndGradient(a, b, gradient);
        return value + byModels.valueAndGradient(a, b, length, gradient, base.dimension());
    }
}
