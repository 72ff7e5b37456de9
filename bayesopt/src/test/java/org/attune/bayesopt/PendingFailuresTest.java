package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.FailureFitter;
import org.attune.bayesopt.surrogate.FailureModel;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

class PendingFailuresTest {
    private static final double[] FIRST = {0.62};
    private static final double[] SECOND = {0.58};
    private static final List<double[]> PENDING = List.of(FIRST, SECOND);

    private final Dataset labels =
            labels(new double[] {0.1, 0.3, 0.5, 0.7, 0.9}, new double[] {0, 0, 0, 1, 1});
    private final FailureModel model =
            new FailureFitter(
                            new Axes(Space.of(List.of(Parameter.real("a", 0, 1))), false),
                            false,
                            new Seed(1))
                    .fit(labels, 10)
                    .orElseThrow();

    private static Dataset labels(double[] x, double[] failed) {
        return new Dataset(
                Arrays.stream(x).mapToObj(v -> new double[] {v}).toArray(double[][]::new), failed);
    }

    private PendingFailures drawn(int draw, List<double[]> pending) {
        return PendingFailures.drawn(model, labels, pending, new Seed(2).generator("draw", draw));
    }

    private FailureModel afterFirst(double failed) {
        return model.of(
                        labels(
                                new double[] {0.1, 0.3, 0.5, 0.7, 0.9, FIRST[0]},
                                new double[] {0, 0, 0, 1, 1, failed}))
                .orElseThrow();
    }

    /** The second is drawn by what was drawn of the first, p(a, b) = p(a) p(b | a). */
    @Test
    void outcomesAreDrawnTogether() {
        int draws = 4000;
        int[] seen = new int[4];
        for (int draw = 0; draw < draws; draw++) {
            List<double[]> running = drawn(draw, PENDING).running();
            seen[(running.contains(FIRST) ? 0 : 2) + (running.contains(SECOND) ? 0 : 1)]++;
        }
        double first = model.probability(FIRST);
        double ifItRuns = afterFirst(0).probability(SECOND);
        double ifItFails = afterFirst(1).probability(SECOND);
        assertTrue(ifItFails > ifItRuns + 0.2, ifItFails + " and " + ifItRuns);
        double[] expected = {
            (1 - first) * (1 - ifItRuns),
            (1 - first) * ifItRuns,
            first * (1 - ifItFails),
            first * ifItFails
        };
        for (int k = 0; k < 4; k++) {
            double deviation = Math.sqrt(expected[k] * (1 - expected[k]) / draws);
            assertEquals(expected[k], (double) seen[k] / draws, 4 * deviation, "case " + k);
        }
    }

    /** What was drawn moves the boundary. */
    @Test
    void othersAreJudgedByWhatWasDrawn() {
        for (int draw = 0; draw < 20; draw++) {
            PendingFailures drawn = drawn(draw, List.of(FIRST));
            double at = drawn.failures().probability(FIRST);
            boolean runs = drawn.running().contains(FIRST);
            assertTrue(runs ? at < model.probability(FIRST) : at > model.probability(FIRST));
        }
    }

    @Test
    void withoutPendingTrialsNothingIsAssumed() {
        PendingFailures none = drawn(0, List.of());
        assertTrue(none.running().isEmpty());
        assertEquals(model, none.failures());
    }
}
