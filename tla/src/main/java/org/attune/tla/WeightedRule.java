package org.attune.tla;

import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Formulas (7) to (10) of GPTune's guide: a sum of means and a product of powers of deviations,
 * whose weights a subclass gives.
 *
 * <p>As published, predictions are outputs as they are. Else they are on the scale on which sources
 * are alike, and weights are not negative and 1 in all.
 */
abstract class WeightedRule implements Combination {
    private final boolean published;

    WeightedRule(boolean published) {
        this.published = published;
    }

    /** Weights of the means and exponents of the deviations, the target's own model first. */
    record Shares(double[] sum, double[] powers) {
        /** Returns shares with exponents equal to the weights. */
        static Shares of(double[] weights) {
            return new Shares(weights, weights);
        }
    }

    boolean published() {
        return published;
    }

    /**
     * Returns weights for the target's own model, if there is one, and the sources, in this order.
     */
    abstract Shares shares(Target target, List<Member> members);

    @Override
    public Optional<Surrogate> of(Target target, Optional<Surrogate> own) {
        var members = new ArrayList<Member>();
        own.ifPresent(s -> members.add(published ? Member.inUnits(s, true) : target.own(s)));
        for (LearnedSource source : target.sources()) {
            members.add(published ? Member.inUnits(source.model(), false) : Member.of(source));
        }
        Shares shares = shares(target, members);
        Member first = members.getFirst();
        OutputWarp warp = first.model().warp();
        return Arrays.stream(shares.sum()).allMatch(Double::isFinite)
                ? Optional.of(
                        new CombinedSurrogate(
                                members,
                                shares.sum(),
                                shares.powers(),
                                1 / first.factor(),
                                first.shift(),
                                warp,
                                target.data(),
                                first.model().noiseVariance()))
                : Optional.empty();
    }

    /** Returns the values divided by their sum. */
    static double[] normalised(double[] values) {
        double sum = Arrays.stream(values).sum();
        return Arrays.stream(values).map(v -> v / sum).toArray();
    }
}
