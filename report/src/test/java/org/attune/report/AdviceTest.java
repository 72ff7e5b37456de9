package org.attune.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Outcome;
import org.attune.api.StudyObserver;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.studies.OpenStudy;
import org.attune.studies.StudyPlace;
import org.attune.studies.StudySettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What is advised follows from what was measured. */
class AdviceTest {
    private static final String PROBLEM =
            """
            tuning_problem_name: toy
            parameter_space:
              - {name: x, type: real, lower_bound: 0, upper_bound: 1, default: 0.9}
            output_space:
              - {name: cost, type: real, unit: s}
            trials: 20
            tuner: %s
            """;

    @TempDir private Path folder;

    private List<Advice.Hint> advice(String tuner, Function<Trial, Outcome> program) {
        return advice(PROBLEM, tuner, program);
    }

    private List<Advice.Hint> advice(
            String problem, String tuner, Function<Trial, Outcome> program) {
        return new Advice(reader(problem, tuner, program).read(Optional.empty(), ""))
                .all(List.of());
    }

    private SubjectReader reader(String problem, String tuner, Function<Trial, Outcome> program) {
        StudyPlace place = Studies.place(folder, problem.formatted(tuner), "main");
        Studies.run(place, tuner, program);
        return new SubjectReader(
                place,
                Tuners::available,
                new StudyObserver() {},
                Map.of("tune", "attune tune toy.yaml", "confirm", "attune confirm toy.yaml"));
    }

    @Test
    void aProblemWithoutDefaultHasNoneToMeasure() {
        var hints = advice("random", t -> Outcome.measured("cost", 100.0 - t.number()));
        assertTrue(says(hints, "Measure the default and the best again"), hints.toString());
        var without =
                advice(
                        PROBLEM.replace(", default: 0.9", "").replace("toy", "bare"),
                        "random",
                        t -> Outcome.measured("cost", 100.0 - t.number()));
        assertTrue(says(without, "Measure the best again"), without.toString());
    }

    private static boolean says(List<Advice.Hint> hints, String words) {
        return hints.stream().anyMatch(h -> h.why().contains(words));
    }

    @Test
    void aLateBestAsksForMoreTrials() {
        var hints = advice("gp-lcm", t -> Outcome.measured("cost", 100.0 - t.number()));
        var late = hints.stream().filter(h -> h.why().contains("found late")).findFirst();
        assertEquals(Optional.of("attune tune toy.yaml --trials 40"), late.orElseThrow().command());
        assertFalse(says(hints, "nothing better"));
    }

    /** As {@code tune} does: a study begun with fewer trials than the file has goes on to those. */
    @Test
    void theTrialsOfTheFileAreAdvisedWhereTheStudyHasFewer() {
        StudyPlace place = Studies.place(folder, PROBLEM.formatted("random"), "main");
        try (OpenStudy open =
                place.read()
                        .opening()
                        .settings(new StudySettings().trials(12))
                        .runningNothing()
                        .open()) {
            assertEquals(20, open.moreTrials());
        }
        assertEquals(20, Studies.reader(place).read(Optional.empty(), "").moreTrials());
    }

    /** Of fewer than five trials the last one is more than a fifth, and counts all the same. */
    @Test
    void theLastOfFewTrialsIsLate() {
        String few = PROBLEM.replace("trials: 20", "trials: 3");
        var late = advice(few, "gp-lcm", t -> Outcome.measured("cost", 100.0 - t.number()));
        assertTrue(says(late, "found late"), late.toString());
        var worse =
                advice(
                        few.replace("toy", "worse"),
                        "gp-lcm",
                        t -> Outcome.measured("cost", 100.0 + t.number()));
        assertTrue(says(worse, "found nothing better"), worse.toString());
        assertFalse(says(worse, "looked far from all others"), worse.toString());
        assertFalse(says(worse, "may find little"), worse.toString());
    }

    /** A trial that joins the front is something better, whatever it is of the first objective. */
    @Test
    void aFrontThatStillGrowsAsksForMoreTrials() {
        String two =
                PROBLEM.replace(
                        "- {name: cost, type: real, unit: s}",
                        "- {name: cost, type: real, unit: s}\n  - {name: size, type: real}");
        Function<Trial, Outcome> growing =
                t ->
                        Outcome.measured(
                                Map.of("cost", 100.0 + t.number(), "size", 100.0 - t.number()));
        var late = advice(two, "gp-lcm", growing);
        assertTrue(says(late, "were found late"), late.toString());
        assertFalse(says(late, "nothing better"), late.toString());
        var ended =
                advice(
                        two.replace("toy", "ended"),
                        "gp-lcm",
                        t ->
                                Outcome.measured(
                                        Map.of(
                                                "cost",
                                                100.0 + t.number(),
                                                "size",
                                                100.0 + t.number())));
        assertTrue(says(ended, "found nothing better"), ended.toString());
    }

    @Test
    void whereNothingBetterWasFoundNoMoreTrialsAreAdvised() {
        var hints = advice("gp-lcm", t -> Outcome.measured("cost", 100.0 + t.number()));
        assertTrue(says(hints, "found nothing better"), hints.toString());
        assertTrue(says(hints, "may find little"), hints.toString());
        assertTrue(
                hints.stream()
                        .noneMatch(h -> h.command().orElse("").contains("tune toy.yaml --trials")),
                hints.toString());
    }

