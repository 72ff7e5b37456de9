package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.MeasuredNoise;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ObservationNoiseTest {
    @Test
    void oneMeasurementHasTheLearnedNoise() {
        var noise = ObservationNoise.of(MeasuredNoise.UNKNOWN);
        assertTrue(noise.isPlain());
        assertEquals(0.37, noise.variance(0.37));
    }

    /** Four measurements with s² = 9 and σ² = 4: (5 · 4 + 3 · 9) / 8 / 4. */
    @Test
    void repeatsMixWhatIsLearnedAndMeasured() {
        var noise = ObservationNoise.of(new MeasuredNoise(4, 0.25, 3, 0));
        assertEquals(47 / 32.0, noise.variance(4), 1e-12);
    }

    /** Of very many measurements, only these count. */
    @Test
    void manyRepeatsOverruleWhatIsLearned() {
        var noise = ObservationNoise.of(new MeasuredNoise(100_000, 1e-5, 3, 0));
        assertEquals(9e-5, noise.variance(4), 1e-8);
    }

    /** σ² is learned beside it: what differs between runs. */
    @Test
    void aStandardErrorIsAdded() {
        assertEquals(4.09, ObservationNoise.of(new MeasuredNoise(1, 1, 0, 0.3)).variance(4), 1e-12);
    }

    /** Against the spread of warped draws around an output. */
    @ParameterizedTest
    @EnumSource(
            value = OutputWarp.Shape.class,
            names = {"IDENTITY", "LOG", "YEO_JOHNSON", "RAW"})
    void warpsChangeTheNoiseByTheirSlope(OutputWarp.Shape shape) {
        var warp = OutputWarp.fit(shape, new double[] {1, 2, 3, 7, 20, 55}).orElseThrow();
        Generator random = new Seed(3).generator("draws", 0);
        double mean = 0;
        double squares = 0;
        int n = 200_000;
        for (int i = 0; i < n; i++) {
            double z = warp.forward(5 + 0.05 * random.nextGaussian());
            mean += z / n;
            squares += z * z / n;
        }
        double expected = Math.sqrt(squares - mean * mean);
        var noise = new ObservationNoise(0.5, 0.05).on(warp, 5);
        assertEquals(expected, noise.deviation(), 0.01 * expected);
        assertEquals(0.5, noise.learned());
    }

    @Test
    void noiseIsBoundedOnTheScaleOfAProcess() {
        var warp = OutputWarp.fit(OutputWarp.Shape.LOG, new double[] {1, 2, 3}).orElseThrow();
        assertEquals(2, new ObservationNoise(1, 1e300).on(warp, 2).deviation());
        assertSame(ObservationNoise.PLAIN, ObservationNoise.PLAIN.on(warp, 2));
    }
}
