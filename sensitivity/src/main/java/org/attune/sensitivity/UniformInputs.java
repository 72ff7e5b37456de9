package org.attune.sensitivity;

import org.attune.api.Seed;
import org.attune.bayesopt.design.SobolSequence;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Independent, uniform coordinates, drawn as scrambled Sobol' points.
 *
 * @param dimension D
 */
public record UniformInputs(int dimension) implements Inputs {
    @Override
    public double[][] points(int n, Seed seed) {
        return new SobolSequence(dimension, seed.generator("points", 0)).points(n);
    }

    @Override
    public List<Redraw> redraws(int n, Seed seed) {
        var sequence = new SobolSequence(2 * dimension, seed.generator("redraws", 0));
        return Arrays.stream(sequence.points(n)).map(p -> (Redraw) new Pair(p)).toList();
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
