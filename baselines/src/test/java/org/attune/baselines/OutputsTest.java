package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Trial;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;

class OutputsTest {
    /** Results with these losses, NaN for a failed one. */
    private static double[] learnable(double... losses) {
        var results = new ArrayList<Result>();
        for (double loss : losses) {
            boolean failed = Double.isNaN(loss);
            Outcome outcome =
                    failed ? Outcome.failed(FailureCause.CRASH, "") : Outcome.measured("y", loss);
            var trial =
                    new Trial(
                            results.size() + 1,
                            Candidate.of(Point.EMPTY, Point.of("n", 1)),
                            Origin.of("t"),
                            outcome,
                            Provenance.here(Effort.NONE));
            double[] known = failed ? new double[0] : new double[] {loss};
            double violation = failed ? Double.POSITIVE_INFINITY : 0;
            results.add(new Result(trial, new double[0], known, violation));
        }
        return Outputs.learnable(results);
    }

    /** Logarithms 0, 1, 2 have the deviation sqrt(2/3); so do those of a maximised 1/e², 1/e, 1. */
    @Test
    void positiveOutputsAreLearnedAsLogarithms() {
        double one = Math.sqrt(1.5);
        double[] expected = {-one, 0, one};
        assertArrayEquals(expected, learnable(1, Math.E, Math.E * Math.E), 1e-15);
        assertArrayEquals(expected, learnable(-Math.E * Math.E, -Math.E, -1), 1e-15);
    }

    @Test
    void outputsOfBothSignsAreScaled() {
        double one = Math.sqrt(1.5);
        assertArrayEquals(new double[] {-one, 0, one}, learnable(-3, 1, 5), 1e-15);
    }

    /** Values -1, 1, 1: mean 1/3, deviation sqrt(8)/3. */
    @Test
    void failuresCountAsTheWorst() {
        double root = Math.sqrt(8);
        assertArrayEquals(
                new double[] {-4 / root, 2 / root, 2 / root}, learnable(-1, 1, Double.NaN), 1e-15);
    }

    @Test
    void extremesStayFinite() {
        assertArrayEquals(new double[] {0, 0}, learnable(0, 0));
        assertArrayEquals(new double[] {0, 0}, learnable(2, 2));
        for (double[] y :
                new double[][] {
                    learnable(-Double.MAX_VALUE, Double.MAX_VALUE),
                    learnable(Double.MIN_VALUE, Double.MAX_VALUE),
                    learnable(0, Double.MIN_VALUE)
                }) {
            assertTrue(Arrays.stream(y).allMatch(Double::isFinite), Arrays.toString(y));
        }
    }
}
