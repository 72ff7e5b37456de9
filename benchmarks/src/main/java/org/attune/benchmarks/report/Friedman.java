package org.attune.benchmarks.report;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * Friedman's test of whether k methods differ at all over n problems.
 *
 * <p>The statistic is (k-1) Σ_j (R_j - n(k+1)/2)² / Σ_ij (r_ij - (k+1)/2)², R_j the sum of method
 * j's ranks, which corrects for ties; Iman and Davenport's F = (n-1) χ² / (n(k-1) - χ²) is less
 * conservative.
 *
 * <p>Sources: W. J. Conover, Practical Nonparametric Statistics (1999), section 5.8; R. L. Iman and
 * J. M. Davenport, "Approximations of the critical region of the Friedman statistic",
 * Communications in Statistics A 9 (1980).
 *
 * @param chiSquared the statistic
 * @param p of it, by the chi-squared distribution with k - 1 degrees of freedom
 * @param davenport p of F with k - 1 and (k-1)(n-1) degrees of freedom
 */
record Friedman(double chiSquared, double p, double davenport) {
    /**
     * Tests.
     *
     * @param ranks for each of n problems the ranks of k methods; n and k at least 2
     */
    static Friedman of(double[][] ranks) {
        int n = ranks.length;
        int k = ranks[0].length;
        double middle = (k + 1) / 2.0;
        double between = 0;
        double all = 0;
        for (int j = 0; j < k; j++) {
            double sum = 0;
            for (double[] row : ranks) {
                sum += row[j] - middle;
                all += (row[j] - middle) * (row[j] - middle);
            }
            between += sum * sum;
        }
        if (all == 0) {
            return new Friedman(0, 1, 1); // everything is tied
        }
        double chiSquared = (k - 1) * between / all;
        double p = ChiSquaredDistribution.of(k - 1).survivalProbability(chiSquared);
        double rest = n * (k - 1.0) - chiSquared;
        double davenport =
                rest <= 1e-12 * n * k
                        ? 0 // all problems agree
                        : FDistribution.of(k - 1, (k - 1.0) * (n - 1))
                                .survivalProbability((n - 1) * chiSquared / rest);
        return new Friedman(chiSquared, p, davenport);
    }
}
