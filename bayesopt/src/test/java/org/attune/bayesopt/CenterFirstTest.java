package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Effort;
import org.attune.api.Objective;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class CenterFirstTest {
    private static TuningProblem.Builder problem() {
        return TuningProblem.named("p")
                .parameter(Parameter.real("tol", 1e-8, 1e-2).log())
                .parameter(Parameter.integer("ranks", 1, 9))
                .parameter(Parameter.integer("threads", 1, 4))
                .parameter(Parameter.categorical("solver", List.of("cg", "gmres", "amg")))
                .parameter(Parameter.permutation("loops", List.of("i", "j", "k")))
                .objective(Objective.minimize("seconds"));
    }

    private static Suggestion next(
            TuningProblem problem, EngineSettings settings, int seed, RecordLog log) {
        var engine =
                new TaskEngine(
                        problem,
                        Point.EMPTY,
                        TaskEngine.axes(problem, settings),
                        settings,
                        new Seed(seed));
        return engine.proposer(engine.parts())
                .propose(engine.trials(log.snapshot(), 20))
                .orElseThrow()
                .suggestion();
    }

    private static Suggestion first(TuningProblem problem) {
        return next(problem, EngineSettings.standard(), 1, new RecordLog());
    }

    private static Set<Object> values(String parameter) {
        return IntStream.range(0, 40)
                .mapToObj(seed ->
                        next(problem().build(), EngineSettings.standard(), seed, new RecordLog()))
                .map(s -> s.candidate().configuration().get(parameter))
                .collect(Collectors.toSet());
    }

    @Test
    void theFirstTrialIsTheMiddleOfAllRanges() {
        Suggestion first = first(problem().build());
        assertEquals(Origin.Phase.INITIAL, first.origin().phase());
        assertEquals("center", first.origin().technique());
        Point middle = first.candidate().configuration();
        assertEquals(1e-5, middle.number("tol"), 1e-12);
        assertEquals(5, middle.number("ranks"));
    }

    @Test
    void ofTwoValuesInTheMiddleEitherComesAndOfCategoriesAndOrdersAny() {
        assertEquals(Set.of(2L, 3L), values("threads"));
        assertEquals(Set.of("cg", "gmres", "amg"), values("solver"));
        assertTrue(values("loops").size() > 3);
    }

    @Test
    void parametersWithADefaultHaveIt() {
        Point first =
                first(
                                problem()
                                        .parameter(Parameter.real("x", 0, 1).withDefault(0.1))
                                        .parameter(
                                                Parameter.permutation(
                                                                "order", List.of("a", "b", "c"))
                                                        .withDefault(List.of("b", "c", "a")))
                                        .build())
                        .candidate()
                        .configuration();
        assertEquals(0.1, first.number("x"));
        assertEquals(List.of("b", "c", "a"), first.get("order"));
        assertEquals(5, first.number("ranks"));
    }

    @Test
    void theDesignFollowsAndBeginsWhereTheMiddleIsRefusedOrNotWanted() {
        var log = new RecordLog();
        TuningProblem problem = problem().build();
        EngineSettings settings = EngineSettings.standard();
        Suggestion first = next(problem, settings, 1, log);
        log.add(
                new Trial(
                        1,
                        first.candidate(),
                        first.origin(),
                        Outcome.PENDING,
                        Provenance.here(Effort.NONE)));
        assertEquals("sobol", next(problem, settings, 1, log).origin().technique());
        assertEquals(
                "sobol",
                first(problem().constraint(Constraint.of("odd", "ranks != 5")).build())
                        .origin()
                        .technique());
        Suggestion published = next(problem, EngineSettings.of(Profile.GPTUNE), 1, new RecordLog());
        assertNotEquals("center", published.origin().technique());
    }

    /** Whoever reads the list of options learns of each condition that a remark would name. */
    @Test
    void theOptionSaysWhatItNeeds() {
        String said =
                EngineOptions.all().stream()
                        .filter(o -> o.name().equals("center-first"))
                        .map(Option::meaning)
                        .findFirst()
                        .orElseThrow();
        for (String need :
                List.of("default", "one task", "one objective", "no fidelity", "three")) {
            assertTrue(said.contains(need), said);
        }
    }

    private static boolean begins(TuningProblem problem, int tasks) {
        List<Point> all =
                IntStream.range(0, tasks)
                        .mapToObj(t -> tasks == 1 ? Point.EMPTY : Point.of("t", t))
                        .toList();
        Settings given = Settings.of("t", EngineOptions.all(), Map.of("center-first", "true"));
        var request = new TuningRequest(problem, all, given, new Seed(1));
        boolean begins = EngineOptions.read(request).centerFirst();
        List<String> remarks = EngineOptions.remarks(request, EngineOptions.all());
        assertEquals(begins ? 0 : 1, remarks.size(), remarks.toString());
        return begins;
    }

    /** A default has been tried, or the user does not want it tried. */
    @Test
    void onlyWhereThatHasProvedGood() {
        assertTrue(begins(problem().build(), 1));
        assertFalse(begins(problem().task(Parameter.integer("t", 0, 1)).build(), 2));
        assertFalse(begins(problem().objective(Objective.minimize("memory")).build(), 1));
        TuningProblem.Builder few =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("y", 0, 1))
                        .objective(Objective.minimize("seconds"));
        assertFalse(begins(few.build(), 1));
        assertTrue(begins(few.parameter(Parameter.real("z", 0, 1)).build(), 1));
        TuningProblem known =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1).withDefault(0.5))
                        .parameter(Parameter.real("y", 0, 1).withDefault(0.5))
                        .parameter(Parameter.real("z", 0, 1).withDefault(0.5))
                        .objective(Objective.minimize("seconds"))
                        .build();
        assertFalse(begins(known, 1));
    }
}
