package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.Optional;

/**
 * How probable failures are by runs of one kind, and by runs of other kinds, cheaper ones perhaps,
 * which may fail alike or for reasons of their own.
 *
 * <pre>
 *   P(fails at x) = w P(fails at (x, 1) | all runs) + (1 - w) P(fails at x | runs of the kind)
 *   w / (1 - w)   = 0.8 / 0.2 * p(all runs) / (p(runs of other kinds) p(runs of the kind))
 * </pre>
 *
 * <p>All runs have a {@link FailureModel} with one axis more, the kind k within [0, 1], 1 being the
 * one that is asked for: what the kinds have in common is learned from all, and also that the
 * dearer ones fail sooner. The share w of that model is the probability that the kinds do have
 * something in common, by the evidence of what was run. Chosen by docs/ablation.md.
 */
public final class PooledFailures implements FailureProbability {
    /** That kinds have something in common, beforehand. */
    static final double ALIKE = 0.8;

    private final FailureModel all;
    private final double share;
    private final Optional<FailureModel> own;

    /**
     * Joins two models.
     *
     * @param all of all kinds, over D + 1 coordinates
     * @param share w
     * @param own of the kind that is asked for; empty where it has not been run, which leaves it
     *     what is expected beforehand
     */
    PooledFailures(FailureModel all, double share, Optional<FailureModel> own) {
        this.all = all;
        this.share = share;
        this.own = own;
    }

    /** Returns w. */
    public double share() {
        return share;
    }

    @Override
    public double probability(double[] x) {
        double alone = own.map(o -> o.probability(x)).orElse(FailureModel.BEFOREHAND);
        return share * all.probability(with(x, 1)) + (1 - share) * alone;
    }

    @Override
    public double probability(double[] x, double[] gradient) {
        Arrays.fill(gradient, 0);
        double alone = own.map(o -> o.probability(x, gradient)).orElse(FailureModel.BEFOREHAND);
        double[] slope = new double[x.length + 1];
        double together = all.probability(with(x, 1), slope);
        for (int d = 0; d < x.length; d++) {
            gradient[d] = share * slope[d] + (1 - share) * gradient[d];
        }
        return share * together + (1 - share) * alone;
    }

    @Override
    public boolean isAligned() {
        return all.isAligned() || own.filter(FailureModel::isAligned).isPresent();
    }

    /** Returns the probability that a run of a kind at x fails, by all runs. */
    public double probability(double[] x, double kind) {
        return all.probability(with(x, kind));
    }

    /** Returns coordinates of a run of a kind. */
    public static double[] with(double[] x, double kind) {
        double[] wide = Arrays.copyOf(x, x.length + 1);
        wide[x.length] = kind;
        return wide;
    }
}
