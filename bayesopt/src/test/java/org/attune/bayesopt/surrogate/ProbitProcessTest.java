package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProbitProcessTest {
    private static ProbitProcess of(double[] prior, double mean, boolean... yes) {
        return ProbitProcess.of(LinearAlgebra.best(), prior, mean, yes).orElseThrow();
    }

    /**
     * Of one answer and f ~ N(m, v) the mode solves f - m = v r with r = φ(f)/Φ(f), found here by
     * bisection; there W = r (f + r), and the variance left is 1/(1/v + W). The probability of a
     * second yes by quadrature, E[Φ(f)²] / E[Φ(f)], is a little higher: Laplace's approximation is
     * the more careful one.
     */
    @ParameterizedTest
    @CsvSource({"0, 0.5", "-1.5, 1", "-1, 4", "1, 2"})
    void oneAnswerIsAsByHand(double mean, double variance) {
        ProbitProcess process = of(new double[] {variance}, mean, true);
        double low = mean;
        double high = mean + 10 * variance;
        while (high - low > 1e-12) {
            double f = (low + high) / 2;
            boolean below = f - mean < variance * StandardNormal.pdf(f) / StandardNormal.cdf(f);
            low = below ? f : low;
            high = below ? high : f;
        }
        double r = StandardNormal.pdf(low) / StandardNormal.cdf(low);
        double left = 1 / (1 / variance + r * (low + r));
        double twice = predicted(process, mean, variance);
        assertEquals(StandardNormal.cdf(low / Math.sqrt(1 + left)), twice, 1e-4);
        assertEquals(
                Math.log(StandardNormal.cdf(low))
                        - 0.5 * (low - mean) * r
                        - 0.5 * Math.log(variance / left),
                process.logEvidence(),
                1e-6);
        double once = StandardNormal.cdf(mean / Math.sqrt(1 + variance));
        double both = 0;
        double deviation = Math.sqrt(variance);
        for (double z = -8; z <= 8; z += 0.001) {
            double yes = StandardNormal.cdf(mean + deviation * z);
            both += 0.001 * StandardNormal.pdf(z) * yes * yes;
        }
        assertTrue(twice < both / once && twice > once, twice + " of " + both / once);
    }

    private static double predicted(ProbitProcess process, double mean, double variance) {
        double[] k = {variance};
        double center = mean + k[0] * process.slope()[0];
        double left = variance - k[0] * process.solve(k)[0];
        return StandardNormal.cdf(center / Math.sqrt(1 + left));
    }

    /** The mode is the same wherever it is sought from, also where that is a bad guess. */
    @ParameterizedTest
    @CsvSource({"0.4, 0.3", "-3, 5", "0, 0"})
    void beginsNearAnotherMode(double first, double second) {
        double[] prior = {4, 3.2, 0.4, 3.2, 4, 0.9, 0.4, 0.9, 4};
        boolean[] yes = {true, true, false};
        ProbitProcess process = of(prior, -1.5, yes);
        ProbitProcess near =
                ProbitProcess.of(
                                LinearAlgebra.best(),
                                prior,
                                -1.5,
                                yes,
                                new double[] {first, second})
                        .orElseThrow();
        assertArrayEquals(process.slope(), near.slope(), 1e-4);
        assertEquals(process.logEvidence(), near.logEvidence(), 1e-6);
    }

    /** At the mode f - m = K ∇π, and ∇π is that of Φ there. */
    @Test
    void endsAtTheMode() {
        double[] prior = {4, 3.2, 0.4, 3.2, 4, 0.9, 0.4, 0.9, 4};
        boolean[] yes = {true, true, false};
        ProbitProcess process = of(prior, -1.5, yes);
        for (int i = 0; i < 3; i++) {
            double f = -1.5;
            for (int j = 0; j < 3; j++) {
                f += prior[3 * i + j] * process.slope()[j];
            }
            int sign = yes[i] ? 1 : -1;
            assertEquals(
                    sign * StandardNormal.pdf(f) / StandardNormal.cdf(sign * f),
                    process.slope()[i],
                    1e-4);
        }
    }

    @Test
    void hugeVariancesConverge() {
        ProbitProcess process = of(new double[] {1e4, 9.999e3, 9.999e3, 1e4}, 0, true, false);
        assertTrue(Double.isFinite(process.logEvidence()));
        assertTrue(process.slope()[0] > 0 && process.slope()[1] < 0);
    }

    /**
     * Answers are left out of the normal density that approximates the posterior, whose precision
     * is K⁻¹ + W: without the answers of G it is K⁻¹ + W - W_GG, here inverted as a whole. The
     * answers 0 and 3 are left out together; the last one is far away, and says next to nothing.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e4, 1e-9})
    void leavesOutWhatTheAnswersSaid(double scale) {
        double[] prior = {
            4, 3.2, 0.4, 3.9, 0, 3.2, 4, 0.9, 3, 0, 0.4, 0.9, 4, 0.5, 0, 3.9, 3, 0.5, 4, 0, 0, 0, 0,
            0, 4
        };
        for (int i = 0; i < prior.length; i++) {
            prior[i] *= scale;
        }
        int[] places = {0, 1, 2, 0, 4};
        ProbitProcess process = of(prior, -1.5, true, true, false, false, false);
        double[] yes = process.leaveOneOut(prior, -1.5, places);
        double[] inverse = inverse(prior);
        for (int i = 0; i < 5; i++) {
            double[] others = inverse.clone();
            double[] pull = new double[5]; // W f + ∇π: what the answers say of f - m
            for (int j = 0; j < 5; j++) {
                double w = process.root()[j] * process.root()[j];
                boolean isLeftOut = places[j] == places[i];
                others[j * 5 + j] += isLeftOut ? 0 : w;
                pull[j] = isLeftOut ? 0 : w * process.centered()[j] + process.slope()[j];
            }
            double[] covariance = inverse(others);
            double center = -1.5;
            for (int j = 0; j < 5; j++) {
                center += covariance[i * 5 + j] * pull[j];
            }
            double expected = StandardNormal.cdf(center / Math.sqrt(1 + covariance[i * 5 + i]));
            assertEquals(expected, yes[i], 1e-5 * expected, "answer " + i);
        }
    }

    private static double[] inverse(double[] matrix) {
        return Cholesky.of(LinearAlgebra.best(), matrix, 5).orElseThrow().inverse();
    }
}
