package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;

/** Against quadrature, which one value of f allows. */
class MatchedMomentsTest {
    private static final double JITTER = 1e-9;

    private static ProbitProcess of(double[] prior, double mean, boolean... yes) {
        return MatchedMoments.of(LinearAlgebra.best(), prior, mean, yes).orElseThrow();
    }

    /** E[Φ(f)^yes Φ(-f)^no] of f ~ N(m, v). */
    private static double evidence(double mean, double variance, int yes, int no) {
        double sum = 0;
        for (double z = -10; z <= 10; z += 0.001) {
            double f = mean + Math.sqrt(variance) * z;
            sum +=
                    0.001
                            * StandardNormal.pdf(z)
                            * Math.pow(StandardNormal.cdf(f), yes)
                            * Math.pow(StandardNormal.cdf(-f), no);
        }
        return sum;
    }

    private static double predicted(ProbitProcess process, double mean, double variance, int n) {
        double[] k = new double[n];
        Arrays.fill(k, variance);
        double center = mean;
        double left = variance;
        double[] solved = process.solve(k);
        for (int i = 0; i < n; i++) {
            center += k[i] * process.slope()[i];
            left -= k[i] * solved[i];
        }
        return StandardNormal.cdf(center / Math.sqrt(1 + left));
    }

    /** One answer is replaced by what it says: nothing is approximate but the next answer. */
    @ParameterizedTest
    @CsvSource({"0, 0.5", "-1.5, 1", "-1, 4", "1, 2"})
    void oneAnswerIsExact(double mean, double variance) {
        ProbitProcess process = of(new double[] {variance}, mean, true);
        assertEquals(Math.log(evidence(mean, variance, 1, 0)), process.logEvidence(), 1e-6);
        double left = variance - variance * process.solve(new double[] {variance})[0];
        double once = evidence(mean, variance, 1, 0);
        double first = 0;
        double second = 0;
        for (double z = -10; z <= 10; z += 0.001) {
            double f = mean + Math.sqrt(variance) * z;
            double density = 0.001 * StandardNormal.pdf(z) * StandardNormal.cdf(f) / once;
            first += density * f;
            second += density * f * f;
        }
        assertEquals(first, mean + variance * process.slope()[0], 1e-5);
        assertEquals(second - first * first, left, 1e-5);
    }

    /** So it is where f may be of any size, as beliefs in sharp limits have it: by closed forms. */
    @ParameterizedTest
    @CsvSource({"-1652, 6e6, true", "-1652, 6e6, false", "-165, 6e4, true", "0, 600, false"})
    void oneAnswerIsExactHoweverLargeTheVariance(double mean, double variance, boolean yes) {
        ProbitProcess process = of(new double[] {variance}, mean, yes);
        double z = (yes ? mean : -mean) / Math.sqrt(1 + variance);
        double r = StandardNormal.pdf(z) / StandardNormal.cdf(z);
        double slope = (yes ? r : -r) / Math.sqrt(1 + variance);
        assertEquals(1, process.slope()[0] / slope, 1e-6);
        double explained = variance * process.solve(new double[] {variance})[0];
        assertEquals(1, explained * (1 + variance) / (variance * variance * r * (z + r)), 1e-6);
        assertEquals(Math.log(StandardNormal.cdf(z)), process.logEvidence(), 1e-6);
    }

    /** Along a sharp limit each answer's density is the one that its moments ask for. */
    @Test
    void momentsMatchAlongASharpLimit() {
        int n = 12;
        double mean = -1652;
        double[] prior = new double[n * n];
        boolean[] yes = new boolean[n];
        for (int i = 0; i < n; i++) {
            double x = (7 * i % n + 0.5) / n;
            yes[i] = x > 0.6;
            for (int j = 0; j < n; j++) {
                double y = (7 * j % n + 0.5) / n;
                prior[i * n + j] =
                        4 * Math.exp(-Math.abs(x - y)) + 3e6 * (1 + x * y) + (i == j ? 1e-6 : 0);
            }
        }
        ProbitProcess process = of(prior, mean, yes);
        for (int i = 0; i < n; i++) {
            double[] k = Arrays.copyOfRange(prior, i * n, (i + 1) * n);
            double[] solved = process.solve(k);
            double own = k[i];
            for (int j = 0; j < n; j++) {
                own -= k[j] * solved[j];
            }
            double precision = process.root()[i] * process.root()[i];
            double f = mean + process.centered()[i];
            double variance = 1 / (1 / own - precision);
            double others = variance * (f / own - process.slope()[i] - precision * f);
            double z = (yes[i] ? others : -others) / Math.sqrt(1 + variance);
            double r = StandardNormal.logCdfDerivative(z);
            double left = variance - variance * variance * r * (z + r) / (1 + variance);
            double moved = others + (yes[i] ? r : -r) * variance / Math.sqrt(1 + variance);
            assertEquals(1, left / own, 2.5e-3);
            assertEquals(0, (moved - f) / Math.sqrt(own), 5e-3);
        }
    }

