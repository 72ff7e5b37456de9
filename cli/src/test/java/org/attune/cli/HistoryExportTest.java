package org.attune.cli;

import static org.attune.cli.CliProcesses.trials;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code history export}, and what it writes imported again. */
class HistoryExportTest {
    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void tuneOnce() {
        toy = Cli.toy(folder);
        Cli.run("tune", toy, "--trials", "2").exits(0);
        Cli.run("ask", toy, "--trials", "3").exits(0);
        Cli.run("tell", toy, "--trial", "5", "--failed", "crash", "--detail", "no \"x\"").exits(0);
        Cli.run("ask", toy).exits(0);
    }

    @Test
    void bothFormatsComeBackInAnotherStudyAndOnlyThere() {
        for (String format : List.of("gptune", "csv")) {
            Path file = folder.resolve("out." + (format.equals("csv") ? "csv" : "json"));
            Cli.run("history", "export", toy, "--format", format, "--to", file).exits(0);
            Cli own = Cli.run("history", "import", toy, file).exits(0);
            assertTrue(own.out().contains(" 0 imported, 5 there already"), own.out());
            Cli.run("history", "import", toy, file, "--study", format).exits(0);
            assertEquals(trials(toy, "main").subList(0, 5), trials(toy, format));
            Cli again = Cli.run("history", "export", toy, "--format", format).exits(0);
            assertEquals(
                    Cli.run("history", "export", toy, "--format", format).exits(0).out(),
                    again.out());
        }
    }

    @Test
    void whatWasWrittenIsSaid() throws Exception {
        Path file = folder.resolve("out.json");
        Cli first = Cli.run("history", "export", toy, "--format", "gptune", "--to", file).exits(0);
        assertEquals(
                "Wrote %s: 5 trials, 1 failed, with NaN for outputs; 1 pending left out."
                        .formatted(file),
                first.err().strip());
        String text = Files.readString(file);
        Cli second = Cli.run("history", "export", toy, "--format", "csv", "--to", file).exits(2);
        assertTrue(second.err().contains("exists already"), second.err());
        assertEquals(text, Files.readString(file));
        Cli.run("history", "export", toy, "--format", "csv", "--to", file, "--force").exits(0);
        assertTrue(Files.readString(file).startsWith("trial.study,"));
        try (var files = Files.list(folder)) {
            assertEquals(0, files.filter(f -> f.toString().endsWith(".part")).count());
        }
    }

    /** Nor by another name of it. */
    @Test
    void whatIsReadIsNeverReplaced() throws Exception {
        Path journal = folder.resolve("attune.db/toy.jsonl");
        Path link = Files.createLink(folder.resolve("link.csv"), journal);
        for (Path target : List.of(toy, journal, link)) {
            byte[] before = Files.readAllBytes(target);
            Cli refused =
                    Cli.run("history", "export", toy, "--format", "csv", "--to", target, "--force")
                            .exits(2);
            assertTrue(refused.err().contains("that is read. Maybe name another"), refused.err());
            assertArrayEquals(before, Files.readAllBytes(target));
        }
    }

    @Test
    void wrongRequestsAreRefused() {
        Cli.run("history", "export", toy).exits(2);
        Cli.run("history", "export", toy, "--format", "xml").exits(2);
        Cli.run("history", "export", toy, "--format", "csv", "--to", folder).exits(2);
        Cli.run("history", "export", toy, "--to", folder.resolve("no/x.csv")).exits(2);
        Cli.run("history", "export", toy, "--format", "csv", "--study", "none").exits(2);
    }
}