    /** Digits that a quadratic adds say nothing of what more trials may find. */
    @Test
    void lateDigitsAskForNoMoreTrials() {
        var hints = advice(PROBLEM.replace("trials: 20", "trials: 9"), "gp-lcm", AdviceTest::bowl);
        assertFalse(says(hints, "found late"), hints.toString());
        assertFalse(says(hints, "nothing better"), hints.toString());
        assertTrue(says(hints, "found at most further digits of the best"), hints.toString());
    }

    @Test
    void trialsElsewhereAreSaidToHaveFoundNothing() {
        var hints = advice("gp-lcm", AdviceTest::bowl);
        assertTrue(says(hints, "found nothing better"), hints.toString());
        assertTrue(says(hints, "looked far from all others"), hints.toString());
    }

    /** What the model expects differs from the best by less than is shown. */
    @Test
    void thereIsNothingToTryWhereTheBestHasItsDigits() {
        for (int trials : new int[] {9, 12, 20}) {
            String some = PROBLEM.replace("toy", "toy" + trials).replace("20", "" + trials);
            Subject subject = reader(some, "gp-lcm", AdviceTest::bowl).read();
            assertTrue(subject.model().isPresent());
            List<Advice.Hint> hints = new Advice(subject).all(List.of());
            assertFalse(says(hints, "never run"), hints.toString());
        }
    }

    private static Outcome bowl(Trial trial) {
        double x = trial.configuration().number("x");
        return Outcome.measured("cost", 2 + Math.cosh(3 * (x - 0.3)));
    }

    /** Two measurements of each configuration differ by a tenth, the best trials by less. */
    @Test
    void noiseThatHidesTheBestIsSaid() {
        var hints =
                advice(
                        "gp-lcm",
                        t -> {
                            double v = 1 + 0.001 * t.number();
                            return new Outcome.Measured(
                                    Map.of("cost", List.of(0.95 * v, 1.05 * v)), Map.of(), 0);
                        });
        assertTrue(says(hints, "Noise hides which is best"), hints.toString());
        assertTrue(says(hints, "by at most 0.2"), hints.toString());
        assertEquals(
                1,
                hints.stream()
                        .filter(h -> h.command().equals(Optional.of("attune confirm toy.yaml")))
                        .count());
    }

    @Test
    void aTunerThatLearnsNothingHandsItsTrialsOn() {
        var hints = advice("random", t -> Outcome.measured("cost", 100.0 + t.number()));
        assertEquals(
                Optional.of(
                        "attune tune toy.yaml --study learned --tuner gp-lcm --reuse main --trials"
                                + " 40"),
                hints.stream()
                        .filter(h -> h.why().contains("learns nothing"))
                        .findFirst()
                        .orElseThrow()
                        .command());
    }

    @Test
    void theEndOfARangeIsSaid() {
        var hints =
                advice("gp-lcm", t -> Outcome.measured("cost", 2 - t.configuration().number("x")));
        assertTrue(says(hints, "at the end of the range of x (upper)"), hints.toString());
    }

    /** The best of the first objective lies at an end by its nature; most of the front does not. */
    @Test
    void ofSeveralObjectivesTheFrontSaysWhetherARangeEnds() {
        String two =
                PROBLEM.replace(
                        "- {name: cost, type: real, unit: s}",
                        "- {name: cost, type: real, unit: s}\n  - {name: size, type: real}");
        var spread =
                advice(
                        two,
                        "random",
                        t -> {
                            double x = t.configuration().number("x");
                            return Outcome.measured(Map.of("cost", -Math.floor(50 * x), "size", x));
                        });
        assertFalse(says(spread, "at the end of the range"), spread.toString());
        var ended =
                advice(
                        two.replace("toy", "ended"),
                        "gp-lcm",
                        t -> {
                            double x = t.configuration().number("x");
                            return Outcome.measured(Map.of("cost", 2 - x, "size", 3 - x));
                        });
        assertTrue(
                says(ended, "Most trials of the front lie at the end of the range of x (upper)"),
                ended.toString());
    }

    /** Of many flags each accounts for little of what a model believes that knows nothing. */
    @Test
    void ofAModelThatPredictsNothingNoParameterSurelyMattersLittle() {
        assertEquals(List.of(), unimportant(64, 12, t -> t.number() * 7 % 11));
    }

    @Test
    void flagsThatChangeNothingSurelyMatterLittle() {
        List<String> unimportant =
                unimportant(12, 30, t -> t.configuration().get("f0").equals("on") ? 1 : 2);
        assertFalse(unimportant.isEmpty());
        assertFalse(unimportant.contains("f0"), unimportant.toString());
    }

    private List<String> unimportant(int flags, int trials, ToDoubleFunction<Trial> cost) {
        String space =
                IntStream.range(0, flags)
                        .mapToObj(i ->
                                "  - {name: f%d, type: categorical, categories: [on, off]}\n"
                                        .formatted(i))
                        .collect(Collectors.joining());
        String text =
                "tuning_problem_name: toy\nparameter_space:\n"
                        + space
                        + "output_space: [{name: cost}]\ntrials: "
                        + trials
                        + "\ntuner: %s\n";
        Subject subject =
                reader(text, "random", t -> Outcome.measured("cost", cost.applyAsDouble(t))).read();
        return new ImportancePart(subject, subject.model().orElseThrow()).below(0.02);
    }
}
