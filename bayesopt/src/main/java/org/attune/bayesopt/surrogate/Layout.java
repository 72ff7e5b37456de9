package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.Arrays;

/**
 * The vector theta of all hyperparameters of a model: {@link Block}s one after the other. It grows
 * while the parts of a model are put together; each part keeps the {@link Slice} of its own ones.
 */
public final class Layout {
    private static final double WIDEST_DRAW = 3;

    private Block all = Block.NONE;

    /** Begins with an empty vector. */
    public Layout() {}

    /**
     * Where a block stands in theta.
     *
     * @param from its first entry
     * @param size number of its entries
     */
    public record Slice(int from, int size) {
        /** Returns an entry of the block. */
        public double of(double[] theta, int i) {
            return theta[from + i];
        }

        /** Returns the entries of the block. */
        public double[] of(double[] theta) {
            return Arrays.copyOfRange(theta, from, from + size);
        }

        /** Returns theta with other entries of the block. */
        public double[] with(double[] theta, double[] entries) {
            double[] changed = theta.clone();
            System.arraycopy(entries, 0, changed, from, size);
            return changed;
        }

        /** Adds to an entry of the block in a gradient. */
        public void add(double[] gradient, int i, double by) {
            gradient[from + i] += by;
        }
    }

    /** Appends a block. */
    public Slice add(Block block) {
        var slice = new Slice(all.size(), block.size());
        all = all.then(block);
        return slice;
    }

    /** Returns the length of theta. */
    public int size() {
        return all.size();
    }

    /** Returns the smallest values of theta. */
    public double[] lower() {
        return all.lower().clone();
    }

    /** Returns the largest values of theta. */
    public double[] upper() {
        return all.upper().clone();
    }

    /** Returns how many hyperparameters can be learned. */
    public int free() {
        int free = 0;
        for (int i = 0; i < size(); i++) {
            free += all.lower()[i] < all.upper()[i] ? 1 : 0;
        }
        return free;
    }

    /** Returns the vector of prior modes. */
    public double[] mode() {
        return all.priors().stream().mapToDouble(Prior::mean).toArray();
    }

    /** Returns a draw from the priors, from a narrower one where a prior is wide. */
    public double[] sample(Generator random) {
        return all.priors().stream()
                .mapToDouble(p ->
                        p.mean() + Math.min(p.deviation(), WIDEST_DRAW) * random.nextGaussian())
                .toArray();
    }

    /**
     * Returns the logarithm of the joint prior density at theta; subtracts its gradient from {@code
     * gradient}.
     */
    public double logDensity(double[] theta, double[] gradient) {
        double sum = 0;
        for (int i = 0; i < theta.length; i++) {
            Prior prior = all.priors().get(i);
            sum += prior.logDensity(theta[i]);
            gradient[i] -= prior.slope(theta[i]);
        }
        return sum;
    }
}
