package org.attune.bayesopt.regimes;

import java.util.Arrays;

/** Which component of a mixture counts, by its weights. */
final class MixtureWeights {
    private MixtureWeights() {}

    /** Gives the largest weight all. */
    static void harden(double[] p) {
        int most = mostProbable(p);
        Arrays.fill(p, 0);
        p[most] = 1;
    }

    /** Returns the component with the largest weight, the first of equal ones. */
    static int mostProbable(double[] p) {
        int most = 0;
        for (int k = 1; k < p.length; k++) {
            most = p[k] > p[most] ? k : most;
        }
        return most;
    }

    /**
     * Returns the component at a quantile of the weights, in their order.
     *
     * @param mixture rows that begin with the weight
     */
    static int regimeAt(double[][] mixture, double quantile) {
        double sum = 0;
        for (int k = 0; k < mixture.length - 1; k++) {
            sum += mixture[k][0];
            if (quantile < sum) {
                return k;
            }
        }
        return mixture.length - 1;
    }
}
