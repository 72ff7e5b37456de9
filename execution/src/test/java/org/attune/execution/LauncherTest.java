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

    /**
     * The words behind the program, by the manuals: jsrun(1) of LSF, aprun(1) of ALPS,
     * mpiexec.hydra; {@code -} for no binding. Five ranks on two nodes are three on the fullest.
     */
    @ParameterizedTest
    @CsvSource({
        "jsrun,  8, 1, 2, none,   --nrs 8 --tasks_per_rs 1 --cpu_per_rs 1 --rs_per_host 4 --bind"
                + " none",
        "jsrun,  8, 1, 1, core,   --nrs 8 --tasks_per_rs 1 --cpu_per_rs 1 --rs_per_host 8 --bind"
                + " packed:1",
        "jsrun,  5, 7, 2, socket, --nrs 5 --tasks_per_rs 1 --cpu_per_rs 7 --rs_per_host 3 --bind"
                + " rs",
        "jsrun,  1, 1, 1, -,      --nrs 1 --tasks_per_rs 1 --cpu_per_rs 1 --rs_per_host 1",
        "aprun,  8, 1, 2, none,   -n 8 -N 4 -d 1 -cc none",
        "aprun,  8, 1, 1, core,   -n 8 -N 8 -d 1 -cc cpu",
        "aprun,  5, 7, 2, socket, -n 5 -N 3 -d 7 -cc numa_node",
        "aprun,  5, 7, 2, core,   -n 5 -N 3 -d 7 -cc depth",
        "aprun,  1, 1, 1, -,      -n 1 -N 1 -d 1",
        "mpich,  8, 1, 2, none,   -n 8 -ppn 4 -bind-to none",
        "mpich,  8, 1, 1, core,   -n 8 -bind-to core",
        "mpich,  5, 7, 2, socket, -n 5 -ppn 3 -bind-to socket",
        "mpich,  1, 4, 1, -,      -n 1",
        "mpirun, 5, 1, 2, socket, -n 5 --map-by ppr:3:node --bind-to socket",
        "mpirun, 2, 3, 1, none,   -n 2 --bind-to none",
        "mpirun, 8, 4, 2, none,   -n 8 --map-by ppr:4:node --bind-to none",
        "mpirun, 5, 7, 2, socket, -n 5 --map-by ppr:3:node --bind-to socket",
        "mpirun, 2, 3, 1, socket, -n 2 --bind-to socket",
        "srun,   5, 7, 2, none,   --nodes=2 --ntasks=5 --cpus-per-task=7 --cpu-bind=none",
        "srun,   5, 7, 2, socket, --nodes=2 --ntasks=5 --cpus-per-task=7 --cpu-bind=sockets",
    })
    void aJobCallsTheLauncherWithAllOfIt(
            String with, int ranks, int threads, int nodes, String binding, String words)
            throws Exception {
        Path program = folder.resolve("launcher");
        Files.writeString(
                program,
                """
                #!/bin/sh
                printf '%s\\n' "$@" >called
                while [ "$1" != run ]; do shift; done
                exec "$@"
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Path inner = folder.resolve("run");
        Files.writeString(inner, "#!/bin/sh\necho time=$1\n");
        Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("rwx------"));
        var launcher = new LinkedHashMap<String, Object>();
        launcher.put("with", with);
        launcher.put("program", program.toString());
        launcher.put("options", List.of("--last={b}"));
        if (!binding.equals("-")) {
            launcher.put("binding", binding);
        }
        Map<String, Object> queue =
                new LinkedHashMap<>(StandIn.queue(folder.resolve("queue")).commands());
        queue.put("nodes", nodes);
        queue.put("prologue", List.of("PATH=" + folder + ":$PATH"));
        Map<String, Object> section = new LinkedHashMap<>();
        section.put("command", List.of("run", "{x}"));
        section.put("outputs", Bench.SECONDS);
        section.put("ranks", ranks);
        section.put("threads", threads);
        section.put("launcher", launcher);
        section.put("queue", queue);
        Outcome outcome = new Bench(folder).outcome(section);
        assertEquals(
                Map.of("seconds", List.of(0.5)),
                assertInstanceOf(Outcome.Measured.class, outcome, outcome.toString()).outputs());
        assertEquals(
                words + " --last=8 run 0.5",
                String.join(" ", Files.readAllLines(folder.resolve("called"))));
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
