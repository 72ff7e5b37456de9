package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ResultFileTest {
    private static final RunResult.Key KEY = new RunResult.Key("random", "branin:0", 3, 2);
    private static final RunResult RESULT =
            new RunResult(
                    KEY, List.of(Double.NaN, 1 / 3.0), List.of(0.00012345, 2e-7), Optional.empty());
    private static final String LINE =
            "{\"peer\":\"random\",\"problem\":\"branin:0\",\"budget\":2,\"seed\":3,"
                    + "\"best\":[null,0.3333333333],\"overhead\":[1.23E-4,2.0E-7]}";

    @TempDir private Path folder;
    private Path path;

    @BeforeEach
    void choosePath() {
        path = folder.resolve("results.jsonl");
    }

    @Test
    void writesLinesThatItKnowsAgain() throws IOException {
        try (ResultFile file = ResultFile.open(path)) {
            assertFalse(file.has(KEY));
            file.add(RESULT);
            assertTrue(file.has(KEY));
        }
        assertEquals(LINE + "\n", Files.readString(path));
        try (ResultFile file = ResultFile.open(path)) {
            assertTrue(file.has(KEY));
            assertFalse(file.has(new RunResult.Key("random", "branin:0", 3, 40)));
            assertFalse(file.has(new RunResult.Key("random", "branin:0", 4, 2)));
            assertFalse(file.has(new RunResult.Key("random", "branin:1", 3, 2)));
            assertFalse(file.has(new RunResult.Key("sobol", "branin:0", 3, 2)));
        }
    }

    /** A process may be killed after any byte of a line. */
    @Test
    void everyTornTailIsMended() throws IOException {
        String other = LINE.replace("branin:0", "bränin:1");
        for (int kept = 0; kept <= LINE.length(); kept++) {
            Files.writeString(path, other + "\n" + LINE.substring(0, kept));
            try (ResultFile file = ResultFile.open(path)) {
                assertEquals(kept == LINE.length(), file.has(KEY), "kept " + kept);
                if (!file.has(KEY)) {
                    file.add(RESULT);
                }
            }
            assertEquals(other + "\n" + LINE + "\n", Files.readString(path), "kept " + kept);
        }
    }

    @Test
    void otherFilesAreLeftAlone() throws IOException {
        for (String text :
                List.of("notes", "notes\n", "{\"peer\":\"a\"}\n", LINE + "\n\n" + "x\n", "{}")) {
            Files.writeString(path, text);
            var thrown =
                    assertThrows(IllegalArgumentException.class, () -> ResultFile.open(path), text);
            assertTrue(thrown.getMessage().contains("results.jsonl:"), thrown.getMessage());
            assertEquals(text, Files.readString(path));
        }
        var thrown =
                assertThrows(
                        UncheckedIOException.class,
                        () -> ResultFile.open(folder.resolve("missing").resolve("results.jsonl")));
        assertTrue(thrown.getCause().getMessage().startsWith("there is no folder"));
    }

    @Test
    void oneRunAtATime() {
        try (ResultFile file = ResultFile.open(path)) {
            file.add(RESULT);
            assertThrows(IllegalStateException.class, () -> ResultFile.open(path));
        }
        ResultFile.open(path).close();
    }

    /** Arguments: a result file, which is opened by a process of its own. */
    public static void main(String[] args) {
        ResultFile.open(Path.of(args[0])).close();
    }

    @Test
    void anotherProcessIsRefused() throws IOException, InterruptedException {
        try (ResultFile file = ResultFile.open(path)) {
            file.add(RESULT);
            Path said = folder.resolve("said");
            Process other =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    ResultFileTest.class.getName(),
                                    path.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(said.toFile())
                            .start();
            assertEquals(1, other.waitFor());
            String words = Files.readString(said);
            assertTrue(words.contains("Another run is writing to"), words);
        }
    }

    /** Of another tool, or of a picture that was meant to be a result file. */
    @Test
    void bytesThatAreNoTextAreNoResult() throws IOException {
        Files.write(path, new byte[] {(byte) 0x89, 'P', 'N', 'G', '\n', (byte) 0xff});
        for (Executable reads :
                List.<Executable>of(() -> ResultFile.open(path), () -> ResultFile.read(path))) {
            var thrown = assertThrows(IllegalArgumentException.class, reads);
            assertTrue(thrown.getMessage().contains("results.jsonl:1 is no result"));
        }
    }

    @Test
    void readsWhatItWrites() {
        var full =
                new RunResult(
                        KEY,
                        List.of(2.0, 1.5),
                        List.of(0.1, 0.2),
                        Optional.of("why"),
                        Optional.of("minimize"),
                        Optional.of(new Account(true, 3, 7.5, 0.5, 0.25, 0.125)),
                        Optional.of(new Environment(Map.of("cpu", "a \"fast\" one"))),
                        Optional.of(List.of(9.5, 1 / 3.0)),
                        Optional.of("0badc0de"),
                        List.of(1 / 9.0, 1.0));
        try (ResultFile file = ResultFile.open(path)) {
            file.add(full);
        }
        assertEquals(List.of(full), ResultFile.read(path));
    }

    /** Nine ninths are one run; what is spent after the last evaluation changes nothing. */
    @Test
    void curvesCountFullRuns() throws IOException {
        String ninths = ("null,".repeat(8) + "null,4,3,2,1").replace("null,", "null, ");
        String costs = "0.1111111111111111,".repeat(9) + "1,0.1,0.9,0.5";
        Files.writeString(
                path,
                LINE.replace("\"budget\":2", "\"budget\":4")
                                .replace("[null,0.3333333333]", "[" + ninths + "]")
                                .replace("}", ",\"cost\":[" + costs + "]}")
                        + "\n");
        RunResult read = ResultFile.read(path).getFirst();
        assertEquals(List.of(Double.NaN, 4.0, 2.0, 1.0), read.byFullRuns());
        assertEquals(RESULT.best(), RESULT.byFullRuns());
        for (String wrong : List.of("[1]", "[1,-1]", "[1,null]", "2")) {
            Files.writeString(path, LINE.replace("}", ",\"cost\":" + wrong + "}") + "\n");
            var thrown = assertThrows(IllegalArgumentException.class, () -> ResultFile.read(path));
            assertTrue(thrown.getMessage().contains("'cost'"), thrown.getMessage());
        }
    }

    /** Lines of earlier versions and of other tools have less, and may have other fields. */
    @Test
    void readsLinesThatSayLess() throws IOException {
        Files.writeString(
                path,
                LINE
                        + "\n"
                        + "{\"problem\":\"p\",\"peer\":\"x\",\"budget\":1,\"seed\":0,\"best\":[1],"
                        + "\"host\":{\"a\":1},\"overhead\":null,\"environment\":{\"cores\":2}}\n");
        List<RunResult> read = ResultFile.read(path);
        assertEquals(Optional.empty(), read.getFirst().account());
        assertEquals(Optional.empty(), read.getFirst().environment());
        assertTrue(read.getFirst().best().getFirst().isNaN());
        assertEquals(List.of(), read.getLast().overhead());
        assertEquals(
                Optional.of(new Environment(Map.of("cores", "2"))), read.getLast().environment());
    }
}
