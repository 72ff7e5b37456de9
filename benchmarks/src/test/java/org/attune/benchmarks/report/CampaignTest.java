package org.attune.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

class CampaignTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @TempDir private Path folder;

    private Results results(String name) {
        return new Results(folder.resolve(name));
    }

    @Test
    void nothingMeasuredIsWorseThanAnyValue() {
        Path file =
                results("a.jsonl")
                        .line("a", "p:0", 0, "[null, NaN, 3, 2]", "")
                        .line("a", "p:0", 1, "[null, Infinity, -Infinity, null]", "")
                        .write();
        Campaign campaign = Campaign.read(List.of(file));
        List<Run> runs = campaign.runs("p:0", "a", 4);
        assertArrayEquals(new double[] {INFINITY, INFINITY, 3, 2}, runs.get(0).best());
        assertEquals(INFINITY, runs.get(1).at(4));
    }

    /** Ten tenths and a full run are 2; another tuner's two runs stand beside them. */
    @Test
    void runsAreComparedAtEqualCost() throws IOException {
        String cheap =
                "{\"peer\":\"mf\",\"problem\":\"p:0\",\"budget\":2,\"seed\":0,\"best\":[%s5],\"cost\":[%s1]}\n"
                        .formatted("null,".repeat(10), "0.1,".repeat(10));
        Path file = results("a.jsonl").run("full", "p:0", 0, 7, 6).write();
        Files.writeString(file, cheap, StandardOpenOption.APPEND);
        Campaign campaign = Campaign.read(List.of(file));
        Run run = campaign.runs("p:0", "mf", 2).getFirst();
        assertArrayEquals(new double[] {INFINITY, 5}, run.best());
        assertEquals(INFINITY, run.at(1.9));
        assertEquals(5, run.at(2.0));
        assertEquals(INFINITY, run.at(0.05));
        Run other = campaign.runs("p:0", "full", 2).getFirst();
        assertEquals(7, other.at(1.9));
        assertEquals(INFINITY, other.at(0.9));
        assertEquals(List.of(2), campaign.budgets());
        assertTrue(campaign.notes().getFirst().contains("full runs"), "the report says so");
    }

    @Test
    void theLongestOfRepeatedRunsCounts() {
        Path file =
                results("a.jsonl")
                        .run("a", "p:0", 0, 3, 2, 1)
                        .run("a", "p:0", 0, 9, 8)
                        .run("a", "p:0", 1, 5)
                        .run("a", "p:0", 1, 4)
                        .write();
        Campaign campaign = Campaign.read(List.of(file));
        List<Run> runs = campaign.runs("p:0", "a", 1);
        assertEquals(2, runs.size());
        assertEquals(1, runs.get(0).at(3));
        assertEquals(4, runs.get(1).at(1));
        assertTrue(campaign.notes().getFirst().startsWith("a: 2 repeated runs"));
    }

    /** Two tools may call their own random search the same. */
    @Test
    void sameNamesInFilesThatDisagreeAreDifferentTuners() {
        Path ours = results("ours.jsonl").run("random", "p:0", 0, 3).run("x", "p:0", 0, 1).write();
        Path theirs =
                results("theirs.jsonl").run("random", "p:0", 0, 4).run("x", "p:0", 1, 2).write();
        Campaign campaign = Campaign.read(List.of(ours, theirs));
        assertEquals(
                List.of("random (ours.jsonl)", "random (theirs.jsonl)", "x"), campaign.tuners());
        assertEquals(2, campaign.of("x").size());
        Campaign twice = Campaign.read(List.of(ours, ours));
        assertEquals(List.of("random", "x"), twice.tuners());
        assertTrue(twice.notes().getFirst().contains("named twice"), twice.notes().toString());
    }

    @Test
    void runsOfAProblemBeforeAndAfterItWasEditedAreNotReported() {
        Path file =
                results("a.jsonl")
                        .line("a", "p:0", 0, "[1, 2]", ", \"definition\": \"0badc0de\"")
                        .line("a", "p:0", 1, "[1, 2]", "")
                        .write();
        assertEquals(2, Campaign.read(List.of(file)).of("a").size(), "a line need not say it");
        Path other =
                results("b.jsonl")
                        .line("b", "p:0", 0, "[1, 2]", ", \"definition\": \"0badc0df\"")
                        .write();
        var refused =
                assertThrows(
                        IllegalArgumentException.class, () -> Campaign.read(List.of(file, other)));
        assertTrue(refused.getMessage().contains("'p:0' was changed"), refused.getMessage());
    }

    @Test
    void aProblemThatOnlyRisesIsMaximized() {
        Path file =
                results("a.jsonl")
                        .run("a", "up:0", 0, 1, 2)
                        .run("b", "up:0", 0, 3, 3)
                        .run("a", "noisy:0", 0, 1, 2)
                        .run("b", "noisy:0", 0, 2, 1)
                        .line("a", "said:0", 0, "[1, 2]", ", \"goal\": \"minimize\"")
                        .line("a", "also:0", 0, "[1, 1]", ", \"goal\": \"maximize\"")
                        .write();
        Campaign campaign = Campaign.read(List.of(file));
        assertTrue(campaign.isMaximized("up:0"));
        assertFalse(campaign.isMaximized("noisy:0"));
        assertFalse(campaign.isMaximized("said:0"));
        assertTrue(campaign.isMaximized("also:0"));
        Run run = campaign.runs("up:0", "a", 2).getFirst();
        assertEquals(-2, run.at(2));
        assertEquals(2, campaign.shown("up:0", run.at(2)));
    }

    @Test
    void badFilesAreNamedWithTheLine() throws IOException {
        Path file = folder.resolve("bad.jsonl");
        String good = "{\"peer\":\"a\",\"problem\":\"p\",\"budget\":1,\"seed\":0,\"best\":[1]}\n";
        for (String bad :
                List.of(
                        "notes\n",
                        "{\"peer\":\"a\"}\n",
                        good.replace("[1]", "1"),
                        good.replace("[1]", "[\"x\"]"),
                        good.replace("]}", "],\"goal\":\"up\"}"),
                        "notes without an end")) {
            Files.writeString(file, good + "\n" + bad);
            String message = message(List.of(file));
            assertTrue(message.contains("bad.jsonl:3 is no result of a run: "), message);
        }
    }

    @Test
    void whatIsWrongIsSaidInPlainWords() throws IOException {
        Path file = folder.resolve("bad.jsonl");
        Files.writeString(file, "notes\n");
        assertEquals(
                file
                        + ":1 is no result of a run: it is not a whole JSON object. Maybe this is"
                        + " the wrong file.",
                message(List.of(file)));
        Files.writeString(file, "{\"a\": 1}\n");
        assertEquals(
                file + ":1 is no result of a run: it has no 'peer'. Maybe this is the wrong file.",
                message(List.of(file)));
        Files.writeString(file, "5\n");
        assertTrue(message(List.of(file)).contains("it is not a whole JSON object"));
    }

    @Test
    void thereMustBeAResult() throws IOException {
        Path empty = results("empty.jsonl").write();
        assertTrue(message(List.of(empty)).startsWith("There is no result in "));
        assertTrue(message(List.of(folder.resolve("none"))).startsWith("There is no result file"));
        Path hollow = results("hollow.jsonl").line("a", "p:0", 0, "[]", "").write();
        assertTrue(message(List.of(hollow)).contains("No run in the files has an evaluation"));
        Path one = results("one.jsonl").run("a", "p:0", 0, 1).write();
        assertEquals(1, Campaign.read(List.of(empty, one)).notes().size());
        String line = Files.readString(one).strip();
        Files.writeString(one, line); // complete, though without an end
        assertEquals(1, Campaign.read(List.of(one)).all().size());
        Files.writeString(one, line + "\n{\"peer\":\"a\",\"prob"); // still being written
        assertEquals(1, Campaign.read(List.of(one)).all().size());
        List<String> notes = Campaign.read(List.of(one)).notes();
        assertTrue(notes.getFirst().contains("one.jsonl:2 is left out"), notes.toString());
    }

    private static String message(List<Path> files) {
        return assertThrows(IllegalArgumentException.class, () -> Campaign.read(files))
                .getMessage();
    }

    @Test
    void budgetsAreThoseThatRunsHave() {
        Path file =
                results("a.jsonl")
                        .run("a", "p:0", 0, new double[50])
                        .run("b", "p:0", 0, new double[12])
                        .write();
        assertEquals(List.of(12, 20, 40, 50), Campaign.read(List.of(file)).budgets());
    }

    /**
     * Two tuners on two problems, and a third one on one of them: four cells are more than three.
     */
    @Test
    void theSampleKeepsMostMedians() {
        Path file =
                results("a.jsonl")
                        .run("a", "p:0", 0, 1)
                        .run("a", "q:0", 0, 1)
                        .run("b", "p:0", 0, 2)
                        .run("b", "q:0", 0, 2)
                        .run("b", "q:0", 7, 3)
                        .run("c", "p:0", 0, 3)
                        .write();
        Campaign campaign = Campaign.read(List.of(file));
        Sample sample = Sample.of(campaign, 1);
        assertEquals(List.of("a", "b"), sample.tuners());
        assertEquals(List.of("p:0", "q:0"), sample.problems());
        assertEquals(Set.of(0L), sample.commonSeeds(campaign));
        assertArrayEquals(new double[] {2, 3}, sample.values()[1][1]);
        assertArrayEquals(new double[] {2}, sample.only(Set.of(0L), campaign).values()[1][1]);
        assertTrue(sample.compares());
    }

    /**
     * No problem has all tuners, but two groups have one each: the one with more problems counts.
     */
    @Test
    void groupsThatNeverMeetAreNotMixed() {
        Path file =
                results("a.jsonl")
                        .run("a", "p:0", 0, 1)
                        .run("b", "p:0", 0, 2)
                        .run("c", "q:0", 0, 1)
                        .run("d", "q:0", 0, 1)
                        .run("c", "r:0", 0, 1)
                        .run("d", "r:0", 0, 1)
                        .write();
        Sample sample = Sample.of(Campaign.read(List.of(file)), 1);
        assertEquals(List.of("c", "d"), sample.tuners());
        assertEquals(List.of("q:0", "r:0"), sample.problems());
    }

    /** One tuner on many problems is no comparison; two on one are. */
    @Test
    void aLoneTunerGivesWayToTwo() {
        Path file =
                results("a.jsonl")
                        .run("a", "p:0", 0, 1)
                        .run("a", "q:0", 0, 1)
                        .run("a", "r:0", 0, 1)
                        .run("b", "p:0", 0, 1)
                        .write();
        Sample sample = Sample.of(Campaign.read(List.of(file)), 1);
        assertEquals(List.of("a", "b"), sample.tuners());
        assertEquals(List.of("p:0"), sample.problems());
    }
}
