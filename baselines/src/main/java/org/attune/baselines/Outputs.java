package org.attune.baselines;

import java.util.Arrays;
import java.util.List;

/** Outputs as a model can learn them. */
final class Outputs {
    private Outputs() {}

    /**
     * Returns what a model of one objective learns for each result, smaller is better: the loss,
     * its logarithm with the goal's sign where all values are positive; for a result that is not
     * acceptable the worst of those that are. Scaled to mean 0 and deviation 1; all 0 where they
     * are equal.
     *
     * @param bestFirst at least one of them acceptable
     */
    static double[] learnable(List<Result> bestFirst) {
        int acceptable = (int) bestFirst.stream().filter(Result::isAcceptable).count();
        double[] y = new double[bestFirst.size()];
        for (int i = 0; i < y.length; i++) {
            y[i] = bestFirst.get(Math.min(i, acceptable - 1)).loss();
        }
        double sign = Math.signum(y[0]);
        boolean oneSign = sign != 0 && Arrays.stream(y).allMatch(v -> Math.signum(v) == sign);
        double largest = Arrays.stream(y).map(Math::abs).max().orElse(0);
        for (int i = 0; i < y.length; i++) {
            y[i] = oneSign ? sign * Math.log(Math.abs(y[i])) : largest == 0 ? 0 : y[i] / largest;
        }
        double mean = Arrays.stream(y).average().orElse(0);
        double deviation =
                Math.sqrt(Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElse(0));
        return Arrays.stream(y).map(v -> deviation > 0 ? (v - mean) / deviation : 0).toArray();
    }
}
