package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

class AskTellTest {
    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void writeProblem() {
        toy = Cli.toy(folder);
    }

    @Test
    void asksInWordsForShells() {
        assertEquals("trial=1 n=1 x=10 kind=a\n", Cli.run("ask", toy).exits(0).out());
        assertEquals("trial=2 n=2 x=10 kind=a\n", Cli.run("ask", toy).exits(0).out());
    }

    @Test
    void asksInJsonWithTheCommand() {
        Map<String, Object> json = Cli.run("ask", toy, "--count", "2", "--json").exits(0).json();
        assertEquals("run", json.get("state"));
        assertEquals(
                Map.of(
                        "trial",
                        1,
                        "task",
                        Map.of("n", 1),
                        "configuration",
                        Map.of("x", 10, "kind", "a"),
                        "fidelity",
                        1.0,
                        "command",
                        List.of("sh", "toy.sh", "10", "1", "a")),
                ((List<?>) json.get("trials")).getFirst());
    }

    /** It was lost: "study of org.attune.studies.LateResults$Line cannot be read." */
    @Test
    void aResultThatComesLateIsKeptBesideTheHistory() throws Exception {
        Cli.run("ask", toy).exits(0);
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=1").exits(0);
        for (String[] outcome : new String[][] {{"--output", "seconds=2"}, {"--failed", "crash"}}) {
            Cli late =
                    Cli.run("tell", toy, "--trial", "1", "--attempt", 1, outcome[0], outcome[1])
                            .exits(0);
            assertTrue(late.err().contains("the result came late"), late.err());
        }
        List<String> kept = Files.readAllLines(folder.resolve("attune.db/toy.jsonl.late"));
        assertEquals(2, kept.size(), kept.toString());
        assertTrue(kept.getFirst().contains("\"outputs\": {\"seconds\": [2.0]}"), kept.toString());
        assertTrue(kept.getLast().contains("\"cause\": \"crash\""), kept.toString());
        assertTrue(Cli.run("history", "list", toy).exits(0).out().contains("seconds=1"));
    }

    /** It was called late, and kept as such. */
    @Test
    void anAttemptThatNeverWasIsRefused() {
        Cli.run("ask", toy).exits(0);
        for (int never : new int[] {0, 9}) {
            Cli told =
                    Cli.run("tell", toy, "--trial", 1, "--attempt", never, "--output", "seconds=2")
                            .exits(2);
            String why = "Trial 1 has had no attempt %d; its newest is 1.".formatted(never);
            assertTrue(told.err().contains(why), told.err());
        }
        assertFalse(Files.exists(folder.resolve("attune.db/toy.jsonl.late")));
        assertTrue(Cli.run("history", "list", toy).exits(0).out().contains("pending"));
    }

    @Test
    void aWrongOutcomeIsCorrected() {
        Cli.run("ask", toy).exits(0);
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=1", "--correct").exits(2);
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=NaN").exits(0);
        Cli refused = Cli.run("tell", toy, "--trial", "1", "--output", "seconds=2").exits(2);
        assertTrue(refused.err().contains("--correct"), refused.err());
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=2", "--correct").exits(0);
        assertTrue(Cli.run("history", "list", toy).exits(0).out().contains("seconds=2"));
    }

    @Test
    void exitCodesAreRunWaitAndDone() {
        Cli.run("ask", toy, "--trials", "1", "--count", "9").exits(0);
        Cli wait = Cli.run("ask", toy, "--json").exits(3);
        assertEquals(
                Map.of(
                        "state",
                        "wait",
                        "trials",
                        List.of(),
                        "why",
                        "no more trials can be proposed; 2 are pending"),
                wait.json());
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=1.5").exits(0);
        Cli.run("tell", toy, "--trial", "2", "--failed", "crash", "--detail", "core").exits(0);
        Cli done = Cli.run("ask", toy).exits(4);
        assertEquals("", done.out());
        assertTrue(done.err().startsWith("done: "), done.err());
    }

    @Test
    void reissueHandsOutPendingTrialsOfDeadProcessesOnly() {
        Cli.run("ask", toy).exits(0);
        assertEquals(
                "trial=2 n=2 x=10 kind=a\n",
                Cli.run("ask", toy, "--reissue").exits(0).out(),
                "this process is alive");
    }

    /** Of a job in a queue, the time since it was asked for says little. */
    @Test
    void tellsHowLongTheRunTook() {
        Cli.run("ask", toy, "--count", "2").exits(0);
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=1", "--elapsed", "-2").exits(2);
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=1", "--elapsed", "77.5").exits(0);
        Cli.run("tell", toy, "--trial", "2", "--failed", "crash", "--elapsed", "0.25").exits(0);
        Map<String, Object> first = Cli.run("history", "show", toy, "1", "--json").exits(0).json();
        assertEquals(77.5, first.get("elapsed"));
        Map<String, Object> second = Cli.run("history", "show", toy, "2", "--json").exits(0).json();
        assertEquals(0.25, second.get("elapsed"));
    }

