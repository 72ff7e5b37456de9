package org.attune.bayesopt.regimes;

import java.util.Arrays;

/** A boundary at which probabilities jump: its derivatives are 0 wherever they exist. */
public abstract class StepBoundary implements Boundary {
    /** For subclasses. */
    protected StepBoundary() {}

    @Override
    public final double[] probabilities(double[] x, double[][] gradients) {
        Arrays.stream(gradients).forEach(g -> Arrays.fill(g, 0));
        return probabilities(x);
    }
}
