package org.attune.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerAbilities.Kind;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A tuner whose declarations are wrong in one cell fails the test of that cell, and no other. */
class DeclaredAbilitiesTest {
    private static final TunerAbilities USUAL = TunerAbilities.USUAL;

    /** What a tuner makes of the records, as a number that its next draw depends on. */
    private interface Key {
        long of(Records records, Demand demand);
    }

    private record Declaring(TunerAbilities abilities, Key key, boolean forgetsCategories)
            implements TunerProvider {
        @Override
        public String name() {
            return "declaring";
        }

        @Override
        public String summary() {
            return "For tests.";
        }

        @Override
        public Tuner create(TuningRequest request) {
            return (records, demand) -> {
                Point task = demand.tasksInTurn().getFirst();
                var random =
                        request.seed()
                                .generator(
                                        "test",
                                        31 * records.trials(task).size() + key.of(records, demand));
                Point drawn =
                        new AdmissibleSampler(request.problem(), task)
                                .sample(p -> true, AdmissibleSampler.PATIENCE, random)
                                .configuration()
                                .orElseThrow();
                Point proposed =
                        forgetsCategories && drawn.has("pack")
                                ? Point.of("order", "ikj", "pack", "yes", "x", drawn.number("x"))
                                : drawn;
                return Proposal.run(
                        List.of(new Suggestion(Candidate.of(task, proposed), Origin.of("test"))));
            };
        }
    }

    private static Declaring declaring(TunerAbilities abilities, Key key) {
        return new Declaring(abilities, key, false);
    }

    private static List<String> failing(TunerProvider provider) {
        return DeclaredAbilities.tests(provider)
                .filter(DeclaredAbilitiesTest::fails)
                .map(t -> t.getDisplayName().replaceFirst(".* ", ""))
                .toList();
    }

    private static boolean fails(DynamicTest test) {
        try {
            test.getExecutable().execute();
            return false;
        } catch (Throwable failure) {
            return true;
        }
    }

    private static long nothing(Records records, Demand demand) {
        return 0;
    }

    /** What the trials of all tasks, or of one alone, have given for an output. */
    private static long values(List<Trial> trials, String output) {
        long sum = 0;
        for (Trial t : trials) {
            if (t.outcome() instanceof Outcome.Measured m && m.outputs().containsKey(output)) {
                sum += m.outputs().get(output).hashCode();
            }
        }
        return sum;
    }

    private static long ofItsTask(Records records, Demand demand, String output) {
        return values(records.trials(demand.tasksInTurn().getFirst()), output);
    }

    @Test
    void whoSaysTheTruthPasses() {
        assertEquals(List.of(), failing(declaring(USUAL, DeclaredAbilitiesTest::nothing)));
        assertEquals(List.of(), failing(bothOutputs(USUAL.withSharedTasks())));
        TunerAbilities little =
                USUAL.withKinds(Kind.REAL, Kind.INTEGER, Kind.ORDINAL)
                        .withOneTask()
                        .withOneObjective();
        assertEquals(List.of(), failing(declaring(little, DeclaredAbilitiesTest::nothing)));
    }

    /** Learns from both objectives, as the test of those wants of whoever learns from one. */
    private static Declaring bothOutputs(TunerAbilities abilities) {
        return declaring(
                abilities,
                (r, d) -> values(r.finished(), "y") + 7 * values(r.finished(), "memory"));
    }

    @Test
    void declaringTooMuchIsNoticed() {
        Key nothing = DeclaredAbilitiesTest::nothing;
        assertEquals(List.of("fidelity"), failing(declaring(USUAL.withFidelities(), nothing)));
        assertEquals(List.of("transfer"), failing(declaring(USUAL.withSources(), nothing)));
        assertEquals(List.of("sharing"), failing(declaring(USUAL.withSharedTasks(), nothing)));
        assertEquals(
                List.of("categories"),
                failing(new Declaring(USUAL, DeclaredAbilitiesTest::nothing, true)));
        assertEquals(
                List.of("objectives"), failing(declaring(USUAL, (r, d) -> ofItsTask(r, d, "y"))));
    }

    @Test
    void usingWhatIsNotDeclaredIsNoticed() {
        assertEquals(List.of("sharing"), failing(bothOutputs(USUAL)));
        assertEquals(List.of("transfer"), failing(declaring(USUAL, (r, d) -> r.sources().size())));
    }

    @Test
    void breakingTheLawIsNoticed() {
        var calls = new AtomicLong();
        List<String> failing = failing(declaring(USUAL, (r, d) -> calls.incrementAndGet()));
        assertEquals(List.of("sharing", "transfer", "parallel", "restart"), onlyOf(failing));
    }

    /** A clock makes other tests fail by what they compare; these are sure to. */
    private static List<String> onlyOf(List<String> failing) {
        return failing.stream()
                .filter(List.of("sharing", "transfer", "parallel", "restart")::contains)
                .toList();
    }
}
