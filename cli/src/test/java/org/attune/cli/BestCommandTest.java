package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The command that best prints runs the best configuration, also where that stands in a file. */
class BestCommandTest {
    @TempDir Path folder;
    private Path problem;

    @BeforeEach
    void files() throws IOException {
        Files.writeString(folder.resolve("deck.tpl"), "{x}\n");
        Files.writeString(
                folder.resolve("app.sh"), "x=$(cat \"$1\")\necho \"cost=$(( (x-7)*(x-7) ))\"\n");
    }

    private void problem(String to, String read) throws IOException {
        problem =
                Files.writeString(
                        folder.resolve("app.yaml"),
                        """
                        tuning_problem_name: app
                        parameter_space:
                          - {name: x, type: integer, lower_bound: 0, upper_bound: 20}
                        output_space: [{name: cost}]
                        tuner: walk
                        evaluation:
                          command: [sh, app.sh, "%s"]
                          files: [{template: deck.tpl, to: "%s"}]
                          outputs: {cost: {regex: "cost=(.*)"}}
                        """
                                .formatted(read, to));
    }

    private String shell(String line) throws IOException, InterruptedException {
        return shell(folder, line);
    }

    private static String shell(Path in, String line) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder("sh", "-c", line)
                        .directory(in.toFile())
                        .redirectErrorStream(true)
                        .start();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }

    /** What was run; it had the counts of the computer on which somebody looks. */
    @Test
    void countsOfTheMachineAreThoseOfTheStudy() throws Exception {
        String text =
                """
                tuning_problem_name: counts
                parameter_space:
                  - {name: x, type: integer, lower_bound: 0, upper_bound: 20}
                output_space: [{name: cost}]
                tuner: walk
                evaluation:
                  command: [echo, "cost={x}", "{%s}"]
                  outputs: {cost: {regex: "cost=([0-9]+)"}}
                """;
        for (String read : List.of("cores", "ranks")) {
            String file = text.formatted(read).replace("counts", read);
            file += read.equals("cores") ? "" : "derived: {ranks: \"2 * cores\"}\n";
            problem = folder.resolve(read + ".yaml");
            Files.writeString(problem, file + "machine: {cores: 777}\n");
            Cli.run("run", problem, "--set", "x=1").exits(0);
            Files.writeString(problem, file);
            String line = Cli.run("best", problem, "--format", "command").exits(0).out();
            String count = read.equals("cores") ? " 777" : " 1554";
            assertTrue(line.contains("echo cost=1" + count), line);
        }
    }

    /** The last trial has written its own deck over that of the best. */
    @Test
    void aDeckThatTrialsShareIsWrittenOrTheCommandRefused() throws Exception {
        problem("in/deck", "in/deck");
        for (int x : new int[] {3, 6, 19}) {
            Cli.run("run", problem, "--set", "x=" + x).exits(0);
        }
        assertEquals("cost=144\n", shell("sh app.sh in/deck"), "of the last trial");
        String refused = Cli.run("best", problem, "--format", "command").exits(2).err();
        assertTrue(refused.contains("in/deck, which holds what the last trial wrote"), refused);
        assertTrue(refused.contains("--write DIR"), refused);
        Path decks = folder.resolve("best of all");
        String line =
                Cli.run("best", problem, "--format", "command", "--write", decks).exits(0).out();
        assertTrue(line.endsWith("  # trial 2\n"), line);
        assertEquals("6\n", Files.readString(decks.resolve("2/deck")));
        assertEquals("cost=1\n", shell(line));
    }

    @Test
    void tuneAdvisesACommandThatRuns() throws IOException {
        problem("in/deck", "in/deck");
        String advice = Cli.run("tune", problem, "--trials", "3").exits(0).out();
        assertTrue(advice.contains("--format command --write best"), advice);
        problem("{workdir}/deck", "{workdir}/deck");
        String own = Cli.run("tune", problem, "--trials", "4").exits(0).out();
        assertFalse(own.contains("--write"), own);
    }

    @Test
    void aDeckOfTheTrialsOwnFolderStaysThere() throws Exception {
        problem("{workdir}/deck", "{workdir}/deck");
        for (int x : new int[] {3, 6, 19}) {
            Cli.run("run", problem, "--set", "x=" + x).exits(0);
        }
        assertEquals(
                "cost=1\n", shell(Cli.run("best", problem, "--format", "command").exits(0).out()));
    }

    /** Whoever is in another folder, with other variables, gets what was measured. */
    @Test
    void aCommandHasItsFolderAndItsEnvironment() throws Exception {
        Files.writeString(folder.resolve("app.sh"), "echo cost=$X; env | grep -c '_KEY'\n");
        problem =
                Files.writeString(
                        folder.resolve("app.yaml"),
                        """
                        tuning_problem_name: app
                        parameter_space:
                          - {name: x, type: integer, lower_bound: 0, upper_bound: 20}
                        output_space: [{name: cost}]
                        tuner: walk
                        evaluation:
                          command: [sh, app.sh]
                          environment:
                            X: "{x}"
                            API_KEY: hidden
                            LICENSE: {value: hidden, secret: true}
                            PUBLIC_KEY: {value: shown, secret: false}
                          outputs: {cost: {regex: "cost=(.*)"}}
                        """);
        Cli.run("run", problem, "--set", "x=6").exits(0);
        String line = Cli.run("best", problem, "--format", "command").exits(0).out();
        Path elsewhere = Files.createDirectory(folder.resolve("else where"));
        assertEquals("cost=6\n1\n", shell(elsewhere, line));
        assertFalse(line.contains("hidden"), line);
        assertTrue(line.contains("PUBLIC_KEY=shown"), line);
        Path page = folder.resolve("page");
        Cli.run("report", problem, "--no-model", "--out", page).exits(0);
        String html = Files.readString(page.resolve("index.html"));
        assertTrue(html.contains("env X=6 PUBLIC_KEY=shown sh app.sh)</pre>"), "of the page");
        assertTrue(html.contains("(cd " + folder + " &amp;&amp; "), "from anywhere");
        String here = Path.of("").toAbsolutePath().toString();
        assertTrue(html.contains("cd " + here + " &amp;&amp; attune "), "Attune's, too");
        assertFalse(html.contains("(cd " + here + " &amp;&amp; attune "), "to be added to");
        assertTrue(
                Cli.run("check", problem, "--run").exits(0).out().contains("&& env X="),
                "of check");
        assertTrue(
                Cli.run("ask", problem, "--json")
                        .exits(0)
                        .out()
                        .contains("\"PUBLIC_KEY\": \"shown\""),
                "of ask");
    }

    @Test
    void linesNameTaskAndTrial() {
        Path toy = Cli.toy(folder);
        Cli.run("run", toy, "--task", "n=1", "--set", "x=7").exits(0);
        Cli.run("run", toy, "--task", "n=2", "--set", "x=8").exits(0);
        assertEquals(
                """
                (cd DIR && sh toy.sh 7 1 a)  # n=1, trial 1
                (cd DIR && sh toy.sh 8 2 a)  # n=2, trial 2
                """
                        .replace("DIR", folder.toString()),
                Cli.run("best", toy, "--format", "command").exits(0).out());
    }

    @Test
    void optionsWithoutEffectAreRefused() {
        Path toy = Cli.toy(folder);
        for (List<String> words :
                List.of(
                        List.of("--write", "decks"),
                        List.of("--prefix", "P_"),
                        List.of("--beside", "main"),
                        List.of("--json", "--format", "env"))) {
            Cli refused = Cli.run(Stream.concat(Stream.of("best", toy), words.stream()).toArray());
            assertTrue(refused.exits(2).err().startsWith(words.getFirst()), refused.err());
        }
    }
}
