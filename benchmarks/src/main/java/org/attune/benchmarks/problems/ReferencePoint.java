package org.attune.benchmarks.problems;

import org.attune.api.Hypervolume;

import java.util.Arrays;
import java.util.List;

/**
 * What makes a number of the outcomes of several objectives, all minimised: the hypervolume that
 * they dominate, up to a point.
 *
 * @param values of each objective, in their order
 * @param logarithmic whether the volume is that of the decimal logarithms
 */
public record ReferencePoint(double[] values, boolean logarithmic) {
    /** Copies the values. */
    public ReferencePoint {
        values = values.clone();
    }

    /** Returns the hypervolume of these outcomes; 0 where none is better than the point. */
    public double volume(List<double[]> outcomes) {
        return Hypervolume.of(outcomes.stream().map(this::scaled).toList(), scaled(values));
    }

    private double[] scaled(double[] outputs) {
        return logarithmic ? Arrays.stream(outputs).map(Math::log10).toArray() : outputs;
    }
}
