package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

class ConstraintCheckTest {
    private static TuningProblem.Builder discrete() {
        return TuningProblem.named("p")
                .parameter(Parameter.integer("p", 1, 8))
                .parameter(Parameter.integer("q", 1, 8).log())
                .parameter(Parameter.integer("nproc", 1, 64))
                .objective(Objective.minimize("y"));
    }

    private static ConstraintCheck.Result check(TuningProblem problem, Point... initial) {
        return ConstraintCheck.of(problem, List.of(Point.EMPTY), List.of(initial), new Seed(1))
                .getFirst();
    }

    // p <= q for 36 of 64 pairs, p + q = 16 for one of these
    @Test
    void enumeratesADiscreteSpace() {
        var result =
                check(
                        discrete()
                                .constraint(Constraint.of("order", "p <= q"))
                                .constraint(Constraint.of("sum", "p + q >= 16"))
                                .build());
        assertTrue(result.exact());
        assertEquals(4096, result.points());
        assertEquals(36.0 / 64, result.shares().get(0).share());
        assertEquals(1.0 / 64, result.shares().get(1).share());
        assertEquals(1.0 / 64, result.joint());
        assertEquals(List.of(), result.messages());
    }

    @Test
    void advisesToDeriveWhatAnEqualityDetermines() {
        var result =
                check(
                        discrete()
                                .constraint(Constraint.of("grid", "nproc == p*q and p > 3"))
                                .build());
        assertEquals(5.0 / 8 / 64, result.joint());
        assertEquals(
                List.of(
                        "Constraint 'grid' (nproc == p*q and p > 3) seldom holds: for 0.98 % of the"
                                + " configurations. Maybe remove parameter 'nproc' and derive it:"
                                + " 'derived: {nproc: \"p*q\"}'."),
                result.messages());
    }

    @Test
    void whatCanHardlyEverBeEvaluatedIsAPercentage() {
        var result =
                check(
                        TuningProblem.named("p")
                                .parameter(Parameter.integer("p", 0, 999))
                                .objective(Objective.minimize("y"))
                                .constraint(Constraint.of("root", "sqrt(p - 998) >= 0"))
                                .build());
        String said = result.messages().toString();
        assertTrue(
                said.contains(" cannot be evaluated for over 99 % of the configurations,"), said);
    }

    /** That it holds for no configuration would be no news, and wrong advice. */
    @Test
    void saysThatAConstraintCannotBeEvaluated() {
        for (Parameter third : List.of(Parameter.integer("r", 1, 8), Parameter.real("r", 0, 1))) {
            var result =
                    check(
                            discrete()
                                    .parameter(third)
                                    .constraint(Constraint.of("zero", "1 / (p - p) > 0"))
                                    .constraint(Constraint.of("sometimes", "1 / (p - 1) > 0"))
                                    .build());
            String said = result.messages().toString();
            assertEquals(2, result.messages().size(), said);
            assertTrue(
                    said.startsWith(
                            "[Constraint 'zero' (1 / (p - p) > 0) cannot be evaluated for any of"),
                    said);
            assertFalse(said.contains("prove"), said);
            assertTrue(
                    result.messages()
                            .getLast()
                            .matches(
                                    "Constraint 'sometimes' .* cannot be evaluated for 1[23] % of"
                                            + " the configurations, and counts as violated there:"
                                            + " .*zero.*"),
                    said);
        }
    }

    @Test
    void namesTheConstraintThatNeverHolds() {
        var result =
                check(
                        discrete()
                                .constraint(Constraint.of("fine", "p > 1"))
                                .constraint(Constraint.of("never", "p*q > 64"))
                                .build());
        assertFalse(result.satisfiable());
        assertEquals(7.0 / 8, result.shares().get(0).share());
        assertEquals(
                List.of(
                        "Constraint 'never' (p*q > 64) does not hold for any of the 4096"
                                + " configurations."),
                result.messages());
    }

    @Test
    void namesConstraintsThatContradictEachOther() {
        var result =
                check(
                        discrete()
                                .constraint(Constraint.of("a", "p > q"))
                                .constraint(Constraint.of("b", "p < q"))
                                .build());
        assertEquals(
                List.of(
                        "The constraints hold one by one, but not together for any of the 4096"
                                + " configurations: 'a' (p > q) and 'b' (p < q)."),
                result.messages());
    }

