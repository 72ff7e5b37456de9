package org.attune.history;

import static org.attune.history.Samples.append;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.History;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

@Timeout(120)
class JournalProcessTest {
    @TempDir Path folder;
    @AutoClose private final OpenJournals journals = new OpenJournals();
    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("matmul.jsonl");
    }

    private static List<Long> numbers(Process process) throws IOException {
        return process.inputReader().lines().map(Long::valueOf).toList();
    }

    private static List<Long> to(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    private void requireNumbers(List<Long> acknowledged, long last) {
        assertEquals(to(last), acknowledged.stream().sorted().toList());
        List<Trial> trials = journals.open(file, "matmul").study("main").records().trials();
        assertEquals(to(last), trials.stream().map(Trial::number).toList());
        assertEquals(List.of(), Journal.check(file));
    }

    @Test
    void threadsOfOneJournalLoseAndDuplicateNothing() throws Exception {
        History history = journals.open(file, "matmul").study("main");
        var futures = new ArrayList<Future<Long>>();
        try (var pool = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 400; i++) {
                futures.add(pool.submit(() -> append(history)));
            }
        }
        var acknowledged = new ArrayList<Long>();
        for (Future<Long> f : futures) {
            acknowledged.add(f.get());
        }
        requireNumbers(acknowledged, 400);
    }

    @Test
    void processesLoseAndDuplicateNothing() throws Exception {
        var writers = new ArrayList<Process>();
        for (int i = 0; i < 12; i++) {
            writers.add(
                    Writer.process(file, "main", 20)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        }
        var acknowledged = new ArrayList<Long>();
        for (Process writer : writers) {
            acknowledged.addAll(numbers(writer));
            assertEquals(0, writer.waitFor());
        }
        requireNumbers(acknowledged, 240);
    }

    /**
     * Killed before, while or after it starts to write, whatever it is doing; another process is
     * always at work, too.
     */
    @Test
    void killedProcessesLoseNothingThatTheyAcknowledged() throws Exception {
        var random = new Seed(1).generator("kill", 0);
        History history = journals.open(file, "matmul").study("main");
        int written = 0;
        for (int round = 0; round < 20; round++) {
            Process writer = Writer.process(file, "main", 1_000_000).start();
            var acknowledged = new ArrayList<Long>();
            if (round % 5 > 0) {
                acknowledged.add(Long.valueOf(writer.inputReader().readLine()));
            }
            Thread.sleep(random.nextInt(40));
            long mine = append(history);
            Thread.sleep(0, random.nextInt(999_999));
            writer.toHandle().destroyForcibly(); // the process's own method would close its output
            writer.waitFor();
            acknowledged.addAll(numbers(writer));
            assertFalse(acknowledged.contains(mine), "a number was given twice");
            List<Trial> trials = journals.open(file, "matmul").study("main").records().trials();
            assertEquals(to(trials.size()), trials.stream().map(Trial::number).toList());
            long last = Math.max(mine, acknowledged.stream().mapToLong(n -> n).max().orElse(0));
            assertTrue(trials.size() >= last, "round %d lost %d".formatted(round, last));
            assertEquals(trials.size() + 1L, append(history), "round " + round);
            written += acknowledged.size();
        }
        assertTrue(written > 16, "writers were killed while they wrote: " + written);
        assertEquals(List.of(), Journal.check(file));
    }

    /** The system refuses bytes beyond a limit as a full disk does, and takes those before it. */
    @Test
    void aFullDiskLosesNothingThatWasAcknowledged() throws Exception {
        Assumptions.assumeTrue(Path.of("/bin/bash").toFile().canExecute());
        var command =
                new ArrayList<>(List.of("/bin/bash", "-c", "ulimit -f 20; exec \"$@\"", "writer"));
        List<String> writer = Writer.process(file, "main", 1_000_000).command();
        command.addAll(writer.subList(0, 3)); // java and its options
        command.add("-XX:-UsePerfData");
        command.addAll(writer.subList(3, writer.size()));
        Process process = new ProcessBuilder(command).start();
        List<Long> acknowledged = numbers(process);
        String error = String.join("\n", process.errorReader().lines().toList());
        assertEquals(1, process.waitFor());
        assertTrue(error.contains("UncheckedIOException: Cannot write the journal " + file), error);
        assertTrue(acknowledged.size() > 10, error);
        assertEquals(acknowledged.size() + 1L, append(journals.open(file, "matmul").study("main")));
        acknowledged = new ArrayList<>(acknowledged);
        acknowledged.add(acknowledged.size() + 1L);
        requireNumbers(acknowledged, acknowledged.size());
    }
}
