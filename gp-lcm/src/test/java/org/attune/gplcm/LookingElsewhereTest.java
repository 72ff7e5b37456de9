package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.StoppingRule;
import org.attune.api.Study;
import org.attune.api.StudyObserver;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

class LookingElsewhereTest {
    private static final TuningProblem SQUARE =
            TuningProblem.named("square")
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.real("y", 0, 1))
                    .objective(Objective.minimize("seconds"))
                    .build();

    /** With several regimes the search comes upon such places by itself. */
    private static final Map<String, String> ONE_REGIME_NEARBY =
            Map.of("interleave", "false", "regimes", "false");

    private final List<String> notes = new ArrayList<>();

    private List<Trial> tuned(
            TuningProblem problem,
            Map<String, String> options,
            int trials,
            ToDoubleFunction<Point> seconds,
            StoppingRule... stop) {
        try (Study study =
                Study.of(problem)
                        .tuner(new GpLcmTuner.Provider())
                        .options(options)
                        .observer(
                                new StudyObserver() {
                                    @Override
                                    public void note(String text) {
                                        notes.add(text);
                                    }
                                })
                        .stop(stop)
                        .trials(trials)
                        .open()) {
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                Trial trial = asked.getFirst();
                double value = seconds.applyAsDouble(trial.configuration());
                study.tell(trial.number(), Outcome.measured("seconds", value));
            }
            return study.records().trials();
        }
    }

    private static double bowl(Point p) {
        return 2 + Math.pow(p.number("x") - 0.3, 2) + Math.pow(p.number("y") - 0.6, 2);
    }

    /** A bowl, and a square of a fiftieth of the space that is better. */
    private static ToDoubleFunction<Point> withPocket(double x, double y) {
        return p ->
                Math.max(Math.abs(p.number("x") - x), Math.abs(p.number("y") - y)) < 0.07
                        ? 1
                        : bowl(p);
    }

    private static long elsewhere(List<Trial> trials) {
        return trials.stream().filter(t -> t.origin().equals(Origin.ELSEWHERE)).count();
    }

    private static double best(List<Trial> trials, ToDoubleFunction<Point> seconds) {
        return trials.stream()
                .mapToDouble(t -> seconds.applyAsDouble(t.configuration()))
                .min()
                .orElseThrow();
    }

    /** Of four places that the bowl does not lead to. */
    @Test
    void whatAStuckSearchNeverSeesIsFound() {
        int found = 0;
        int foundWithout = 0;
        for (double[] at : new double[][] {{0.9, 0.4}, {0.6, 0.2}, {0.2, 0.2}, {0.6, 0.9}}) {
            ToDoubleFunction<Point> pocket = withPocket(at[0], at[1]);
            notes.clear();
            var without = tuned(SQUARE, ONE_REGIME_NEARBY, 100, pocket);
            assertEquals(0, elsewhere(without));
            assertEquals(List.of(), notes);
            foundWithout += best(without, pocket) == 1 ? 1 : 0;
            found += best(tuned(SQUARE, Map.of(), 100, pocket), pocket) == 1 ? 1 : 0;
        }
        assertTrue(found >= 3, found + " found");
        assertTrue(foundWithout <= 1, foundWithout + " found by staying");
        assertEquals("nothing to gain nearby; looking elsewhere, too", notes.getFirst());
    }

    @Test
    void itIsSaidOnceWhileItGoesOn() {
        List<Trial> trials = tuned(SQUARE, Map.of(), 40, LookingElsewhereTest::bowl);
        assertTrue(elsewhere(trials) > 5, trials.toString());
        assertEquals(1, notes.size(), notes.toString());
    }

    /** Unless the best trial has all its digits: then there is nothing to stay for. */
    @Test
    void theLastTrialsStayNearby() {
        List<Trial> trials =
                tuned(SQUARE, Map.of("refine", "false"), 40, LookingElsewhereTest::bowl);
        assertTrue(elsewhere(trials) > 5, trials.toString());
        assertEquals(0, elsewhere(trials.subList(32, 40)));
        List<Trial> refined = tuned(SQUARE, Map.of(), 40, LookingElsewhereTest::bowl);
        assertEquals(8, elsewhere(refined.subList(32, 40)));
        assertEquals(2, best(refined, LookingElsewhereTest::bowl), 1e-12);
        assertTrue(
                best(trials, LookingElsewhereTest::bowl)
                        > best(refined, LookingElsewhereTest::bowl));
    }

    @Test
    void aStudyThatEndsByGainLooksAroundBefore() {
        var rule = new StoppingRule.Gain(0.01);
        List<Trial> alone =
                tuned(SQUARE, Map.of("interleave", "false"), 60, LookingElsewhereTest::bowl, rule);
        assertTrue(alone.size() < 30, "" + alone.size());
        List<Trial> trials = tuned(SQUARE, Map.of(), 60, LookingElsewhereTest::bowl, rule);
        assertTrue(trials.size() > alone.size() + 10, alone.size() + " " + trials.size());
    }

    /** 96 configurations: each once, and then the tuner is done. */
    @Test
    void everyConfigurationOfASmallSpaceIsTriedOnce() {
        TuningProblem table =
                TuningProblem.named("table")
                        .parameter(Parameter.integer("x", 1, 8))
                        .parameter(Parameter.integer("y", 1, 6))
                        .parameter(Parameter.categorical("c", List.of("a", "b")))
                        .objective(Objective.minimize("seconds"))
                        .build();
        List<Trial> trials =
                tuned(
                        table,
                        Map.of(),
                        200,
                        p ->
                                1
                                        + Math.pow(p.number("x") - 3, 2)
                                        + p.number("y")
                                        + (p.get("c").equals("a") ? 0 : 5));
        assertEquals(96, trials.size());
        assertEquals(96, new HashSet<>(trials.stream().map(Trial::configuration).toList()).size());
    }
}
