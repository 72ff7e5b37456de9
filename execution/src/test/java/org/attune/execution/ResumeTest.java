package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Parent;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What a program is told of the run that it goes on from. */
class ResumeTest {
    @TempDir Path folder;

    private static TuningProblem problem(FidelityParameter fidelity) {
        return TuningProblem.named("p")
                .parameter(Parameter.integer("x", 0, 9))
                .objective(Objective.minimize("y"))
                .fidelity(fidelity)
                .build();
    }

    private static final TuningProblem RESUMED =
            problem(FidelityParameter.levels("steps", 10, 100).resumed());

    private static Trial trial(long number, double share, Optional<Parent> parent) {
        return new Trial(
                number,
                new Candidate(Point.EMPTY, Point.of("x", 3L), new Fidelity(share)),
                Origin.of("test"),
                Outcome.PENDING,
                Provenance.here(Effort.NONE).after(parent));
    }

    private static Optional<Parent> first() {
        return Optional.of(new Parent(1, new Fidelity(0.1)));
    }

    private CommandEvaluator evaluator(TuningProblem problem, Object... command) {
        Map<String, Object> section =
                Map.of(
                        "command", List.of(command),
                        "environment", Map.of("FROM", "{parent_workdir}"),
                        "workdir", "{workdir}",
                        "outputs", Map.of("y", Map.of("regex", "y=(\\S+)")));
        return new CommandEvaluator(
                problem, CommandSettings.of(problem, section), folder, folder.resolve("runs"), 1);
    }

    /** A program that counts its steps, and goes on counting where the run before it stopped. */
    private CommandEvaluator counting() {
        return evaluator(
                RESUMED,
                "sh",
                "-c",
                "n=$( [ -n \"$FROM\" ] && cat \"$FROM/count\" || echo 0 ); did=$(( $0 - n ));"
                        + " echo $0 > count; echo y=$did \"$@\"",
                "{steps}",
                List.of("--restart", "{parent_workdir}", "{parent_trial}"));
    }

    private static double y(CommandEvaluator evaluator, Trial trial) throws Exception {
        Outcome outcome = evaluator.submit(trial).get(60, TimeUnit.SECONDS);
        return outcome instanceof Outcome.Measured m ? m.outputs().get("y").getFirst() : Double.NaN;
    }

    @Test
    void aRunGoesOnInTheFolderOfItsParent() throws Exception {
        try (var evaluator = counting()) {
            assertEquals(10, y(evaluator, trial(1, 0.1, Optional.empty())));
            assertEquals(90, y(evaluator, trial(2, 1, first())), "the difference alone");
            assertEquals(100, y(evaluator, trial(3, 1, Optional.empty())));
            assertEquals(90, y(evaluator, trial(2, 1, first())), "again, as after a crash");
            assertTrue(evaluator.notes().isEmpty(), evaluator.notes().toString());
        }
        try (var evaluator = counting()) {
            assertEquals(90, y(evaluator, trial(4, 1, first())), "by another process");
        }
    }

    @Test
    void withoutAParentItsNamesAreEmptyAndGroupsAreLeftOut() {
        try (var evaluator = counting()) {
            List<String> fresh = evaluator.command(trial(1, 1, Optional.empty()));
            assertEquals("100", fresh.getLast());
            assertTrue(evaluator.parent(trial(1, 1, Optional.empty())).isEmpty());
        }
    }

    @Test
    void aParentThatIsGoneIsSaid() throws Exception {
        try (var evaluator = counting()) {
            assertEquals(100, y(evaluator, trial(2, 1, first())), "from the beginning");
            String note = evaluator.notes().getFirst();
            assertTrue(note.contains("Trial 2 starts from the beginning"), note);
            assertTrue(note.contains(folder.resolve("runs/1/work").toString()), note);
            Files.createDirectories(folder.resolve("runs/1/work"));
            Files.writeString(folder.resolve("runs/1/work/count"), "10");
            assertEquals(90, y(evaluator, trial(2, 1, first())));
            List<String> command = evaluator.command(trial(2, 1, first()));
            assertEquals(
                    List.of("--restart", folder.resolve("runs/1/work").toString(), "1"),
                    command.subList(command.size() - 3, command.size()));
        }
    }

    @Test
    void namesOfAParentNeedRunsThatAreResumed() {
        TuningProblem plain = problem(FidelityParameter.levels("steps", 10, 100));
        var wrong =
                assertThrows(
                        IllegalArgumentException.class, () -> evaluator(plain, "sh", "{steps}"));
        assertTrue(wrong.getMessage().contains("resume: true"), wrong.getMessage());
    }

    @Test
    void aProgramThatIsNotToldFromWhereIsNoted() throws Exception {
        Path deck = Files.writeString(folder.resolve("deck"), "from {parent_workdir}");
        for (boolean named : new boolean[] {true, false}) {
            Map<String, Object> section =
                    Map.of(
                            "command", List.of("true"),
                            "files",
                                    named
                                            ? List.of(
                                                    Map.of(
                                                            "template",
                                                            deck.toString(),
                                                            "to",
                                                            "{workdir}/in"))
                                            : List.of(),
                            "outputs", Map.of("y", Map.of("regex", "y=(.*)")));
            try (var evaluator =
                    new CommandEvaluator(
                            RESUMED,
                            CommandSettings.of(RESUMED, section),
                            folder,
                            folder.resolve("runs"),
                            1)) {
                assertEquals(
                        !named,
                        evaluator.notes().stream().anyMatch(n -> n.contains("fidelity.resume")));
            }
        }
    }
}
