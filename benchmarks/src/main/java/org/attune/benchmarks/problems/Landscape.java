package org.attune.benchmarks.problems;

import org.attune.api.Generator;

import java.util.Arrays;

/**
 * What most of a space is like in {@link RegimeProblems}, in unit coordinates: a bowl with ripples,
 * its least value 2 at a place that is drawn, between 4 and 7 in the corners.
 */
final class Landscape {
    /** Its least value. */
    static final double LEAST = 2;

    private static final double RIPPLE = 0.08;

    private final double[] center;
    private final double[] weight;
    private final double waves;

    private Landscape(double[] center, double[] weight, double waves) {
        this.center = center;
        this.weight = weight;
        this.waves = waves;
    }

    static Landscape drawn(Generator random, int dimension) {
        double[] center = between(random, dimension, 0.15, 0.85);
        double[] weight = between(random, dimension, 0.3, 2);
        double scale = 8 / Arrays.stream(weight).sum();
        return new Landscape(
                center,
                Arrays.stream(weight).map(w -> w * scale).toArray(),
                5 + 6 * random.nextDouble());
    }

    static double[] between(Generator random, int count, double lower, double upper) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = between(random, lower, upper);
        }
        return values;
    }

    static double between(Generator random, double lower, double upper) {
        return lower + (upper - lower) * random.nextDouble();
    }

    /** Returns where it is least. */
    double[] center() {
        return center.clone();
    }

    double value(double[] x) {
        double sum = LEAST;
        for (int i = 0; i < x.length; i++) {
            double v = x[i] - center[i];
            sum += weight[i] * v * v + RIPPLE / x.length * (1 - Math.cos(waves * v));
        }
        return sum;
    }
}
