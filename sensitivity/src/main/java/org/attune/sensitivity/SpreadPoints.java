package org.attune.sensitivity;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.design.SobolSequence;

import java.util.Arrays;
import java.util.function.LongFunction;

/** Points spread over the unit cube. */
final class SpreadPoints {
    private SpreadPoints() {}

    /**
     * Returns scrambled Sobol' points by their index, of more dimensions than these have uniform
     * ones in the order in which they are asked for.
     */
    static LongFunction<double[]> of(int dimension, Generator random) {
        if (dimension <= SobolSequence.MAX_DIMENSION) {
            return new SobolSequence(dimension, random)::point;
        }
        return index -> {
            double[] x = new double[dimension];
            Arrays.setAll(x, d -> random.nextDouble());
            return x;
        };
    }

    /** Returns the first n points. */
    static double[][] of(int n, int dimension, Generator random) {
        LongFunction<double[]> points = of(dimension, random);
        double[][] x = new double[n][];
        Arrays.setAll(x, points::apply);
        return x;
    }

    /** Returns the first n points, always the same ones: Sobol' points as they are. */
    static double[][] fixed(int n, int dimension) {
        return dimension <= SobolSequence.MAX_DIMENSION
                ? SobolSequence.plain(dimension).points(n)
                : of(n, dimension, new Seed(0).generator("points", 0));
    }
}
