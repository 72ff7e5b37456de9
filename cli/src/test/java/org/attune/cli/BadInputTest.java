package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.cli.shell.Failures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class BadInputTest {
    @TempDir Path folder;

    @Test
    void aHistoryThatCannotBeWrittenIsNamedOnceWithWhatToDo() {
        var cause = new AccessDeniedException("/read/only/attune.db");
        assertEquals(
                "Cannot write the journal h.jsonl: No permission to use /read/only/attune.db."
                        + " Maybe keep the history in another folder: --history FILE",
                Failures.line(
                        new UncheckedIOException(
                                "Cannot write the journal h.jsonl: " + cause.getMessage(), cause)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    tune nowhere.yaml                     | There is no problem file 'nowhere.yaml'
                    tune                                  | Missing required parameter
                    tuen TOY                              | Maybe you meant 'tune'
                    tnue TOY                              | No verb is named 'tnue'. Maybe you meant 'tune'
                    history lsit TOY                      | No verb of history is named 'lsit'. Maybe you meant 'list'
                    tune TOY --option initial             | --option must be NAME=VALUE, not 'initial'.
                    tell TOY --trial x                    | --trial must be a whole number, not 'x'.
                    tell TOY --trial 99999999999999999999 | --trial must be a smaller whole number
                    best TOY --format xml                 | --format must be one of table, json, command, env, not 'xml'.
                    tune TOY --trails 3                   | --trials
                    tune TOY --trials many                | --trials must be a whole number, not 'many'.
                    tune TOY --trials 0                   | 0 trials
                    tune TOY --tuner wolk                 | Maybe you meant 'walk'
                    tune TOY --option initail=3           | Maybe you meant 'initial'
                    tune TOY --study ../up                | cannot name a study
                    tune TOY --plugin no.jar --tuner walk | no plug-in 'no.jar'
                    ask TOY --count 0                     | --count
                    tune TOY --task 1000                  | --task needs name=value, not '1000'.
                    run TOY --set                         | --set needs name=value.
                    tell TOY                              | --trial
                    best TOY                              | no history
                    history list TOY                      | no history
                    best FOLDER/results.jsonl             | Maybe it is a history: give its problem file, and --history
                    history import TOY q.jsonl            | Maybe --reuse STUDY of 'tune' for studies
                    history                               | A verb is missing, such as: check
                    surrogate                             | A verb is missing, such as: build, read, show
                    report TOY --live --port 99999        | --port 99999 is no port: they go from 1 to 65535
                    confirm TOY --top 0                   | --top must be at least 1, not 0.
                    confirm TOY --top 1 --repeats 0       | --repeats must be at least 1, not 0.
                    sensitivity TOY --fix x               | --fix must be a number, not 'x'.
                    bench run TOY --tuners walk --out FOLDER | is a folder. Maybe
                    """)
    void commandLine(String line, String expected) throws IOException {
        Path toy = Cli.toy(folder);
        Files.createFile(folder.resolve("results.jsonl"));
        String words = line.replace("TOY", toy.toString()).replace("FOLDER", folder.toString());
        Cli result = Cli.run((Object[]) words.split(" ")).exits(2);
        assertTrue(result.err().contains(expected), result.err());
        assertTrue(result.err().lines().count() <= 2, result.err());
        assertFalse(result.err().contains("\tat "), result.err());
        assertEquals("", result.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    upper_bound: 20, | upper_bound: -1, | toy.yaml:5:
                    name: kind       | name: trial      | take another name
                    name: kind       | name: x          | 'x'
                    x + n <= 27      | x + n <= -1      | small
                    x + n <= 27      | x + m <= 1       | 'm'
                    [sh, toy.sh      | [./sh, toy.sh    | evaluation.command
                    cost=(           | cost=            | evaluation.outputs.seconds
                    {seconds: {      | {secs: {         | evaluation.outputs
                    n: 1}, {n: 2     | n: 1}, {n: 99    | 99
                    tuner: walk      | tuner: nobody    | nobody
                    default: 10      | default: 11.5    | 11.5
                    """)
    void problemFile(String old, String now, String expected) {
        Path toy = Cli.problem(folder, Cli.TOY.replace(old, now));
        Cli result = Cli.run("tune", toy).exits(2);
        assertTrue(result.err().contains(expected), result.err());
        assertFalse(result.err().contains("\tat "), result.err());
        assertEquals("", result.out());
    }

    @Test
    void allMistakesOfTheEvaluationAreSaid() {
        String bad = Cli.TOY.replace("[sh, toy.sh", "[sh, '{blok}'").replace("cost=(", "cost=");
        Cli result = Cli.run("check", Cli.problem(folder, bad)).exits(2);
        assertTrue(
                result.err()
                        .matches("(?s).*evaluation.command.*\\n.*toy.yaml:\\d+: eval.*outputs.*"),
                result.err());
    }

    @Test
    void aFullDiskIsNamedWithWhatToDo() {
        var cause = new IOException("No space left on device");
        String line =
                Failures.line(
                        new UncheckedIOException("Cannot write h: " + cause.getMessage(), cause));
        assertTrue(line.startsWith("Cannot write h: No space left on device. What was"), line);
        assertTrue(line.endsWith("Maybe free some space, and run the same command again."), line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tune TOY --tuner nobody",
                "tune TOY --option initial=x",
                "tune TOY --trials 0",
                "tune TOY --stop-target ms=3",
                "tune TOY --reuse other",
                "tune TOY --transfer-from other",
                "ask TOY --tuner nobody",
                "run TOY --set x=99",
                "run TOY --set y=1",
                "transfer sources TOY"
            })
    void whatIsRefusedLeavesNothing(String line) {
        Path toy = Cli.toy(folder);
        Cli.run((Object[]) line.replace("TOY", toy.toString()).split(" ")).exits(2);
        String[] left = folder.resolve("attune.db").toFile().list();
        assertTrue(left == null || left.length == 0, "an empty folder at most");
        assertTrue(Cli.run("best", toy).exits(2).err().contains("There is no history"));
    }

    @Test
    void valuesInOneWordAreToldToBeSeveral() {
        Path toy = Cli.toy(folder);
        for (String word : List.of("kind=a x=3", "kind=a,x=3", "x=3, kind=a")) {
            Cli one = Cli.run("run", toy, "--set", word).exits(2);
            assertTrue(one.err().contains("'" + word + "' is one word, and should"), one.err());
        }
        Cli other = Cli.run("run", toy, "--set", "x=3 n=2").exits(2);
        assertTrue(other.err().contains("x: '3 n=2' is not a number."), other.err());
    }

    @Test
    void outputThatCannotBeWrittenIsAnError() throws Exception {
        var full =
                new PrintStream(OutputStream.nullOutputStream()) {
                    @Override
                    public boolean checkError() {
                        return true;
                    }
                };
        var err = new ByteArrayOutputStream();
        String[] line = {"ask", Cli.toy(folder).toString()};
        assertEquals(1, Attune.run(line, full, new PrintStream(err, true)));
        assertTrue(err.toString().contains("standard output cannot be written"), err.toString());
    }

    /** As by {@code head}: 141 is the exit code of what the signal of a closed pipe has ended. */
    @Test
    void aClosedPipeIsNoError() throws Exception {
        Path toy = Cli.toy(folder);
        Cli.run("run", toy, "--set", "x=7").exits(0);
        String words = "{ \"$@\"; echo $? >code; } | { exec <&-; sleep 0.1; }";
        var command = new ArrayList<>(List.of("/bin/bash", "-c", words, "bash"));
        command.addAll(CliProcesses.java());
        var processes = new CliProcesses(folder);
        assertEquals("", processes.exits(0, processes.start(command, "history", "list", toy)));
        assertEquals("141\n", Files.readString(folder.resolve("code")));
        command.set(2, "{ \"$@\"; echo $? >code; } >/dev/full");
        String full = processes.exits(0, processes.start(command, "history", "list", toy));
        assertTrue(full.startsWith("The standard output cannot be written."), full);
        assertEquals("1\n", Files.readString(folder.resolve("code")));
    }

    /** Verbs that are methods, too, whose errors picocli wraps. */
    @Test
    void anErrorIsNamedByItself() {
        Path toy = Cli.toy(folder);
        Cli.run("run", toy, "--set", "x=7").exits(0);
        var full =
                new PrintStream(
                        new OutputStream() {
                            @Override
                            public void write(int b) {
                                throw new OutOfMemoryError("Java heap space");
                            }
                        });
        var err = new ByteArrayOutputStream();
        String[] line = {"history", "list", toy.toString()};
        assertEquals(1, Attune.run(line, full, new PrintStream(err, true)));
        assertTrue(
                err.toString().startsWith("There is too little memory: Java may use "),
                err.toString());
    }

    /** The process of its own gets the locale C, in which Java reads ASCII only. */
    @Test
    void lettersThatTheLocaleCannotReadAreExplained() throws Exception {
        Path there = Files.createDirectory(folder.resolve("höme"));
        Cli.toy(there);
        for (Path from : List.of(folder, there)) {
            String words = "LC_ALL=C exec \"$@\"";
            var command = new ArrayList<>(List.of("/bin/sh", "-c", words, "sh"));
            command.addAll(CliProcesses.java());
            var processes = new CliProcesses(from);
            String problem = from.equals(there) ? "toy.yaml" : "höme/toy.yaml";
            String err = processes.exits(2, processes.start(command, "check", problem));
            assertTrue(err.contains("letters that cannot be read in this locale"), err);
            assertTrue(err.contains("LC_ALL=C.UTF-8"), err);
            assertEquals(1, err.lines().count(), err);
        }
    }

    /** A history is named after its problem. */
    @Test
    void fileNamesThatTheLocaleLacksAreExplained() throws Exception {
        Cli.problem(folder, Cli.TOY.replace("problem_name: toy", "problem_name: größe"));
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "LC_ALL=C exec \"$@\"", "sh"));
        command.addAll(CliProcesses.java());
        var processes = new CliProcesses(folder);
        String err = processes.exits(2, processes.start(command, "tune", "toy.yaml"));
        assertTrue(err.startsWith("'größe.jsonl' is a file name with letters"), err);
        assertTrue(err.contains("LC_ALL=C.UTF-8"), err);
    }

    @Test
    void aFolderIsNoProblemFile() {
        String err = Cli.run("check", folder).exits(2).err();
        assertTrue(err.contains("is a folder, not a problem file"), err);
        assertTrue(err.endsWith(" It has no problem file and no history.\n"), err);
    }

    @Test
    void whatIsThereIsSuggested() {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy, "--trials", "2").exits(0);
        Path histories = folder.resolve("attune.db");
        String err = Cli.run("history", "list", histories).exits(2).err();
        assertTrue(err.contains("Maybe %s was".formatted(histories.resolve("toy.jsonl"))), err);
        err = Cli.run("history", "list", folder).exits(2).err();
        assertTrue(err.contains("Maybe %s was meant".formatted(toy)), err);
        Path missing = histories.resolve("toyy.jsonl");
        assertEquals(
                "There is no history '%s'. Maybe you meant 'toy.jsonl'.\n".formatted(missing),
                Cli.run("history", "list", missing).exits(2).err());
        err = Cli.run("check", folder.resolve("toi.yaml")).exits(2).err();
        assertTrue(err.endsWith("Maybe you meant 'toy.yaml'.\n"), err);
    }

    @Test
    void onlyProblemFilesAreSuggestedAsSuch() throws IOException {
        for (String other : List.of("a.yaml", "b.yml", "c.yaml", "d.yaml")) {
            Files.writeString(
                    folder.resolve(other), other.equals("a.yaml") ? "a: [" : "services: {x: 1}\n");
        }
        String err = Cli.run("check", folder).exits(2).err();
        assertTrue(err.endsWith(" It has no problem file and no history.\n"), err);
        Path toy = Cli.problem(folder, Cli.TOY.replace("type: integer", "type: integr"));
        err = Cli.run("check", folder).exits(2).err();
        assertTrue(err.endsWith(" Maybe %s was meant.\n".formatted(toy)), err);
    }

    @Test
    void debugShowsWhereItHappened() {
        assertTrue(Cli.run("best", "nowhere.yaml", "--debug").exits(2).err().contains("\tat "));
    }

    @Test
    void aRemovedParameterIsExplained() {
        Path toy = Cli.toy(folder);
        Cli.run("run", toy, "--set", "x=7").exits(0);
        Cli.problem(
                folder,
                Cli.TOY
                        .replace("name: x,", "name: y,")
                        .replace("x + n", "y + n")
                        .replace("{x}", "{y}"));
        Cli result = Cli.run("tune", toy).exits(2);
        assertTrue(result.err().contains("'x' was removed or renamed"), result.err());
        assertTrue(Cli.run("best", toy).exits(2).err().contains("'x' was removed"));
    }

    @Test
    void helpAndVersion() {
        String help = Cli.run("--help").exits(0).out();
        assertTrue(help.contains("doctor"), help);
        assertTrue(help.contains("130") && help.contains("3 for wait"), help);
        assertFalse(help.contains("says,"), "verbs are listed with whole sentences: " + help);
        assertFalse(Cli.run("history", "--help").exits(0).out().contains("says,"));
        String surrogate = Cli.run("surrogate", "--help").exits(0).out();
        String verbs = surrogate.substring(surrogate.indexOf("Commands:"));
        assertEquals(
                3,
                verbs.lines().takeWhile(l -> !l.isEmpty()).filter(l -> l.endsWith(".")).count(),
                verbs);
        assertTrue(Cli.run("tune", "--help").exits(0).out().contains("--parallel"));
        assertTrue(Cli.run("--version").exits(0).out().startsWith("attune "));
        Cli.run().exits(2);
    }

    /** What is wrong with the tuner of a problem file has its line, as all else has. */
    @Test
    void saysWhereTheTunerIsWrong() {
        String text =
                Cli.TOY.replace(
                        "tuner: walk\n",
                        "tuner:\n  name: gp-lcm\n  options:\n    initail: 3\n    initial: many\n");
        Path problem = Cli.problem(folder, text);
        for (String verb : List.of("tune", "check")) {
            String err = Cli.run(verb, problem).exits(Failures.MISTAKE).err();
            assertTrue(
                    err.contains("toy.yaml:15: tuner.options.initail: Tuner 'gp-lcm' has no"), err);
            assertTrue(
                    err.contains("toy.yaml:16: tuner.options.initial: Option 'initial' cannot be"),
                    err);
        }
        problem = Cli.problem(folder, Cli.TOY.replace("tuner: walk", "tuner: wolk"));
        String err = Cli.run("tune", problem).exits(Failures.MISTAKE).err();
        assertTrue(err.contains("toy.yaml:12: tuner: No tuner is named 'wolk'."), err);
    }
}
