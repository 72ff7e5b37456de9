package org.attune.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.attune.api.Ability;
import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.MemoryHistory;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.testkit.TunerRun.Step;
import org.attune.testkit.WatchedTuner.Memory;
import org.junit.jupiter.api.DynamicTest;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A test of each {@link Ability}: that a tuner which declares it has it, and that one which does
 * not refuses the problem, or proposes as if that which it cannot use were not there. So a table of
 * what tuners declare cannot lie.
 */
public final class DeclaredAbilities {
    private static final int TRIALS = 12;

    private final TunerProvider provider;
    private final Map<String, Records> kept = new HashMap<>();

    private DeclaredAbilities(TunerProvider provider) {
        this.provider = provider;
    }

    /** Returns the tests of a tuner with its default options, one for each ability. */
    public static Stream<DynamicTest> tests(TunerProvider provider) {
        var tested = new DeclaredAbilities(provider);
        return Stream.of(Ability.values())
                .map(ability -> {
                    boolean declared = ability.isAmong(provider.abilities());
                    return dynamicTest(
                            "%s: %s %s"
                                    .formatted(
                                            provider.name(),
                                            declared ? "can" : "declares no",
                                            ability.word()),
                            () -> tested.test(ability, declared));
                });
    }

    private void test(Ability ability, boolean declared) {
        if (!declared && ability.isRefusedWhereLacking()) {
            assertRefused(problem(ability));
            return;
        }
        switch (ability) {
            case TASKS, CONSTRAINTS -> uses(problem(ability));
            case NUMBERS -> {
                varies(TestProblems.real(), "x");
                varies(TestProblems.logInteger(), "tile");
                varies(TestProblems.ordinal(), "block");
            }
            case CATEGORIES -> varies(problem(ability), "order");
            case ORDERS -> varies(problem(ability), "order");
            case CONDITIONS -> varies(problem(ability), "levels");
            case OBJECTIVES -> objectives();
            case SHARING -> sharing(declared);
            case FIDELITY -> fidelity(declared);
            case TRANSFER -> transfer(declared);
            case FAILURES -> failures();
            case PARALLEL -> parallel();
            case RESTART -> restart();
        }
    }

    /** Returns a problem that calls for an ability whose lack is a reason to refuse. */
    private static TestProblem problem(Ability ability) {
        return switch (ability) {
            case TASKS -> TestProblems.severalTasks();
            case OBJECTIVES -> twoObjectives();
            case NUMBERS -> TestProblems.logInteger();
            case CATEGORIES -> TestProblems.categorical();
            case ORDERS -> TestProblems.permutation();
            case CONDITIONS -> TestProblems.conditional();
            case CONSTRAINTS -> TestProblems.constrained();
            case SHARING, FIDELITY, TRANSFER, FAILURES, PARALLEL, RESTART ->
                    throw new IllegalArgumentException(ability.word());
        };
    }

    /** A refusal names the tuner, and leaves no trace. */
    private void assertRefused(TestProblem p) {
        var history = new MemoryHistory();
        var study = Study.of(p.problem()).tuner(provider).tasks(p.tasks()).history(history);
        String message = assertThrows(IllegalArgumentException.class, study::open).getMessage();
        assertTrue(message.contains(provider.name()), message);
        assertEquals(Optional.empty(), history.records().study());
    }

    private TunerRun run(TestProblem p) {
        return new TunerRun(provider, Map.of(), p, TRIALS, List.of());
    }

    /** Returns the study of a problem; run once. */
    private Records kept(TestProblem p) {
        return kept.computeIfAbsent(
                p.name(), name -> run(p).oneByOne(Memory.KEPT, 1, run(p).truth()));
    }

    /** Every task gets its trials; that they are admissible is checked as they are proposed. */
    private Records uses(TestProblem p) {
        Records records = kept(p);
        for (Point task : p.tasks()) {
            assertEquals(
                    TRIALS,
                    records.trials(task).stream().mapToDouble(Trial::cost).sum(),
                    p.problem().fidelity().isPresent() ? 1 : Fidelity.TOLERANCE,
                    () -> "full runs of task " + task);
        }
        return records;
    }

    /** Whoever tunes a parameter tries more than one of its values. */
    private void varies(TestProblem p, String name) {
        var values = new HashSet<Object>();
        for (Trial t : uses(p).trials()) {
            if (t.configuration().has(name)) {
                values.add(t.configuration().get(name));
            }
        }
        assertTrue(values.size() > 1, () -> "tried of %s: %s".formatted(name, values));
    }

