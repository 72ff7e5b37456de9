package org.attune.hybrid;

import org.attune.bayesopt.surrogate.AdditiveKernel;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Block;
import org.attune.bayesopt.surrogate.Kernel;
import org.attune.bayesopt.surrogate.Layout;
import org.attune.bayesopt.surrogate.Prior;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.RadialKernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The kernel of {@code hybrid}, ρ being Matérn 5/2, with lengthscales of its own in each term.
 *
 * <p>Of m levels c and other parameters x it is
 *
 * <pre>
 *   k = s² ρ(all) + Σ_c s_c² ρ(c, x)
 * </pre>
 *
 * The second part is a function of x for each value of each level, alike for alike values, and
 * holds whatever the other levels are: few trials teach it. What no part has is a constant for a
 * value: that a value was bad at some x says little of it elsewhere.
 *
 * <p>Chosen by measurement, see README.md.
 */
final class MixedKernel {
    /** Lengthscales of the second part beyond which there is too much to learn. */
    private static final int MOST = 60;

    private static final double LOG_LENGTH = -1.5; // of ordered axes, as the default tuner has it
    private static final double[] LENGTHS = {Math.log(0.005), Math.log(100)};
    private static final double[] VARIANCES = {Math.log(0.001), Math.log(100)};

    private final Axes axes;
    private final int[] levels;
    private final int[] rest;

    /**
     * Makes the kernel of some axes.
     *
     * @param levels those that the tree branches over, at least one
     */
    MixedKernel(Axes axes, int[] levels) {
        this.axes = axes;
        this.levels = levels.clone();
        this.rest =
                IntStream.of(AdditiveKernel.all(axes))
                        .filter(d -> IntStream.of(levels).noneMatch(c -> c == d))
                        .toArray();
    }

    /** Returns whether there are other parameters than levels, and little enough to learn. */
    boolean pays() {
        return rest.length > 0 && levels.length * (rest.length + 1) <= MOST;
    }

    /** Returns the kernel, its hyperparameters the next ones. */
    Kernel of(Layout layout) {
        var terms = new ArrayList<Kernel>();
        terms.add(term(AdditiveKernel.all(axes), 0, layout));
        for (int c : levels) {
            int[] group = IntStream.concat(IntStream.of(c), IntStream.of(rest)).sorted().toArray();
            terms.add(term(group, -Math.log(levels.length), layout));
        }
        return Kernel.sum(List.copyOf(terms));
    }

    private Kernel term(int[] group, double logVariance, Layout layout) {
        return new AdditiveKernel(
                axes,
                group,
                RadialKernel.MATERN52,
                layout.add(lengthscales(group)),
                Optional.of(
                        layout.add(
                                Block.of(
                                        1, new Prior(logVariance, 1), VARIANCES[0], VARIANCES[1]))),
                layout.add(Priors.informative(axes, false).share()));
    }

    /** Returns log ℓ; that of a category is ½ log D in every group, so that values are alike. */
    private Block lengthscales(int[] group) {
        double ofCategory = 0.5 * Math.log(axes.dimension());
        double ofOthers = LOG_LENGTH + 0.5 * Math.log(group.length);
        return Arrays.stream(group)
                .mapToDouble(d -> axes.isCategorical(d) ? ofCategory : ofOthers)
                .mapToObj(m -> Block.of(1, new Prior(m, 1), LENGTHS[0], LENGTHS[1]))
                .reduce(Block.NONE, Block::then);
    }
}
