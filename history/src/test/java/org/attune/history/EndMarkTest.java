package org.attune.history;

import static org.attune.history.Samples.append;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.History;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

@Timeout(60)
class EndMarkTest {
    @TempDir Path folder;
    private Path file;
    private Path end;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("matmul.jsonl");
        end = folder.resolve("matmul.jsonl.end");
    }

    /** A header and three lines, written by updates that follow each other at once. */
    private byte[] sample() throws IOException {
        try (Journal journal = Journal.open(file, "matmul")) {
            for (int i = 0; i < 3; i++) {
                append(journal.study("main"));
            }
        }
        return Files.readAllBytes(file);
    }

    private static byte[] cut(byte[] text, int lines) {
        int at = 0;
        for (int line = 0; line < lines; line++) {
            while (text[at++] != '\n') {}
        }
        return Arrays.copyOf(text, at);
    }

    private String refused() throws IOException {
        byte[] before = Files.readAllBytes(file);
        var e = assertThrows(JournalException.class, () -> Journal.open(file, "matmul"));
        assertArrayEquals(before, Files.readAllBytes(file), "it stays as it is");
        assertTrue(e.getMessage().contains("remove " + end), e.getMessage());
        String what = Journal.check(file).getLast().what();
        assertTrue(e.getMessage().contains(what), what);
        return what;
    }

    private void accepted(int trials) {
        try (Journal journal = Journal.open(file, "matmul")) {
            assertEquals(trials, journal.study("main").records().trials().size());
        }
    }

    @Test
    void aJournalThatWasEmptiedOrCutOffBetweenLinesIsRefused() throws IOException {
        byte[] text = sample();
        assertEquals(List.of(), Journal.check(file));
        Files.write(file, new byte[0]);
        assertTrue(refused().startsWith("the file was emptied: it had 4 lines in " + text.length));
        for (int lines = 1; lines < 4; lines++) {
            Files.write(file, cut(text, lines));
            assertTrue(refused().startsWith("the file was cut off: it had 4 lines"));
        }
        Files.write(file, Arrays.copyOf(text, 20)); // within the header
        assertTrue(refused().startsWith("the file was cut off: it had 4 lines"));
        Files.write(file, text);
        accepted(3);
        Files.write(file, cut(text, 2));
        Files.delete(end);
        accepted(1);
    }

    /** As by an editor, after which the mark is about bytes that are no longer there. */
    @Test
    void linesThatAreMissingAreSeenInAConvertedJournal() throws IOException {
        String text = new String(cut(sample(), 3), java.nio.charset.StandardCharsets.UTF_8);
        for (String converted :
                List.of(text.replace("\n", "\r\n"), "\ufeff" + text, "\ufeff" + text.strip())) {
            Files.writeString(file, converted);
            String last = Journal.check(file).getLast().what();
            assertTrue(last.startsWith("the file was cut off: it had 4 lines"), last);
            assertTrue(last.endsWith("remove " + end), last);
        }
        Files.writeString(file, text);
        assertEquals(1, Journal.check(file).size());
    }

    @Test
    void aJournalWhoseLinesWereExchangedIsRefused() throws IOException {
        byte[] text = sample();
        Files.delete(file);
        try (Journal journal = Journal.open(folder.resolve("b.jsonl"), "matmul")) {
            for (int i = 0; i < 5; i++) {
                append(journal.study("other-study"));
            }
        }
        Files.copy(folder.resolve("b.jsonl"), file);
        assertTrue(refused().startsWith("the file is another one, or was edited: line 4"));
        Files.write(file, text);
        accepted(3);
    }

    @Test
    void aMarkThatLagsBehindOrIsDamagedSaysNothing() throws IOException {
        sample();
        byte[] old = Files.readAllBytes(end);
        byte[] text = sample();
        Files.write(end, old);
        accepted(6);
        byte[] damaged = old.clone();
        damaged[12] ^= 1;
        for (byte[] mark : List.of(damaged, new byte[0], new byte[192], "text\n".getBytes())) {
            Files.write(end, mark);
            Files.write(file, cut(text, 2));
            accepted(1);
        }
    }

    @Test
    void aJournalThatIsGoneOrEmptyIsBegunAnewAndThatIsSaid() throws IOException {
        sample();
        Files.delete(file);
        try (Journal journal = Journal.open(file, "matmul")) {
            assertEquals(
                    List.of(file + " is gone, which had 4 lines; a new history is begun."),
                    journal.notes());
            assertEquals(1, append(journal.study("main")));
        }
        accepted(1);
        Files.delete(end);
        Files.write(file, new byte[0]);
        try (Journal journal = Journal.open(file, "matmul")) {
            assertEquals(List.of(file + " was empty; a new history is begun."), journal.notes());
        }
    }

    /** What is on the disk is acknowledged, whatever becomes of the mark. */
    @Test
    void aMarkThatCannotBeWrittenIsNoted() throws IOException {
        sample();
        Files.delete(end);
        Files.createDirectory(end);
        try (Journal journal = Journal.open(file, "matmul")) {
            assertEquals(4, append(journal.study("main")));
            assertTrue(journal.notes().getFirst().startsWith("Cannot write " + end));
        }
        accepted(4);
    }

    @Test
    void aRepairedOrMergedJournalCanTakeItsPlace() throws IOException {
        byte[] text = sample();
        byte[] damaged = text.clone();
        damaged[text.length - 60] ^= 1;
        Files.write(file, damaged);
        Path repaired = folder.resolve("repaired.jsonl");
        assertEquals(1, Journal.repair(file, repaired).size());
        Files.move(repaired, file, StandardCopyOption.REPLACE_EXISTING);
        accepted(2);
        assertEquals(List.of(), Journal.check(file));
        Path merged = folder.resolve("merged.jsonl");
        Journal.merge(List.of(file), merged);
        Files.move(merged, file, StandardCopyOption.REPLACE_EXISTING);
        accepted(2);
        assertEquals(List.of(), Journal.check(file));
    }

    /** Updates that follow each other keep the lock, but not from those who want it, too. */
    @Test
    void whoWaitsGetsTheLockFromOneWhoIsBusy() throws Exception {
        var done = new AtomicBoolean();
        var writer =
                Thread.ofPlatform()
                        .start(() -> {
                            try (Journal journal = Journal.open(file, "matmul")) {
                                while (!done.get()) {
                                    append(journal.study("main"));
                                }
                            }
                        });
        try (Journal journal = Journal.open(file, "matmul")) {
            History history = journal.study("main");
            long last = 0;
            for (int i = 0; i < 20; i++) {
                long next = append(history);
                assertTrue(next > last);
                last = next;
            }
        } finally {
            done.set(true);
            writer.join();
        }
        assertEquals(List.of(), Journal.check(file));
        try (var files = Files.list(folder)) {
            assertEquals(
                    List.of(file, end), files.sorted().toList(), "no lock is left, nor a wish");
        }
    }

    @Test
    void theLockIsGivenBackWhenNoUpdateFollows() throws Exception {
        try (Journal journal = Journal.open(file, "matmul")) {
            for (int i = 0; i < 50; i++) {
                append(journal.study("main"));
            }
            while (Files.exists(folder.resolve("matmul.jsonl.lock"))) {
                Thread.sleep(1);
            }
            assertEquals(51, append(Journal.open(file, "matmul").study("main")));
            assertEquals(52, append(journal.study("main")));
        }
    }
}
