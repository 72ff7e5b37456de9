package org.attune.bayesopt.surrogate;

/** A covariance over configurations to which that of a {@link QuadraticTrend} is added. */
final class TrendedCovariance implements Covariance {
    private final Covariance base;
    private final QuadraticTrend trend;

    TrendedCovariance(Covariance base, QuadraticTrend trend) {
        this.base = base;
        this.trend = trend;
    }

    @Override
    public int dimension() {
        return base.dimension();
    }

    @Override
    public double[] warped(double[] place) {
        return base.warped(place);
    }

    @Override
    public double warpSlope(int axis, double coordinate) {
        return base.warpSlope(axis, coordinate);
    }

    @Override
    public double variance(double[] a) {
        return base.variance(a) + trend.value(a, a);
    }

    @Override
    public double varianceSlope(int axis, double[] a) {
        return base.varianceSlope(axis, a) + 2 * trend.slope(axis, trend.product(a, a), a);
    }

    @Override
    public double noise(double[] a) {
        return base.noise(a);
    }

    @Override
    public double value(double[] a, double[] b) {
        return base.value(a, b) + trend.value(a, b);
    }

    @Override
    public double valueAndGradient(double[] a, double[] b, double[] gradient) {
        double value = base.valueAndGradient(a, b, gradient);
        double t = trend.product(a, b);
        for (int d = 0; d < base.dimension(); d++) {
            gradient[d] += trend.slope(d, t, b);
        }
        return value + trend.variance() * t * t;
    }
}
