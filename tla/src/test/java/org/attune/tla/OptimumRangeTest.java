package org.attune.tla;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;

/** Optima that depend on features as waves do, which the model does not know. */
class OptimumRangeTest {
    private static final int DRAWS = 1000;

    /** One of the functions, of which optima are known but for an error. */
    private record Wave(double middle, double height, double speed, double phase, double error) {
        static Wave drawn(Generator random) {
            return new Wave(
                    0.3 + 0.4 * random.nextDouble(),
                    0.05 + 0.35 * random.nextDouble(),
                    0.1 + 0.6 * random.nextDouble(),
                    random.nextDouble(),
                    0.05 * random.nextInt(2));
        }

        double at(double f, Generator random) {
            double u = middle + height * Math.sin(2 * Math.PI * (speed * f + phase));
            return Math.clamp(u + error * random.nextGaussian(), 0, 1);
        }
    }

    private static double[] places(int count, Generator random) {
        double[] all = new double[count];
        Arrays.setAll(all, i -> random.nextDouble());
        return all;
    }

    /**
     * Shares within 3 standard errors of a binomial count, or above; the first feature is the one
     * that counts.
     */
    @ParameterizedTest
    @CsvSource({"3, 1", "4, 1", "6, 1", "12, 1", "3, 3", "6, 3"})
    void rangesHoldAsOftenAsTheySay(int tasks, int features) {
        Generator random = new Seed(tasks).generator("waves", features);
        double[] nominal = {0.8, 0.9, 0.95};
        int[] inside = new int[nominal.length];
        for (int draw = 0; draw < DRAWS; draw++) {
            Wave wave = Wave.drawn(random);
            double[][] f = new double[tasks][];
            double[] u = new double[tasks];
            for (int i = 0; i < tasks; i++) {
                f[i] = places(features, random);
                u[i] = wave.at(f[i][0], random);
            }
            double[] at = places(features, random);
            double truth = wave.at(at[0], random);
            var range = new OptimumRange(f, at);
            for (int k = 0; k < nominal.length; k++) {
                double[] bounds = range.of(u, nominal[k]);
                inside[k] += bounds[0] <= truth && truth <= bounds[1] ? 1 : 0;
            }
        }
        for (int k = 0; k < nominal.length; k++) {
            double share = (double) inside[k] / DRAWS;
            double error = Math.sqrt(nominal[k] * (1 - nominal[k]) / DRAWS);
            assertTrue(share > nominal[k] - 3 * error, nominal[k] + ": " + share);
        }
    }

    /** Of optima on a line the next one is known well, and less so away from them. */
    @Test
    void manyTasksSayMore() {
        double[] widths = new double[3];
        int[] tasks = {3, 11, 11};
        double[] at = {0.55, 0.55, 3};
        for (int c = 0; c < 3; c++) {
            double[][] f = new double[tasks[c]][1];
            double[] u = new double[tasks[c]];
            for (int i = 0; i < u.length; i++) {
                f[i][0] = (double) i / (u.length - 1);
                u[i] = 0.2 + 0.5 * f[i][0];
            }
            double[] bounds = new OptimumRange(f, new double[] {at[c]}).of(u, 0.95);
            widths[c] = bounds[1] - bounds[0];
        }
        assertTrue(widths[1] < 0.1 && widths[1] < widths[0] / 2, widths[1] + "");
        assertTrue(widths[2] > 0.5, widths[2] + "");
    }

    /** By hand: two tasks that differ in nothing, u = 0.5 ± 0.1. */
    @Test
    void tasksWithoutFeaturesAreDrawsOfOneDistribution() {
        var range = new OptimumRange(new double[2][1], new double[1]);
        double[] bounds = range.of(new double[] {0.4, 0.6}, 0.5);
        assertEquals(1, bounds[0] + bounds[1], 1e-9);
        assertTrue(bounds[1] - bounds[0] > 0.2, bounds[1] - bounds[0] + "");
        assertEquals(1, range.of(new double[] {0.4, 0.6}, 0.99)[1]);
    }
}
