package org.attune.history;

import static org.attune.history.Samples.append;
import static org.attune.history.Samples.measured;
import static org.attune.history.Samples.trial;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.History;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** What counts of a journal whose lines are not all where their writers wanted them. */
@Timeout(60)
class ChainTest {
    @TempDir Path folder;
    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("matmul.jsonl");
    }

    private Journal open() {
        return Journal.open(file, "matmul");
    }

    private List<Trial> trials() {
        try (Journal journal = open()) {
            return journal.study("main").records().trials();
        }
    }

    private static List<Trial> measuredTo(long last) {
        return LongStream.rangeClosed(1, last).mapToObj(Samples::measured).toList();
    }

    /** The header and a line for each of so many trials. */
    private List<byte[]> lines(int trials) throws IOException {
        try (Journal journal = open()) {
            for (int i = 0; i < trials; i++) {
                append(journal.study("main"));
            }
        }
        var lines = new ArrayList<byte[]>();
        for (String line : Files.readAllLines(file)) {
            lines.add((line + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        return lines;
    }

    private void write(List<byte[]> lines) throws IOException {
        var bytes = new ByteArrayOutputStream();
        lines.forEach(bytes::writeBytes);
        Files.write(file, bytes.toByteArray());
    }

    private Path end() {
        return folder.resolve("matmul.jsonl.end");
    }

    /**
     * A writer stops where nothing tells it any more that it has lost the lock; others take the
     * lock over and append; it goes on.
     */
    @Test
    void aLateWriteOverwritesNothingAndIsMadeAgain() throws IOException {
        lines(2);
        var others = new ArrayList<Long>();
        Tail.Disk late =
                path ->
                        new ForwardingTail(Tail.DISK.open(path)) {
                            @Override
                            public void append(byte[] bytes) throws IOException {
                                if (others.isEmpty()) { // the first attempt
                                    Files.delete(folder.resolve("matmul.jsonl.lock"));
                                    try (Journal journal = ChainTest.this.open()) {
                                        others.add(appendBy(journal, "others"));
                                        others.add(appendBy(journal, "others"));
                                    }
                                }
                                super.append(bytes);
                            }
                        };
        try (Journal journal = Samples.open(file, LeaseLock.LEASE, late)) {
            assertEquals(5, appendBy(journal, "late"));
        }
        assertEquals(List.of(3L, 4L), others);
        List<Trial> expected = new ArrayList<>(measuredTo(2));
        expected.addAll(List.of(by(3, "others"), by(4, "others"), by(5, "late")));
        assertEquals(expected, trials());
        assertEquals(
                "[line 6: counts for nothing: it was written late, or is there twice]",
                Journal.check(file).toString());
        Path out = folder.resolve("repaired.jsonl");
        Journal.repair(file, out);
        assertEquals(List.of(), Journal.check(out));
        assertEquals(expected, Journal.open(out, "matmul").study("main").records().trials());
    }

    /** Returns a trial that tells who wrote it. */
    private static Trial by(long number, String whose) {
        Trial t = measured(number);
        return new Trial(number, t.candidate(), Origin.of(whose), t.outcome(), t.provenance());
    }

    private static long appendBy(Journal journal, String whose) {
        return journal.study("main").update(r -> List.of(by(r.nextNumber(), whose))).nextNumber()
                - 1;
    }

    /** Passes on what it is asked. */
    private static class ForwardingTail implements Tail {
        private final Tail out;

        ForwardingTail(Tail out) {
            this.out = out;
        }

        @Override
        public void append(byte[] bytes) throws IOException {
            out.append(bytes);
        }

        @Override
        public void sync() throws IOException {
            out.sync();
        }

        @Override
        public long length() throws IOException {
            return out.length();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    @Test
    void aLineThatIsMissingOrExchangedIsNamedAndRepairPutsItBack() throws IOException {
        List<byte[]> lines = lines(5);
        for (int a = 1; a < lines.size(); a++) {
            for (int b = a + 1; b < lines.size(); b++) {
                var swapped = new ArrayList<>(lines);
                swapped.set(a, lines.get(b));
                swapped.set(b, lines.get(a));
                write(swapped);
                assertEquals(a + 1, assertThrows(JournalException.class, this::open).line());
                assertEquals(a + 1, Journal.check(file).getFirst().line());
                Path out = folder.resolve("repaired-%d-%d.jsonl".formatted(a, b));
                Journal.repair(file, out);
                assertEquals(
                        measuredTo(5),
                        Journal.open(out, "matmul").study("main").records().trials());
            }
        }
        for (int a = 1; a < lines.size() - 1; a++) {
            var missing = new ArrayList<>(lines);
            missing.remove(a);
            write(missing);
            Files.deleteIfExists(end());
            assertEquals(a + 1, assertThrows(JournalException.class, this::open).line());
        }
    }

    @Test
    void aLineThatIsThereTwiceIsNamedAndCountsOnce() throws IOException {
        List<byte[]> lines = lines(4);
        for (int a = 0; a < lines.size(); a++) {
            for (int b = a + 1; b <= lines.size(); b++) {
                var twice = new ArrayList<>(lines);
                twice.add(b, lines.get(a));
                write(twice);
                Files.deleteIfExists(end()); // it tells that the file is another one
                assertEquals(
                        "[line %d: counts for nothing: it was written late, or is there twice]"
                                .formatted(b + 1),
                        Journal.check(file).toString());
                assertEquals(measuredTo(4), trials());
            }
        }
    }

    /** Journals that were begun before there were links. */
    @Test
    void aJournalWithoutLinksIsReadAndContinuedWithLinks() throws IOException {
        var lines = new ArrayList<byte[]>();
        lines.add(
                Line.of(
                        "{\"record\":\"journal\",\"format\":1,\"tuning_problem_name\":\"matmul\"}"
                                .getBytes(StandardCharsets.US_ASCII)));
        for (Trial t : measuredTo(3)) {
            lines.add(Line.of(EntryText.bytes("main", t)));
        }
        write(lines);
        byte[] before = Files.readAllBytes(file);
        assertEquals(List.of(), Journal.check(file));
        try (Journal journal = open()) {
            assertEquals(4, append(journal.study("main")));
        }
        byte[] after = Files.readAllBytes(file);
        assertArrayEquals(before, Arrays.copyOf(after, before.length));
        assertEquals(
                Line.sum(lines.getLast(), 0, lines.getLast().length - 1),
                Line.link(after, before.length, after.length - before.length - 1));
        assertEquals(measuredTo(4), trials());
        assertEquals(List.of(), Journal.check(file));
    }

    /** A line of a journal without links, in one that has them. */
    @Test
    void aLineWithoutALinkIsNamed() throws IOException {
        lines(2);
        Files.write(file, Line.of(EntryText.bytes("main", measured(3))), StandardOpenOption.APPEND);
        assertEquals(4, assertThrows(JournalException.class, this::open).line());
        assertEquals(4, Journal.check(file).getFirst().line());
    }

    @Test
    void aTrialThatHasEndedDoesNotBeginAgain() throws IOException {
        lines(2);
        try (Journal journal = open()) {
            History history = journal.study("main");
            var e =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> append(history, trial(1, Outcome.PENDING)));
            assertTrue(e.getMessage().startsWith("trial 1 is pending here, but"), e.getMessage());
        }
        byte[] text = Files.readAllBytes(file);
        byte[] again =
                Line.of(
                        EntryText.bytes("main", trial(1, Outcome.PENDING)),
                        Line.sum(text, 0, text.length - 1));
        Files.write(file, again, StandardOpenOption.APPEND);
        assertEquals(4, assertThrows(JournalException.class, this::open).line());
        assertTrue(Journal.check(file).toString().startsWith("[line 4: trial 1 is pending"));
    }

    /** What was acknowledged is no line that a process has left unfinished, whatever is changed. */
    @Test
    void aLastLineBreakThatWasChangedIsNamed() throws IOException {
        lines(3);
        byte[] text = Files.readAllBytes(file);
        byte[] end = Files.readAllBytes(end());
        for (byte other : new byte[] {'\u000b', 'x', 0, ' ', '\r'}) {
            for (boolean hasEnd : new boolean[] {true, false}) {
                byte[] changed = text.clone();
                changed[text.length - 1] = other;
                Files.write(file, changed);
                Files.write(end(), end);
                if (!hasEnd) {
                    Files.delete(end());
                }
                assertEquals(4, assertThrows(JournalException.class, this::open).line());
                assertEquals(4, Journal.check(file).getFirst().line());
                assertArrayEquals(changed, Files.readAllBytes(file));
            }
        }
        byte[] zeros = text.clone();
        Arrays.fill(zeros, text.length - 100, text.length, (byte) 0);
        Files.write(file, zeros);
        Files.write(end(), end);
        assertEquals(4, assertThrows(JournalException.class, this::open).line());
    }

    /** Two names of one file have locks of their own. */
    @Test
    void writersThatDoNotShareALockLoseNothing() throws Exception {
        lines(1);
        Path link = Files.createLink(folder.resolve("linked.jsonl"), file);
        var acknowledged = new ArrayList<Future<List<Trial>>>();
        try (var pool = Executors.newFixedThreadPool(2)) {
            for (Path path : List.of(file, link)) {
                acknowledged.add(pool.submit(() -> writtenBy(path)));
            }
        }
        List<Trial> trials = trials();
        assertEquals(201, trials.size());
        for (Future<List<Trial>> mine : acknowledged) {
            assertTrue(trials.containsAll(mine.get()));
        }
    }

    private static List<Trial> writtenBy(Path path) {
        String name = path.getFileName().toString();
        var written = new ArrayList<Trial>();
        try (Journal journal = Journal.open(path, "matmul")) {
            for (int i = 0; i < 100; i++) {
                written.add(by(appendBy(journal, name), name));
            }
        }
        return written;
    }

    @Test
    void aNameThatLeavesNoRoomForTheLockIsRefused() {
        Path path = folder.resolve("x".repeat(240));
        var e = assertThrows(IllegalArgumentException.class, () -> Journal.open(path, "matmul"));
        assertTrue(e.getMessage().contains("240 bytes, and at most 235"), e.getMessage());
        Journal.open(folder.resolve("x".repeat(235)), "matmul").close();
    }
}
