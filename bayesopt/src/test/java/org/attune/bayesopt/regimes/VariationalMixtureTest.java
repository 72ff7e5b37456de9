package org.attune.bayesopt.regimes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

class VariationalMixtureTest {
    private static double[][] clouds(long seed, int each, double[]... centers) {
        Generator random = new Seed(seed).generator("clouds", 0);
        double[][] rows = new double[each * centers.length][];
        for (int i = 0; i < rows.length; i++) {
            double[] center = centers[i / each];
            rows[i] = new double[center.length];
            for (int d = 0; d < center.length; d++) {
                rows[i][d] = center[d] + random.nextGaussian();
            }
        }
        return rows;
    }

    @Test
    void theBoundNeverFalls() {
        for (int seed = 0; seed < 20; seed++) {
            double[][] x =
                    clouds(
                            seed,
                            12,
                            new double[] {0, 0},
                            new double[] {2, 1},
                            new double[] {-3, 2});
            double[] bounds =
                    VariationalMixture.fit(x, 5, 0.5, new Seed(seed).generator("start", 0))
                            .bounds();
            assertTrue(bounds.length > 1);
            for (int i = 1; i < bounds.length; i++) {
                assertTrue(
                        bounds[i] >= bounds[i - 1] - 1e-9 * Math.abs(bounds[i]),
                        "seed %d, step %d: %s after %s"
                                .formatted(seed, i, bounds[i], bounds[i - 1]));
            }
        }
    }

    /**
     * With one component the approximation is exact but for the posterior's dependence, which it
     * keeps, so that the bound is the evidence: here of numbers with an unknown mean and precision,
     * integrated numerically.
     */
    @Test
    void theBoundOfOneComponentIsTheEvidence() {
        double[][] x = {{0.3}, {1.1}, {-0.4}, {0.9}};
        double m0 = 0.2;
        double inverseW0 = 1.5;
        double nu0 = 2;
        double beta0 = 0.7;
        double[][] r = new double[x.length][1];
        Arrays.stream(r).forEach(row -> row[0] = 1);
        var mixture =
                VariationalMixture.fit(
                        x, 1, new double[] {m0}, new double[] {inverseW0}, nu0, beta0, r);
        double sum = 0;
        double dm = 0.01;
        double dl = 0.01; // of log Λ
        for (double m = -12; m < 12; m += dm) {
            for (double l = -9; l < 5; l += dl) {
                double precision = Math.exp(l);
                // Λ ~ Wishart(W_0, ν_0) = Gamma(ν_0 / 2, rate 1 / (2 W_0))
                double log =
                        nu0 / 2 * Math.log(inverseW0 / 2)
                                - Gamma.logGamma(nu0 / 2)
                                + nu0 / 2 * l // one more by dΛ = Λ dl
                                - inverseW0 / 2 * precision
                                + normal(m, m0, beta0 * precision);
                for (double[] row : x) {
                    log += normal(row[0], m, precision);
                }
                sum += Math.exp(log) * dm * dl;
            }
        }
        assertEquals(Math.log(sum), mixture.bound(), 1e-4);
    }

    private static double normal(double x, double mean, double precision) {
        return 0.5 * Math.log(precision / (2 * Math.PI))
                - 0.5 * precision * (x - mean) * (x - mean);
    }

    /**
     * Two rows and two components: the evidence is the sum over the four assignments, each with the
     * probability that the sticks give it times the evidence of its groups. The bound is below.
     */
    @Test
    void theBoundIsBelowTheEvidence() {
        double[] x = {-2, 2.5};
        double alpha = 0.8;
        double evidence = 0;
        for (int a = 0; a < 2; a++) {
            for (int b = 0; b < 2; b++) {
                // v ~ Beta(1, α): E[v^m (1 - v)^l] = α B(1 + m, α + l)
                int first = (a == 0 ? 1 : 0) + (b == 0 ? 1 : 0);
                double weight =
                        alpha
                                * Math.exp(
                                        Gamma.logGamma(1 + first)
                                                + Gamma.logGamma(alpha + 2 - first)
                                                - Gamma.logGamma(3 + alpha));
                double groups =
                        a == b
                                ? groupEvidence(x[0], x[1])
                                : groupEvidence(x[0]) + groupEvidence(x[1]);
                evidence += weight * Math.exp(groups);
            }
        }
        double best = Double.NEGATIVE_INFINITY;
        for (double share : new double[] {0, 0.3, 1}) {
            double[][] start = {{1 - share, share}, {share, 1 - share}};
            best =
                    Math.max(
                            best,
                            VariationalMixture.fit(
                                            new double[][] {{x[0]}, {x[1]}},
                                            alpha,
                                            new double[] {0},
                                            new double[] {1},
                                            1,
                                            1,
                                            start)
                                    .bound());
        }
        assertTrue(best < Math.log(evidence), best + " is above " + Math.log(evidence));
        assertEquals(Math.log(evidence), best, 1.5, "and not far below");
    }

    /** Of x_i ~ N(μ, 1/Λ) with μ | Λ ~ N(0, 1/Λ), Λ ~ Gamma(1/2, 1/2), in closed form. */
    private static double groupEvidence(double... x) {
        int n = x.length;
        double sum = Arrays.stream(x).sum();
        double squares = Arrays.stream(x).map(v -> v * v).sum();
        double rate = 0.5 * (1 + squares - sum * sum / (n + 1));
        return -0.5 * n * Math.log(2 * Math.PI)
                - 0.5 * Math.log(n + 1)
                + 0.5 * Math.log(0.5)
                - Gamma.logGamma(0.5)
                + Gamma.logGamma(0.5 + 0.5 * n)
                - (0.5 + 0.5 * n) * Math.log(rate);
    }

    @Test
    void findsAsManyCloudsAsThereAre() {
        double[][] one = clouds(1, 60, new double[] {0, 0});
        double[][] two = clouds(2, 30, new double[] {0, 0}, new double[] {9, 0});
        Clustering mixtures = VariationalMixture.clustering(6, 0.01, 10);
        assertEquals(1, mixtures.cluster(new JointSamples(one), new Seed(3)).regimes());
        Partition found = mixtures.cluster(new JointSamples(two), new Seed(3));
        int[] truth = new int[60];
        Arrays.fill(truth, 30, 60, 1);
        assertEquals(Partition.of(truth), found);
        double[] weights =
                VariationalMixture.fit(two, 6, 0.01, new Seed(3).generator("start", 0)).weights();
        assertEquals(1, Arrays.stream(weights).sum(), 1e-12);
    }

    @Test
    void theCriterionFindsAsManyClouds() {
        Generator random = new Seed(4).generator("start", 0);
        assertEquals(
                1,
                BicMixture.best(clouds(5, 60, new double[] {0, 0}), 4, 3, random)
                        .partition()
                        .regimes());
        double[][] three =
                clouds(6, 20, new double[] {0, 0}, new double[] {9, 0}, new double[] {0, 9});
        assertEquals(3, BicMixture.best(three, 5, 3, random).partition().regimes());
    }

    /** The likelihood of one component is that of the sample's own mean and ridged covariance. */
    @Test
    void oneComponentHasTheLikelihoodOfANormalDistribution() {
        double[][] x = {{1}, {2}, {4}, {5}};
        double variance = 2.5 * 1.001;
        double expected = -2 * Math.log(2 * Math.PI * variance) - 0.5 * 10 / variance;
        BicMixture fit = BicMixture.fit(x, 1, new Seed(0).generator("start", 0));
        assertEquals(2 * Math.log(4) - 2 * expected, fit.bic(), 1e-12);
    }
}
