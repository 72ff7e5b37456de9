package org.attune.benchmarks.problems;

import org.attune.api.Generator;

import java.util.Arrays;

/** A box of a given share of the unit cube. */
record Box(double[] center, double[] half) {
    static Box drawn(Generator random, int dimension, double share) {
        double[] log = Landscape.between(random, dimension, -0.2, 0.2);
        double mean = Arrays.stream(log).average().orElseThrow();
        double[] half = new double[dimension];
        double[] center = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            double side = Math.pow(share, 1.0 / dimension) * Math.exp(log[i] - mean);
            half[i] = Math.min(side, 1) / 2;
            center[i] = half[i] + (1 - 2 * half[i]) * random.nextDouble();
        }
        return new Box(center, half);
    }

    /** Returns 0 in the middle and 1 on the faces. */
    double radius(double[] x) {
        double largest = 0;
        for (int i = 0; i < x.length; i++) {
            largest = Math.max(largest, Math.abs(x[i] - center[i]) / half[i]);
        }
        return largest;
    }
}
