package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.history.TrialNotes.Note;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What is kept of notes, by whom they may be changed, and what damage costs. */
class TrialNotesTest {
    @TempDir private Path folder;

    private TrialNotes notes() {
        return TrialNotes.beside(folder.resolve("blur.jsonl"));
    }

    private static Note note(long trial, String text) {
        return new Note("uid-" + trial, "main", trial, text);
    }

    @Test
    void theLastNoteOnATrialCounts() {
        assertTrue(notes().all().isEmpty());
        assertEquals("", notes().keep(note(3, " busy \r\n machine\t"), Optional.empty()));
        assertEquals("busy \n machine", notes().keep(note(3, "quiet"), Optional.empty()));
        notes().keep(note(4, "\"</script>\" \u2028 \ud83d\ude00"), Optional.empty());
        assertEquals(
                Map.of(3L, "quiet", 4L, "\"</script>\" \u2028 \ud83d\ude00"),
                notes().of(Map.of(3L, "uid-3", 4L, "uid-4", 5L, "uid-5")));
        notes().keep(note(3, ""), Optional.empty());
        assertEquals(Optional.empty(), notes().on("uid-3"));
    }

    /** A history that was begun anew has other uids under the same numbers. */
    @Test
    void aNoteBelongsToItsTrialNotToItsNumber() {
        notes().keep(note(3, "busy"), Optional.empty());
        assertTrue(notes().of(Map.of(3L, "another")).isEmpty());
        assertEquals(Map.of(7L, "busy"), notes().of(Map.of(7L, "uid-3")));
    }

    @Test
    void whatSomebodyElseHasWrittenMeanwhileIsNotLost() {
        notes().keep(note(3, "mine"), Optional.of(""));
        var refused =
                assertThrows(
                        TrialNotes.ChangedMeanwhile.class,
                        () -> notes().keep(note(3, "yours"), Optional.of("")));
        assertTrue(refused.getMessage().contains("mine"), refused.getMessage());
        assertEquals(Optional.of("mine"), notes().on("uid-3"));
        notes().keep(note(3, "mine"), Optional.of("")); // the same again is no quarrel
        notes().keep(note(3, "both"), Optional.of("mine"));
        assertEquals(Optional.of("both"), notes().on("uid-3"));
    }

    @Test
    void severalWritersAtOnceKeepAllNotes() throws Exception {
        List<Future<?>> writers = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int w = 0; w < 4; w++) {
                long first = 1 + 10L * w;
                writers.add(
                        threads.submit(() -> {
                            for (long t = first; t < first + 10; t++) {
                                notes().keep(note(t, "by " + first), Optional.empty());
                            }
                        }));
            }
        }
        for (Future<?> w : writers) {
            w.get();
        }
        assertEquals(40, notes().all().size());
        assertEquals(40, Files.readAllLines(notes().file()).size());
    }

    @Test
    void aTornLineCostsItselfOnly() throws IOException {
        notes().keep(note(1, "one"), Optional.empty());
        Files.writeString(notes().file(), "{\"uid\":\"uid-2\",\"stu", StandardOpenOption.APPEND);
        assertEquals(1, notes().all().size());
        notes().keep(note(3, "three"), Optional.empty());
        assertEquals(Optional.of("one"), notes().on("uid-1"));
        assertEquals(Optional.of("three"), notes().on("uid-3"));
    }

    @Test
    void aNoteIsShort() {
        assertEquals(2000, note(1, "x".repeat(2000)).text().length());
        var refused = assertThrows(IllegalArgumentException.class, () -> note(1, "x".repeat(2001)));
        assertTrue(refused.getMessage().contains("2001"), refused.getMessage());
    }

    @Test
    void whatCannotBeWrittenIsSaidAndNothingIs() throws IOException {
        Files.createDirectory(folder.resolve("blur.jsonl.notes"));
        assertThrows(
                UncheckedIOException.class, () -> notes().keep(note(1, "one"), Optional.empty()));
        assertFalse(Files.exists(folder.resolve("blur.jsonl.notes.lock")), "the lock is back");
    }

    @Test
    void notesFollowTheirTrialsIntoAMergedHistory() {
        notes().keep(note(1, "one"), Optional.empty());
        Path other = folder.resolve("other.jsonl");
        TrialNotes.beside(other).keep(new Note("uid-9", "main", 1, "nine"), Optional.empty());
        Path merged = folder.resolve("merged.jsonl");
        TrialNotes.beside(merged).addAll(List.of(folder.resolve("blur.jsonl"), other));
        assertEquals(
                Map.of(1L, "one", 2L, "nine"),
                TrialNotes.beside(merged).of(Map.of(1L, "uid-1", 2L, "uid-9")));
    }

    @Test
    void savedNotesAreReadWithTheirLines() {
        List<TrialNotes.Saved> saved =
                TrialNotes.saved(
                        """
                        {"uid":"ab12","study":"main","trial":3,"note":"busy","seen":"quiet"}

                        {"uid":"cd34","study":"main","trial":4,"note":""}
                        """);
        assertEquals(2, saved.size());
        assertEquals("quiet", saved.getFirst().seen());
        assertEquals("ab12-whole", saved.getFirst().note().of("ab12-whole").uid());
        var refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> TrialNotes.saved("\n{\"uid\":\"ab12\"}"));
        assertTrue(refused.getMessage().startsWith("Line 2 "), refused.getMessage());
    }
}
