package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** docs/measurements/measure writes what scripts print into documents, and finds what differs. */
class MeasurementsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final String DOCUMENT =
            """
            # Speed

            Before.
            <!-- measured: answer -->
            about 41

            Measured 2026-11-01 by `docs/measurements/measure answer` on: a slide rule.
            <!-- end of answer -->
            After.
            """;

    @TempDir Path copy;

    private record Ended(int code, String errors) {}

    @BeforeEach
    void copy() throws IOException {
        Files.createDirectories(copy.resolve("docs/measurements"));
        Files.writeString(copy.resolve("speed.md"), DOCUMENT);
        script("answer", "speed.md", "echo 42");
    }

    private void script(String name, String document, String command) throws IOException {
        Files.writeString(
                copy.resolve("docs/measurements/" + name + ".sh"),
                "# document: %s\n# takes: seconds\n# exact: yes\n%s\n"
                        .formatted(document, command));
    }

    private Ended measure(Path root, String... arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add(ROOT.resolve("docs/measurements/measure").toString());
        command.addAll(List.of("--root", root.toString()));
        command.addAll(List.of(arguments));
        Path errors = copy.resolve("errors");
        Process process =
                new ProcessBuilder(command)
                        .redirectError(errors.toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        int code = process.waitFor();
        return new Ended(code, Files.readString(errors, StandardCharsets.UTF_8));
    }

    @Test
    void everyFigureOfTheDocumentsHasItsScript() throws Exception {
        assertEquals(new Ended(0, ""), measure(ROOT));
    }

    @Test
    void whatAScriptPrintsReplacesTheFigure() throws Exception {
        Ended differs = measure(copy, "--check");
        assertEquals(1, differs.code());
        assertTrue(differs.errors().contains("speed.md differs from"), differs.errors());
        assertEquals(
                DOCUMENT, Files.readString(copy.resolve("speed.md")), "a check writes nothing");
        Ended written = measure(copy, "answer");
        assertEquals(0, written.code(), written.errors());
        String document = Files.readString(copy.resolve("speed.md"));
        assertTrue(
                document.matches(
                        "(?s)# Speed\n\nBefore\\.\n<!-- measured: answer -->\n42\n\nMeasured"
                                + " \\d{4}-\\d\\d-\\d\\d by `docs/measurements/measure answer` on:"
                                + " [^\n]+\\.\n<!-- end of answer -->\nAfter\\.\n"),
                document);
        Ended same = measure(copy, "--check");
        assertEquals(0, same.code(), same.errors());
    }

    @Test
    void figuresWithoutScriptAndScriptsWithoutFigureAreNamed() throws Exception {
        script("other", "speed.md", "echo 1");
        assertTrue(
                measure(copy).errors().contains("'<!-- measured: other -->' does not stand once"));
        Files.delete(copy.resolve("docs/measurements/other.sh"));
        Files.delete(copy.resolve("docs/measurements/answer.sh"));
        assertTrue(measure(copy).errors().contains("speed.md has a figure 'answer', but"));
    }

    /** Without a date, outside of a block, or as a share in a sentence. */
    @Test
    void figuresThatNoScriptPrintsAreRefused() throws Exception {
        String table = "| tuner | s |\n|---|---|\n| `tpe` | 0.53 |\n";
        String allowed =
                "<!-- not measured: an option -->\n"
                        + table
                        + "<!-- end -->\n```\n"
                        + table
                        + "```\nIt takes `.53` or 0.53 of version 1.25.\n";
        Files.writeString(copy.resolve("speed.md"), DOCUMENT + allowed);
        assertEquals(new Ended(0, ""), measure(copy));
        refused(DOCUMENT + table, "speed.md:12: a figure outside of a measured block: |");
        refused(DOCUMENT + "It wins .53 of them.\n", "speed.md:10: a figure outside");
        refused(
                DOCUMENT.replaceFirst("Measured [^\n]*\n", ""),
                "speed.md:7: the last line of the block does not say");
    }

    private void refused(String document, String message) throws Exception {
        Files.writeString(copy.resolve("speed.md"), document);
        for (String[] arguments : new String[][] {{}, {"--check"}}) {
            Ended ended = measure(copy, arguments);
            assertEquals(1, ended.code());
            assertTrue(ended.errors().contains(message), ended.errors());
        }
    }

    @Test
    void aScriptThatDoesNotParseIsNamed() throws Exception {
        script("answer", "speed.md", "if true; then echo 42");
        assertTrue(measure(copy).errors().contains("answer.sh is no script"));
    }

    @Test
    void aCommandThatFailsWritesNothing() throws Exception {
        script("answer", "speed.md", "echo 43; false");
        Ended failed = measure(copy, "answer");
        assertEquals(1, failed.code());
        assertTrue(failed.errors().contains("answer failed"), failed.errors());
        assertEquals(DOCUMENT, Files.readString(copy.resolve("speed.md")));
    }
}
