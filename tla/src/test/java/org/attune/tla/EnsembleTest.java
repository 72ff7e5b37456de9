package org.attune.tla;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class EnsembleTest {
    private static final List<Method> TWO = List.of(Method.SUM, Method.LCM);

    private static List<Trial> trials(double... values) {
        var trials = new ArrayList<Trial>();
        for (int i = 0; i < values.length; i++) {
            trials.add(
                    new Trial(
                            i + 1L,
                            Candidate.of(Point.of("t", 0.3), Point.of("x", i / 10.0, "y", 0.5)),
                            new Origin(
                                    Origin.Phase.MODEL, Ensemble.signed(TWO.get(i % 2), "log-ei")),
                            Outcome.measured("seconds", values[i]),
                            Provenance.here(Effort.NONE)));
        }
        return trials;
    }

    private static Ensemble ensemble(Ensemble.Kind kind, boolean published) {
        return new Ensemble(kind, TWO, 0, published);
    }

    @Test
    void takesTurns() {
        Ensemble toggling = ensemble(Ensemble.Kind.TOGGLING, false);
        assertEquals(Method.LCM, toggling.next(Studies.PROBLEM, trials(1, 2, 3), new Seed(0)));
        assertEquals(Method.SUM, toggling.next(Studies.PROBLEM, trials(1, 2), new Seed(0)));
    }

    /** Sum has 1 and 3, which are better than 3 and 1 of the 3 others; LCM 2 and 4: 2 and 0. */
    @Test
    void creditIsTheShareOfTrialsThatAreWorse() {
        assertArrayEquals(
                new double[] {2.0 / 3, 1.0 / 3},
                ensemble(Ensemble.Kind.PROB, false).credit(Studies.PROBLEM, trials(1, 2, 3, 4)),
                1e-12);
        assertArrayEquals(
                new double[] {2.0 / 3, 1.0 / 3},
                ensemble(Ensemble.Kind.PROB, false)
                        .credit(Studies.PROBLEM, trials(-400, 0, 1, 5000)),
                1e-12);
    }

    /** One over the best: 1/2 and 1/4; with a best of -1, 1 - -1 = 2 is added to all. */
    @Test
    void publishedCreditIsOneOverTheBest() {
        Ensemble prob = ensemble(Ensemble.Kind.PROB, true);
        assertArrayEquals(
                new double[] {0.5, 0.25}, prob.credit(Studies.PROBLEM, trials(2, 4, 3, 5)), 1e-12);
        assertArrayEquals(
                new double[] {1, 1.0 / 6},
                prob.credit(Studies.PROBLEM, trials(-1, 4, 3, 5)),
                1e-12);
    }

    /** Drawn in proportion: 2/3 of 3000 draws, with a deviation of 0.0086. */
    @Test
    void drawsInProportionToCredit() {
        Ensemble prob = ensemble(Ensemble.Kind.PROB, false);
        int sum = 0;
        for (int seed = 0; seed < 3000; seed++) {
            sum +=
                    prob.next(Studies.PROBLEM, trials(1, 2, 3, 4), new Seed(seed)) == Method.SUM
                            ? 1
                            : 0;
        }
        assertEquals(2.0 / 3, sum / 3000.0, 0.035);
    }

    /** In each round of two a method sees its own trial, and the other's where it is better. */
    @Test
    void peeksAtTheBestOfEachRound() {
        boolean[] seen =
                ensemble(Ensemble.Kind.PEEKING, false)
                        .seen(Studies.PROBLEM, trials(1, 2, 4, 3, 6), Method.SUM);
        assertArrayEquals(new boolean[] {true, false, true, true, true}, seen);
    }
}
