package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.studies.report.Times;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

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

    /** The program prints it, fails with it, and writes it into a file that is read. */
    @Test
    void aDeclaredSecretReachesTheProgramAlone() throws Exception {
        String secret = "a1 {b}: ü";
        String environment =
                "  environment: {LICENSE: {value: \"%s\", secret: true}, SORT_KEY: {value: 3, secret: false}}\n"
                        .formatted(secret);
        Path problem =
                Cli.problem(
                        folder,
                        Cli.TOY
                                .replace("  outputs:", environment + "  outputs:")
                                .replace("[0-9.]+)\"}", "[0-9.]+)\", file: \"{workdir}/out\"}")
                                .replace("\"{kind}\"]", "\"{kind}\", \"{workdir}\"]"));
        Files.writeString(
                folder.resolve("toy.sh"),
                """
                test "$LICENSE" = 'a1 {b}: ü' || exit 9
                test "$SORT_KEY" = 3 || exit 9
                echo "license $LICENSE"; echo "again $LICENSE" >&2
                echo "$LICENSE cost=$1" >"$4/out"
                echo "key $LICENSE" >&2
                if [ $(($1 % 2)) = 1 ]; then exit 7; fi
                """);
        var printed = new StringBuilder();
        for (String[] verb :
                new String[][] {
                    {"check", "--run"},
                    {"tune", "--json", "--keep-going"},
                    {"tune", "--trials", "6", "--keep-going"},
                    {"best", "--json"},
                    {"best", "--format", "command"},
                    {"best", "--format", "env"},
                    {"history", "list"},
                    {"history", "show", "2"},
                    {"history", "show", "2", "--json"},
                    {"history", "reparse"},
                    {"history", "query"},
                    {"history", "rerun", "1"},
                    {"ask", "--json", "--trials", "9"},
                    {"--debug", "check", "--run"},
                }) {
            var words = new ArrayList<Object>(List.of(verb));
            words.add(verb[0].equals("history") || verb[0].equals("--debug") ? 2 : 1, problem);
            Cli run = Cli.run(words.toArray());
            printed.append(words).append(run.code()).append(run.out()).append(run.err());
        }
        assertFalse(printed.toString().contains(secret), printed.toString());
        String journal = Files.readString(folder.resolve("attune.db/toy.jsonl"));
        assertTrue(journal.contains("\"SORT_KEY\":\"3\""), journal);
        assertTrue(journal.contains("\"state\":\"measured\""), journal);
        assertTrue(journal.contains("key ***"), journal);
        int kept = 0;
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                boolean own =
                        file.equals(problem) || file.endsWith("toy.sh") || file.endsWith("out");
                if (!own) {
                    kept++;
                    assertFalse(text(file).contains(secret), () -> file + " has it");
                    assertFalse(text(file).contains("\\u00fc"), () -> file + " has it");
                }
            }
        }
        assertTrue(kept > 20, "kept files: " + kept);
    }

    private static String text(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (file.toString().endsWith(".gz")) {
            try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                bytes = in.readAllBytes();
            }
        }
        return new String(bytes, StandardCharsets.UTF_8);
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
