package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program of examples/from-java does what {@code attune tune} does. */
class FromJavaExampleTest {
    private static final Path EXAMPLE = Path.of("../examples/from-java/Tune.java").toAbsolutePath();

    @TempDir Path folder;

    @Test
    @Timeout(180)
    void aJavaProgramTunesAndPrintsWhatTuneSays() throws Exception {
        assertTrue(Files.readAllLines(EXAMPLE).size() <= 25);
        String toy = Cli.TOY.replace("tuner: walk", "tuner: gp-lcm");
        Path problem = Cli.problem(folder, toy.replace("trials: 5", "trials: 8"));
        var command = new ArrayList<>(List.of(CliProcesses.java().getFirst(), "-cp"));
        command.add(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")));
        command.addAll(List.of(EXAMPLE.toString(), problem.toString()));
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> printed = new String(process.getInputStream().readAllBytes()).lines().toList();
        assertEquals(0, process.waitFor());
        List<String> best = Cli.run("best", problem).exits(0).lines();
        assertEquals(best, printed.subList(0, best.size()));
        assertTrue(printed.getLast().startsWith("n=2: "), printed.toString());
        String sentence = printed.getLast().substring("n=2: ".length()).split("(?<=\\.) ", 2)[0];
        Path again = folder.resolve("again.jsonl"); // the model of a study that ends now is told
        assertTrue(
                Cli.run("tune", problem, "--history", again)
                        .exits(0)
                        .out()
                        .contains("n=2: " + sentence));
        assertTrue(Cli.run("surrogate", "read", problem).exits(0).out().contains("\"uid\""));
    }

    /** What the README of {@code studies} shows is part of the program, so that it compiles. */
    @Test
    void theReadmeShowsThisProgram() throws Exception {
        String readme = Files.readString(Path.of("../studies/README.md"));
        String shown = readme.split("```java\n", 2)[1].split("```", 2)[0];
        assertTrue(Files.readString(EXAMPLE).contains(shown.indent(8)), shown);
    }
}
