package org.attune.api;

import static org.attune.api.ParameterTest.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.expression.EvaluationException;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

class TuningProblemTest {
    private static TuningProblem.Builder base() {
        return TuningProblem.named("p")
                .task(Parameter.integer("n", 1, 100))
                .parameter(Parameter.integer("b", 0, 100))
                .parameter(Parameter.integer("k", 0, 9).activeIf("b > 50"))
                .objective(Objective.minimize("y"))
                .machine(new Machine(4, 16));
    }

    private static boolean admits(TuningProblem problem, Object... configuration) {
        return problem.admits(Point.of("n", 10), Point.of(configuration));
    }

    private static TuningProblem constrained(String expression) {
        return base().constraint(Constraint.of("c", expression)).build();
    }

    @Test
    void constraintsReadTasksConfigurationsAndTheMachine() {
        var problem = constrained("b <= nodes*cores + n");
        assertTrue(admits(problem, "b", 74, "k", 0));
        assertFalse(admits(problem, "b", 75, "k", 0));
        assertTrue(
                base().build()
                        .violated(Candidate.of(Point.of("n", 1), Point.of("b", 1)))
                        .isEmpty());
    }

    @Test
    void ownNamesHideTheMachine() {
        var problem =
                base().constant("cores", 2).constraint(Constraint.of("c", "b <= cores")).build();
        assertTrue(admits(problem, "b", 2));
        assertFalse(admits(problem, "b", 3));
        var parameter =
                base().parameter(Parameter.integer("nodes", 1, 3))
                        .constraint(Constraint.of("c", "nodes == 3"))
                        .build();
        assertTrue(admits(parameter, "b", 2, "nodes", 3));
        assertFalse(admits(parameter, "b", 2, "nodes", 1));
    }

    @Test
    void derivedValuesBuildOnEachOther() {
        var problem =
                base().derived("twice", "2*b")
                        .derived("sum", "twice + n")
                        .constraint(Constraint.of("c", "sum <= 30"))
                        .build();
        assertTrue(admits(problem, "b", 10));
        assertFalse(admits(problem, "b", 11));
        var values = problem.values(Candidate.of(Point.of("n", 10), Point.of("b", 3)));
        assertEquals(6L, values.get("twice"));
        assertEquals(16L, values.get("sum"));
        assertEquals(
                List.of("nodes", "cores", "n", "b", "twice", "sum"), List.copyOf(values.keySet()));
        assertThrows(
                IllegalArgumentException.class,
                () -> base().derived("sum", "twice + n").derived("twice", "2*b").build());
    }

    @Test
    void constraintsOnInactiveParametersHold() {
        assertTrue(admits(constrained("k > 5"), "b", 3));
        assertFalse(admits(constrained("k > 5"), "b", 60, "k", 5));
        var derived = base().derived("d", "k + 1").constraint(Constraint.of("c", "d > 5")).build();
        assertTrue(admits(derived, "b", 3));
        assertFalse(admits(derived, "b", 60, "k", 1));
        assertFalse(
                derived.values(Candidate.of(Point.of("n", 1), Point.of("b", 3))).containsKey("d"));
    }

    @Test
    void constraintsThatCannotBeEvaluatedDoNotHold() {
        assertFalse(admits(constrained("n / b > 0"), "b", 0));
        assertTrue(admits(constrained("n / b > 0"), "b", 1));
        var derived = base().derived("d", "n / b").constraint(Constraint.of("c", "d > 0")).build();
        assertFalse(admits(derived, "b", 0));
        assertThrows(
                EvaluationException.class,
                () -> derived.values(Candidate.of(Point.of("n", 1), Point.of("b", 0))));
    }

    @Test
    void predicatesAreConstraintsToo() {
        var problem =
                base().constraint(
                                Constraint.of("even", c -> c.configuration().number("b") % 2 == 0))
                        .constraint(Constraint.of("low", "b < 10"))
                        .build();
        assertTrue(admits(problem, "b", 4));
        var violated = problem.violated(Candidate.of(Point.of("n", 1), Point.of("b", 11)));
        assertEquals("['even' (Java), 'low' (b < 10)]", violated.toString());
    }

