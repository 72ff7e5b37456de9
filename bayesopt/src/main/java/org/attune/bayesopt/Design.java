package org.attune.bayesopt;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.design.LatinHypercube;
import org.attune.bayesopt.design.SobolSequence;

/** How the points of an initial design are laid out. */
public enum Design {
    /**
     * A scrambled Sobol sequence, which does not depend on how many points are wanted, in up to
     * {@value SobolSequence#MAX_DIMENSION} dimensions.
     */
    SOBOL {
        @Override
        Points points(int dimension, int count, Seed seed) {
            return new SobolSequence(dimension, seed.generator("sobol", 0))::point;
        }
    },

    /**
     * A Latin hypercube of as many points as the design has, which keep their distance. Where
     * constraints refuse some of them, further ones come from further hypercubes.
     */
    LATIN_HYPERCUBE {
        @Override
        Points points(int dimension, int count, Seed seed) {
            return new Hypercubes(dimension, Math.max(count, 1), seed);
        }
    },

    /** Uniform random points. */
    RANDOM {
        @Override
        Points points(int dimension, int count, Seed seed) {
            return index -> {
                Generator random = seed.generator("random", index);
                double[] x = new double[dimension];
                for (int d = 0; d < dimension; d++) {
                    x[d] = random.nextDouble();
                }
                return x;
            };
        }
    };

    /** An endless sequence of points in the unit cube. */
    interface Points {
        /** Returns point {@code index}, counted from 0. */
        double[] point(int index);
    }

    /** Returns this layout, of more dimensions than it has random points. */
    Design in(int dimension) {
        return this == SOBOL && dimension > SobolSequence.MAX_DIMENSION ? RANDOM : this;
    }

    /** Returns the sequence for a design of {@code count} points. */
    abstract Points points(int dimension, int count, Seed seed);

    private static final class Hypercubes implements Points {
        private static final int LARGEST_MAXIMIN = 200; // the work grows with the square

        private final int dimension;
        private final int count;
        private final Seed seed;
        private int block = -1;
        private double[][] points = {};

        Hypercubes(int dimension, int count, Seed seed) {
            this.dimension = dimension;
            this.count = count;
            this.seed = seed;
        }

        @Override
        public double[] point(int index) {
            if (index / count != block) {
                block = index / count;
                Generator random = seed.generator("latin-hypercube", block);
                points =
                        block == 0 && count <= LARGEST_MAXIMIN
                                ? LatinHypercube.maximin(count, dimension, random)
                                : LatinHypercube.jittered(count, dimension, random);
            }
            return points[index % count];
        }
    }
}
