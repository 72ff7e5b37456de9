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

class TuneTest {
    @TempDir Path folder;

    @Test
    void tunesShowsATableAndSaysWhatIsNext() {
        Path toy = Cli.toy(folder);
        Cli tuned = Cli.run("tune", toy).exits(0);
        assertTrue(tuned.err().contains("(10 of 10)"), tuned.err());
        assertTrue(tuned.out().contains("speed-up"), tuned.out());
        assertTrue(
                tuned.lines().stream().anyMatch(l -> l.matches("n=1 +11 s +.*x .*")), tuned.out());
        assertTrue(tuned.out().contains("n=1: the model knows nothing yet"), tuned.out());
        assertTrue(tuned.out().contains("History: " + folder.resolve("attune.db/toy.jsonl")));
        assertTrue(tuned.out().contains("'confirm' measures it and the default again"));
        assertTrue(tuned.out().contains("attune best " + toy + " --format command"));
    }

    @Test
    void itSaysThatARefusedDefaultIsNotRun() {
        Path toy = Cli.problem(folder, Cli.TOY.replace("<= 27", "<= 5"));
        Cli tuned = Cli.run("tune", toy).exits(0);
        String says =
                "note: The default configuration violates 'small' (x + n <= 5) for task n=1: it is"
                        + " not run";
        assertTrue(tuned.err().contains(says), tuned.err());
        assertTrue(tuned.out().contains("'confirm' measures it again"), tuned.out());
        assertFalse(Cli.run("tune", toy, "--trials", "6").exits(0).err().contains("violates"));
    }

    @Test
    void itSaysWhereTheFirstTrialsAllGaveTheSame() throws IOException {
        Path toy = Cli.toy(folder);
        String says = "note: the first 5 trials of task n=1 all gave 4 s. Maybe the program";
        assertFalse(Cli.run("tune", toy, "--study", "differ").exits(0).err().contains("all gave"));
        Files.writeString(folder.resolve("toy.sh"), "echo cost=4");
        assertTrue(Cli.run("tune", toy).exits(0).err().contains(says));
    }

    @Test
    void whatItAdvisesExists() {
        Path toy = Cli.toy(folder);
        Cli tuned = Cli.run("tune", toy, "--study", "other").exits(0);
        List<String> advice =
                tuned.lines().stream().filter(l -> l.startsWith("  attune ")).toList();
        assertEquals(5, advice.size());
        for (String line : advice) {
            assertTrue(line.contains("--study other"), line);
            String words = line.strip().substring("attune ".length());
            String out = words.startsWith("report ") ? " --out " + folder.resolve("shown") : "";
            Cli.run((Object[]) (words + out).split(" ")).exits(0);
        }
    }

    @Test
    void jsonIsOneObjectOfTheDocumentedShape() {
        Path toy = Cli.toy(folder);
        Map<String, Object> json = Cli.run("tune", toy, "--json", "--seed", "3").exits(0).json();
        assertEquals(
                List.of(
                        "problem", "study", "tuner", "seed", "history", "times", "stopped",
                        "tasks"),
                List.copyOf(json.keySet()));
        assertEquals("walk", json.get("tuner"));
        assertEquals(3, json.get("seed"));
        assertEquals(
                List.of("total", "evaluation", "model", "search"),
                List.copyOf(((Map<?, ?>) json.get("times")).keySet()));
        var task = (Map<?, ?>) ((List<?>) json.get("tasks")).getFirst();
        assertEquals(Map.of("n", 1), task.get("task"));
        assertEquals(
                Map.of(
                        "configuration",
                        Map.of("x", 10, "kind", "a"),
                        "outputs",
                        Map.of("seconds", 11.0)),
                task.get("default"));
        assertEquals(5, task.get("trials"));
        assertEquals(0, task.get("failed"));
        assertEquals(List.of(), task.get("pareto"));
        assertTrue(((Map<?, ?>) task.get("best")).containsKey("trial"));
        assertEquals(
                json.get("tasks"), Cli.run("best", toy, "--json").exits(0).json().get("tasks"));
    }

