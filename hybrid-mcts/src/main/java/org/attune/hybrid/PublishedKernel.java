package org.attune.hybrid;

import org.attune.bayesopt.surrogate.AdditiveKernel;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Kernel;
import org.attune.bayesopt.surrogate.Layout;
import org.attune.bayesopt.surrogate.NeuralKernel;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.RadialKernel;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The kernels that GPTuneHybrid chooses from: categories, as numbers, and ordered parameters have
 * kernels of their own, which are added, multiplied or both; or all have one.
 */
enum PublishedKernel {
    /** A neural network of the categories plus Matérn 5/2 of the rest. */
    SUM {
        @Override
        Kernel of(Groups g) {
            return Kernel.sum(List.of(g.neural(), g.matern(g.rest)));
        }
    },
    /** Their product. */
    PRODUCT {
        @Override
        Kernel of(Groups g) {
            return Kernel.product(g.neural(), g.matern(g.rest));
        }
    },
    /** Both, with hyperparameters of their own. */
    SUM_PRODUCT {
        @Override
        Kernel of(Groups g) {
            return Kernel.sum(
                    List.of(
                            g.neural(),
                            g.matern(g.rest),
                            Kernel.product(g.neural(), g.matern(g.rest))));
        }
    },
    /** The exponential kernel of all. */
    EXPONENTIAL {
        @Override
        Kernel of(Groups g) {
            return g.radial(RadialKernel.MATERN12, g.all);
        }
    },
    /** Matérn 5/2 of all. */
    MATERN {
        @Override
        Kernel of(Groups g) {
            return g.matern(g.all);
        }
    },
    /** The squared exponential kernel of all. */
    RBF {
        @Override
        Kernel of(Groups g) {
            return g.radial(RadialKernel.RBF, g.all);
        }
    },
    /** A neural network and Matérn 5/2 of the categories, plus Matérn 5/2 of the rest. */
    TWO_AND_ONE {
        @Override
        Kernel of(Groups g) {
            return Kernel.sum(List.of(g.neural(), g.matern(g.categories), g.matern(g.rest)));
        }
    };

    abstract Kernel of(Groups groups);

    /**
     * Returns the kernel.
     *
     * @param levels axes of the categories, at least one
     */
    Kernel of(Axes axes, int[] levels, Layout layout) {
        return of(new Groups(axes, levels, layout));
    }

    /** Returns those that can be made: where nothing but categories is, those of all. */
    static List<PublishedKernel> of(Axes axes, int[] levels) {
        return AdditiveKernel.all(axes).length == levels.length
                ? List.of(EXPONENTIAL, MATERN, RBF)
                : List.of(values());
    }

    /** The parts of which kernels are made. */
    static final class Groups {
        private final Axes axes;
        private final Layout layout;
        private final Priors priors;
        private final int[] categories;
        private final int[] rest;
        private final int[] all;

        private Groups(Axes axes, int[] categories, Layout layout) {
            this.axes = axes;
            this.layout = layout;
            this.priors = Priors.wide(axes, false);
            this.categories = categories;
            this.all = AdditiveKernel.all(axes);
            this.rest =
                    IntStream.of(all)
                            .filter(d -> IntStream.of(categories).noneMatch(c -> c == d))
                            .toArray();
        }

        private Kernel neural() {
            return new NeuralKernel(axes, categories, priors, layout);
        }

        private Kernel matern(int[] group) {
            return radial(RadialKernel.MATERN52, group);
        }

        private Kernel radial(RadialKernel radial, int[] group) {
            return new AdditiveKernel(
                    axes,
                    group,
                    radial,
                    layout.add(priors.lengthscales(group)),
                    Optional.of(layout.add(priors.signal())),
                    layout.add(priors.share()));
        }
    }
}
