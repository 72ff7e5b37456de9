package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.studies.report.Times;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** What attacks on the command line found. */
class AttackedTest {
    @TempDir Path folder;

    @Test
    void numbersOfJavaAreNoMeasurements() {
        Path toy = Cli.toy(folder);
        Cli.run("ask", toy).exits(0);
        for (String value : new String[] {"1.5f", "0x1p3", "2d"}) {
            Cli told =
                    Cli.run("tell", toy, "--trial", "1", "--output", "seconds=" + value).exits(2);
            assertTrue(
                    told.err().contains("is '" + value + "', which is not a number"), told.err());
        }
    }

    @Test
    void controlCharactersOfForeignNamesAreShown() throws Exception {
        Path toy = Cli.toy(folder);
        Path csv = folder.resolve("x.csv");
        Files.writeString(csv, "\u001b]0;title\u0007,x\n1,2\n");
        String err = Cli.run("history", "import", toy, csv).exits(2).err();
        assertFalse(err.contains("\u001b") || err.contains("\u0007"), err);
    }

    @Test
    void aClockThatWasSetCountsAsNoTime() {
        assertEquals(0, Times.since(Instant.EPOCH));
        assertEquals(0, Times.since(Instant.now().plusSeconds(3600)));
        double minute = Times.since(Instant.now().minusSeconds(60));
        assertTrue(minute >= 60 && minute < 3600, () -> "" + minute);
    }

    @Test
    void aSecretIsNotCopiedIntoTheHistory() throws Exception {
        Path problem =
                Cli.problem(
                        folder,
                        Cli.TOY.replace(
                                "  outputs:", "  environment: {API_TOKEN: s3cr3t}\n  outputs:"));
        Files.writeString(folder.resolve("toy.sh"), Cli.PROGRAM);
        Cli.run("ask", problem).exits(0);
        String journal = Files.readString(folder.resolve("attune.db/toy.jsonl"));
        assertTrue(journal.contains("API_TOKEN"));
        assertFalse(journal.contains("s3cr3t"));
        Cli again = Cli.run("ask", problem).exits(0);
        assertFalse(again.err().contains("edited"), again.err());
    }

    @Test
    void aJournalIsAttackedAndTheTableIsPrinted() {
        Cli attacks =
                Cli.run("bench", "journal", folder.resolve("attacks"), "--share", "0.02").exits(0);
        assertTrue(attacks.out().startsWith("attack "), attacks.out());
        assertTrue(attacks.out().contains("stops, one before each call"), attacks.out());
        Cli.run("bench", "journal", folder.resolve("other"), "--share", "0").exits(2);
    }
}
