package org.attune.history;

import static org.attune.history.Samples.append;
import static org.attune.history.Samples.measured;
import static org.attune.history.Samples.setUp;
import static org.attune.history.Samples.trial;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.History;
import org.attune.api.ModelRecord;
import org.attune.api.Outcome;
import org.attune.api.ProcessId;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

class JournalDamageTest {
    @TempDir Path folder;
    @AutoClose private final OpenJournals journals = new OpenJournals();
    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("matmul.jsonl");
    }

    private Journal open() {
        return journals.open(file, "matmul");
    }

    /** Header, set-up, trials 1 to 3 asked, 2 and 1 told: lines 1 to 7. */
    private byte[] sample() throws IOException {
        append(open().study("main"), setUp("main"), trial(1, Outcome.PENDING));
        append(open().study("main"), trial(2, Outcome.PENDING), trial(3, Outcome.PENDING));
        append(open().study("main"), measured(2));
        append(open().study("main"), measured(1));
        return Files.readAllBytes(file);
    }

    private Path end() {
        return folder.resolve("matmul.jsonl.end");
    }

    private static int startOfLine(byte[] text, int line) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            while (text[start] != '\n') {
                start++;
            }
            start++;
        }
        return start;
    }

    /** Appends an object as a line that follows the last one. */
    private void appendLine(String object) throws IOException {
        byte[] text = Files.readAllBytes(file);
        byte[] line =
                Line.of(
                        object.getBytes(StandardCharsets.US_ASCII),
                        Line.sum(text, 0, text.length - 1));
        Files.write(file, line, StandardOpenOption.APPEND);
    }

    /** Returns the object of the last line, up to what follows its own keys. */
    private static String lastObject(byte[] text) {
        int start = startOfLine(text, 7);
        String last = new String(text, start, text.length - start, StandardCharsets.US_ASCII);
        return last.substring(0, last.indexOf(",\"after\""));
    }

    /**
     * The last line is that of a model: it is the shortest, and each of its bytes costs some real
     * writes.
     */
    @Test
    void aLastLineThatWasLeftUnfinishedAnywhereIsPassedOver() throws IOException {
        sample();
        append(open().study("main"), new ModelRecord("k", "b", Map.of()));
        byte[] text = Files.readAllBytes(file);
        int start = startOfLine(text, 8);
        for (int cut = start; cut <= text.length; cut++) {
            Files.write(file, Arrays.copyOf(text, cut));
            Files.delete(end()); // a killed process has not written it
            Journal journal = open();
            assertEquals(
                    cut == text.length, journal.study("main").records().model("k").isPresent());
            assertEquals(cut, Files.size(file), "reading changes nothing");

            assertEquals(4, append(journal.study("main")));
            boolean complete = cut >= text.length - 1; // only the line break is missing, or nothing
            Records records = open().study("main").records();
            assertEquals(complete, records.model("k").isPresent(), "cut at " + cut);
            assertEquals(
                    List.of(2L, 1L, 4L), records.finished().stream().map(Trial::number).toList());
            if (complete || cut == start) {
                assertEquals(List.of(), journal.notes());
            } else {
                assertArrayEquals(
                        Arrays.copyOf(text, cut), Arrays.copyOf(Files.readAllBytes(file), cut));
                assertEquals(
                        "Line 8 of %s was unfinished; its %d bytes count for nothing."
                                .formatted(file, cut - start),
                        journal.notes().getFirst());
            }
            assertEquals(List.of(), Journal.check(file));
        }
    }

    /** A power failure can leave a file that is longer than what reached the disk. */
    @Test
    void aLastLineWithAHoleIsPassedOver() throws IOException {
        byte[] text = sample();
        int start = startOfLine(text, 7);
        byte[] hole = text.clone();
        Arrays.fill(hole, start + 10, start + 60, (byte) 0);
        Files.write(file, hole);
        Files.delete(end()); // it says that the line was acknowledged
        Journal journal = open();
        append(journal.study("main"));
        assertEquals(
                List.of(2L, 4L),
                open().study("main").records().finished().stream().map(Trial::number).toList());
    }

    @Test
    void aHeaderThatWasLeftUnfinishedIsWrittenAgain() throws IOException {
        open().begin();
        byte[] header = Files.readAllBytes(file);
        for (int cut = 0; cut < header.length; cut++) {
            Files.write(file, Arrays.copyOf(header, cut));
            open();
            assertArrayEquals(header, Files.readAllBytes(file));
        }
    }

    @Test
    void aFlippedBitIsFoundWhereverItIs() throws IOException {
        byte[] text = sample();
        for (int i = 0; i < text.length - 1; i += 5) {
            byte[] flipped = text.clone();
            flipped[i] ^= (byte) (1 << (i % 8));
            Files.write(file, flipped);
            int line = 1;
            while (line < 7 && startOfLine(text, line + 1) <= i) {
                line++;
            }
            var e = assertThrows(JournalException.class, this::open, "byte " + i);
            assertEquals(line, e.line(), "byte " + i);
            assertTrue(e.getMessage().startsWith(file + ":" + line + ": "), e.getMessage());
            assertTrue(e.getMessage().contains("attune history check"), e.getMessage());
            assertArrayEquals(flipped, Files.readAllBytes(file));
            assertEquals(line, Journal.check(file).getFirst().line());
        }
    }

    @Test
    void damageIsFoundWhileTheJournalIsOpen() throws IOException {
        byte[] text = sample();
        Journal journal = open();
        byte[] damaged = Arrays.copyOf(text, 2 * text.length - startOfLine(text, 6));
        System.arraycopy(
                text, startOfLine(text, 6), damaged, text.length, damaged.length - text.length);
        damaged[text.length + 20] ^= 1; // line 8, followed by another one
        Files.write(file, damaged);
        History history = journal.study("main");
        assertEquals(8, assertThrows(JournalException.class, history::records).line());
        assertEquals(8, assertThrows(JournalException.class, () -> append(history)).line());
        assertArrayEquals(damaged, Files.readAllBytes(file));
    }

    @Test
    void aFileThatWasCutOffOrReplacedWhileOpenIsNoticed() throws IOException {
        byte[] text = sample();
        History history = open().study("main");
        byte[] other = text.clone();
        Arrays.fill(other, startOfLine(text, 7), text.length - 1, (byte) 'x');
        for (byte[] changed :
                List.of(Arrays.copyOf(text, startOfLine(text, 7)), new byte[0], other)) {
            Files.write(file, changed);
            assertThrows(JournalException.class, history::records);
            assertThrows(JournalException.class, () -> append(history));
            assertArrayEquals(changed, Files.readAllBytes(file));
        }
        Files.delete(file);
        var e = assertThrows(UncheckedIOException.class, () -> append(history));
        assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
        assertTrue(Files.notExists(file), "a lost journal must not come back empty");
        Files.write(file, text);
        assertEquals(4, append(history));
    }

    @Test
    void anIntactLineThatMakesNoSenseIsNamed() throws IOException {
        byte[] text = sample();
        for (String line :
                List.of(
                        "{\"record\":\"dream\",\"study\":\"main\"}",
                        "{\"study\":\"main\"}",
                        "{\"record\":\"trial\",\"study\":\"main\",\"number\":\"7\"}",
                        "{\"record\":\"model\",\"study\":\"main\",\"key\":null}",
                        "{\"record\":}")) {
            Files.write(file, text);
            appendLine(line);
            assertEquals(8, assertThrows(JournalException.class, this::open, line).line());
            assertEquals(8, Journal.check(file).getFirst().line());
        }
    }

    @Test
    void aFileOfSomethingElseIsNoHistory() throws IOException {
        for (String text : List.of("hello\n", "hello", "\n", "{\"a\": 1}\n", "{\"a\": 1}")) {
            Files.writeString(file, text);
            String message = assertThrows(JournalException.class, this::open).getMessage();
            assertTrue(message.contains(":1: this is no Attune history."), message);
            assertEquals(text, Files.readString(file));
        }
        Files.writeString(file, "hello\n");
        assertEquals("this is no Attune history", Journal.check(file).getFirst().what());
        Files.writeString(file, "{\"peer\":\"random\"}\n".repeat(3));
        assertEquals(List.of(new Finding(1, "this is no Attune history")), Journal.check(file));
        assertTrue(
                assertThrows(
                                JournalException.class,
                                () -> Journal.repair(file, file.resolveSibling("saved.jsonl")))
                        .getMessage()
                        .endsWith("Maybe another file was meant"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"state", "modeling", "record", "cause"})
    void controlCharactersOfAWordAreEscaped(String key) throws IOException {
        String line =
                lastObject(sample())
                        .replace("{\"record\"", "{\"cause\":\"\",\"record\"")
                        .replace("\"state\":\"measured\"", "\"state\":\"failed\"")
                        .replaceFirst(
                                "\"%s\":\"(\\w*)\"".formatted(key),
                                "\"%s\":\"\u009b31m\"".formatted(key));
        var said = assertThrows(IllegalArgumentException.class, () -> EntryText.entry(line + "}"));
        assertTrue(said.getMessage().contains("\\u009b31m"), said.getMessage());
        assertFalse(said.getMessage().contains("\u009b"), said.getMessage());
    }

    @Test
    void aMessageHasOneFullStop() {
        String message = JournalException.damaged(file, 3, "numbers are missing.").getMessage();
        assertTrue(message.contains(":3: numbers are missing. 'attune history check"), message);
    }

    /** As journals were written before the start was kept. */
    @Test
    void aProcessWithoutItsStartIsRead() throws IOException {
        byte[] text = sample();
        appendLine(lastObject(text).replaceFirst(",\"started\":1799999999123", "") + "}");
        assertEquals(
                new ProcessId("node1", 4711, 0),
                open().study("main").records().finished().getLast().provenance().process());
    }

    @Test
    void keysThatAreNotKnownAreIgnored() throws IOException {
        byte[] text = sample();
        appendLine(lastObject(text) + ",\"uid\":\"abc\"}");
        assertEquals(2, open().study("main").records().finished().size());
    }

    @Test
    void aSoundJournalHasNoFindingsAndIsRepairedToItself() throws IOException {
        byte[] text = sample();
        assertEquals(List.of(), Journal.check(file));
        Path out = folder.resolve("repaired.jsonl");
        assertEquals(List.of(), Journal.repair(file, out));
        assertArrayEquals(text, Files.readAllBytes(out));
    }

    /**
     * Whatever one line is damaged, all others are saved, and the result can be opened and gone on
     * with.
     */
    @Test
    void repairSavesAllThatIsReadable() throws IOException {
        byte[] text = sample();
        List<Trial> trials = open().study("main").records().trials();
        for (int line = 1; line <= 7; line++) {
            byte[] damaged = text.clone();
            damaged[startOfLine(text, line) + 15] ^= 4;
            Files.write(file, damaged);
            Path out = folder.resolve("repaired.jsonl");
            assertEquals(line, Journal.repair(file, out).getFirst().line());
            assertArrayEquals(damaged, Files.readAllBytes(file));
            assertEquals(List.of(), Journal.check(out));

            Files.move(out, file, StandardCopyOption.REPLACE_EXISTING);
            Records records = open().study("main").records();
            assertEquals(line == 2, records.study().isEmpty());
            for (Trial t : records.trials()) {
                Trial was = trials.get((int) t.number() - 1);
                boolean lost =
                        line == 5 && t.number() == 3
                                || line == 6 && t.number() == 2
                                || line == 7 && t.number() == 1;
                if (!lost) {
                    assertEquals(was, t, "line " + line);
                } else {
                    assertTrue(t.isPending(), "line " + line);
                }
            }
            assertEquals(line == 5 ? 2 : 3, records.trials().size());
        }
    }

    /** Trial 2 was asked for in a lost line, and never told: its number stays taken. */
    @Test
    void aTrialThatIsLostKeepsItsNumber() throws IOException {
        append(
                open().study("main"),
                trial(1, Outcome.PENDING),
                trial(2, Outcome.PENDING),
                measured(3));
        byte[] text = Files.readAllBytes(file);
        text[startOfLine(text, 3) + 30] ^= 1;
        Files.write(file, text);
        Path out = folder.resolve("repaired.jsonl");
        List<Finding> findings = Journal.repair(file, out);
        assertEquals(List.of(3L, 4L), findings.stream().map(Finding::line).toList());
        assertEquals(
                "line 4: trial 2 of study 'main' is missing before this",
                findings.getLast().toString());
        List<Trial> trials = journals.open(out, "matmul").study("main").records().trials();
        assertEquals(
                List.of(trial(1, Outcome.PENDING), measured(3)),
                List.of(trials.getFirst(), trials.getLast()));
        assertEquals(
                Outcome.failed(FailureCause.CANCELLED, "Lost when the journal was damaged."),
                trials.get(1).outcome());
    }

    @Test
    void repairNeverOverwrites() throws IOException {
        sample();
        var e = assertThrows(UncheckedIOException.class, () -> Journal.repair(file, file));
        assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
        Path empty = Files.createFile(folder.resolve("empty.jsonl"));
        assertEquals("line 1: the file is empty", Journal.check(empty).getFirst().toString());
        assertThrows(
                JournalException.class, () -> Journal.repair(empty, folder.resolve("out.jsonl")));
        assertThrows(
                UncheckedIOException.class, () -> Journal.check(folder.resolve("missing.jsonl")));
    }

    /**
     * However many bytes a full disk takes, the update fails, nothing is acknowledged, and the
     * journal goes on.
     */
    @Test
    void aWriteThatFailsHalfWayCountsForNothing() throws IOException {
        sample();
        int[] room = {0};
        Tail.Disk full =
                path ->
                        new Tail() {
                            private final Tail out = Tail.DISK.open(path);

                            @Override
                            public void append(byte[] bytes) throws IOException {
                                out.append(
                                        Arrays.copyOf(bytes, Math.min(room[0], bytes.length - 1)));
                                throw new IOException("No space left on device");
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
                        };
        History history = Samples.open(file, LeaseLock.LEASE, full).study("main");
        for (room[0] = 0; room[0] < 1_000; room[0] += 40) {
            var e = assertThrows(UncheckedIOException.class, () -> append(history));
            assertTrue(e.getMessage().contains(file + ": No space left on device"), e.getMessage());
            assertEquals(3, open().study("main").records().trials().size());
        }
        assertEquals(3, history.records().trials().size());
        assertEquals(4, append(open().study("main")));
        assertEquals(4, history.records().trials().size());
        assertEquals(List.of(), Journal.check(file));
    }

    /** As by an editor, by git on Windows, or by a transfer as text. */
    @Test
    void aFileWithTheLineBreaksOfWindowsIsRepairedWhole() throws IOException {
        String text = new String(sample(), StandardCharsets.UTF_8);
        Records before = open().study("main").records();
        Files.delete(file);
        Files.delete(end());
        Files.writeString(file, text.replace("\n", "\r\n"));
        var e = assertThrows(JournalException.class, () -> open().study("main").records());
        assertTrue(e.getMessage().contains("(CRLF)"), e.getMessage());
        e = assertThrows(JournalException.class, () -> Journal.problem(file));
        assertTrue(e.getMessage().contains("(CRLF)"), e.getMessage());
        List<Finding> found = Journal.check(file);
        assertEquals(1, found.size(), found.toString());
        assertTrue(found.getFirst().what().contains("(CRLF)"), found.toString());
        Path out = folder.resolve("saved.jsonl");
        assertEquals(found, Journal.repair(file, out));
        assertEquals(
                before.trials(), journals.open(out, "matmul").study("main").records().trials());
    }

    /** It was said to be no history, or to have been changed, and its first line was not saved. */
    @Test
    void aByteOrderMarkIsNamedAndTakenAway() throws IOException {
        String text = new String(sample(), StandardCharsets.UTF_8);
        Records before = open().study("main").records();
        Files.delete(end());
        for (String marked : List.of("\uFEFF" + text, "\uFEFF" + text.replace("\n", "\r\n"))) {
            Files.writeString(file, marked);
            var e = assertThrows(JournalException.class, () -> open().study("main").records());
            assertTrue(e.getMessage().contains("(BOM)"), e.getMessage());
            e = assertThrows(JournalException.class, () -> Journal.problem(file));
            assertTrue(e.getMessage().contains("(BOM)"), e.getMessage());
            List<Finding> found = Journal.check(file);
            assertEquals(marked.contains("\r") ? 2 : 1, found.size(), found.toString());
            assertTrue(found.getFirst().what().contains("(BOM)"), found.toString());
            assertEquals(marked.contains("\r"), found.getLast().what().contains("(CRLF)"));
            Path out = folder.resolve("saved%d.jsonl".formatted(found.size()));
            assertEquals(found, Journal.repair(file, out));
            assertEquals(
                    before.trials(), journals.open(out, "matmul").study("main").records().trials());
        }
    }
}
