package org.attune.cli;

import static org.attune.cli.CliProcesses.trials;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code --reuse}: a study that learns from the trials of others. */
class ReuseTest {
    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void tuneOnce() throws Exception {
        toy = Cli.toy(folder);
        Files.writeString(folder.resolve("toy.sh"), "echo run >> runs\n" + Cli.PROGRAM);
        Cli.run("tune", toy, "--study", "one", "--trials", "2").exits(0);
    }

    private int runs() throws Exception {
        return Files.readAllLines(folder.resolve("runs")).size();
    }

    @Test
    void trialsAreTakenOverOnceAndCount() throws Exception {
        Cli tuned = Cli.run("tune", toy, "--trials", "3", "--reuse", "one").exits(0);
        assertTrue(tuned.err().contains("note: 4 trials of study 'one' taken over"), tuned.err());
        assertEquals(4 + 2, runs());
        List<Map<?, ?>> all = trials(toy, "main");
        assertEquals(6, all.size());
        assertEquals(trials(toy, "one"), all.subList(0, 4));
        Cli again = Cli.run("tune", toy, "--reuse", "one").exits(0);
        assertFalse(again.err().contains("taken over"), again.err());
        Cli.run("tune", toy, "--study", "one", "--trials", "4", "--reuse", "main").exits(0);
        assertEquals(8, trials(toy, "one").size());
        assertEquals(4 + 2 + 2, runs(), "its own trials do not come back to it");
    }

    /** The default is x = 10; the tuner walked to 7 for one task, to 19 for the other. */
    @Test
    void whatFitsIsTakenFromAStudyWithWiderBounds() throws Exception {
        assertEquals(
                List.of(10, 10, 7, 19),
                trials(toy, "one").stream()
                        .map(t -> ((Map<?, ?>) t.get("configuration")).get("x"))
                        .toList());
        Cli.problem(folder, Cli.TOY.replace("upper_bound: 20", "upper_bound: 10"));
        Cli tuned = Cli.run("tune", toy, "--trials", "1", "--reuse", "one").exits(0);
        assertTrue(tuned.err().contains("note: 3 trials of study 'one' taken over"), tuned.err());
        assertTrue(
                tuned.err()
                        .contains(
                                "note: 1 of 4 trials of study 'one' left out: 1 outside of the"
                                        + " parameter space."),
                tuned.err());
        assertTrue(
                tuned.err()
                        .contains(
                                "note: Nothing is left to run: with them every task has had the"
                                        + " 1 trial that it may have. Maybe raise that:"
                                        + " --trials 5"),
                tuned.err());
        assertTrue(tuned.out().contains("toy.yaml --trials 5"), tuned.out());
        assertEquals(3, trials(toy, "main").size());
        Cli more = Cli.run("tune", toy, "--trials", "2", "--reuse", "one").exits(0);
        assertFalse(more.err().contains("taken over"), more.err());
        assertEquals(4, trials(toy, "main").size());
    }

    /** Two trials of each task are there, and the problem file does not ask for more. */
    @Test
    void theNoteAndTheNextStepAdviseTheSame() {
        Cli.problem(folder, Cli.TOY.replace("trials: 5", "trials: 1"));
        Cli tuned = Cli.run("tune", toy, "--reuse", "one").exits(0);
        assertTrue(tuned.err().contains("Maybe raise that: --trials 3"), tuned.err());
        assertTrue(tuned.out().contains("toy.yaml --trials 3"), tuned.out());
    }

    /** Trials of another command or with other constants were taken over without a word. */
    @Test
    void trialsThatMayHaveMeasuredSomethingElseAreSaid() {
        Cli same = Cli.run("tune", toy, "--study", "same", "--reuse", "one").exits(0);
        assertFalse(same.err().contains("ATTENTION"), same.err());
        Cli.problem(
                folder,
                Cli.TOY
                        .replace("trials: 5", "trials: 5\nconstants: {size: 3}")
                        .replace("command: [", "command: [env, "));
        Cli tuned = Cli.run("tune", toy, "--study", "other", "--reuse", "one").exits(0);
        assertTrue(
                tuned.err()
                        .contains(
                                "note: ATTENTION: since study 'one' was started, constants were"
                                        + " edited; evaluation was edited: command."),
                tuned.err());
    }

    @Test
    void howManyTrialsAreLeftIsSaid() {
        Cli asked = Cli.run("ask", toy, "--trials", "3", "--reuse", "one").exits(0);
        assertTrue(asked.err().contains("note: 2 trials are left to run."), asked.err());
    }

    @Test
    void otherStudiesAreNotSeenWithoutIt() throws Exception {
        Cli.run("tune", toy, "--trials", "2").exits(0);
        assertEquals(4 + 4, runs());
    }

    @Test
    void askReusesAllStudies() throws Exception {
        Cli.run("run", toy, "--study", "two", "--set", "x=7", "--task", "n=2").exits(0);
        Cli asked = Cli.run("ask", toy, "--trials", "3", "--reuse", "all").exits(0);
        assertEquals(
                "trial=6 n=1",
                asked.out().substring(0, 11),
                "both defaults have been run, and n=1 has had fewer trials");
        assertEquals(5, runs());
        assertEquals(
                4,
                Cli.run("ask", toy, "--study", "three", "--trials", "2", "--reuse", "one").code());
    }

    @Test
    void theTimeOfTrialsThatWereTakenOverIsNotCounted() {
        Map<String, Object> json =
                Cli.run("tune", toy, "--trials", "2", "--reuse", "one", "--json").exits(0).json();
        assertEquals(0.0, ((Map<?, ?>) json.get("times")).get("evaluation"));
        var task = (Map<?, ?>) ((List<?>) json.get("tasks")).getFirst();
        assertEquals(2, task.get("trials"));
    }

    @Test
    void whatCannotBeReusedIsSaidBeforeAStudyIsStarted() {
        Cli unknown = Cli.run("tune", toy, "--reuse", "on").exits(2);
        assertTrue(unknown.err().contains("has no study 'on'"), unknown.err());
        Cli own = Cli.run("tune", toy, "--study", "one", "--reuse", "one").exits(2);
        assertTrue(own.err().contains("without --reuse"), own.err());
        Cli.problem(
                folder,
                Cli.TOY
                        .replace("name: x,", "name: y,")
                        .replace("x + n", "y + n")
                        .replace("{x}", "{y}"));
        Cli changed = Cli.run("tune", toy, "--reuse", "one").exits(2);
        assertTrue(changed.err().contains("'x' was removed or renamed"), changed.err());
        assertTrue(Cli.run("best", toy).exits(2).err().contains("no study 'main'"));
    }
}
