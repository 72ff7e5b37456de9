package org.attune.sensitivity;

import org.attune.api.Generator;
import org.attune.api.Seed;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A normal distribution with mean 0, and its conditional distributions, for any two or three
 * inputs.
 */
final class GaussianInputs implements Inputs {
    private final double[][] covariance;

    GaussianInputs(double[][] covariance) {
        this.covariance = covariance;
    }

    @Override
    public int dimension() {
        return covariance.length;
    }

    @Override
    public double[][] points(int n, Seed seed) {
        return redraws(n, seed).stream().map(Redraw::point).toArray(double[][]::new);
    }

    @Override
    public List<Redraw> redraws(int n, Seed seed) {
        var all = new ArrayList<Redraw>();
        for (int i = 0; i < n; i++) {
            Seed own = seed.child("point", i);
            double[] x = draw(new double[dimension()], new BitSet(), own.generator("x", 0));
            all.add(
                    new Redraw() {
                        @Override
                        public double[] point() {
                            return x.clone();
                        }

                        @Override
                        public double[] keeping(BitSet kept) {
                            return draw(x, kept, own.generator("y", 0));
                        }
                    });
        }
        return all;
    }

    /** Draws the other coordinates one by one, each given those that are known by then. */
    private double[] draw(double[] x, BitSet kept, Generator random) {
        double[] drawn = x.clone();
        var known = (BitSet) kept.clone();
        for (int d = 0; d < dimension(); d++) {
            double z = random.nextGaussian();
            if (!kept.get(d)) {
                int[] given = known.stream().toArray();
                double[] w = Linear.weights(covariance, given, d);
                double mean = 0;
                double variance = covariance[d][d];
                for (int i = 0; i < given.length; i++) {
                    mean += w[i] * drawn[given[i]];
                    variance -= w[i] * covariance[given[i]][d];
                }
                drawn[d] = mean + Math.sqrt(Math.max(variance, 0)) * z;
                known.set(d);
            }
        }
        return drawn;
    }
}
