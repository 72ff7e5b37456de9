package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The words that start ranks. */
class LauncherTest {
    @TempDir Path folder;

    private static Map<String, Object> section(Object launcher, Object nodes) {
        var section = new LinkedHashMap<>(Bench.script("echo time=1"));
        section.put("ranks", "b");
        section.put("threads", 4);
        section.put("launcher", launcher);
        if (nodes != null) {
            section.put("slurm", Map.of("nodes", nodes));
        }
        return section;
    }

    private List<String> words(Map<String, Object> section) {
        var values = Placeholders.of(Bench.PROBLEM, Bench.trial(1), folder);
        List<String> command = Bench.settings(section).command(values);
        return command.subList(0, command.size() - 3);
    }

    /** Eight ranks with four threads each, on two nodes. */
    @ParameterizedTest
    @CsvSource({
        "mpirun, mpirun -n 8 --map-by ppr:4:node:PE=4 --bind-to core",
        "mpich, mpiexec.hydra -n 8 -ppn 4 -bind-to core:4",
        "srun, srun --nodes=2 --ntasks=8 --cpus-per-task=4 --cpu-bind=cores",
        "jsrun, jsrun --nrs 8 --tasks_per_rs 1 --cpu_per_rs 4 --rs_per_host 4 --bind packed:4",
        "aprun, aprun -n 8 -N 4 -d 4 -cc depth",
    })
    void eachLauncherHasItsOwnWords(String with, String words) {
        assertEquals(
                List.of(words.split(" ")),
                words(section(Map.of("with", with, "binding", "core"), 2)));
    }

    @Test
    void oneNodeWithoutBinding() {
        assertEquals(
                List.of("mpirun", "-n", "8", "--map-by", "slot:PE=4"),
                words(section("mpirun", null)));
        assertEquals(
                List.of("/opt/mpirun", "-n", "8", "--bind-to", "none", "--tag", "t8"),
                words(
                        section(
                                Map.of(
                                        "with", "mpirun",
                                        "program", "/opt/mpirun",
                                        "binding", "none",
                                        "options", List.of("--tag", "t{b}")),
                                null)));
    }

    /** A stand-in that says how it was called. */
    @Test
    void theLauncherIsWhatRuns() throws Exception {
        Path jsrun = folder.resolve("jsrun");
        Files.writeString(jsrun, "#!/bin/sh\necho time=$2\n");
        Files.setPosixFilePermissions(jsrun, PosixFilePermissions.fromString("rwx------"));
        var section =
                new LinkedHashMap<>(
                        section(Map.of("with", "jsrun", "program", jsrun.toString()), null));
        section.put("threads", 1);
        section.put("ranks", "b // 4");
        Outcome outcome = new Bench(folder).outcome(section);
        assertEquals(
                Map.of("seconds", List.of(2.0)),
                assertInstanceOf(Outcome.Measured.class, outcome).outputs());
    }

    @Test
    void ranksThatDoNotFitAreInfeasible() throws Exception {
        var section = new LinkedHashMap<>(section("mpirun", null));
        section.put("ranks", "b / 3");
        Outcome outcome = new Bench(folder).outcome(section);
        var failed = assertInstanceOf(Outcome.Failed.class, outcome);
        assertEquals(FailureCause.INFEASIBLE, failed.cause());
        section.put("ranks", "b");
        section.put("strict_cores", true); // of 4 cores
        outcome = new Bench(folder).outcome(section);
        assertEquals(
                FailureCause.INFEASIBLE, assertInstanceOf(Outcome.Failed.class, outcome).cause());
    }

    @Test
    void wrongSectionsSayWhere() {
        assertWrong(
                "evaluation.launcher.with: 'mpirum' is not known. Maybe you meant",
                section("mpirum", null));
        assertWrong(
                "evaluation.launcher.binding: ",
                section(Map.of("with", "srun", "binding", "tight"), null));
        var slurm = new LinkedHashMap<>(Bench.script("true"));
        slurm.put("slurm", Map.of("partitoin", "debug"));
        assertWrong("evaluation.slurm.partitoin: there is no such key. Maybe", slurm);
        slurm.put("slurm", Map.of("nodes", "bb + 1"));
        assertWrong("evaluation.slurm.nodes: ", slurm);
        slurm.put("slurm", Map.of("account", "{acount}"));
        assertWrong("evaluation.slurm.account: {acount} names nothing.", slurm);
        slurm.put("queue", Map.of());
        assertWrong("evaluation.queue: there is 'slurm', too", slurm);
        slurm.remove("slurm");
        assertWrong("evaluation.queue.submit: it is missing.", slurm);
        slurm.put("queue", Map.of("submit", List.of("qsub")));
        assertWrong("evaluation.queue.submit: no word of it has {script}.", slurm);
    }

    private static void assertWrong(String begin, Map<String, Object> section) {
        var e = assertThrows(IllegalArgumentException.class, () -> Bench.settings(section));
        assertTrue(e.getMessage().startsWith(begin), e.getMessage());
    }
}
