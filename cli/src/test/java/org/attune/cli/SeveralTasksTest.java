package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class SeveralTasksTest {
    private static final String COMMAND = "task_features: {command: [sh, features.sh, \"{n}\"]}\n";

    @TempDir Path folder;

    private Path toy(String more) {
        return Cli.problem(folder, Cli.TOY + more);
    }

    private String journal() throws IOException {
        return Files.readString(folder.resolve("attune.db/toy.jsonl"));
    }

    /** The program notes each run, prints two features and something else. */
    private void features(String script) throws IOException {
        Files.writeString(folder.resolve("features.sh"), script);
    }

    @Test
    void aCommandComputesTheFeaturesOfEachTaskOnce() throws IOException {
        features("echo $1 >>runs; echo matrix read; echo nnz=$(($1 * 1000)); echo 'fill = 1.5e-3'");
        Path toy = toy(COMMAND);
        Cli.run("tune", toy, "--tuner", "gp-lcm").exits(0);
        Cli.run("tune", toy, "--trials", "6").exits(0);
        assertEquals(List.of("1", "2"), Files.readAllLines(folder.resolve("runs")));
        assertTrue(
                journal()
                        .contains(
                                "\"task_features\":[{\"nnz\":1000.0,\"fill\":0.0015},{\"nnz\":2000.0,\"fill\":0.0015}]"),
                journal());
    }

    @Test
    void aCommandThatComputesNothingIsSaid() throws IOException {
        features("echo no such matrix; exit 3");
        Cli failed = Cli.run("tune", toy(COMMAND));
        assertFalse(failed.code() == 0);
        assertEquals(
                "task_features.command: for task n=1, sh features.sh 1 ended with exit code 3: no"
                        + " such matrix\n",
                failed.err());
        features("echo nothing here");
        assertTrue(
                Cli.run("tune", toy(COMMAND))
                        .err()
                        .contains("printed no line of the form name=number"));
        Cli missing = Cli.run("tune", toy("task_features: {command: [./missing, \"{n}\"]}\n"));
        assertTrue(missing.err().contains("cannot start [./missing, 1]"), missing.err());
        Cli unknown = Cli.run("tune", toy("task_features: {command: [sh, \"{m}\"]}\n")).exits(2);
        assertTrue(
                unknown.err().startsWith("task_features.command[1]: {m} names nothing"),
                unknown.err());
    }

    @Test
    void aTaskThatIsNotWholeIsAnsweredWithThoseThatThereAre() {
        Path toy =
                Cli.problem(
                        folder,
                        Cli.TOY
                                .replace(
                                        "parameter_space:",
                                        """
                                          - {name: tol, type: real, lower_bound: 0, upper_bound: 1}
                                        parameter_space:\
                                        """)
                                .replace("{n: 1}, {n: 2}", "{n: 1, tol: 0.5}, {n: 2, tol: 1e-5}"));
        Cli.run("tune", toy, "--trials", "1").exits(0);
        for (List<?> words :
                List.of(List.of("best", toy), List.of("predict", toy, "--set", "x=3"))) {
            var line = new java.util.ArrayList<Object>(words);
            line.addAll(List.of("--task", "n=1"));
            assertEquals(
                    "No value is given for 'tol'. The tasks of the study are: n=1 tol=0.5; n=2"
                            + " tol=1e-05.\n",
                    Cli.run(line.toArray()).exits(2).err());
        }
    }

    @Test
    void editedFeaturesReplaceTheStoredOnes() throws IOException {
        Cli.run("tune", toy("task_features: {nnz: [10, 20]}\n")).exits(0);
        Cli.run("tune", toy("task_features: {nnz: [10, 30]}\n"), "--trials", "6").exits(0);
        assertTrue(journal().contains("\"task_features\":[{\"nnz\":10.0},{\"nnz\":30.0}]"));
    }

    @Test
    void aTaskThatTheFileNoLongerHasIsSaid() {
        Cli first = Cli.run("tune", toy("")).exits(0);
        assertFalse(first.err().contains("not in its file"), first.err());
        Path without = Cli.problem(folder, Cli.TOY.replace("[{n: 1}, {n: 2}]", "[{n: 1}]"));
        Cli next = Cli.run("tune", without, "--trials", "6").exits(0);
        assertTrue(
                next.err()
                        .contains(
                                "The study has tasks that are not in its file, and goes on with"
                                        + " them: n=2."),
                next.err());
    }

    private static double median(Cli predicted) {
        var row = (Map<?, ?>) ((List<?>) predicted.json().get("predictions")).getFirst();
        return ((Number) row.get("median")).doubleValue();
    }

    @Test
    void tasksThatTheStudyLacksArePredictedByTheirFeatures() throws IOException {
        Path toy =
                Cli.problem(
                        folder,
                        Cli.TOY.replace("[{n: 1}, {n: 2}]", "[{n: 1}, {n: 3}, {n: 7}, {n: 9}]"));
        Cli.run("tune", toy, "--tuner", "gp-lcm", "--trials", "8").exits(0);
        Cli given = Cli.run("predict", toy, "--set", "x=7", "kind=a", "--task", "n=5", "--json");
        assertEquals(6, median(given.exits(0)), 1.5); // (7 - 7)² + 5 + 1
        Cli shown = Cli.run("predict", toy, "--set", "x=7", "kind=a", "--task", "n=5", "n=3");
        assertTrue(shown.exits(0).out().contains("n=5"), shown.out());
        assertTrue(
                shown.out()
                        .contains(
                                "n=5: Nothing of this task has been measured; the others cannot"
                                        + " tell how far to trust it."),
                shown.out());

        Cli.run("surrogate", "build", toy).exits(0);
        Cli kept = Cli.run("predict", toy, "--set", "x=7", "--task", "n=5", "--model", "max-evals");
        assertTrue(kept.exits(2).err().contains("Maybe leave --model out."), kept.err());
    }

    @Test
    void aTaskWithoutFeaturesIsNotPredicted() throws IOException {
        Path toy = toy("task_features: {nnz: [10, 20]}\n");
        Cli.run("tune", toy, "--tuner", "gp-lcm").exits(0);
        Cli listed = Cli.run("predict", toy, "--set", "x=7", "--task", "n=5").exits(2);
        assertTrue(
                listed.err()
                        .contains(
                                "nnz has a value for each task of the file, and n=5"
                                        + " is none of them. Maybe add it to tasks, with a value."),
                listed.err());
        toy("task_features: {rows: 10 * n}\n");
        Cli other = Cli.run("predict", toy, "--set", "x=7", "--task", "n=5").exits(2);
        assertEquals(
                "Task n=5 has the features rows, and the tasks of the study have nnz.\n",
                other.err());
        Cli alone =
                Cli.run(
                        "tune",
                        toy,
                        "--study",
                        "alone",
                        "--tuner",
                        "gp-lcm",
                        "--option",
                        "sharing=none");
        alone.exits(0);
        Cli silent = Cli.run("predict", toy, "--study", "alone", "--set", "x=7", "--task", "n=5");
        assertTrue(
                silent.err()
                        .contains(
                                "Task n=5 is none of the study, whose tasks do not predict others"),
                silent.err());
    }

    @Test
    void trialsCanBeAllocatedAdaptively() throws IOException {
        Path toy = toy("");
        Cli tuned =
                Cli.run("tune", toy, "--tuner", "gp-lcm", "--trials", "8", "--allocate", "adaptive")
                        .exits(0);
        assertTrue(tuned.err().contains("2 tasks, 8 trials each on average"), tuned.err());
        assertTrue(journal().contains("\"allocation\":\"adaptive\""));
        assertEquals(
                16,
                ((List<?>) Cli.run("history", "list", toy, "--json").exits(0).json().get("trials"))
                        .size());
        String more =
                tuned.lines().stream()
                        .filter(l -> l.contains("--trials"))
                        .findFirst()
                        .orElseThrow();
        assertTrue(more.endsWith("--trials 16"), more);
        assertEquals(
                "--allocate is 'fair'. Maybe equal or adaptive.\n",
                Cli.run("tune", toy, "--allocate", "fair").exits(2).err());
    }

    @Test
    void adaptiveAllocationOfOneTaskIsSaidToHaveNoEffect() {
        String said = "note: allocate 'adaptive' has no effect with one task.\n";
        Path toy = Cli.problem(folder, Cli.TOY.replaceFirst("(?m)^tasks: .*$", "tasks: [{n: 1}]"));
        Cli one = Cli.run("tune", toy, "--trials", "2", "--allocate", "adaptive").exits(0);
        assertEquals(2, one.err().split(Pattern.quote(said), -1).length, one.err());
        Cli equal = Cli.run("tune", toy, "--trials", "3", "--study", "equal").exits(0);
        assertFalse(equal.err().contains(said), equal.err());
    }

    @Test
    void theProblemFileCanSayHowTrialsAreAllocated() throws IOException {
        Cli.run("tune", toy("allocate: adaptive\n")).exits(0);
        assertTrue(journal().contains("\"allocation\":\"adaptive\""));
        Cli wrong = Cli.run("check", toy("allocate: fair\n")).exits(2);
        assertTrue(
                wrong.err().contains("allocate: 'fair' is none of equal, adaptive"), wrong.err());
    }

    /** The toy with tasks n = 1 to {@code count}, tuned together. */
    private Path tasks(int count) {
        String list =
                IntStream.rangeClosed(1, count)
                        .mapToObj("{n: %d}"::formatted)
                        .collect(Collectors.joining(", "));
        return Cli.problem(
                folder,
                Cli.TOY.replace("{n: 1}, {n: 2}", list).replace("tuner: walk", "tuner: gp-lcm"));
    }

    @Test
    void manyTasksHaveARowEach() {
        Path toy = tasks(9);
        Cli tuned = Cli.run("tune", toy, "--option", "sharing=features").exits(0);
        String out = tuned.out();
        assertTrue(out.contains("'history stats' has those of each task."), out);
        assertFalse(out.contains("n=1: evaluation"), out);
        assertTrue(out.contains("How the model predicts 'seconds' of held-out runs"), out);
        assertTrue(out.lines().anyMatch(l -> l.matches("n=9 +5 .* all tasks, by features")), out);
        assertFalse(out.contains("n=1: The model"), out);
        assertFalse(out.contains("Correlation"), out);

        String shown = Cli.run("surrogate", "show", toy).exits(0).out();
        assertTrue(shown.contains("Correlation of the tasks, in hundredths"), shown);
        assertTrue(shown.lines().anyMatch(l -> l.matches("#1 n=1 +100")), shown);
        assertTrue(shown.lines().anyMatch(l -> l.matches("#9 n=9( +\\d+){8} +100")), shown);
        assertEquals(2, shown.split("Importance is").length, "said once:\n" + shown);
    }

    @Test
    void aTaskThatAlwaysFailsHasLearnedNothing() throws IOException {
        Path toy = tasks(9);
        Files.writeString(folder.resolve("toy.sh"), "[ $2 != 9 ] || exit 1\n" + Cli.PROGRAM);
        String out = Cli.run("tune", toy, "--option", "sharing=lcm").exits(0).out();
        assertTrue(out.lines().anyMatch(l -> l.matches("n=9 +0 +nothing measured yet +- +-")), out);
    }

    @Test
    void fewTasksHaveSentences() {
        Path toy = tasks(8);
        String out = Cli.run("tune", toy, "--option", "sharing=features").exits(0).out();
        assertTrue(out.contains("n=1: evaluation"), out);
        assertTrue(out.contains("n=1: The model"), out);
        String shown = Cli.run("surrogate", "show", toy).exits(0).out();
        assertTrue(shown.contains("It has learned from all tasks, by their features."), shown);
        assertTrue(
                shown.lines().anyMatch(l -> l.matches("#1 n=1  1\\.00( +-?\\d\\.\\d\\d){7}")),
                shown);
    }
}
