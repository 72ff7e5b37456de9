package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

class ProblemChangeTest {
    private static TuningProblem.Builder with(Parameter x) {
        return TuningProblem.named("p").parameter(x).constant("c", 1);
    }

    private static final Parameter X = Parameter.real("x", 0, 10);

    private static TuningProblem.Builder old() {
        return with(X).objective(Objective.minimize("y"));
    }

    private static ProblemChange change(TuningProblem.Builder before, TuningProblem.Builder after) {
        return ProblemChange.between(before.build().description(), after.build().description());
    }

    private static ProblemChange parameter(Parameter after) {
        return change(old(), with(after).objective(Objective.minimize("y")));
    }

    private static ProblemChange values(Parameter before, Parameter after) {
        return change(
                with(before).objective(Objective.minimize("y")),
                with(after).objective(Objective.minimize("y")));
    }

    private static ProblemChange edited(UnaryOperator<TuningProblem.Builder> edit) {
        return change(old(), edit.apply(old()));
    }

    private static void assertErrors(ProblemChange change, String... errors) {
        assertEquals(List.of(errors), change.errors());
        assertEquals(List.of(), change.warnings());
    }

    private static void assertWarnings(ProblemChange change, String... warnings) {
        assertEquals(List.of(), change.errors());
        assertEquals(List.of(warnings), change.warnings());
    }

    @Test
    void nothingChanged() {
        assertWarnings(edited(b -> b));
    }

    @Test
    void wideningGoesOn() {
        assertWarnings(parameter(Parameter.real("x", -1, 20)));
        assertWarnings(parameter(X.withDefault(3)));
        assertWarnings(
                values(
                        Parameter.categorical("x", List.of("a", "b")),
                        Parameter.categorical("x", List.of("c", "b", "a"))));
    }

    @Test
    void otherParametersAreErrors() {
        assertErrors(
                parameter(Parameter.real("x", 1, 10)),
                "parameter_space.x was bounded by [0.0, 10.0] and is now by the narrower [1.0,"
                        + " 10.0]");
        assertErrors(
                parameter(Parameter.real("x", 0, 9)),
                "parameter_space.x was bounded by [0.0, 10.0] and is now by the narrower [0.0,"
                        + " 9.0]");
        assertErrors(
                parameter(Parameter.integer("x", 0, 10)),
                "parameter_space.x was real and is now integer");
        assertErrors(
                parameter(Parameter.real("z", 0, 10)),
                "parameter_space: 'x' was removed or renamed",
                "parameter_space: 'z' was added");
        assertErrors(
                edited(b -> b.task(Parameter.integer("n", 1, 2))), "input_space: 'n' was added");
        assertErrors(
                parameter(X.activeIf("c == 1")), "parameter_space.x: its condition was edited");
        assertErrors(
                values(
                        Parameter.categorical("x", List.of("a", "b")),
                        Parameter.categorical("x", List.of("a"))),
                "parameter_space.x no longer has the values [b]");
        assertErrors(
                values(
                        Parameter.ordinal("x", List.of(1, 2)),
                        Parameter.ordinal("x", List.of(2, 4))),
                "parameter_space.x no longer has the values [1]");
    }

    @Test
    void editsThatMakeTrialsHarderToCompareAreWarnings() {
        assertWarnings(
                values(Parameter.real("x", 1, 10), Parameter.real("x", 1, 10).log()),
                "parameter_space.x: its scale was edited");
        assertWarnings(edited(b -> b.constant("c", 2)), "constants was edited");
        assertWarnings(
                edited(b -> b.constraint(Constraint.of("l", "x < 5"))), "constraints was edited");
        assertWarnings(edited(b -> b.derived("d", "2*x")), "derived was edited");
    }

    @Test
    void objectives() {
        assertWarnings(
                change(old(), with(X).objective(Objective.maximize("y"))),
                "output_space.y: its goal was edited");
        assertWarnings(
                change(old(), with(X).objective(Objective.minimize("y").within(0, 3))),
                "output_space.y: its lower_bound was edited",
                "output_space.y: its upper_bound was edited");
        assertWarnings(
                change(
                        old(),
                        with(X).objective(Objective.minimize("y").aggregatedBy(Aggregation.MIN))),
                "output_space.y: its aggregation was edited");
        assertErrors(
                edited(b -> b.objective(Objective.minimize("z"))), "output_space: 'z' was added");
        assertWarnings(
                change(old().objective(Objective.minimize("z")), old()),
                "output_space: 'z' was removed");
    }

    /** A file gives 10 for 10.0, and knows sections that this class does not. */
    @Test
    void numbersFromFilesAreTheSame() {
        var before = new java.util.HashMap<>(old().build().description());
        before.put("constants", Map.of("c", 1.0));
        before.put("evaluation", Map.of("command", List.of("a", 1)));
        var after = new java.util.HashMap<>(old().build().description());
        after.put("evaluation", Map.of("command", List.of("a", 1.0)));
        assertWarnings(ProblemChange.between(before, after));
        after.put("evaluation", Map.of("command", List.of("a", 2)));
        assertWarnings(ProblemChange.between(before, after), "evaluation was edited");
    }
}
