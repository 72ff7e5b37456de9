package org.attune.tla;

import java.util.Arrays;
import java.util.List;

/**
 * {@code TLA_Sum}, formulas (7) and (8): every model counts alike.
 *
 * <p>As published, means are added up, and the deviation is the geometric mean of the models'. By
 * default the mean is the average, and a source counts as far as the guard lets it.
 */
final class SumRule extends WeightedRule {
    SumRule(boolean published) {
        super(published);
    }

    @Override
    Shares shares(Target target, List<Member> members) {
        double[] all = new double[members.size()];
        Arrays.fill(all, 1);
        if (published()) {
            return new Shares(all, normalised(all));
        }
        int own = members.size() - target.sources().size();
        for (int k = own; k < all.length; k++) {
            all[k] = target.guard(k - own);
        }
        return Shares.of(normalised(all));
    }
}
