package org.attune.sensitivity;

import org.attune.api.Seed;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Independent, uniform coordinates, drawn as scrambled Sobol' points where these have so many
 * dimensions.
 *
 * @param dimension D
 */
public record UniformInputs(int dimension) implements Inputs {
    @Override
    public double[][] points(int n, Seed seed) {
        return SpreadPoints.of(n, dimension, seed.generator("points", 0));
    }

    @Override
    public List<Redraw> redraws(int n, Seed seed) {
        double[][] both = SpreadPoints.of(n, 2 * dimension, seed.generator("redraws", 0));
        return Arrays.stream(both).map(p -> (Redraw) new Pair(p)).toList();
    }

    /** Two independent points in a row of 2 D. */
    private record Pair(double[] both) implements Redraw {
        @Override
        public double[] point() {
            return Arrays.copyOf(both, both.length / 2);
        }

        @Override
        public double[] keeping(BitSet kept) {
            double[] x = Arrays.copyOfRange(both, both.length / 2, both.length);
            for (int d = kept.nextSetBit(0); d >= 0; d = kept.nextSetBit(d + 1)) {
                x[d] = both[d];
            }
            return x;
        }
    }
}
