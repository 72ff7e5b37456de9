package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.execution.queue.UnusableSchedulerException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Energy and memory of jobs by the accounting of a Slurm, for which scripts stand in. */
@EnabledIf("hasCommands")
class SlurmAccountingTest {
    private static final String ENDED =
            "ID|COMPLETED||5000\nID.batch|COMPLETED|309424K|2400\nID.0|COMPLETED|1.50G|2600\n";

    @TempDir Path folder;
    private Bench bench;
    private StandIn slurm;

    static boolean hasCommands() {
        return SlurmJobsTest.hasCommands();
    }

    @BeforeEach
    void open() throws IOException {
        bench = new Bench(folder);
        slurm = StandIn.slurm(folder.resolve("bin"));
        slurm.set("config", "AcctGatherEnergyType    = acct_gather_energy/rapl\n");
    }

    /** A run whose outputs are its energy, by which the problem is tuned, and its memory. */
    private Map<String, Object> section(Object... more) {
        Map<String, Object> section = Bench.script("echo x >>count", "slurm", slurm.section(more));
        section.put(
                "outputs",
                Map.of(
                        "seconds", Map.of("measure", "wall"),
                        "kilojoules", Map.of("measure", "energy", "unit", "kJ"),
                        "rss", Map.of("measure", "max_rss", "unit", "MiB")));
        return section;
    }

    /** The same where the problem cannot do without: its only objective is read there. */
    private Map<String, Object> vital(Object... more) {
        var section = new LinkedHashMap<>(section(more));
        section.put("outputs", Map.of("watts", Map.of("measure", "energy")));
        return section;
    }

    private Outcome.Measured measured(Map<String, Object> section) throws Exception {
        Outcome outcome = bench.outcome(section);
        return assertInstanceOf(Outcome.Measured.class, outcome, outcome.toString());
    }

    private CommandEvaluator vitalEvaluator(Object... more) {
        var problem =
                org.attune.api.TuningProblem.named("toy")
                        .parameter(org.attune.api.Parameter.integer("b", 1, 64))
                        .objective(org.attune.api.Objective.minimize("watts").withUnit("J"))
                        .build();
        return new CommandEvaluator(
                problem, CommandSettings.of(problem, vital(more)), folder, bench.runs(), 1);
    }

    private static org.attune.api.Trial vitalTrial() {
        return new org.attune.api.Trial(
                1,
                org.attune.api.Candidate.of(
                        org.attune.api.Point.EMPTY, org.attune.api.Point.of("b", 8L)),
                org.attune.api.Origin.of("test"),
                Outcome.PENDING,
                org.attune.api.Provenance.here(org.attune.api.Effort.NONE));
    }

    @Test
    void energyAndMemoryAreOutputsInTheirUnits() throws Exception {
        slurm.set("accounting", ENDED);
        var outputs = measured(section()).outputs();
        assertEquals(List.of(2.6), outputs.get("kilojoules"));
        assertEquals(List.of(1536.0), outputs.get("rss"));
        assertTrue(
                slurm.calls("sacct").getLast().contains("--jobs=100 "),
                slurm.calls("sacct")::toString);
    }

    /** Kept, so that it can be read again with corrected settings. */
    @Test
    void itIsReadAgainFromWhatWasKept() throws Exception {
        slurm.set("accounting", ENDED);
        measured(section());
        var kept = new KeptOutput(bench.runs());
        Outcome again = kept.reparse(Bench.trial(1), Bench.settings(section()));
        assertEquals(
                List.of(1536.0),
                assertInstanceOf(Outcome.Measured.class, again).outputs().get("rss"));
    }

    @Test
    void theAccountingIsWaitedFor() throws Exception {
        slurm.set("accounting", ENDED);
        slurm.set("late", "2");
        assertEquals(List.of(2.6), measured(section()).outputs().get("kilojoules"));
        assertEquals(4, slurm.calls("sacct").size()); // whether it is there, and three times
    }

    @Test
    void butNotForEver() throws Exception {
        slurm.set("accounting", ENDED);
        slurm.set("late", "1000");
        Outcome.Measured measured = measured(section("accounting_delay", "700ms"));
        assertEquals(Map.of("seconds", measured.outputs().get("seconds")), measured.outputs());
        String why = measured.extra().get("unreadable").toString();
        assertTrue(why.contains("not heard of the end of job 100 for 0.700 s"), why);
    }

