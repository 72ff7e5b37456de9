package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class MeasuredNoiseTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.integer("n", 1, 8))
                    .objective(Objective.minimize("seconds").aggregatedBy(Aggregation.MEAN))
                    .objective(Objective.maximize("rate").derivedAs("n / seconds"))
                    .build();

    private static MeasuredNoise noise(String output, Map<String, List<Double>> outputs) {
        var trial =
                new Trial(
                        1,
                        Candidate.of(Point.EMPTY, Point.of("n", 2L)),
                        Origin.of("test"),
                        new Outcome.Measured(outputs, Map.of(), 0),
                        Provenance.here(Effort.NONE));
        return PROBLEM.noise(trial, output);
    }

    @Test
    void repetitionsGiveTheirDeviation() {
        MeasuredNoise noise = noise("seconds", Map.of("seconds", List.of(1.0, 2.0, 3.0, 6.0)));
        assertEquals(4, noise.repetitions());
        assertEquals(0.25, noise.share());
        assertEquals(Math.sqrt(14 / 3.0), noise.deviation(), 1e-12);
    }

    /** 2/1, 2/2 and 2/4, whose median is 1. */
    @Test
    void derivedObjectivesAreRepeatedToo() {
        MeasuredNoise noise = noise("rate", Map.of("seconds", List.of(1.0, 2.0, 4.0)));
        assertEquals(3, noise.repetitions());
        double mean = 3.5 / 3;
        double squares = Math.pow(2 - mean, 2) + Math.pow(1 - mean, 2) + Math.pow(0.5 - mean, 2);
        assertEquals(Math.sqrt(squares / 2), noise.deviation(), 1e-12);
    }

    @Test
    void aProgramMaySayItsError() {
        var said = Map.of("seconds", List.of(3.0), "seconds_standard_error", List.of(0.25));
        assertEquals(new MeasuredNoise(1, 1, 0, 0.25), noise("seconds", said));
        assertSame(MeasuredNoise.UNKNOWN, noise("rate", said));
        var negative = Map.of("seconds", List.of(3.0), "seconds_standard_error", List.of(-0.25));
        assertSame(MeasuredNoise.UNKNOWN, noise("seconds", negative));
    }

    @Test
    void hugeOutputsHaveADeviation() {
        MeasuredNoise noise = noise("seconds", Map.of("seconds", List.of(1e300, 3e300)));
        assertEquals(Math.sqrt(2) * 1e300, noise.deviation(), 1e288);
        double most = Double.MAX_VALUE;
        assertEquals(most, noise("seconds", Map.of("seconds", List.of(most, -most))).deviation());
    }

    @Test
    void trialsThatMeasuredNothingSayNothing() {
        assertSame(MeasuredNoise.UNKNOWN, noise("seconds", Map.of("other", List.of(3.0, 4.0))));
        assertThrows(
                IllegalArgumentException.class,
                () -> noise("hours", Map.of("seconds", List.of(3.0))));
        assertThrows(IllegalArgumentException.class, () -> new MeasuredNoise(0, 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new MeasuredNoise(1, 1, 0, Double.NaN));
    }

    /** Against the variance of medians of normal draws. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5", "6", "9", "20"})
    void theMedianVariesAsThatOfNormalDraws(int n) {
        Generator random = new Seed(n).generator("draws", 0);
        int samples = 100_000;
        double squares = 0;
        for (int s = 0; s < samples; s++) {
            var draws = new ArrayList<Double>();
            for (int i = 0; i < n; i++) {
                draws.add(random.nextGaussian());
            }
            squares += Math.pow(Aggregation.MEDIAN.of(draws), 2) / samples;
        }
        assertEquals(squares, Aggregation.MEDIAN.share(n), 0.04 * squares);
    }
}
