package org.attune.cli;

import static org.attune.cli.CliProcesses.running;
import static org.attune.cli.CliProcesses.signal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;

/**
 * Processes that run a performance model that is a program: interrupted, killed, and two at once.
 */
@Timeout(180)
class ModelProcessesTest {
    private static final String TOY =
            Cli.TOY
                    + """
                    performance_models:
                      short: {command: [sh, short.sh, "{n}", "{x}", "{kind}"], runs: 4}
                    """;

    /** Ignores polite requests to end, says so in its third run, and stays there. */
    private static final String STUBBORN =
            """
            trap '' TERM INT
            while read -r pid; do
                [ ! -s "/proc/$pid/cmdline" ] || echo "$pid" >> leftovers
            done 2> /dev/null < pids
            echo $$ >> pids
            if [ "$(wc -l < pids)" -eq 3 ] && [ ! -e go ]; then
                echo $$ >> stuck
                sleep 60
                exit 1
            fi
            echo "$*" >> ended
            echo short=$2
            """;

    @TempDir Path folder;
    private CliProcesses processes;
    private Path toy;

    @BeforeEach
    void write() throws IOException {
        processes = new CliProcesses(folder);
        toy = Cli.problem(folder, TOY);
        Files.writeString(folder.resolve("short.sh"), STUBBORN);
    }

    @Test
    void interruptKeepsTheRunsThatHaveEnded() throws Exception {
        for (String name : List.of("INT", "TERM")) {
            Files.deleteIfExists(folder.resolve("pids"));
            Files.deleteIfExists(folder.resolve("stuck"));
            Process tune = processes.start("tune", toy, "--study", name);
            List<String> pids = pidsOfThree();
            signal(tune, name);
            String err = processes.exits(name.equals("INT") ? 130 : 143, tune);
            assertTrue(
                    err.contains(
                            "Stopped: performance model 'short' is still to be run at 6"
                                    + " configurations; what"),
                    err);
            assertEquals(List.of(), running(pids));
        }
        Files.createFile(folder.resolve("go"));
        processes.exits(0, processes.start("tune", toy, "--study", "INT"));
        assertRunOnce(2 + 8);
    }

    @Test
    void aSecondInterruptKillsARunThatDoesNotListen() throws Exception {
        Process tune = processes.start("tune", toy);
        List<String> pids = pidsOfThree();
        signal(tune, "INT");
        while (!Files.readString(folder.resolve("err")).contains("once more ends at once")) {
            Thread.sleep(5);
        }
        signal(tune, "INT");
        processes.exits(130, tune);
        assertEquals(List.of(), running(pids));
        Files.createFile(folder.resolve("go"));
        processes.exits(0, processes.start("tune", toy));
        assertRunOnce(8);
    }

    @Test
    void whatAKilledProcessLeftIsEndedBeforeItsRunIsRepeated() throws Exception {
        Process tune = processes.start("tune", toy);
        List<String> pids = pidsOfThree();
        tune.destroyForcibly().waitFor();
        assertEquals(pids.subList(2, 3), running(pids));
        Files.createFile(folder.resolve("go"));
        processes.exits(0, processes.start("tune", toy));
        assertFalse(Files.exists(folder.resolve("leftovers")), "it ran beside the new run");
        assertRunOnce(8);
    }

    @Test
    void twoProcessesShareTheRuns() throws Exception {
        Files.writeString(
                folder.resolve("short.sh"), "sleep 0.3; echo \"$*\" >> ended; echo short=$2\n");
        Process one = processes.start("tune", toy);
        Process two = processes.start("tune", toy);
        processes.share(one, two);
        assertRunOnce(8);
        CliProcesses.assertMeasured(10, toy);
    }

    /** Another process has claimed a run and is alive: this one waits, and then goes on. */
    @Test
    void aRunOfAnotherProcessIsWaitedFor() throws Exception {
        Process one = processes.start("tune", toy);
        pidsOfThree();
        Process two = processes.start("tune", toy);
        processes.lines("ended", 7);
        while (!Files.readString(folder.resolve("err")).contains("waiting for it")) {
            Thread.sleep(20);
        }
        signal(one, "INT"); // its run is the other's now
        processes.exits(130, one);
        processes.exits(0, two);
        assertRunOnce(8);
    }

    /** Telling needs no proposal: it runs nothing. */
    @Test
    void onlyWhatProposesRunsIt() throws Exception {
        Files.writeString(folder.resolve("short.sh"), "echo \"$*\" >> ended; echo short=$2\n");
        Cli.run("run", toy, "--set", "x=3", "--task", "n=1").exits(0);
        Cli.run("tell", toy, "--trial", "1", "--correct", "--output", "seconds=2").exits(0);
        assertFalse(Files.exists(folder.resolve("ended")));
        Cli.run("ask", toy).exits(0);
        assertRunOnce(8);
    }

    /**
     * Waits for the third run to have looked whether it may go on: it must not see what comes
     * later.
     */
    private List<String> pidsOfThree() throws Exception {
        processes.lines("stuck", 1);
        return processes.lines("pids", 3);
    }

    private void assertRunOnce(int count) throws IOException {
        List<String> ended = Files.readAllLines(folder.resolve("ended"));
        assertEquals(count, ended.size(), ended::toString);
        assertEquals(8, new HashSet<>(ended).size(), ended::toString);
    }
}
