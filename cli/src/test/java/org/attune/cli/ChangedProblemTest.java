package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

/** A problem file edited while its study goes on. */
class ChangedProblemTest {
    private static final String GOAL =
            "note: ATTENTION: since study 'main' was started, output_space.seconds: its goal was"
                    + " minimize and is now maximize.";

    private static final String UNIT =
            "note: Since study 'main' was started, output_space.seconds: its unit was s and is now"
                    + " ms; recorded values are not converted.";

    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void ask() {
        toy = Cli.toy(folder);
        Cli.run("run", toy, "--set", "x=7").exits(0);
        Cli.run("ask", toy).exits(0);
    }

    private void edit(String old, String now) {
        Cli.problem(folder, Cli.TOY.replace(old, now));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ask TOY",
                "tune TOY",
                "run TOY --set x=8",
                "tell TOY --trial 3 --output seconds=1",
                "best TOY",
                "best TOY --json",
                "confirm TOY --top 1 --repeats 1",
                "history list TOY",
                "history reparse TOY"
            })
    void everyVerbSaysTheSame(String line) {
        edit("unit: s}", "unit: ms, goal: maximize}");
        Cli result = Cli.run((Object[]) line.replace("TOY", toy.toString()).split(" ")).exits(0);
        assertTrue(result.err().contains(GOAL), result.err());
        assertTrue(result.err().contains(UNIT), result.err());
        assertTrue(result.err().contains("--study NEW --reuse main"), result.err());
        assertFalse(result.out().contains("note:"), result.out());
    }

    @Test
    void theBestTrialSatisfiesTheConstraintsOfToday() {
        Cli.run("run", toy, "--set", "x=3", "--task", "n=1").exits(0);
        Cli.run("run", toy, "--set", "x=12", "--task", "n=1").exits(0);
        String[] best = {"best", toy.toString(), "--task", "n=1", "--format", "env"};
        String before = Cli.run((Object[]) best).exits(0).out();
        int x = Integer.parseInt(before.replaceFirst("(?s).*x=(\\d+).*", "$1"));
        edit("x + n <= 27", "x + n <= 27 and x != " + x);
        assertFalse(Cli.run((Object[]) best).exits(0).out().contains("x=" + x + " "), before);
    }

    @Test
    void fewerTrialsInTheFileAreNoLongerIgnoredInSilence() {
        edit("trials: 5", "trials: 3");
        String said = "toy.yaml is for new studies: study 'main' has 5, which can only be raised.";
        Cli tuned = Cli.run("tune", toy).exits(0);
        assertTrue(tuned.err().contains(said), tuned.err());
        assertFalse(Cli.run("tune", toy, "--trials", "6").exits(0).err().contains(said));
    }

    @Test
    void moreTrialsInTheFileAreNoLongerIgnoredInSilence() {
        edit("trials: 5", "trials: 8");
        String said = "study 'main' has 5, which --trials 8 raises.";
        Cli tuned = Cli.run("tune", toy).exits(0);
        assertTrue(tuned.err().contains(said), tuned.err());
        assertFalse(Cli.run("tune", toy, "--trials", "8").exits(0).err().contains(said));
        assertFalse(Cli.run("tune", toy).exits(0).err().contains("is for new studies"));
    }

    /** Old and new trials may measure different things: that is a question, with ways out. */
    @Test
    void anotherCommandIsAQuestion() {
        edit("[sh, toy.sh,", "[sh, ./toy.sh,");
        for (String verb : new String[] {"best", "ask"}) {
            String err = Cli.run(verb, toy).exits(0).err();
            assertTrue(
                    err.contains(
                            "ATTENTION: since study 'main' was started, evaluation was edited:"
                                    + " command. Do"),
                    err);
            assertTrue(err.contains("history reparse") && err.contains("--study NEW"), err);
        }
    }

    /** The page compares the studies, all of which were started before the change. */
    @Test
    void aReportSaysItOnceForAllStudies() {
        for (String study : new String[] {"a", "other"}) {
            Cli.run("run", toy, "--set", "x=8", "--study", study).exits(0);
        }
        Cli.problem(
                folder,
                Cli.TOY
                        .replace("[sh, toy.sh,", "[sh, ./toy.sh,")
                        .replace("unit: s}", "unit: s, goal: maximize}"));
        String page = folder.resolve("page").toString();
        String err = Cli.run("report", toy, "--no-model", "--out", page).exits(0).err();
        for (String said :
                new String[] {GOAL, "main' was started, evaluation was edited: command"}) {
            assertTrue(err.contains(said), err);
        }
        assertEquals(3, err.split("was started", -1).length, err);
    }

    @Test
    void whatHasNotChangedIsNotMentioned() {
        assertEquals("", Cli.run("best", toy).exits(0).err());
        assertEquals("", Cli.run("ask", toy).exits(0).err());
    }

    @Test
    void boundsAreWidenedAloudAndComeBackWhileTheTrialsAllow() {
        edit("upper_bound: 20", "upper_bound: 24");
        String wider = "parameter_space.x was bounded by [0, 20] and is now by the wider [0, 24]";
        assertTrue(Cli.run("best", toy).exits(0).err().contains(wider));
        assertTrue(Cli.run("ask", toy).exits(0).err().contains(wider));
        Cli.toy(folder);
        Cli back = Cli.run("ask", toy).exits(0);
        assertTrue(back.err().contains("All its trials lie inside."), back.err());

        edit("upper_bound: 20", "upper_bound: 24");
        Cli.run("run", toy, "--set", "x=23", "--task", "n=1").exits(0);
        Cli.toy(folder);
        for (String verb : new String[] {"ask", "best"}) {
            String err = Cli.run(verb, toy).exits(2).err();
            assertTrue(err.contains("outside of that lie 1 of its "), err);
            assertTrue(err.contains("--study NEW --reuse main"), err);
        }
        Cli fresh = Cli.run("tune", toy, "--study", "NEW", "--reuse", "main").exits(0);
        assertTrue(fresh.err().contains("left out: 1 outside of the parameter space"), fresh.err());
    }
}
