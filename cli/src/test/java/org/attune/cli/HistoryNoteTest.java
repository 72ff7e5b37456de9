package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Notes on trials, from the terminal and from the file that a page has saved. */
class HistoryNoteTest {
    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void tune() {
        toy = Cli.toy(folder);
        Cli.run("tune", toy, "--trials", "2").exits(0);
    }

    private String uid(int trial) {
        return Cli.run("history", "show", toy, trial, "--json")
                .exits(0)
                .json()
                .get("uid")
                .toString();
    }

    @Test
    void aNoteIsShownWithItsTrial() {
        Cli.run("history", "note", toy, "--trial", 2, "busy machine").exits(0);
        Cli again = Cli.run("history", "note", toy, "--trial", 2, "quiet").exits(0);
        assertEquals("Trial 2: quiet (before: busy machine)", again.out().strip());
        assertEquals(
                "quiet", Cli.run("history", "show", toy, 2, "--json").exits(0).json().get("note"));
        Path journal = folder.resolve("attune.db/toy.jsonl");
        assertEquals(
                List.of(Map.of("uid", uid(2), "study", "main", "trial", 2, "text", "quiet")),
                Cli.run("history", "note", journal, "--json").exits(0).json().get("notes"));
        assertTrue(
                ((List<?>) Cli.run("history", "query", toy, "--json").json().get("trials"))
                        .toString()
                        .contains("note=quiet"));
        Cli.run("history", "note", toy, "--trial", 2, "--remove").exits(0);
        assertTrue(Cli.run("history", "note", toy).exits(0).err().contains("Nothing is noted"));
    }

    @Test
    void wordsNeedNoQuotes() {
        Cli kept = Cli.run("history", "note", toy, 1, "a", "busy", "machine").exits(0);
        assertEquals("Trial 1: a busy machine", kept.out().strip());
        Cli other = Cli.run("history", "note", toy, "--trial", 2, 3, "others", "ran").exits(0);
        assertEquals("Trial 2: 3 others ran", other.out().strip());
        String one = Cli.run("history", "note", toy, 1).exits(0).out();
        assertTrue(one.contains("a busy machine") && !one.contains("others"), one);
        String none = Cli.run("history", "note", toy, "a", "busy", "machine").exits(2).err();
        assertTrue(none.contains("history note PROBLEM N TEXT"), none);
    }

    @Test
    void wrongNotesAreRefused() {
        Cli.run("history", "note", toy, "no trial").exits(2);
        Cli.run("history", "note", toy, "--trial", 9, "x").exits(2);
        Cli.run("history", "note", toy, "--trial", 1, " ").exits(2);
        Cli.run("history", "note", toy, "--trial", 1, "x", "--remove").exits(2);
        Cli.run("history", "note", toy, "--trial", 1, "x".repeat(2001)).exits(2);
    }

    /**
     * What a page has saved is kept, but for trials of other studies and what changed meanwhile.
     */
    @Test
    void savedNotesAreTaken() throws Exception {
        Cli.run("history", "note", toy, "--trial", 1, "mine").exits(0);
        Path saved = folder.resolve("main-notes.jsonl");
        String line =
                "{\"uid\":\"%s\",\"study\":\"main\",\"trial\":%d,\"note\":\"%s\",\"seen\":\"\"}\n";
        Files.writeString(saved, line.formatted(uid(2).substring(0, 8), 2, "theirs"));
        Cli.run("history", "note", toy, "--import", saved).exits(0);
        Files.writeString(
                saved,
                line.formatted(uid(1).substring(0, 8), 1, "theirs")
                        + line.formatted("00000000", 3, "of another study"));
        Cli left = Cli.run("history", "note", toy, "--import", saved).exits(1);
        assertTrue(left.err().contains("changed in the meantime; it is now: mine"), left.err());
        assertTrue(left.err().contains("Trial 3 of study 'main' is not in"), left.err());
        assertEquals(
                2,
                ((List<?>) Cli.run("history", "note", toy, "--json").json().get("notes")).size());
        Files.writeString(saved, "not a note\n");
        Cli none = Cli.run("history", "note", toy, "--import", saved).exits(2);
        assertTrue(none.err().contains("Line 1 is no note"), none.err());
    }

    @Test
    void notesComeAlongWhenHistoriesAreMerged() {
        Cli.run("history", "note", toy, "--trial", 2, "busy").exits(0);
        Path merged = folder.resolve("merged.jsonl");
        Cli.run("history", "merge", merged, folder.resolve("attune.db/toy.jsonl")).exits(0);
        assertTrue(Cli.run("history", "note", merged).exits(0).out().contains("busy"));
    }
}