    @Test
    void namesMeanOneThing() {
        assertThrows(
                IllegalArgumentException.class,
                () -> base().parameter(Parameter.integer("n", 0, 1)).build());
        assertThrows(IllegalArgumentException.class, () -> base().constant("b", 1).build());
        assertThrows(IllegalArgumentException.class, () -> base().derived("n", "b").build());
        assertThrows(
                IllegalArgumentException.class,
                () -> base().objective(Objective.maximize("y")).build());
        assertRefused(
                "Output 'b' has the name of a parameter, constant or derived value.",
                () -> base().objective(Objective.minimize("b")).build());
        assertRefused(
                "Output 'n' has the name of a parameter, constant or derived value.",
                () -> base().derivedOutput("n", "2*y").build());
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        base().constraint(Constraint.of("c", "b > 1"))
                                .constraint(Constraint.of("c", "b < 9"))
                                .build());
    }

    /** Only problems that measure an output of this name give up the machine's. */
    @Test
    void outputsMayBeNamedLikeTheMachine() {
        var problem = base().objective(Objective.minimize("cores")).build();
        assertEquals(Set.of("y", "cores"), problem.measuredOutputs());
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        base().objective(Objective.minimize("cores"))
                                .constraint(Constraint.of("c", "b <= cores"))
                                .build());
    }

    @Test
    void incompleteProblemsAreRefused() {
        assertRefused(
                "Problem 'p' has no parameters to tune.",
                () -> TuningProblem.named("p").objective(Objective.minimize("y")).build());
        assertRefused(
                "Problem 'p' has no objective to optimise.",
                () ->
                        TuningProblem.named("p")
                                .parameter(Parameter.real("x", 0, 1))
                                .objective(Objective.minimize("y").within(0, 1).rangeOnly())
                                .build());
        assertThrows(IllegalArgumentException.class, () -> TuningProblem.named("a/b"));
        assertThrows(IllegalArgumentException.class, () -> TuningProblem.named(".."));
        assertThrows(IllegalArgumentException.class, () -> constrained("q > 1"));
        assertThrows(IllegalArgumentException.class, () -> base().constant("c", List.of()));
    }

    @Test
    void boundsAreExpressions() {
        var builder = base().constant("mem", 8);
        assertEquals(64, builder.bound("nodes*cores"));
        assertEquals(4, builder.bound("mem/2"));
        assertThrows(IllegalArgumentException.class, () -> builder.bound("mem/0"));
        assertThrows(IllegalArgumentException.class, () -> builder.bound("'a'"));
        assertThrows(IllegalArgumentException.class, () -> builder.bound("unknown"));
    }

    @Test
    void measuredOutputsAreWhatNobodyDerives() {
        var problem =
                base().objective(Objective.maximize("rate").derivedAs("n*b/seconds/cores"))
                        .derivedOutput("energy", "watts*seconds")
                        .build();
        assertEquals(Set.of("y", "seconds", "watts"), problem.measuredOutputs());
        assertEquals(Set.of("energy", "rate"), problem.derivedOutputs().keySet());
    }

    private static TuningProblem everything() {
        return TuningProblem.named("all")
                .task(Parameter.integer("n", 1, 9))
                .constant("limit", 100)
                .parameter(Parameter.real("x", 1, 1000).log())
                .parameter(Parameter.integer("k", 1, 64).log().withDefault(8))
                .parameter(Parameter.ordinal("o", List.of(1, 2, 4)).activeIf("k > 2"))
                .parameter(Parameter.categorical("c", List.of("a", "b", "d")))
                .derived("area", "x*k")
                .constraint(Constraint.of("small", "area <= limit*n"))
                .objective(Objective.minimize("y"))
                .derivedOutput("z", "2*y")
                .model(PerformanceModel.of("m", v -> v.number("x")))
                .priorMean("y", PerformanceModel.of("mean", v -> v.number("x")))
                .belief("c", "b")
                .belief("k", 4)
                .machine(new Machine(3, 5))
                .build();
    }

    @Test
    void aCopyHasAllParts() {
        TuningProblem problem = everything();
        TuningProblem copy = problem.toBuilder().build();
        assertEquals(problem.description(), copy.description());
        assertEquals(problem.beliefs(), copy.beliefs());
        assertEquals(problem.machine(), copy.machine());
        assertEquals(problem.names(), copy.names());
        assertEquals(problem.priorMeans().keySet(), copy.priorMeans().keySet());
        assertEquals(problem.measuredOutputs(), copy.measuredOutputs());
        assertEquals(problem.derivedOutputs().keySet(), copy.derivedOutputs().keySet());
    }

    /** Values of every kind; those of the whole problem encode to the same configuration. */
    @Test
    void parametersCanBeFixed() {
        TuningProblem fixed =
                everything().toBuilder().fix("x", 20).fix("k", 4).fix("o", 2).fix("c", "d").build();
        var random = new Generator(1);
        Point only = Point.of("x", 20.0, "k", 4L, "o", 2, "c", "d");
        Space space = fixed.parameterSpace();
        assertEquals(1, space.size());
        for (int i = 0; i < 20; i++) {
            assertEquals(space.canonical(only), space.sample(random));
        }
        assertEquals(space.canonical(only), everything().parameterSpace().canonical(only));
        for (double u : space.encode(space.canonical(only))) {
            assertTrue(u >= 0 && u <= 1, () -> "coordinate " + u);
        }
        assertEquals(List.of(), fixed.beliefs());
        TuningProblem partly = everything().toBuilder().fix("c", "d").build();
        assertEquals(List.of("k"), partly.beliefs().stream().map(Belief::parameter).toList());
    }

    @Test
    void aParameterCannotBeFixedAtAnotherValue() {
        TuningProblem.Builder builder = everything().toBuilder();
        assertThrows(IllegalArgumentException.class, () -> builder.fix("x", 2000));
        assertThrows(IllegalArgumentException.class, () -> builder.fix("c", "z"));
        String message =
                assertThrows(IllegalArgumentException.class, () -> builder.fix("kk", 1))
                        .getMessage();
        assertEquals("There is no parameter 'kk' to fix. Maybe you meant 'k'.", message);
    }
}