    /** What a program knows of its own error is told beside its output. */
    @Test
    void tellsStandardErrors() {
        Cli.run("ask", toy, "--count", "2").exits(0);
        String error = "seconds_standard_error=";
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=1", "--output", error + "0.1")
                .exits(0);
        Cli negative =
                Cli.run(
                                "tell",
                                toy,
                                "--trial",
                                "2",
                                "--output",
                                "seconds=1",
                                "--output",
                                error + "-1")
                        .exits(2);
        assertTrue(negative.err().contains("is not negative"), negative.err());
        Cli alone = Cli.run("tell", toy, "--trial", "2", "--output", error + "0.1").exits(2);
        assertTrue(alone.err().contains("Needed are: seconds"), alone.err());
        Cli.run("tell", toy, "--trial", "2", "--output", "second_standard_error=1").exits(2);
    }

    @Test
    void tellsRepeatsOutcomesAndFailures() {
        Cli.run("ask", toy, "--count", "4").exits(0);
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=1", "seconds=4").exits(0);
        Cli.run("tell", toy, "--trial", "2", "--outcome", "{\"outputs\": {\"seconds\": [3, 5]}}")
                .exits(0);
        Cli.run("tell", toy, "--trial", "3", "--failed", "out-of-memory").exits(0);
        Cli nan = Cli.run("tell", toy, "--trial", "4", "--output", "seconds=nan").exits(0);
        assertTrue(nan.err().contains("recorded as failed (unreadable-output)"), nan.err());
        List<?> trials =
                (List<?>) Cli.run("history", "list", toy, "--json").exits(0).json().get("trials");
        assertEquals(Map.of("seconds", 2.5), ((Map<?, ?>) trials.get(0)).get("outputs"));
        assertEquals(Map.of("seconds", 4.0), ((Map<?, ?>) trials.get(1)).get("outputs"));
        assertEquals("out-of-memory", ((Map<?, ?>) trials.get(2)).get("cause"));
        assertEquals("unreadable-output", ((Map<?, ?>) trials.get(3)).get("cause"));
    }

    @Test
    void nullLeavesATrialPending() {
        Cli.run("ask", toy).exits(0);
        for (String[] way :
                new String[][] {
                    {"--output", "seconds=null"},
                    {"--outcome", "null"},
                    {"--outcome", "{\"outputs\": {\"seconds\": null}}"}
                }) {
            Cli told = Cli.run("tell", toy, "--trial", "1", way[0], way[1]).exits(0);
            assertEquals("Trial 1 stays pending.\n", told.err());
        }
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=1").exits(0);
        Cli again = Cli.run("tell", toy, "--trial", "1", "--output", "seconds=1").exits(2);
        assertTrue(again.err().contains("has an outcome already"), again.err());
        Cli nothing = Cli.run("tell", toy, "--trial", "1", "--output", "seconds=null").exits(2);
        assertTrue(nothing.err().contains("Trial 1 is not pending"), nothing.err());
    }

    @Test
    void aToldTrialAsJson() {
        Cli.run("ask", toy).exits(0);
        String[] words = {"tell", toy.toString(), "--trial", "1", "--json", "--output"};
        Object[] pending = Arrays.copyOf(words, 7, Object[].class);
        pending[6] = "seconds=null";
        assertEquals("pending", Cli.run(pending).exits(0).json().get("state"));
        Object[] measured = pending.clone();
        measured[6] = "seconds=1.5";
        Map<String, Object> told = Cli.run(measured).exits(0).json();
        assertEquals(1, told.get("trial"));
        assertEquals("measured", told.get("state"));
        assertEquals(Map.of("seconds", 1.5), told.get("outputs"));
    }

    @Test
    void wrongTellsAreRefused() {
        assertTrue(
                Cli.run("tell", toy, "--trial", "1", "--output", "seconds=1")
                        .exits(2)
                        .err()
                        .contains("no history"));
        Cli.run("ask", toy).exits(0);
        for (String[] wrong :
                new String[][] {
                    {"7", "--output", "seconds=1", "There is no trial 7"},
                    {"1", "--output", "second=1", "Maybe you meant 'seconds'"},
                    {"1", "--output", "seconds", "--output needs name=value, not 'seconds'"},
                    {"1", "--output", "seconds=fast", "not a number"},
                    {"1", "--failed", "boredom", "Known are: build, crash"},
                    {"1", "--outcome", "{", "not JSON"},
                    {"1", "--outcome", "{\"output\": 1}", "not 'output'"},
                    {"1", "--detail", "x", "Give either"}
                }) {
            Cli told = Cli.run("tell", toy, "--trial", wrong[0], wrong[1], wrong[2]).exits(2);
            assertTrue(told.err().contains(wrong[3]), told.err());
            assertEquals("", told.out());
        }
    }
}