    @Test
    void whatReadsNoTunedParameterIsEvaluatedOnce() {
        var problem =
                TuningProblem.named("p")
                        .task(Parameter.integer("n", 1, 9))
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("z"))
                        .derived("half", "n / 2")
                        .constraint(Constraint.of("big", "half > 2"))
                        .constraint(Constraint.of("other", "x < 0.5"))
                        .build();
        var results =
                ConstraintCheck.of(
                        problem,
                        List.of(Point.of("n", 8), Point.of("n", 1)),
                        List.of(),
                        new Seed(1));
        assertEquals(0.5, results.get(0).joint(), 0.006);
        assertEquals(0, results.get(1).points());
        assertFalse(results.get(1).satisfiable());
        assertEquals(
                List.of(
                        "Constraint 'big' (half > 2) reads no tuned parameter, and does not hold"
                                + " for task n=1."),
                results.get(1).messages());
    }

    /** The quarter disc: share pi/4, of which five standard errors are 0.0046. */
    @Test
    void drawsFromAContinuousSpaceTaskByTask() {
        var problem =
                TuningProblem.named("p")
                        .task(Parameter.real("r", 0, 2))
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("y", 0, 1))
                        .objective(Objective.minimize("z"))
                        .constraint(Constraint.of("disc", "x**2 + y**2 <= r**2"))
                        .build();
        var results =
                ConstraintCheck.of(
                        problem,
                        List.of(Point.of("r", 1.0), Point.of("r", 0.0)),
                        List.of(),
                        new Seed(1));
        assertFalse(results.get(0).exact());
        assertEquals(Math.PI / 4, results.get(0).joint(), 0.0046);
        assertEquals(0, results.get(1).joint());
        assertEquals(
                List.of(
                        "Constraint 'disc' (x**2 + y**2 <= r**2) does not hold for any of 200000"
                                + " random configurations.",
                        "None could be constructed either; whether there is one is not known."),
                results.get(1).messages());
        assertFalse(results.get(1).satisfiable());
    }

    @Test
    void refusesDefaultAndGivenConfigurations() {
        var problem =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("p", 1, 8).withDefault(1))
                        .objective(Objective.minimize("y"))
                        .constraint(Constraint.of("large", "p > 4"))
                        .build();
        var result = check(problem, Point.of("p", 5), Point.of("p", 3));
        assertEquals(
                List.of(
                        "The default configuration p=1 violates 'large' (p > 4).",
                        "The given configuration p=3 violates 'large' (p > 4)."),
                result.messages());
    }

    @Test
    void everythingIsAdmissibleWithoutConstraints() {
        var result = check(discrete().build());
        assertEquals(1, result.joint());
        assertEquals(0, result.points());
    }

    private static TuningProblem.Builder large() {
        return TuningProblem.named("p")
                .parameter(Parameter.integer("p", 1, 256))
                .parameter(Parameter.integer("q", 1, 256))
                .parameter(Parameter.integer("r", 1, 256))
                .objective(Objective.minimize("y"))
                .constraint(Constraint.of("cores", "p*q*r == 256"))
                .constraint(Constraint.of("order", "p >= q"));
    }

    @Test
    void constructsAnExampleWhereDrawsFindNone() {
        TuningProblem problem = large().build();
        var result = check(problem);
        assertEquals(0, result.joint());
        assertTrue(result.satisfiable() && result.isSeldom());
        assertTrue(problem.admits(Point.EMPTY, result.example().orElseThrow()));
        assertTrue(
                result.messages().getLast().startsWith("Admissible configurations can be"),
                result.messages().toString());
    }

    @Test
    void provesWhichConstraintsContradictEachOther() {
        var result =
                check(
                        large().constraint(Constraint.of("odd", "q % 2 == 1 and q > 1"))
                                .constraint(Constraint.of("free", "p + r > 2"))
                                .build());
        assertFalse(result.satisfiable());
        assertEquals(
                "No configuration at all satisfies 'cores' (p*q*r == 256) and"
                        + " 'odd' (q % 2 == 1 and q > 1): this is proved.",
                result.messages().getLast());
    }
}
