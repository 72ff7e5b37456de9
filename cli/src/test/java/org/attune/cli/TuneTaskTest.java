package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code tune --task}: the toy has the tasks n=1 and n=2, and five trials for each. */
class TuneTaskTest {
    @TempDir Path folder;

    private static Map<Object, Integer> trials(Path toy) {
        var counts = new TreeMap<Object, Integer>();
        Map<String, Object> list = Cli.run("history", "list", toy, "--json").exits(0).json();
        for (Object trial : (List<?>) list.get("trials")) {
            Object task = ((Map<?, ?>) trial).get("task");
            counts.merge(((Map<?, ?>) task).get("n"), 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void onlyTheTasksThatAreNamedHaveTrials() {
        Path toy = Cli.toy(folder);
        Cli first = Cli.run("tune", toy, "--task", "n=2").exits(0);
        assertTrue(first.err().contains("trial 5 (5 of 5): n=2"), first.err());
        assertFalse(first.out().contains("n=1"), first.out());
        assertTrue(first.err().contains("Tuning toy: 1 of 2 tasks, 5 trials each"), first.err());
        assertEquals(Map.of(2, 5), trials(toy));
        Cli.run("tune", toy, "--task", "n=2").exits(0);
        assertEquals(Map.of(2, 5), trials(toy));
        Cli.run("tune", toy).exits(0);
        assertEquals(Map.of(1, 5, 2, 5), trials(toy));
    }

    /** What other tasks have had before does not count: five trials are to be run, not ten. */
    @Test
    void itCountsTheTrialsOfTheNamedTasksAlone() {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy, "--task", "n=1").exits(0);
        Cli second = Cli.run("tune", toy, "--task", "n=2").exits(0);
        assertTrue(second.err().contains("trial 6 (1 of 5): n=2"), second.err());
        assertTrue(second.err().contains("trial 10 (5 of 5): n=2"), second.err());
        assertTrue(second.out().contains("\nn=1 "), second.out()); // which has trials
    }

    /** Of two tasks with runs that could be cheaper, too. */
    @Test
    void itCountsThemWhereThereIsAFidelity() {
        Path toy =
                Cli.problem(
                        folder,
                        Cli.TOY.replace(
                                "trials: 5",
                                "fidelity: {name: grid, lower_bound: 10, upper_bound: 20, type:"
                                        + " integer, cost: grid}\ntrials: 5"));
        Cli tuned = Cli.run("tune", toy, "--task", "n=2").exits(0);
        assertTrue(tuned.err().contains("trial 5 (5 of 5): n=2"), tuned.err());
    }

    @Test
    void theCommandThatGoesOnNamesTheTasks() {
        Path toy = Cli.toy(folder);
        Cli tuned = Cli.run("tune", toy, "--task", "n=1", "n=2").exits(0);
        String next = tuned.lines().stream().filter(l -> l.contains("--trials")).findFirst().get();
        assertTrue(next.endsWith("--trials 10 --task n=1 n=2"), next);
        Path crashing =
                Cli.problem(
                        folder,
                        Cli.TOY.replace("_name: toy", "_name: crashing").replace("cost=(", "x=("));
        Cli stopped = Cli.run("tune", crashing, "--task", "n=2", "--trials", "9").exits(1);
        assertTrue(stopped.err().contains("--keep-going --task n=2\n"), stopped.err());
    }

    @Test
    void aTaskThatTheFileLacksIsAdded() {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy, "--task", "n=3", "--trials", "2").exits(0);
        assertEquals(Map.of(3, 2), trials(toy));
        Cli.run("tune", toy, "--task", "n=1", "n=3", "--trials", "3").exits(0);
        assertEquals(Map.of(1, 3, 3, 3), trials(toy));
        Cli next = Cli.run("tune", toy, "--task", "n=1", "--trials", "4").exits(0);
        assertTrue( // it never was in the file
                next.err().contains("tasks that are not in its file, and goes on with them: n=3."),
                next.err());
    }

    @Test
    void aTaskThatIsNoneIsRefusedBeforeAnythingIsWritten() {
        Path toy = Cli.toy(folder);
        Cli unknown = Cli.run("tune", toy, "--task", "m=2").exits(2);
        assertTrue(unknown.err().contains("No parameter is named 'm'"), unknown.err());
        assertEquals(0, Cli.run("tune", toy, "--task", "n=-5").exits(2).out().length());
        String one =
                Cli.TOY
                        .replaceFirst("input_space:\\n.*\\n", "")
                        .replaceFirst("tasks:.*\\n", "")
                        .replaceFirst("constraints:.*\\n", "")
                        .replace("{n}", "1");
        Path single = Cli.problem(folder, one);
        Cli none = Cli.run("tune", single, "--task", "n=2").exits(2);
        assertTrue(none.err().contains("has no input_space"), none.err());
    }
}
