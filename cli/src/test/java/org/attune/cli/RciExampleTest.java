package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.attune.api.Format;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The scripts of examples/rci, interrupted and started again. */
@Timeout(300)
class RciExampleTest {
    @TempDir Path folder;
    private Path attune;

    @BeforeEach
    void copy() throws IOException {
        Path example = Path.of("").toAbsolutePath().getParent().resolve("examples/rci");
        for (String name :
                List.of(
                        "gzip.yaml",
                        "compress.sh",
                        "gptune-loop.sh",
                        "sort.yaml",
                        "tune-sort.sh")) {
            String text = Files.readString(example.resolve(name));
            Files.writeString(
                    folder.resolve(name),
                    text.replaceAll("trials: 20?", "trials: 5").replace("trials: 6", "trials: 3"));
        }
        attune =
                Files.writeString(
                        folder.resolve("attune"),
                        "#!/bin/sh\nexec %s \"$@\"\n"
                                .formatted(Format.quoted(CliProcesses.java())));
        Files.setPosixFilePermissions(attune, PosixFilePermissions.fromString("rwx------"));
    }

    private static boolean has(String program) throws Exception {
        return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
    }

    private Process start(String script) throws IOException {
        var builder =
                new ProcessBuilder("env", "--default-signal=INT", "bash", script)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(
                                ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
        builder.environment().put("ATTUNE", attune.toString());
        builder.environment().put("LINES_TO_SORT", "20000");
        return builder.start();
    }

    private void ends(int code, Process script) throws Exception {
        assertTrue(script.waitFor(200, TimeUnit.SECONDS), "it hangs");
        assertEquals(code, script.exitValue(), Files.readString(folder.resolve("log")));
    }

    private List<Map<?, ?>> trials(String problem, String... options) {
        var words = new ArrayList<Object>(List.of("history", "list", folder.resolve(problem)));
        words.addAll(List.of(options));
        words.add("--json");
        var trials = new ArrayList<Map<?, ?>>();
        ((List<?>) Cli.run(words.toArray()).exits(0).json().get("trials"))
                .forEach(t -> trials.add((Map<?, ?>) t));
        return trials;
    }

    private static long count(List<Map<?, ?>> trials, String key, String value) {
        return trials.stream().filter(t -> value.equals(t.get(key))).count();
    }

    /** Three tasks with three trials each; the first of each is one that gzip refuses. */
    @Test
    void theLoopOfGptunesManualGoesOnAfterItWasKilled() throws Exception {
        assumeTrue(has("jq") && has("flock"));
        Path db = folder.resolve("gptune.db/gzip.json");
        Process killed = start("gptune-loop.sh");
        while (!Files.exists(db) || !Files.readString(db).contains("\"crash: exit code")) {
            assertTrue(killed.isAlive(), () -> log());
            Thread.sleep(20);
        }
        killed.destroyForcibly().waitFor();
        ends(0, start("gptune-loop.sh"));
        List<Map<?, ?>> trials = trials("gzip.yaml", "--db-format", "gptune");
        assertEquals(9, trials.size());
        assertTrue(count(trials, "cause", "crash") >= 3, trials::toString);
        assertEquals(
                9, count(trials, "state", "measured") + count(trials, "cause", "crash"), log());
        assertTrue(count(trials, "state", "measured") > 0);
    }

    @Test
    void tuningByHandGoesOnAfterAnInterrupt() throws Exception {
        Process interrupted = start("tune-sort.sh");
        Path journal = folder.resolve("attune.db/sort.jsonl");
        while (!Files.exists(journal) || !Files.readString(journal).contains("\"failed\"")) {
            assertTrue(interrupted.isAlive(), () -> log());
            Thread.sleep(20);
        }
        CliProcesses.signal(interrupted, "INT");
        ends(130, interrupted);
        ends(0, start("tune-sort.sh"));
        List<Map<?, ?>> trials = trials("sort.yaml");
        assertEquals(5, trials.size());
        assertTrue(
                trials.stream()
                        .anyMatch(t -> String.valueOf(t.get("detail")).contains("batch-size")),
                trials::toString);
        assertEquals(0, count(trials, "state", "pending"));
        assertTrue(count(trials, "state", "measured") >= 3, trials::toString);
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
