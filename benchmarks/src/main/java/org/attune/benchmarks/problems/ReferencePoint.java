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

    /**
     * Returns a point a tenth beyond the worst of these outcomes in each objective: a tenth of
     * their range, or of the value where all are equal.
     *
     * @param outcomes at least one
     */
    public static ReferencePoint beyond(List<double[]> outcomes) {
        double[] values = new double[outcomes.getFirst().length];
        for (int i = 0; i < values.length; i++) {
            int objective = i;
            var summary = outcomes.stream().mapToDouble(o -> o[objective]).summaryStatistics();
            double worst = summary.getMax();
            double range = worst - summary.getMin();
            double scale = range > 0 ? range : worst == 0 ? 1 : Math.abs(worst);
            values[i] = worst + 0.1 * scale;
        }
        return new ReferencePoint(values, false);
    }

    /** Returns the hypervolume of these outcomes; 0 where none is better than the point. */
    public double volume(List<double[]> outcomes) {
        return Hypervolume.of(outcomes.stream().map(this::scaled).toList(), scaled(values));
    }

    private double[] scaled(double[] outputs) {
        return logarithmic ? Arrays.stream(outputs).map(Math::log10).toArray() : outputs;
    }
}
