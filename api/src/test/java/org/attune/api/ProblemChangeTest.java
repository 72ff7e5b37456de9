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

    private static final List<String> NONE = List.of();
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
        assertEquals(new ProblemChange(List.of(errors), NONE, NONE, NONE, NONE), change);
    }

    private static void assertNarrowed(ProblemChange change, String... narrowed) {
        assertEquals(new ProblemChange(NONE, List.of(narrowed), NONE, NONE, NONE), change);
    }

    private static void assertGoals(ProblemChange change, String... goals) {
        assertEquals(new ProblemChange(NONE, NONE, List.of(goals), NONE, NONE), change);
    }

    private static void assertMeasurements(ProblemChange change, String... measurements) {
        assertEquals(new ProblemChange(NONE, NONE, NONE, List.of(measurements), NONE), change);
    }

    private static void assertWarnings(ProblemChange change, String... warnings) {
        assertEquals(new ProblemChange(NONE, NONE, NONE, NONE, List.of(warnings)), change);
    }

    @Test
    void nothingChanged() {
        assertWarnings(edited(b -> b));
    }

    @Test
    void wideningIsSaid() {
        assertWarnings(
                parameter(Parameter.real("x", -1, 20)),
                "parameter_space.x was bounded by [0, 10] and is now by the wider [-1, 20]");
        assertWarnings(parameter(X.withDefault(3)));
        assertWarnings(
                values(
                        Parameter.categorical("x", List.of("a", "b")),
                        Parameter.categorical("x", List.of("c", "b", "a"))),
                "parameter_space.x has the new values [c]");
    }

    @Test
    void anOrderOfOtherItemsIsAnotherParameter() {
        Parameter order = Parameter.permutation("x", List.of("i", "j", "k"));
        assertErrors(
                values(order, Parameter.permutation("x", List.of("i", "j", "l"))),
                "parameter_space.x was an order of i, j and k and is now one of i, j and l");
        assertErrors(
                values(order, Parameter.permutation("x", List.of("i", "j"))),
                "parameter_space.x was an order of i, j and k and is now one of i and j");
        assertWarnings(values(order, Parameter.permutation("x", List.of("k", "j", "i"))));
        ProblemChange written =
                values(order, Parameter.permutation("x", List.of("i", "j", "k")).separatedBy(":"));
        assertEquals(
                List.of("parameter_space.x: its separator was edited"), written.measurements());
    }

    @Test
    void narrowingMayLeaveTrialsOutside() {
        assertNarrowed(
                parameter(Parameter.real("x", 1, 10)),
                "parameter_space.x was bounded by [0, 10] and is now by the narrower [1, 10]");
        assertNarrowed(
                parameter(Parameter.real("x", 0, 9)),
                "parameter_space.x was bounded by [0, 10] and is now by the narrower [0, 9]");
        assertNarrowed(
                parameter(Parameter.real("x", 1, 11)),
                "parameter_space.x was bounded by [0, 10] and is now by the other [1, 11]");
        assertNarrowed(
                values(
                        Parameter.categorical("x", List.of("a", "b")),
                        Parameter.categorical("x", List.of("a"))),
                "parameter_space.x no longer has the values [b]");
    }

    @Test
    void otherParametersAreErrors() {
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
    }

    @Test
    void editsThatMakeTrialsHarderToCompareAreWarnings() {
        assertWarnings(
                values(Parameter.real("x", 1, 10), Parameter.real("x", 1, 10).log()),
                "parameter_space.x: its scale was edited");
        assertWarnings(
                edited(b -> b.constraint(Constraint.of("l", "x < 5"))), "constraints were edited");
    }

    /** Commands read both. */
    @Test
    void editsOfWhatCommandsReadMayHaveChangedWhatIsMeasured() {
        assertMeasurements(edited(b -> b.constant("c", 2)), "constants were edited");
        assertMeasurements(edited(b -> b.derived("d", "2*x")), "derived was edited");
    }

    @Test
    void objectives() {
        assertGoals(
                change(old(), with(X).objective(Objective.maximize("y"))),
                "output_space.y: its goal was minimize and is now maximize");
        assertWarnings(
                change(old(), with(X).objective(Objective.minimize("y").withUnit("ms"))),
                "output_space.y: its unit was none and is now ms; recorded values are not"
                        + " converted");
        assertWarnings(
                change(old(), with(X).objective(Objective.minimize("y").within(0, 3))),
                "output_space.y: its lower_bound was none and is now 0",
                "output_space.y: its upper_bound was none and is now 3");
        assertWarnings(
                change(
                        old(),
                        with(X).objective(Objective.minimize("y").aggregatedBy(Aggregation.MIN))),
                "output_space.y: its aggregation was median and is now min");
        assertErrors(
                edited(b -> b.objective(Objective.minimize("z"))), "output_space: 'z' was added");
        assertWarnings(
                change(old().objective(Objective.minimize("z")), old()),
                "output_space: 'z' was removed");
    }

    /** What is not said is not 'none', which says that no value is a penalty. */
    @Test
    void penalties() {
        TuningProblem.Builder declared =
                with(X).objective(Objective.minimize("y").withPenalty(1e30));
        TuningProblem.Builder none = with(X).objective(Objective.minimize("y").withoutPenalty());
        String rule =
                "output_space.y: its penalty was %s and is now %s; the new rule holds for all"
                        + " trials, whose recorded values stay";
        assertWarnings(change(old(), declared), rule.formatted("not given", "1e+30"));
        assertWarnings(change(declared, none), rule.formatted("1e+30", "none"));
        assertWarnings(change(none, old()), rule.formatted("none", "not given"));
        assertWarnings(change(none, none));
    }

    @Test
    void anOutputThatWasRenamedIsNamedBothWays() {
        ProblemChange change = change(old(), with(X).objective(Objective.minimize("z")));
        assertEquals(List.of("output_space: 'z' was added, and 'y' is gone"), change.errors());
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
        assertEquals(
                new ProblemChange(
                        NONE,
                        NONE,
                        NONE,
                        List.of("evaluation was edited: command, environment"),
                        List.of("evaluation was edited: timeout")),
                ProblemChange.between(
                        before,
                        with(
                                after,
                                Map.of(
                                        "command", List.of("a", 2),
                                        "timeout", 3,
                                        "environment", Map.of("A", 1)))));
        after.put("evaluation", Map.of("command", List.of("a", 1), "timeout", 3, "repeats", 2));
        assertWarnings(
                ProblemChange.between(before, after), "evaluation was edited: repeats, timeout");
        before.remove("evaluation");
        assertWarnings(ProblemChange.between(before, after));
    }

    private static Map<String, Object> with(
            Map<String, Object> problem, Map<String, Object> evaluation) {
        var changed = new java.util.HashMap<>(problem);
        changed.put("evaluation", evaluation);
        return changed;
    }

    /**
     * Nothing else of the machine matters, nor does a count that something else has the name of.
     */
    @Test
    void countsOfTheMachineThatExpressionsReadArePartOfTheProblem() {
        UnaryOperator<TuningProblem.Builder> reading = b -> b.derivedOutput("work", "y * cores");
        TuningProblem.Builder small = reading.apply(old()).machine(new Machine(2, 4));
        assertEquals(Map.of("cores", 4L), small.build().description().get("machine"));
        assertWarnings(
                change(small, reading.apply(old()).machine(new Machine(3, 8))),
                "machine.cores was 4 and is now 8");
        assertEquals(null, old().machine(new Machine(2, 4)).build().description().get("machine"));
        TuningProblem.Builder hidden = old().constant("cores", 7).derived("d", "cores + nodes");
        assertEquals(
                Map.of("nodes", 2L),
                hidden.machine(new Machine(2, 4)).build().description().get("machine"));
        var before = new java.util.HashMap<>(small.build().description());
        before.remove("machine");
        assertWarnings(ProblemChange.between(before, small.build().description()));
    }

    @Test
    void aBeliefMayChangeAtAnyTime() {
        assertEquals(
                new ProblemChange(NONE, NONE, NONE, NONE, NONE), edited(p -> p.belief("x", 3)));
    }
}
