package org.attune.cli;

import static org.attune.cli.CliProcesses.assertMeasured;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Too little memory, too few files and a pipe that nobody reads are said in one line, and nothing
 * is lost. {@link ProgramFaultsTest} has the full disk.
 */
@Timeout(300)
class ScarcityTest {
    @TempDir Path folder;
    private Path toy;
    private CliProcesses processes;

    @BeforeEach
    void write() {
        toy = Cli.toy(folder);
        processes = new CliProcesses(folder);
    }

    @Test
    void tooLittleMemoryIsSaidAndNothingIsLost() throws Exception {
        Cli.run("tune", toy, "--trials", "2").exits(0);
        String journal = Files.readString(folder.resolve("attune.db/toy.jsonl"));
        Path csv = folder.resolve("large.csv");
        Files.writeString(csv, "n,x,kind,seconds\n" + "1,3,a,5.25\n".repeat(3_000_000));
        String err =
                processes.exits(
                        1,
                        processes.start(
                                CliProcesses.java("-Xmx48m"), "history", "import", toy, csv));
        assertEquals(
                "There is too little memory: Java may use 48 MB. Maybe give it more:"
                        + " ATTUNE_JAVA_OPTS=-Xmx96m\n",
                err);
        assertEquals(journal, Files.readString(folder.resolve("attune.db/toy.jsonl")));
        Cli.run("history", "check", toy).exits(0);
    }

    @Test
    void tooFewFilesAreSaidAndNothingAcknowledgedIsLost() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        Cli.toy(other);
        Path many =
                Files.writeString(
                        toy, Cli.TOY.replace("tasks: [{n: 1}, {n: 2}]", "tasks: [{n: 1}]"));
        Cli.run("ask", many, "--trials", "60", "--count", "60", "--json").exits(0);
        Path report = folder.resolve("report");
        var words =
                new ArrayList<>(List.of("/bin/bash", "-c", "ulimit -n 256; exec \"$@\"", "few"));
        words.addAll(CliProcesses.java());
        words.set(words.size() - 1, FewFiles.class.getName());
        processes.exits(0, processes.start(words, many, other.resolve("toy.yaml"), report));
        int refused = 0;
        Map<?, ?>[] trials = CliProcesses.trials(many, "main").toArray(Map<?, ?>[]::new);
        for (String line : Files.readAllLines(report)) {
            String[] parts = line.split(" ", 3);
            int trial = Integer.parseInt(parts[0]);
            String said = parts.length > 2 ? parts[2] : "";
            if (parts[1].equals("0")) {
                assertEquals("measured", trials[trial - 1].get("state"), line);
                assertEquals(
                        Map.of("seconds", (double) trial), trials[trial - 1].get("outputs"), line);
            } else {
                refused++;
                assertEquals("1", parts[1], line);
                assertTrue(said.contains("Maybe allow this process more of them: ulimit -n"), line);
                assertFalse(said.contains("This should not happen"), line);
            }
        }
        assertTrue(refused > 0, "some were refused");
        assertEquals("measured", trials[59].get("state"), "in the end there were enough");
        Cli.run("history", "check", many).exits(0);
    }

    /** Standard output is a pipe whose reader has ended before the first byte. */
    private List<String> intoAClosedPipe() {
        var words =
                new ArrayList<>(
                        List.of(
                                "/bin/bash",
                                "-c",
                                "rm -f p; mkfifo p; (exec < p) & exec > p; wait; exec \"$@\"",
                                "closed"));
        words.addAll(CliProcesses.java());
        return words;
    }

    @Test
    void aClosedPipeIsNoErrorAndNothingIsLost() throws Exception {
        String err =
                processes.exits(141, processes.start(intoAClosedPipe(), "tune", toy, "--json"));
        assertTrue(err.lines().toList().getLast().startsWith("trial 10 "), err);
        assertMeasured(10, toy);
        Path journal = folder.resolve("attune.db/toy.jsonl");
        Files.writeString(
                journal, Files.readString(journal).replace("\"seconds\":", "\"sekonds\":"));
        Files.delete(folder.resolve("err"));
        err = processes.exits(141, processes.start(intoAClosedPipe(), "history", "check", toy));
        assertEquals("", err, "no advice to repair what somebody stopped reading");
    }
}
