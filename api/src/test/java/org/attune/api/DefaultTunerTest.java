package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.TunerAbilities.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class DefaultTunerTest {
    private static final TunerAbilities ALL = TunerAbilities.USUAL;

    /** A tuner of which a test says what it can and where it should be taken. */
    public static class Declaring implements TunerProvider {
        private final String name;
        private final TunerAbilities abilities;
        private final List<Recommendation> recommendations;

        Declaring(String name, TunerAbilities abilities, Recommendation... recommendations) {
            this.name = name;
            this.abilities = abilities;
            this.recommendations = List.of(recommendations);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String summary() {
            return "Declares what it can.";
        }

        @Override
        public TunerAbilities abilities() {
            return abilities;
        }

        @Override
        public List<Recommendation> recommendations() {
            return recommendations;
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new CountingTuner()
                    .create(
                            new TuningRequest(
                                    request.problem(),
                                    request.tasks(),
                                    Settings.of(
                                            "counting", List.of(CountingTuner.OFFSET), Map.of()),
                                    request.seed()));
        }
    }

    /** Taken wherever nothing better is. */
    public static final class Usual extends Declaring {
        /** Called by the service loader. */
        public Usual() {
            super("usual", ALL, Recommendation.always("it is the usual one", 0.5, "here"));
        }
    }

    /** The best for two objectives, says its author. */
    public static final class Fronts extends Declaring {
        /** Called by the service loader. */
        public Fronts() {
            super("fronts", ALL, won(0.7).atLeast(StudyFact.OBJECTIVES, 2));
        }
    }

    /** Even better there, but it cannot tune them. */
    public static final class Unable extends Declaring {
        /** Called by the service loader. */
        public Unable() {
            super("unable", ALL.withOneObjective(), won(0.9).atLeast(StudyFact.OBJECTIVES, 2));
        }
    }

    /** The best of all, but it refuses every problem. */
    public static final class Refusing extends Declaring {
        /** Called by the service loader. */
        public Refusing() {
            super("refusing", ALL, won(0.95));
        }

        @Override
        public Tuner create(TuningRequest request) {
            throw new IllegalArgumentException("I only tune on Sundays.");
        }
    }

    /** Recommends itself for nothing. */
    public static final class Modest extends Declaring {
        /** Called by the service loader. */
        public Modest() {
            super("a-modest-one", ALL);
        }
    }

    /** Worse than the others, but it has an option. */
    public static final class WithOptions extends Declaring {
        /** Called by the service loader. */
        public WithOptions() {
            super("with-options", ALL, won(0.1));
        }

        @Override
        public List<Option<?>> options() {
            return List.of(Option.integer("depth", 1, 1, 9, "of the search"));
        }
    }

    /** Bears the word that leaves the choice to the study. */
    public static final class Auto extends Declaring {
        /** Called by the service loader. */
        public Auto() {
            super("auto", ALL, won(1));
        }
    }

    @TempDir private Path folder;

    private static Recommendation won(double share) {
        return Recommendation.always("it won %s".formatted(share), share, "here");
    }

    private Tuners tuners(Class<?>... providers) throws IOException {
        Path services = folder.resolve("META-INF/services");
        Files.createDirectories(services);
        Files.write(
                services.resolve(TunerProvider.class.getName()),
                List.of(providers).stream().map(Class::getName).toList());
        var loader = // without the services of this module's own tests
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null) {
                    @Override
                    protected Class<?> findClass(String name) throws ClassNotFoundException {
                        return DefaultTunerTest.class.getClassLoader().loadClass(name);
                    }
                };
        return Tuners.from(loader);
    }

    private static StudyBuilder study(int objectives, Tuners tuners) {
        return Study.of(problem(objectives)).tuners(() -> tuners);
    }

    private static String chosen(int objectives, Tuners tuners) {
        return study(objectives, tuners).open().setUp().tuner();
    }

    @Test
    void isTheOneThatHasWonMostWhereItsConditionsHold() throws IOException {
        Tuners tuners = tuners(Usual.class, Fronts.class, Modest.class);
        assertEquals("usual", chosen(1, tuners));
        assertEquals("fronts", chosen(2, tuners));
    }

    @Test
    void aTunerThatCannotOrWillNotTuneTheProblemIsPassedOver() throws IOException {
        Tuners tuners = tuners(Usual.class, Fronts.class, Unable.class, Refusing.class);
        assertEquals("usual", chosen(1, tuners));
        assertEquals("fronts", chosen(2, tuners));
    }

    @Test
    void nothingIsTakenThatRecommendsItselfForNothing() throws IOException {
        StudyBuilder builder = study(1, tuners(Modest.class));
        assertEquals(
                "No tuner can be chosen for this study: none at hand recommends itself for it."
                        + " Name one: a-modest-one.",
                assertThrows(IllegalArgumentException.class, builder::open).getMessage());
    }

    @Test
    void whereNoneIsLeftItIsSaidWhy() throws IOException {
        StudyBuilder builder = study(2, tuners(Unable.class, Refusing.class));
        assertEquals(
                "No tuner can be chosen for this study: 'refusing' refuses: I only tune on"
                        + " Sundays.; 'unable' cannot tune more than one objective. Name one:"
                        + " refusing, unable.",
                assertThrows(IllegalArgumentException.class, builder::open).getMessage());
        StudyBuilder none = study(1, tuners());
        assertTrue(
                assertThrows(IllegalArgumentException.class, none::open)
                        .getMessage()
                        .endsWith("None is known; maybe a tuner's jar is missing."));
    }

    /** What is given for another tuner's options is meant for one that knows them. */
    @Test
    void aTunerThatDoesNotKnowTheOptionsIsPassedOver() throws IOException {
        Tuners tuners = tuners(Usual.class, Fronts.class, WithOptions.class);
        StudyBuilder known = study(2, tuners).options(Map.of("depth", "3"));
        assertEquals("with-options", known.open().setUp().tuner());
        StudyBuilder unknown = study(2, tuners).options(Map.of("dept", "3"));
        String message = assertThrows(IllegalArgumentException.class, unknown::open).getMessage();
        assertTrue(message.contains("'dept'"), message);
    }

    @Test
    void theWordIsNoName() throws IOException {
        Tuners tuners = tuners(Usual.class, Auto.class);
        assertEquals(List.of("usual"), tuners.all().stream().map(TunerProvider::name).toList());
        assertTrue(
                tuners.broken().getFirst().contains("leaves the choice"),
                tuners.broken()::toString);
        assertTrue(
                assertThrows(IllegalArgumentException.class, () -> tuners.named("auto"))
                        .getMessage()
                        .startsWith("'auto' is no tuner"));
    }

    /** The choice is made once, with its reason, and said in one line. */
    @Test
    void theChoiceAndItsReasonStandInTheFirstRecord() throws IOException {
        var history = new MemoryHistory();
        var notes = new ArrayList<String>();
        StudyObserver observer =
                new StudyObserver() {
                    @Override
                    public void note(String text) {
                        notes.add(text);
                    }
                };
        Tuners few = tuners(Usual.class);
        study(2, few).tuner(Tuners.AUTO).history(history).observer(observer).open();
        StudyRecord record = history.records().study().orElseThrow();
        assertEquals("usual", record.tuner());
        assertEquals(Optional.of("it is the usual one"), record.reason());
        assertEquals(
                List.of(
                        "Tuner 'usual' was chosen, as it is the usual one. Name another one to"
                                + " choose yourself (--tuner; 'attune tuners' lists them)."),
                notes);
        notes.clear();
        Tuners more = tuners(Usual.class, Fronts.class); // would now be chosen
        for (StudyBuilder again : List.of(study(2, more), study(2, more).tuner(Tuners.AUTO))) {
            again.history(history).observer(observer).trials(30).open();
            StudyRecord later = history.records().study().orElseThrow();
            assertEquals("usual", later.tuner());
            assertEquals(record.reason(), later.reason());
        }
        assertEquals(List.of(), notes);
    }

    @Test
    void aStudyWhoseTunerWasNamedKeepsIt() throws IOException {
        var history = new MemoryHistory();
        var notes = new ArrayList<String>();
        Tuners tuners = tuners(Usual.class, Fronts.class);
        study(1, tuners).tuner("fronts").history(history).open();
        assertEquals(Optional.empty(), history.records().study().orElseThrow().reason());
        study(1, tuners)
                .tuner(Tuners.AUTO)
                .history(history)
                .observer(
                        new StudyObserver() {
                            @Override
                            public void note(String text) {
                                notes.add(text);
                            }
                        })
                .open();
        assertEquals("fronts", history.records().study().orElseThrow().tuner());
        assertEquals(
                List.of(
                        "Study 'main' keeps the tuner 'fronts' that it was started with; 'auto'"
                                + " chooses for new studies alone."),
                notes);
    }

    @Test
    void factsAreCountedInTheProblem() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("i", 1, 3))
                        .parameter(Parameter.real("r", 0, 1))
                        .parameter(Parameter.ordinal("o", List.of(1, 2)))
                        .parameter(Parameter.categorical("c", List.of("a", "b")).activeIf("i == 2"))
                        .parameter(Parameter.permutation("order", List.of("a", "b", "c")))
                        .constraint(Constraint.of("small", "i + r < 3"))
                        .fidelity(FidelityParameter.levels("grid", 12, 24))
                        .objective(Objective.minimize("y"))
                        .objective(Objective.minimize("z"))
                        .build();
        Map<StudyFact, Integer> facts = StudyFact.of(problem, List.of(Point.EMPTY), 40, 3);
        assertEquals(
                Map.ofEntries(
                        Map.entry(StudyFact.PARAMETERS, 5),
                        Map.entry(StudyFact.NUMBERS, 3),
                        Map.entry(StudyFact.CATEGORIES, 1),
                        Map.entry(StudyFact.ORDERS, 1),
                        Map.entry(StudyFact.CONDITIONS, 1),
                        Map.entry(StudyFact.CONSTRAINTS, 1),
                        Map.entry(StudyFact.MODELS, 0),
                        Map.entry(StudyFact.OBJECTIVES, 2),
                        Map.entry(StudyFact.TASKS, 1),
                        Map.entry(StudyFact.TRIALS, 40),
                        Map.entry(StudyFact.FIDELITIES, 1),
                        Map.entry(StudyFact.SOURCES, 3)),
                facts);
        assertTrue(won(0.6).exactly(StudyFact.TASKS, 1).holds(facts));
        assertTrue(
                !won(0.6).exactly(StudyFact.TASKS, 1).atLeast(StudyFact.TRIALS, 41).holds(facts));
        assertTrue(!won(0.6).atMost(StudyFact.OBJECTIVES, 1).holds(facts));
    }

    @Test
    void conditionsAreSaidInWords() {
        assertEquals("always", won(0.6).conditions());
        assertEquals(
                "3 categories or more, 1 task, at most 80 trials, no numeric parameter",
                won(0.6).atLeast(StudyFact.CATEGORIES, 3)
                        .exactly(StudyFact.TASKS, 1)
                        .atMost(StudyFact.TRIALS, 80)
                        .exactly(StudyFact.NUMBERS, 0)
                        .conditions());
        assertEquals(
                "The share of pairs that a tuner wins is between 0 and 1, not 1.2.",
                assertThrows(IllegalArgumentException.class, () -> won(1.2)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> Recommendation.always("", 1, "here"));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Recommendation.Condition(StudyFact.TASKS, 3, 2));
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
                        true,
                        false),
                TunerAbilities.calledFor(problem, List.of(Point.EMPTY)));
    }

    /** A study that is opened again without a name keeps its tuner, even where that is missing. */
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
