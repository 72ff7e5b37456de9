package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.TunerAbilities.Kind;
import org.junit.jupiter.api.Test;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

class DefaultTunerTest {
    private static final TunerAbilities ALL = TunerAbilities.USUAL;

    private record Declaring(String name, TunerAbilities abilities) implements TunerProvider {
        @Override
        public String summary() {
            return "Declares what it can.";
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new CountingTuner()
                    .create(
                            new TuningRequest(
                                    request.problem(),
                                    request.tasks(),
                                    Settings.of(
                                            "counting",
                                            List.of(CountingTuner.OFFSET),
                                            java.util.Map.of()),
                                    request.seed()));
        }
    }

    private static TunerAbilities needs(boolean fidelities, boolean sources) {
        return new TunerAbilities(fidelities, sources, Set.of(Kind.REAL), false, false);
    }

    private static String chosen(TunerAbilities calledFor, TunerProvider... preferred) {
        return DefaultTuner.among(List.of(preferred), calledFor)
                .map(TunerProvider::name)
                .orElse("none");
    }

    @Test
    void isTheFirstThatCanUseEverything() {
        var plain = new Declaring("plain", ALL);
        var sources = new Declaring("sources", ALL.withSources());
        var band = new Declaring("band", ALL.withFidelities());
        assertEquals("plain", chosen(needs(false, false), plain, sources, band));
        assertEquals("sources", chosen(needs(false, true), plain, sources, band));
        assertEquals("band", chosen(needs(true, false), plain, sources, band));
    }

    /** Nobody can use both fidelities and sources: then the first, on full runs of its own. */
    @Test
    void elseTheFirstThatCanTuneIt() {
        var oneTask = new Declaring("one-task", ALL.withOneTask().withFidelities());
        var real = new Declaring("real", ALL.withKinds(Kind.REAL));
        TunerAbilities both = needs(true, true);
        assertEquals("one-task", chosen(both, oneTask, real));
        var tasks = new TunerAbilities(true, true, Set.of(Kind.REAL), true, false);
        assertEquals("real", chosen(tasks, oneTask, real));
        var mixed = new TunerAbilities(false, false, EnumSet.allOf(Kind.class), true, false);
        assertEquals("none", chosen(mixed, oneTask, real));
    }

    @Test
    void whatIsCalledForIsReadFromTheProblem() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("i", 1, 3))
                        .parameter(Parameter.categorical("c", List.of("a", "b")).activeIf("i == 2"))
                        .objective(Objective.minimize("y"))
                        .objective(Objective.minimize("z"))
                        .build();
        assertEquals(
                new TunerAbilities(
                        false,
                        false,
                        Set.of(Kind.INTEGER, Kind.CATEGORICAL, Kind.CONDITIONAL),
                        false,
                        true),
                TunerAbilities.calledFor(problem, List.of(Point.EMPTY)));
    }

    /** The choice is made once: a study that is opened again without a name keeps its tuner. */
    @Test
    void aStudyKeepsItsTuner() {
        var history = new MemoryHistory();
        var other = new Declaring("other", ALL);
        Study.of(problem(1)).history(history).tuner(other).open();
        StudyBuilder again = Study.of(problem(1)).history(history);
        String message = assertThrows(IllegalArgumentException.class, again::open).getMessage();
        assertTrue(message.startsWith("No tuner is named 'other'"), message);
        assertEquals(
                Optional.of("other"), history.records().study().map(StudyRecord::tuner), message);
    }

    @Test
    void aTunerThatCannotTuneTheProblemIsRefused() {
        var single = new Declaring("single", ALL.withOneObjective());
        var history = new MemoryHistory();
        StudyBuilder builder = Study.of(problem(2)).history(history).tuner(single);
        assertEquals(
                "Tuner 'single' cannot tune more than one objective, as 'p' needs. Maybe name"
                        + " another one.",
                assertThrows(IllegalArgumentException.class, builder::open).getMessage());
        assertEquals(Optional.empty(), history.records().study());
    }

    private static TuningProblem problem(int objectives) {
        var builder = TuningProblem.named("p").parameter(Parameter.real("x", 0, 10));
        for (int i = 0; i < objectives; i++) {
            builder.objective(Objective.minimize("y" + i));
        }
        return builder.build();
    }
}
