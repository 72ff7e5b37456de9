package org.attune.bayesopt.surrogate;

import java.util.List;

/** The prior mean 0, which is that of a middling run. */
final class MiddlingRun implements PriorMean {
    @Override
    public boolean isNone() {
        return true;
    }

    @Override
    public double at(double[] x) {
        return 0;
    }

    @Override
    public double atRun(int i) {
        return 0;
    }

    @Override
    public double heldOut(int i) {
        return 0;
    }

    @Override
    public PriorMean with(List<double[]> runs) {
        return this;
    }

    @Override
    public double addSlope(double[] x, double[] gradient) {
        return at(x);
    }
}