    /** Answers of another process, some of them gone, changed and new, only say where to begin. */
    @Test
    void aProcessNearbyIsAStart() {
        int n = 12;
        double mean = -0.5;
        double[] prior = new double[n * n];
        boolean[] yes = new boolean[n];
        for (int i = 0; i < n; i++) {
            yes[i] = i % 5 < 2;
            for (int j = 0; j < n; j++) {
                prior[i * n + j] = 9 * Math.exp(-Math.abs(i - j) / 3.0) + (i == j ? JITTER : 0);
            }
        }
        int fewer = 8;
        double[] some = new double[fewer * fewer]; // of the answers 2 to 9
        boolean[] are = Arrays.copyOfRange(yes, 2, 2 + fewer);
        are[3] = !are[3];
        for (int i = 0; i < fewer; i++) {
            System.arraycopy(prior, (2 + i) * n + 2, some, i * fewer, fewer);
        }
        int[] same = {-1, -1, 0, 1, 2, -1, 4, 5, 6, 7, -1, -1};
        ProbitProcess fresh = of(prior, mean, yes);
        ProbitProcess again =
                MatchedMoments.of(LinearAlgebra.best(), prior, mean, yes, of(some, mean, are), same)
                        .orElseThrow();
        assertEquals(fresh.logEvidence(), again.logEvidence(), 1e-4);
        assertArrayEquals(fresh.slope(), again.slope(), 2e-3);
        assertArrayEquals(fresh.root(), again.root(), 2e-3);
    }

    /** Answers at one place: the next one is expected as by quadrature, where Laplace's is not. */
    @ParameterizedTest
    @CsvSource({"0, 4, 6, 0", "-1, 5, 6, 0", "0, 17, 6, 0", "0.5, 2, 3, 1", "-2, 17, 0, 9"})
    void answersAtOnePlace(double mean, double variance, int yes, int no) {
        int n = yes + no;
        double[] prior = new double[n * n];
        Arrays.fill(prior, variance);
        boolean[] answers = new boolean[n];
        for (int i = 0; i < n; i++) {
            prior[i * n + i] += JITTER;
            answers[i] = i < yes;
        }
        double all = evidence(mean, variance, yes, no);
        double next = evidence(mean, variance, yes + 1, no) / all;
        ProbitProcess process = of(prior, mean, answers);
        assertEquals(next, predicted(process, mean, variance, n), 0.01);
        // one normal density of so skewed a one: the evidence is a tenth too small at most
        assertEquals(Math.log(all), process.logEvidence(), 0.15);
        double step = 1e-4;
        double slope =
                (of(prior, mean + step, answers).logEvidence()
                                - of(prior, mean - step, answers).logEvidence())
                        / (2 * step);
        assertEquals(Arrays.stream(process.slope()).sum(), slope, 1e-3); // where it is stationary
        double laplace =
                predicted(
                        ProbitProcess.of(LinearAlgebra.best(), prior, mean, answers).orElseThrow(),
                        mean,
                        variance,
                        n);
        assertTrue(
                Math.abs(laplace - next) > Math.abs(predicted(process, mean, variance, n) - next));
        int[] alone = new int[n];
        Arrays.setAll(alone, i -> i);
        if (yes > 0) {
            assertEquals(
                    all / evidence(mean, variance, yes - 1, no),
                    process.leaveOneOut(prior, mean, alone)[0],
                    0.02);
        }
    }

    /** What stays is a fixed point: slope and mean belong together. */
    @Test
    void theMeanIsThatOfTheSlope() {
        double[] prior = {4, 3.2, 0.4, 3.2, 4, 0.9, 0.4, 0.9, 4};
        ProbitProcess process = of(prior, -1.5, true, true, false);
        for (int i = 0; i < 3; i++) {
            double f = 0;
            for (int j = 0; j < 3; j++) {
                f += prior[3 * i + j] * process.slope()[j];
            }
            assertEquals(f, process.centered()[i], 1e-9);
        }
        assertTrue(
                Double.isFinite(
                        of(new double[] {1e4, 9.999e3, 9.999e3, 1e4}, 0, true, false)
                                .logEvidence()));
    }
}
