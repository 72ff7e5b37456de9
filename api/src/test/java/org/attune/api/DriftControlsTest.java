package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class DriftControlsTest {
    private static final TuningProblem PROBLEM = problem().build();

    private final MemoryHistory history = new MemoryHistory();
    private final List<String> notes = new ArrayList<>();

    private static TuningProblem.Builder problem() {
        return TuningProblem.named("p")
                .parameter(Parameter.integer("k", 0, 1000).withDefault(7))
                .objective(Objective.minimize("seconds").withUnit("s"))
                .objective(Objective.minimize("memory").withUnit("MB"));
    }

    private Study study(DriftPlan plan) {
        return study(PROBLEM, plan);
    }

    private Study study(TuningProblem problem, DriftPlan plan) {
        return Study.of(problem)
                .tuner(new CountingTuner())
                .trials(100)
                .drift(plan)
                .history(history)
                .observer(
                        new StudyObserver() {
                            @Override
                            public void note(String text) {
                                notes.add(text);
                            }
                        })
                .open();
    }

    private static Outcome took(double seconds) {
        return Outcome.measured(Map.of("seconds", seconds, "memory", 3.0));
    }

    private static Trial run(Study study, double seconds) {
        int k = study.records().trials().size() + 100;
        Trial trial = study.add(List.of(Candidate.of(Point.EMPTY, Point.of("k", k)))).getFirst();
        return study.tell(trial.number(), took(seconds));
    }

    private static Optional<Control> due(Study study) {
        return study.drift().orElseThrow().claim(p -> false);
    }

    private static Control measured(Study study, double seconds) {
        Control due = due(study).orElseThrow();
        return study.drift().orElseThrow().tell(due.run(), took(seconds)).orElseThrow();
    }

    @Test
    void isDueBeforeTheFirstTrialAndAfterEachFewOfThem() {
        Study study = study(DriftPlan.every(3));
        Control first = due(study).orElseThrow();
        assertEquals(Point.of("k", 7L), first.run().configuration());
        assertTrue(Control.is(first.run()));
        assertTrue(due(study).isEmpty(), "somebody measures it");
        study.drift().orElseThrow().tell(first.run(), took(1));
        run(study, 1);
        run(study, 1);
        assertTrue(due(study).isEmpty());
        run(study, 1);
        Control second = due(study).orElseThrow();
        assertEquals(2, second.run().number());
        assertEquals(3, second.after());
    }

    @Test
    void countsForNothingAndIsNoTrial() {
        Study study = study(DriftPlan.every(1));
        int left = study.trialsLeft();
        measured(study, 0.001); // better than anything
        assertEquals(left, study.trialsLeft());
        assertEquals(List.of(), study.records().trials());
        run(study, 2);
        assertEquals(1, study.best(Point.EMPTY).orElseThrow().number());
    }

    @Test
    void whatALostProcessHasClaimedIsAnotherAttempt() {
        Study study = study(DriftPlan.every(3));
        Control lost = due(study).orElseThrow();
        Control again = study.drift().orElseThrow().claim(p -> true).orElseThrow();
        assertEquals(lost.run().number(), again.run().number());
        assertEquals(2, again.run().provenance().attempt());
        assertTrue(study.drift().orElseThrow().tell(lost.run(), took(9)).isEmpty(), "late");
        assertTrue(study.drift().orElseThrow().tell(again.run(), took(1)).isPresent());
        assertTrue(study.drift().orElseThrow().tell(again.run(), took(2)).isEmpty(), "twice");
        assertEquals(1, study.drift().orElseThrow().all().size());
    }

    @Test
    void oneThatIsFarOffIsMeasuredOnceMoreAndThenSaid() {
        Study study = study(DriftPlan.every(2));
        for (double seconds : new double[] {1, 1.01, 0.99, 1.005}) {
            measured(study, seconds);
            assertTrue(due(study).isEmpty());
            run(study, 1);
            run(study, 1);
        }
        measured(study, 1.3);
        assertEquals(List.of(), notes);
        measured(study, 1.29);
        assertTrue(due(study).isEmpty(), "once");
        assertEquals(
                List.of("Drift: the machine is 29.3 % slower since one of the trials 7 to 8 (p"),
                notes.stream().map(n -> n.replaceFirst(" [=<] .*", "")).toList());
    }

    @Test
    void normalisesTimesAndKeepsWhatWasMeasured() {
        Study study = study(DriftPlan.every(1).normalising("seconds"));
        for (double seconds : new double[] {1, 1.01, 0.99, 1, 1.3, 1.31, 1.29}) {
            measured(study, seconds);
            run(study, 2);
        }
        Trial slow = run(study, 2.6);
        double factor = Normalisation.of(slow.outcome()).orElseThrow().factors().get("seconds");
        assertEquals(1.3, factor, 0.05);
        assertEquals(2.6 / factor, PROBLEM.value(slow, "seconds").orElseThrow(), 1e-12);
        assertEquals(3, PROBLEM.value(slow, "memory").orElseThrow());
        var raw = (Outcome.Measured) Normalisation.measured(slow.outcome());
        assertEquals(List.of(2.6), raw.outputs().get("seconds"));
        assertEquals(Map.of(), raw.extra());
        assertTrue(Normalisation.of(study.records().trials().getFirst().outcome()).isEmpty());

        Trial corrected = study.correct(slow.number(), took(5.2));
        assertEquals(5.2 / factor, PROBLEM.value(corrected, "seconds").orElseThrow(), 1e-12);
        Trial first = study.correct(1, took(4));
        assertEquals(4, PROBLEM.value(first, "seconds").orElseThrow());
    }

    @Test
    void standardErrorsAreDividedTooAndNegativeValuesAreNot() {
        var measured =
                new Outcome.Measured(
                        Map.of(
                                "seconds", List.of(2.0, 4.0),
                                "seconds_standard_error", List.of(0.2),
                                "memory", List.of(-1.0)),
                        Map.of("note", "x"),
                        1);
        Outcome.Measured divided =
                Normalisation.divided(measured, Map.of("seconds", 2.0, "memory", 2.0));
        assertEquals(List.of(1.0, 2.0), divided.outputs().get("seconds"));
        assertEquals(List.of(0.1), divided.outputs().get("seconds_standard_error"));
        assertEquals(List.of(-1.0), divided.outputs().get("memory"));
        assertEquals(measured, Normalisation.measured(divided));
    }

    @Test
    void failuresAreSaidAndEndIt() {
        Study study = study(DriftPlan.every(1).normalising("seconds"));
        for (int i = 0; i < 3; i++) {
            Control due = due(study).orElseThrow();
            study.drift()
                    .orElseThrow()
                    .tell(due.run(), Outcome.failed(FailureCause.CRASH, "no luck"));
            run(study, 2);
        }
        assertTrue(due(study).isEmpty(), "hopeless");
        assertTrue(notes.getLast().contains("no luck"), notes.toString());
        assertTrue(notes.getLast().contains("no more are measured"), notes.toString());
        assertEquals(2, PROBLEM.value(study.records().trials().getLast(), "seconds").orElseThrow());
    }

    @Test
    void oneThatIsNotPositiveNormalisesNothing() {
        Study study = study(DriftPlan.every(1).normalising("seconds"));
        measured(study, -1);
        assertTrue(notes.getLast().contains("'seconds', which is not positive"), notes.toString());
        assertTrue(Normalisation.of(run(study, 2).outcome()).isEmpty());
    }

    @Test
    void refusesAnotherConfiguration() {
        measured(study(DriftPlan.every(1)), 1);
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> study(DriftPlan.every(1).measuring(Point.of("k", 8))));
        assertTrue(
                e.getMessage().startsWith("drift.configuration: the study measures k=7"),
                e.getMessage());
    }

    @Test
    void refusesWhatCannotBe() {
        assertRefused("drift.every: 0 is not a positive", Map.of("every", 0L));
        assertRefused("drift.every: it is to be a number", Map.of());
        assertRefused(
                "drift.evry: there is no such key. Maybe you meant 'every'", Map.of("evry", 5L));
        assertRefused(
                "drift.normalise: 'memory' is in MB, which is neither",
                Map.of("every", 5L, "normalise", List.of("memory")));
        assertRefused(
                "drift.normalise: 'secnds' is no measured output. Maybe you meant 'seconds'",
                Map.of("every", 5L, "normalise", List.of("secnds")));
        assertRefused(
                "drift.configuration: ", Map.of("every", 5L, "configuration", Map.of("k", 2000L)));
    }

    private void assertRefused(String words, Map<String, Object> section) {
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> study(DriftPlan.of(PROBLEM, section)));
        assertTrue(e.getMessage().startsWith(words), e.getMessage());
        assertTrue(history.records().study().isEmpty(), "nothing is written");
    }

    @Test
    void needsADefaultThatIsAdmitted() {
        var none =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("k", 0, 1000))
                        .objective(Objective.minimize("seconds"))
                        .build();
        var e = assertThrows(IllegalArgumentException.class, () -> study(none, DriftPlan.every(5)));
        assertTrue(e.getMessage().contains("has no default configuration"), e.getMessage());
        var violated = problem().constraint(Constraint.of("large", "k > 7")).build();
        e = assertThrows(IllegalArgumentException.class, () -> study(violated, DriftPlan.every(5)));
        assertTrue(
                e.getMessage().startsWith("drift: the configuration k=7 violates"), e.getMessage());
        assertFalse(study(none, DriftPlan.every(5).measuring(Point.of("k", 3))).drift().isEmpty());
    }

    @Test
    void trueMeansTheObjectivesInUnitsOfTime() {
        DriftPlan plan = DriftPlan.of(PROBLEM, Map.of("every", 5L, "normalise", true));
        assertEquals(java.util.Set.of("seconds"), plan.normalised());
        var unitless =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("k", 0, 9).withDefault(1))
                        .objective(Objective.maximize("rate").withUnit("Gflop/s"))
                        .build();
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> DriftPlan.of(unitless, Map.of("every", 5L, "normalise", true)));
        assertTrue(
                e.getMessage().startsWith("drift.normalise: no measured objective"),
                e.getMessage());
        DriftPlan named = DriftPlan.of(unitless, Map.of("every", 5L, "normalise", List.of("rate")));
        assertEquals(
                1, named.candidate(unitless, List.of(Point.EMPTY)).configuration().number("k"));
    }

    @Test
    void recordsComeBack() {
        Study study = study(DriftPlan.every(1));
        Control pending = due(study).orElseThrow();
        assertEquals(Optional.of(pending), Control.of(pending.record()));
        var slow = new Outcome.Failed(FailureCause.TIMEOUT, "slow", 5, 2);
        Control failed = pending.with(pending.run().with(slow));
        assertEquals(Optional.of(failed), Control.of(failed.record()));
        Control ended = pending.with(pending.run().with(took(2)));
        assertEquals(Optional.of(ended), Control.of(ended.record()));
        assertEquals(Optional.empty(), Control.of(new ModelRecord("surrogate y 1", "", Map.of())));
    }
}
