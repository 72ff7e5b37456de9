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

/** The default gives 11 for n=1 and 12 for n=2. */
class StopTest {
    @TempDir Path folder;

    private Path stopping(String rules) {
        return Cli.problem(folder, Cli.TOY.replace("trials: 5", "trials: 5\nstop: " + rules));
    }

    private static int trials(Path toy) {
        Map<String, Object> list = Cli.run("history", "list", toy, "--json").exits(0).json();
        return ((List<?>) list.get("trials")).size();
    }

    @Test
    void tuneSaysWhichRuleEndedWhichTask() {
        Path toy = stopping("{target: 12}");
        Cli tuned = Cli.run("tune", toy).exits(0);
        assertEquals(2, trials(toy));
        assertTrue(tuned.err().contains("seed 0; or until target seconds 12"), tuned.err());
        assertTrue(
                tuned.out()
                        .contains(
                                "Ended: n=1: target seconds 12 reached by trial 1, the default"
                                        + " configuration; n=2: target seconds 12 reached by trial"
                                        + " 2, the default configuration"),
                tuned.out());
        Map<String, Object> json = Cli.run("best", toy, "--json").exits(0).json();
        assertEquals(
                Map.of(
                        "task",
                        Map.of("n", 1),
                        "rule",
                        "target",
                        "why",
                        "target seconds 12 reached by trial 1, the default configuration"),
                ((List<?>) json.get("stopped")).getFirst());
    }

    @Test
    void whatItAdvisesLetsItGoOn() {
        Path toy = stopping("{target: 12}");
        Cli tuned = Cli.run("tune", toy).exits(0);
        String advice = "attune tune " + toy + " --stop-target none";
        assertTrue(tuned.out().contains(advice), tuned.out());
        Cli more = Cli.run((Object[]) advice.substring("attune ".length()).split(" ")).exits(0);
        assertEquals(10, trials(toy));
        assertFalse(more.out().contains("Ended"), more.out());
        Cli.run("tune", toy).exits(0);
        assertFalse(Cli.run("tune", toy).exits(0).out().contains("Ended"), "it stays removed");
    }

    @Test
    void anEditedFileLetsItGoOn() {
        Path toy = stopping("{target: 12}");
        Cli.run("tune", toy).exits(0);
        stopping("{target: 11}");
        Cli loosened = Cli.run("tune", toy).exits(0);
        assertTrue(
                loosened.err().contains("'stop' was edited; it now ends by target seconds 11"),
                loosened.err());
        assertTrue(trials(toy) > 2);
        assertTrue(Cli.run("history", "check", toy).exits(0).err().isEmpty());
        Cli.toy(folder);
        Cli.run("tune", toy).exits(0);
        assertEquals(10, trials(toy));
    }

    @Test
    void smallStepsCanBeLeftUncounted() {
        Path toy = stopping("{no_improvement: {trials: 2, by: 90%}}");
        Cli tuned = Cli.run("tune", toy).exits(0);
        assertEquals(6, trials(toy));
        assertTrue(
                tuned.err().contains("or until no improvement by 90 % in 2 trials"), tuned.err());
        Cli.run("tune", toy, "--stop-no-improvement", "3,0.9").exits(0);
        assertEquals(8, trials(toy));
        Cli wrong = Cli.run("tune", toy, "--stop-no-improvement", "3,much").exits(2);
        assertTrue(wrong.err().contains("'much'"), wrong.err());
    }

    @Test
    void askEndsWithTheReason() {
        Path toy = Cli.toy(folder);
        Cli.run("ask", toy, "--count", "2", "--stop-no-improvement", "1").exits(0);
        for (String number : List.of("1", "2")) {
            Cli.run("tell", toy, "--trial", number, "--output", "seconds=5").exits(0);
        }
        Cli.run("ask", toy, "--count", "2").exits(0);
        Cli.run("tell", toy, "--trial", "3", "--output", "seconds=5").exits(0);
        Cli wait = Cli.run("ask", toy).exits(0);
        assertTrue(wait.out().contains("n=2"), wait.out());
        for (String number : List.of("4", "5")) {
            Cli.run("tell", toy, "--trial", number, "--output", "seconds=6").exits(0);
        }
        Cli done = Cli.run("ask", toy, "--json").exits(4);
        assertEquals(
                Map.of(
                        "state",
                        "done",
                        "trials",
                        List.of(),
                        "why",
                        "n=1, n=2: no improvement in 1 trial"),
                done.json());
        assertEquals("done: n=1, n=2: no improvement in 1 trial\n", done.err());
        Cli.run("ask", toy, "--stop-no-improvement", "4").exits(0);
    }

    @Test
    void checkShowsTheRules() {
        Path toy = stopping("{seconds: 60, no_improvement: 5}");
        Cli checked = Cli.run("check", toy).exits(0);
        assertTrue(
                checked.out().contains("60 s of evaluation, no improvement in 5 trials"),
                checked.out());
        assertTrue(
                checked.out().contains("with 5 trials for each task, no improvement in 5 trials"),
                checked.out());
    }

    /** As in a problem file, where {@code stop.seconds} takes them, too. */
    @Test
    void secondsMayBeADuration() throws IOException {
        Path toy = stopping("{seconds: 90m}");
        assertTrue(Cli.run("check", toy).exits(0).out().contains("5400 s of evaluation"));
        Cli.run("ask", toy, "--stop-seconds", "1h").exits(0);
        String kept = Files.readString(folder.resolve("attune.db/toy.jsonl"));
        assertTrue(kept.contains("\"stop\":{\"seconds\":3600.0}"), kept);
    }

    @Test
    void wrongRulesAreRefusedAndLeaveNoTrace() {
        Path toy = Cli.toy(folder);
        for (List<String> wrong :
                List.of(
                        List.of("--stop-seconds", "-5", "--stop-seconds is '-5', neither a number"),
                        List.of("--stop-seconds", "0", "--stop-seconds is 0, but must be positive"),
                        List.of("--stop-seconds", "soon", "--stop-seconds is 'soon'"),
                        List.of("--stop-target", "second=5", "Maybe you meant 'seconds'"),
                        List.of("--stop-target", "seconds=", "--stop-target is ''"),
                        List.of("--stop-no-improvement", "1.5", "must be a number or 'none'"),
                        List.of("--stop-no-improvement", "0", "--stop-no-improvement is 0"),
                        List.of("--stop-gain", "0", "--stop-gain is 0, but must be positive"))) {
            Cli refused = Cli.run("tune", toy, wrong.get(0), wrong.get(1)).exits(2);
            assertTrue(refused.err().contains(wrong.get(2)), refused.err());
        }
        Cli none = Cli.run("best", toy).exits(2);
        assertTrue(none.err().contains("There is no history"), none.err());
    }

    @Test
    void aTunerWithoutExpectationsIsNotedOnce() {
        Path toy =
                Cli.problem(
                        folder,
                        Cli.TOY.replace("tuner: walk", "tuner: random\nstop: {gain: 0.001}"));
        String words = "has no model that expects anything";
        assertTrue(Cli.run("ask", toy).exits(0).err().contains(words));
        assertFalse(Cli.run("ask", toy).exits(0).err().contains(words));
    }
}