    @Test
    void nothingMeasuredIsNotZero() throws Exception {
        slurm.set("accounting", "ID|COMPLETED||0\nID.batch|COMPLETED|0|0\n");
        Outcome.Measured measured = measured(section());
        assertFalse(measured.outputs().containsKey("kilojoules"), measured.toString());
        String why = measured.extra().get("unreadable").toString();
        assertTrue(why.contains("has no energy and no MaxRSS of job 100"), why);
        try (var evaluator = vitalEvaluator()) {
            Outcome outcome = evaluator.submit(vitalTrial()).get(240, TimeUnit.SECONDS);
            var failed = assertInstanceOf(Outcome.Failed.class, outcome);
            assertEquals(FailureCause.UNREADABLE_OUTPUT, failed.cause());
            assertTrue(failed.detail().contains("no energy"), failed.detail());
        }
    }

    /** Before a job is handed in. */
    @Test
    void whereThereIsNoAccountingThatIsSaid() throws Exception {
        var e = assertThrows(ExecutionException.class, () -> bench.outcome(section()));
        assertInstanceOf(UnusableSchedulerException.class, e.getCause());
        assertTrue(
                e.getMessage()
                        .contains("there is none: sacct: Slurm accounting storage is disabled"),
                e.getMessage());
        assertTrue(e.getMessage().contains("Maybe leave these outputs out"), e.getMessage());
        slurm.set("accounting", ENDED);
        slurm.set("config", "AcctGatherEnergyType    = acct_gather_energy/none\n");
        e = assertThrows(ExecutionException.class, () -> bench.outcome(section()));
        assertTrue(
                e.getMessage().contains("AcctGatherEnergyType=acct_gather_energy/none"),
                e.getMessage());
        slurm.set("config", "AcctGatherEnergyType    = (null)\n");
        e = assertThrows(ExecutionException.class, () -> bench.outcome(section()));
        assertTrue(e.getMessage().contains("AcctGatherEnergyType=(null)"), e.getMessage());
        assertEquals(List.of(), slurm.calls("sbatch"));
    }

    /** The job's result is not lost: the next process asks again for what is missing. */
    @Test
    void anAccountingThatGoesAwayLosesNothing() throws Exception {
        slurm.set("accounting", ENDED);
        try (var evaluator = vitalEvaluator("give_up_after", "700ms")) {
            var future = evaluator.submit(vitalTrial());
            while (slurm.calls("sbatch").isEmpty()) {
                Thread.sleep(5);
            }
            slurm.set("away", "sacct: error: Problem talking to the database: Connection refused");
            var e = assertThrows(ExecutionException.class, () -> future.get(240, TimeUnit.SECONDS));
            assertTrue(
                    e.getMessage().contains("Slurm's accounting has not answered for"),
                    e.getMessage());
            String note = evaluator.notes().toString();
            assertTrue(note.contains("Slurm's accounting does not answer: sacct:"), note);
            assertTrue(note.contains("It is asked again until "), note);
        }
        Files.delete(folder.resolve("bin/away"));
        try (var evaluator = vitalEvaluator()) {
            Outcome outcome = evaluator.submit(vitalTrial()).get(240, TimeUnit.SECONDS);
            assertEquals(
                    Map.of("watts", List.of(2600.0)),
                    assertInstanceOf(Outcome.Measured.class, outcome).outputs());
        }
        assertEquals(1, Files.readAllLines(folder.resolve("count")).size());
    }

    /** Each has a step of its own then, and no agent. */
    @Test
    void stepsAreAccounted() throws Exception {
        slurm.set("accounting", "ID|COMPLETED|300M|70\n");
        try (var evaluator =
                new CommandEvaluator(
                        Bench.PROBLEM,
                        Bench.settings(section()),
                        folder,
                        bench.runs(),
                        1,
                        Map.of("SLURM_JOB_ID", "7"))) {
            Outcome outcome = evaluator.submit(Bench.trial(1)).get(240, TimeUnit.SECONDS);
            var outputs = assertInstanceOf(Outcome.Measured.class, outcome).outputs();
            assertEquals(List.of(0.07), outputs.get("kilojoules"), outcome.toString());
            assertEquals(List.of(300.0), outputs.get("rss"));
        }
        assertTrue(
                slurm.calls("sacct").getLast().contains("--jobs=7.3 "),
                slurm.calls("sacct")::toString);
    }
}
