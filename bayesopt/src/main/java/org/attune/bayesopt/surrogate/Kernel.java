package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.List;

/**
 * A covariance function k(a, b) with hyperparameters, of which each instance knows where its own
 * stand in theta: it takes the {@link Layout.Slice} of its {@link Block}s when it is made.
 *
 * <p>Kernels see places as a {@link Warping} makes them: D warped coordinates, the index of the
 * task in a model of several, and what performance models say. Immutable.
 */
public interface Kernel {
    /** Returns the covariance function of these hyperparameters. */
    At at(double[] theta);

    /** Returns the additive kernels of which this one is made, the most important one first. */
    default List<AdditiveKernel> parts() {
        return List.of();
    }

    /** Returns the sum of kernels. */
    static Kernel sum(List<Kernel> terms) {
        return new KernelSum(terms);
    }

    /** Returns the product of two kernels, such as one over a group of axes and one of fidelity. */
    static Kernel product(Kernel first, Kernel second) {
        return new KernelProduct(first, second);
    }

    /** A kernel with its hyperparameters. Immutable. */
    interface At {
        /** Returns k(a, a), positive. */
        double variance(double[] a);

        /** Returns the derivative of k(a, a) by a coordinate; 0 for a stationary kernel. */
        default double varianceSlope(int axis, double[] a) {
            return 0;
        }

        /** Returns k(a, b). */
        double value(double[] a, double[] b);

        /**
         * Returns k(a, b).
         *
         * @param gradient to which the derivatives by the coordinates of a are added: D by the
         *     warped ones, which are 0 on categorical axes, then one by what each model says
         */
        double valueAndGradient(double[] a, double[] b, double[] gradient);

        /** Returns the covariances of these places with each other. */
        Gram gram(Places places);

        /** Returns the covariances of any place with these n, perhaps sooner than one by one. */
        default Sections sections(double[][] places) {
            return new SectionsByValue(this, places);
        }

        /**
         * Returns features by which functions are drawn from the prior.
         *
         * @param count about how many; more are better
         */
        Features features(int count, Generator random);

        /**
         * Returns the function x → Σ_i w_i k(x, x_i), which may be faster than its n terms.
         *
         * @param places n of them
         * @param weights w
         */
        default Expansion expansion(double[][] places, double[] weights) {
            return x -> {
                double sum = 0;
                for (int i = 0; i < weights.length; i++) {
                    sum += weights[i] * value(x, places[i]);
                }
                return sum;
            };
        }
    }

    /** The covariances of any place with n given ones. Thread-safe. */
    interface Sections {
        /**
         * Adds k(a, x_i) of the first places.
         *
         * @param k of at most n numbers
         */
        void addTo(double[] a, double[] k);

        /**
         * Does so with derivatives.
         *
         * @param slopes to which those by the coordinates of a are added, a row for each of k
         */
        void addTo(double[] a, double[] k, double[][] slopes);
    }

    /** A weighted sum of a kernel's sections. Thread-safe. */
    @FunctionalInterface
    interface Expansion {
        /** Returns its value at a place, as kernels see it. */
        double at(double[] place);
    }

    /** The covariances of n places with each other. Used by one thread, first {@link #addTo}. */
    interface Gram {
        /** Adds k to the lower triangle of an n × n matrix, row-major. */
        void addTo(double[] matrix);

        /**
         * Adds derivatives by the hyperparameters of the kernel, and of the warping of its places,
         * of a function f of the matrix K of all k(i, j).
         *
         * @param m lower triangle of the symmetric n × n matrix of 2 ∂f/∂K_ij, for which the two
         *     entries of a pair are separate: {@code ∂f/∂θ = ½ Σ_ij m_ij ∂K_ij/∂θ}
         * @param gradient of length of theta
         */
        void addGradient(double[] m, double[] gradient);
    }
}