    /** Who learns from the first objective learns from the second one, too. */
    private void objectives() {
        TunerRun run = run(twoObjectives());
        List<Step> steps = Step.of(run.oneByOne(Memory.KEPT, 1, t -> both(t, 1, 1)));
        assertEquals(TRIALS, steps.size());
        List<Step> otherFirst = Step.of(run.oneByOne(Memory.KEPT, 1, t -> both(t, -1, 1)));
        List<Step> otherSecond = Step.of(run.oneByOne(Memory.KEPT, 1, t -> both(t, 1, -1)));
        assertEquals(steps.equals(otherFirst), steps.equals(otherSecond), "one is ignored");
    }

    private static TestProblem twoObjectives() {
        TuningProblem problem =
                TuningProblem.named("two-objectives")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("z", 0, 1))
                        .objective(Objective.minimize("y"))
                        .objective(Objective.minimize("memory"))
                        .build();
        return new TestProblem("two-objectives", problem, List.of(Point.EMPTY), c -> 0);
    }

    private static Outcome both(Trial trial, int first, int second) {
        double x = trial.configuration().number("x");
        double z = trial.configuration().number("z");
        return Outcome.measured(
                Map.of(
                        "y", first * (square(x - 0.2) + 0.3 * z),
                        "memory", second * (square(x - 0.8) + square(z - 0.5))));
    }

    /** Another outcome of one task changes what is proposed for the other, or never does. */
    private void sharing(boolean declared) {
        if (!Ability.TASKS.isAmong(provider.abilities())) {
            return; // refused by the test of that
        }
        TunerRun run = run(twoTasks());
        List<Point> same = ofSecondTask(run, t -> bowl(t, 0.3));
        List<Point> other = ofSecondTask(run, t -> bowl(t, t.task().number("n") == 1 ? 0.9 : 0.3));
        if (declared) {
            assertNotEquals(same, other);
        } else {
            assertEquals(same, other);
        }
    }

    private static TestProblem twoTasks() {
        TuningProblem problem =
                TuningProblem.named("two-tasks")
                        .task(Parameter.integer("n", 1, 2))
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("z", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        return new TestProblem(
                "two-tasks", problem, List.of(Point.of("n", 1), Point.of("n", 2)), c -> 0);
    }

    private static Outcome bowl(Trial trial, double best) {
        return Outcome.measured(
                "y",
                1
                        + square(trial.configuration().number("x") - best)
                        + square(trial.configuration().number("z") - best));
    }

    private static List<Point> ofSecondTask(TunerRun run, Function<Trial, Outcome> outcomes) {
        return run.oneByOne(Memory.KEPT, 1, outcomes).trials(Point.of("n", 2)).stream()
                .map(Trial::configuration)
                .toList();
    }

    private void fidelity(boolean declared) {
        Records records = uses(TestProblems.fidelities());
        assertEquals(
                declared,
                records.trials().stream().anyMatch(t -> !t.isFull()),
                "some runs cost less than a full one");
    }

    private void transfer(boolean declared) {
        TestProblem p = TestProblems.real();
        List<Candidate> without = candidates(kept(p));
        TunerRun given = run(p).with(TunerContract.sources(p));
        List<Candidate> with = candidates(given.oneByOne(Memory.KEPT, 1, given.truth()));
        if (declared) {
            assertNotEquals(without, with);
        } else {
            assertEquals(without, with);
        }
    }

    private static List<Candidate> candidates(Records records) {
        return records.trials().stream().map(Trial::candidate).toList();
    }

    private void failures() {
        TunerRun run = run(TestProblems.real());
        for (int every : List.of(1, 2)) {
            Records records =
                    run.oneByOne(
                            Memory.KEPT,
                            1,
                            t ->
                                    t.number() % every == 0
                                            ? Outcome.failed(
                                                    org.attune.api.FailureCause.CRASH,
                                                    "told to fail")
                                            : run.problem().evaluate(t.candidate()));
            assertEquals(TRIALS, records.trials().size());
        }
    }

    /** Trials at once are others than each other, and those that it would propose one by one. */
    private void parallel() {
        TunerRun run = run(TestProblems.real());
        Records atOnce = run.batches(4, true, true);
        assertEquals(TRIALS, atOnce.trials().size());
        assertEquals(TRIALS, new HashSet<>(candidates(atOnce)).size(), "different ones");
        assertEquals(Step.of(run.batches(4, false, true)), Step.of(atOnce));
    }

    private void restart() {
        TunerRun run = run(TestProblems.real());
        assertEquals(
                Step.of(kept(run.problem())), Step.of(run.oneByOne(Memory.NONE, 1, run.truth())));
    }

    private static double square(double v) {
        return v * v;
    }
}
