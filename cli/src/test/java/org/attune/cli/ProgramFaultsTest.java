package org.attune.cli;

import static org.attune.cli.CliProcesses.assertMeasured;
import static org.attune.cli.CliProcesses.running;
import static org.attune.cli.CliProcesses.trials;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code tune} with programs that go wrong, and on a full disk. */
@Timeout(180)
class ProgramFaultsTest {
    @TempDir Path folder;

    private Path toy(String program, int trials) throws Exception {
        String text =
                Cli.TOY
                        .replace("tasks: [{n: 1}, {n: 2}]", "tasks: [{n: 1}]")
                        .replace("trials: 5", "trials: " + trials)
                        .replace("  outputs:", "  timeout: 60s\n  ok: {regex: cost=}\n  outputs:");
        Path toy = Cli.problem(folder, text);
        Files.writeString(folder.resolve("toy.sh"), program);
        return toy;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    true                          | wrong-answer      | printed nothing
                    echo cost=fast                | unreadable-output | cost=fast
                    echo cost=nan                 | unreadable-output | cost=nan
                    echo price=3                  | wrong-answer      | price=3
                    echo cost=3; exit 7           | crash             | 7
                    echo cost=3; kill -SEGV $$    | crash             | SEGV
                    echo bad_alloc >&2; ./missing | build             | missing
                    """)
    void failuresAreRecordedAndExplained(String program, String cause, String detail)
            throws Exception {
        Path toy = toy(program, 2);
        Cli tuned = Cli.run("tune", toy).exits(1);
        assertTrue(tuned.out().contains("2 " + cause), tuned.out());
        assertTrue(tuned.err().contains(detail), tuned.err());
        assertTrue(tuned.err().contains("No trial gave a result"), tuned.err());
        assertEquals(
                List.of(cause, cause),
                trials(toy, "main").stream().map(t -> t.get("cause")).toList());
    }

    @Test
    void aProgramThatIsMissingOnlySometimesFailsThoseTrials() throws Exception {
        Path toy = toy("echo cost=1", 5);
        Files.writeString(toy, Files.readString(toy).replace("[sh, toy.sh,", "[\"./{kind}.sh\","));
        Path a = Files.writeString(folder.resolve("a.sh"), "#!/bin/sh\necho cost=1\n");
        assertTrue(a.toFile().setExecutable(true));
        Cli.run("tune", toy).exits(0);
        for (Map<?, ?> trial : trials(toy, "main")) {
            boolean there = ((Map<?, ?>) trial.get("configuration")).get("kind").equals("a");
            assertEquals(there ? null : "build", trial.get("cause"));
        }
    }

    @Test
    void aProgramThatHangsWithItsChildrenIsEnded() throws Exception {
        Path toy =
                toy(
                        """
                        trap '' TERM
                        setsid sh -c 'echo $$ >> pids; exec sleep 60' &
                        sh -c 'echo $$ >> pids; exec sleep 60' &
                        while [ "$(cat pids | wc -l)" -lt 2 ]; do sleep 0.01; done 2> /dev/null
                        echo cost=1
                        wait
                        """,
                        1);
        String text = Files.readString(toy);
        Path pids = folder.resolve("pids");
        int seconds = 1;
        do { // until the program has come as far as its children
            Files.deleteIfExists(pids);
            Files.writeString(toy, text.replace("timeout: 60s", "timeout: " + seconds));
            Cli tuned = Cli.run("tune", toy, "--study", "of-" + seconds).exits(1);
            assertTrue(tuned.out().contains("1 timeout"), tuned.out());
            seconds *= 2;
        } while (!Files.exists(pids) || Files.readAllLines(pids).size() < 2);
        assertEquals(List.of(), running(Files.readAllLines(pids)));
    }

    /** 1 GB, half of it in one line, which is too long to be read; the heap is 64 MB. */
    @Test
    void aFloodOfOutputCostsNoMemory() throws Exception {
        Path toy =
                toy(
                        """
                        head -c 500000000 /dev/zero | tr '\\0' x
                        yes 'the quick brown fox jumps over the lazy dog' | head -c 500000000
                        echo
                        echo cost=5
                        """,
                        1);
        Files.writeString(
                toy, Files.readString(toy).replace("([0-9.]+)\"", "([0-9.]+)\", match: last"));
        var processes = new CliProcesses(folder);
        processes.exits(0, processes.start(CliProcesses.java("-Xmx64m"), "tune", toy));
        assertEquals(Map.of("seconds", 5.0), trials(toy, "main").getFirst().get("outputs"));
        long kept = 0;
        try (var files = Files.walk(folder.resolve("attune.db"))) {
            kept = files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum();
        }
        assertTrue(kept < 4 << 20, kept + " bytes");
    }

    /** The system refuses bytes beyond a limit as a full disk does, and takes those before it. */
    @Test
    void aFullDiskEndsTheRunAndLosesNothing() throws Exception {
        Path toy = toy("echo cost=$1", 40);
        var limited =
                new ArrayList<>(List.of("/bin/bash", "-c", "ulimit -f 20; exec \"$@\"", "limited"));
        limited.addAll(CliProcesses.java());
        var processes = new CliProcesses(folder);
        String err = processes.exits(1, processes.start(limited, "tune", toy));
        List<String> lines = err.lines().toList();
        long told = lines.stream().filter(l -> l.startsWith("trial ")).count();
        assertTrue(told > 5 && told < 40, err);
        assertEquals(told + 2, lines.size(), "heading, trials and one line: " + err);
        Path journal = folder.resolve("attune.db/toy.jsonl");
        assertTrue(lines.getLast().startsWith("Cannot write the journal " + journal), err);
        assertFalse(err.contains("\tat "), err);
        assertEquals(
                told,
                trials(toy, "main").stream()
                        .filter(t -> t.get("state").equals("measured"))
                        .count());
        Cli.run("tune", toy).exits(0);
        assertMeasured(40, toy);
    }
}
