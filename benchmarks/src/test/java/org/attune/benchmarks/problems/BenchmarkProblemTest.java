package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.attune.api.Candidate;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.List;

class BenchmarkProblemTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("y"))
                    .build();
    private static final Candidate HALF = Candidate.of(Point.EMPTY, Point.of("x", 0.5));

    private static BenchmarkProblem problem(double noise, double value) {
        return new BenchmarkProblem("p", PROBLEM, List.of(Point.EMPTY), noise, c -> value);
    }

    private static double observed(BenchmarkProblem problem, long seed) {
        Outcome outcome = problem.measure(HALF, seed).outcome();
        return assertInstanceOf(Outcome.Measured.class, outcome).outputs().get("y").getFirst();
    }

    @Test
    void withoutNoiseTheTruthIsMeasured() {
        assertEquals(7.5, observed(problem(0, 7.5), 1));
        assertEquals(7.5, problem(0, 7.5).measure(HALF, 1).truth());
    }

    @Test
    void aCrashHasNoValue() {
        Measurement crash = problem(0.1, Double.NaN).measure(HALF, 1);
        assertInstanceOf(Outcome.Failed.class, crash.outcome());
        assertEquals(Double.NaN, crash.truth());
    }

    /**
     * Of 4000 logarithms the mean is within 4 standard errors of 0, the deviation within 5 % of
     * 0.2.
     */
    @Test
    void noiseIsLogNormalAndKeyedByTheSeed() {
        BenchmarkProblem noisy = problem(0.2, 3);
        assertEquals(observed(noisy, 5), observed(noisy, 5));
        assertNotEquals(observed(noisy, 5), observed(noisy, 6));
        assertEquals(3, noisy.measure(HALF, 5).truth());
        double sum = 0;
        double squares = 0;
        int count = 4000;
        for (int seed = 0; seed < count; seed++) {
            double z = Math.log(observed(noisy, seed) / 3) / 0.2;
            sum += z;
            squares += z * z;
        }
        assertEquals(0, sum / count, 4 / Math.sqrt(count));
        assertEquals(1, Math.sqrt(squares / count), 0.05);
    }

    @Test
    void tasksMustBelongToTheProblem() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new BenchmarkProblem("p", PROBLEM, List.of(Point.of("m", 1)), 0, c -> 1));
        assertThrows(IllegalArgumentException.class, () -> problem(-1, 1));
    }
}
