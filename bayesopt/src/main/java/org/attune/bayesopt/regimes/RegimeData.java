package org.attune.bayesopt.regimes;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;

import java.util.Arrays;

/**
 * What regimes are sought in.
 *
 * @param algebra of processes
 * @param axes of the configurations
 * @param data n observations, their outputs warped
 * @param leftOut n rows of mean and variance, as a model without regimes expects each observation
 *     from the others
 */
public record RegimeData(LinearAlgebra algebra, Axes axes, Dataset data, double[][] leftOut) {
    /** Returns n warped outputs. */
    public double[] z() {
        return data.y();
    }

    /** Returns some of the observations. */
    RegimeData select(int[] rows) {
        return new RegimeData(
                algebra,
                axes,
                data.select(rows),
                Arrays.stream(rows).mapToObj(i -> leftOut[i]).toArray(double[][]::new));
    }

    /** Returns by how many deviations an observation is above what the others say. */
    double surprise(int observation) {
        return (z()[observation] - leftOut[observation][0]) / Math.sqrt(leftOut[observation][1]);
    }
}
