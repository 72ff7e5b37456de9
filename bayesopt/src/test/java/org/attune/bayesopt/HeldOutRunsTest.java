package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.bayesopt.HeldOutRuns.Guess;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class HeldOutRunsTest {
    private static final double[] TEN = IntStream.rangeClosed(1, 10).asDoubleStream().toArray();

    /** Of 1 to 10, all 10 % too high; off by 1 where the mean is off by 2; four too sure. */
    private static HeldOutRuns ten(double offMean) {
        return new HeldOutRuns(
                IntStream.rangeClosed(1, 10)
                        .mapToObj(i -> new Guess(i, 1.1 * i, 1, i > 4 ? 1 : 0.5, offMean))
                        .toList());
    }

    @Test
    void numbersAreThoseByHand() {
        HeldOutRuns runs = ten(2);
        assertEquals(0.55, runs.error(), 1e-12);
        assertEquals(0.1, runs.relativeError(), 1e-12);
        assertEquals(0.75, runs.skill(), 1e-12);
        assertEquals(1, runs.rankCorrelation(), 1e-12);
        assertEquals(0, runs.coverage50());
        assertEquals(0.6, runs.coverage95(), 1e-12);
    }

    /** Ranks 1, 2.5, 2.5, 4 and 1, 3, 2, 4 less their mean: 4.5 / √(4.5 · 5). */
    @Test
    void equalValuesShareARank() {
        var runs =
                new HeldOutRuns(
                        List.of(
                                new Guess(1, 1, 0, 1, 1),
                                new Guess(2, 3, 0, 1, 1),
                                new Guess(2, 2, 0, 1, 1),
                                new Guess(4, 4, 0, 1, 1)));
        assertEquals(4.5 / Math.sqrt(22.5), runs.rankCorrelation(), 1e-12);
    }

    @Test
    void wordsSayWhatWasShown() {
        assertEquals(
                "The model predicts held-out runs within 10 % (median of 10); only 60 % of them lie"
                        + " in their 95 % interval, so it is too sure.",
                TrustWords.of(ten(2), TEN, "s", 0.15).statement());
        String elsewhere = TrustWords.of(ten(2), TEN, "s", 0.3).statement();
        assertEquals(
                " At random configurations, expect them within 30 %.",
                elsewhere.substring(elsewhere.indexOf(" At")));
    }

    /** Skill 1 - 1/1.2² = 0.31 is within 1.5/√10 = 0.47, what noise may reach. */
    @Test
    void luckIsNoSkill() {
        assertEquals(
                "The model predicts nothing yet for certain: held-out ones of 10 trials it guesses"
                        + " better than their mean does, but by no more than chance can.",
                TrustWords.of(unordered(1.2), TEN, "s", 0.3).statement());
        assertEquals(
                "The model predicts nothing yet: for held-out ones of 10 trials, their mean is"
                        + " about as good a guess.",
                TrustWords.of(unordered(1), TEN, "s", 0.3).statement());
    }

    private static HeldOutRuns unordered(double offMean) {
        return new HeldOutRuns(
                IntStream.rangeClosed(1, 10)
                        .mapToObj(i -> new Guess(i, i % 2 == 0 ? 5 : 6, 1, 1, offMean))
                        .toList());
    }

    /** A prediction may be beyond the largest number, and its error, too. */
    @Test
    void errorsAreFinite() {
        double infinite = Double.NEGATIVE_INFINITY;
        var runs = new HeldOutRuns(List.of(new Guess(1e-300, infinite, 1, 1, 1)));
        assertEquals(Double.MAX_VALUE, runs.error());
        assertEquals(Double.MAX_VALUE, runs.relativeError());
    }

    /** One run of 30 is missed by more than all others differ; these are as good as exact. */
    @Test
    void oneRunThatIsMissedDoesNotDecide() {
        double[] measured = IntStream.rangeClosed(1, 30).asDoubleStream().toArray();
        var runs =
                new HeldOutRuns(
                        IntStream.rangeClosed(1, 30)
                                .mapToObj(i -> new Guess(i, 1.01 * i, i == 30 ? 9 : 0.01, 1, 1))
                                .toList());
        assertEquals(
                "The model predicts held-out runs within 1.0 % (median of 30, but some are far"
                        + " off); 97 % of them lie in their 95 % interval.",
                TrustWords.of(runs, measured, "s", 0.01).statement());
    }
}