    @Test
    void aFinishedStudyGoesOnOnlyWhenItsBudgetIsRaised() {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy).exits(0);
        assertFalse(Cli.run("tune", toy).exits(0).err().contains("trial 11"));
        Cli.run("tune", toy, "--trials", "6").exits(0);
        assertEquals(12, trials(toy).size());
        assertTrue(Cli.run("tune", toy, "--trials", "4").exits(2).err().contains("--study"));
    }

    @Test
    void aFlagThatContradictsTheStudyNamesTheWaysOut() {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy, "--seed", "1").exits(0);
        Cli other = Cli.run("tune", toy, "--seed", "2").exits(2);
        assertTrue(other.err().contains("--study NAME"), other.err());
        assertTrue(other.err().contains("--history FILE"), other.err());
        Cli.run("tune", toy, "--seed", "2", "--study", "second").exits(0);
    }

    @Test
    void initialIsTheTunersOption() {
        Path toy = Cli.toy(folder);
        Cli wrong = Cli.run("tune", toy, "--initial", "1000").exits(2);
        assertEquals("Option 'initial' cannot be '1000'. Allowed: 1..100.\n", wrong.err());
        Cli.run("tune", toy, "--initial", "4").exits(0);
        assertTrue(
                Cli.run("tune", toy, "--option", "initial=5").exits(2).err().contains("options"));
    }

    @Test
    void trialsRaisedInTheFileAreAdvised() {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy).exits(0);
        Cli.problem(folder, Cli.TOY.replace("trials: 5", "trials: 7"));
        assertTrue(Cli.run("tune", toy).exits(0).out().contains("--trials 7"));
    }

    @Test
    void failuresAreCountedByCauseWithTheLastDetail() {
        Path toy = Cli.problem(folder, Cli.TOY.replace("cost=(", "price=("));
        Cli tuned = Cli.run("tune", toy, "--keep-going").exits(1);
        assertTrue(tuned.out().contains("10 unreadable-output"), tuned.out());
        assertTrue(tuned.err().contains("No trial gave a result"), tuned.err());
        assertTrue(tuned.err().contains("check " + toy + " --run"), tuned.err());
    }

    /** The page says the same. */
    @Test
    void whatTheLastTrialsHaveFoundIsSaidBeforeMoreAreOffered() {
        String nothing = "nothing better in any task: more of them may find little.";
        Path best = Cli.problem(folder, Cli.TOY.replace("default: 10", "default: 7"));
        String out = Cli.run("tune", best, "--trials", "10").exits(0).out();
        assertTrue(out.contains("The last fifth of the trials found " + nothing), out);
        assertTrue(out.contains("--trials 20"), out);
        String few = Cli.run("tune", best, "--study", "few", "--trials", "5").exits(0).out();
        assertFalse(few.contains("may find little"), few);
    }

    /** Of x = 0, 1 and kind = a, b there are four, and two where n = 2 forbids x = 1. */
    @Test
    void aSpaceThatHasBeenTriedAsksForNoMoreTrials() {
        String small = Cli.TOY.replace("upper_bound: 20, default: 10", "upper_bound: 1");
        for (String tuner : List.of("gp-lcm", "random")) {
            Path toy = Cli.problem(folder, small.replace("<= 27", "<= 2"));
            Cli tuned = Cli.run("tune", toy, "--study", tuner, "--tuner", tuner, "--trials", "4");
            String half = tuned.exits(0).out();
            assertTrue(half.contains("--trials 5"), "n=1 has had all its trials: " + half);
            Cli ended = Cli.run("tune", toy, "--study", tuner, "--trials", "6").exits(0);
            assertTrue(ended.out().contains("Ended: the tuner has nothing left"), ended.out());
            assertFalse(ended.out().contains("--trials"), ended.out());
            assertTrue(
                    ended.err().contains("note: all admissible configurations of task n=2 have"),
                    ended.err());
        }
    }

    @Test
    void aTaskThatAlwaysFailsKeepsNothingBack() throws IOException {
        Path toy = Cli.toy(folder);
        Files.writeString(folder.resolve("toy.sh"), "[ $2 = 1 ] || exit 1\n" + Cli.PROGRAM);
        Cli.run("tune", toy).exits(0);
        for (List<Object> verb :
                List.<List<Object>>of(
                        List.of("best", toy, "--format", "command"),
                        List.of("confirm", toy, "--top", "1", "--repeats", "1"))) {
            Cli shown = Cli.run(verb.toArray()).exits(0);
            assertTrue(
                    shown.err().contains("Nothing usable has been measured for task n=2 yet."),
                    shown.err());
            assertTrue(shown.out().contains("1"), shown.out());
            assertFalse(shown.out().contains("n=2"), shown.out());
        }
    }

    @Test
    void theOnlyTaskHasNoName() {
        String alone =
                Cli.TOY
                        .replace("upper_bound: 20, default: 10", "upper_bound: 1")
                        .replaceAll("(?m)^(input_space|  - .name: n|tasks|constraints).*\\R", "")
                        .replace("\"{n}\"", "1");
        for (String tuner : List.of("gp-lcm", "random")) {
            Path toy = Cli.problem(folder, alone);
            Cli tuned = Cli.run("tune", toy, "--study", tuner, "--tuner", tuner).exits(0);
            assertTrue(
                    tuned.err().contains("note: all admissible configurations have been tried"),
                    tuned.err());
        }
        Path none = Cli.problem(folder, alone + "constraints: {never: x > 5}\n");
        Cli refused = Cli.run("tune", none, "--study", "none").exits(2);
        assertTrue(refused.err().contains("nothing is admissible. "), refused.err());
    }

    @Test
    void itStopsWhereEverythingFailsAlike() {
        Path toy = Cli.problem(folder, Cli.TOY.replace("cost=(", "price=("));
        Cli tuned = Cli.run("tune", toy).exits(1);
        assertEquals(6, trials(toy).size());
        assertEquals("", tuned.out());
        assertTrue(tuned.err().contains("fail alike (unreadable-output)"), tuned.err());
        assertFalse(tuned.err().contains(".; nothing usable yet"), tuned.err());
        assertTrue(tuned.err().contains("attune check " + toy + " --run"), tuned.err());
        assertTrue(tuned.err().contains("attune tune " + toy + " --keep-going"), tuned.err());
        Cli.toy(folder);
        Cli.run("tune", toy).exits(0);
        assertEquals(10, trials(toy).size(), "the mistake was mended");
    }

    @Test
    void itGoesOnWhereAnythingWasEverMeasured() {
        Path toy = Cli.toy(folder);
        Cli.run("run", toy, "--set", "x=7", "--task", "n=1").exits(0);
        Cli.problem(folder, Cli.TOY.replace("cost=(", "price=("));
        Cli.run("tune", toy).exits(0);
        assertEquals(10, trials(toy).size());
    }

    @Test
    void severalObjectivesGiveAFront() {
        Path toy =
                Cli.problem(
                        folder,
                        Cli.TOY
                                .replace(
                                        "constraints:",
                                        "derived_outputs: {rest: \"20 - x\"}\nconstraints:")
                                .replace("unit: s}\n", "unit: s}\n  - {name: rest, type: real}\n"));
        Map<String, Object> json = Cli.run("tune", toy, "--json").exits(0).json();
        var task = (Map<?, ?>) ((List<?>) json.get("tasks")).getFirst();
        assertEquals(null, task.get("best"));
        assertFalse(((List<?>) task.get("pareto")).isEmpty());
        assertTrue(Cli.run("best", toy).exits(0).out().contains("rest"));
    }

    @Test
    void parallelRunsGiveTheSameNumberOfTrials() {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy, "--parallel", "3").exits(0);
        assertEquals(10, trials(toy).size());
        assertTrue(Cli.run("tune", toy, "--parallel", "0").exits(2).err().contains("--parallel 1"));
    }

    @Test
    void whatCannotRunLeavesNoTrace() {
        Path toy = Cli.problem(folder, Cli.TOY.replace("[sh,", "[no-such-program,"));
        Cli tuned = Cli.run("tune", toy).exits(2);
        assertTrue(tuned.err().contains("toy.yaml:14: evaluation.command: "), tuned.err());
        assertTrue(tuned.err().contains("no-such-program"), tuned.err());
        assertFalse(Files.exists(folder.resolve("attune.db")));
    }

    @Test
    void whatIsRefusedLeavesNoFolder() {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy, "--tuner", "nobody").exits(2);
        Cli.run("ask", toy, "--option", "no-such=1").exits(2);
        Cli.run("tune", toy, "--tuner", "nobody", "--history", folder.resolve("a/b/c.jsonl"))
                .exits(2);
        assertFalse(Files.exists(folder.resolve("attune.db")));
        assertFalse(Files.exists(folder.resolve("a")));
    }

    private static List<?> trials(Path toy) {
        return (List<?>) Cli.run("history", "list", toy, "--json").exits(0).json().get("trials");
    }
}
