package org.attune.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.studies.OpenStudy;
import org.attune.studies.StudyPlace;
import org.attune.studies.StudySettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The numbers of the page's parts against what the trials say, counted here in another way. */
class PartsTest {
    @TempDir private Path folder;

    private List<String[]> written(StudyPlace place, String figure) throws IOException {
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(place).read(Optional.empty(), ""), out);
        return Files.readAllLines(out.resolve("figures/" + figure + ".csv")).stream()
                .map(l -> l.split(","))
                .toList();
    }

    /** The third and the sixth trial of each task fail, the others cost 20 less their number. */
    private static Outcome falling(Trial t) {
        long k = (t.number() + 1) / 2; // of two tasks in turn
        return k == 3
                ? Outcome.failed(FailureCause.TIMEOUT, "slow")
                : k == 6
                        ? Outcome.failed(FailureCause.CRASH, "gone")
                        : Outcome.measured("cost", 20.0 - k + 100 * t.task().number("n"));
    }

    @Test
    void bestSoFarFallsAndTheDefaultIsALine() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, "random", PartsTest::falling);
        List<String[]> rows = written(place, "best-so-far");
        var first = rows.stream().filter(r -> r[0].equals("n=1")).toList();
        assertEquals(9, first.size());
        var best = new ArrayList<Double>();
        first.forEach(r -> best.add(Double.parseDouble(r[5])));
        // after trials 1, 2, (3 failed), 4, 5, (6 failed), 7, 8, 9
        assertEquals(List.of(119.0, 118.0, 118.0, 116.0, 115.0, 115.0, 113.0, 112.0, 111.0), best);
        assertTrue(first.stream().allMatch(r -> Double.parseDouble(r[6]) == 119));
        var tasks = written(place, "every-task");
        assertEquals(List.of("n=2", "219.0", "211.0"), List.of(tasks.get(2)));
    }

    /** Where there is no default, nothing is said of one. */
    @Test
    void tasksWithoutADefaultHaveTheirBest() throws IOException {
        String text = Studies.TEXT.replaceAll(", default: [0-9.b]+", "");
        StudyPlace place = Studies.place(folder, text, "main");
        Studies.run(place, "random", t -> Outcome.measured("cost", t.task().number("n")));
        var tasks = written(place, "every-task");
        assertEquals("n=2", tasks.get(2)[0]);
        assertEquals("2.0", tasks.get(2)[2]);
        String drawn = Files.readString(folder.resolve("report/figures/every-task.svg"));
        assertFalse(drawn.contains("default"), drawn);
    }

    /** An output may be called "seconds", which a run takes, too. */
    @Test
    void noTwoColumnsHaveTheSameName() throws IOException {
        StudyPlace place =
                Studies.place(
                        folder, Studies.TEXT.replace("name: cost,", "name: seconds,"), "main");
        Studies.run(place, "random", t -> Outcome.measured("seconds", 1.0 * t.number()));
        for (String figure : List.of("parallel-coordinates", "best-so-far")) {
            List<String> names = List.of(written(place, figure).getFirst());
            assertTrue(names.contains("seconds"), names.toString());
            assertEquals(names.stream().distinct().toList(), names);
        }
    }

    @Test
    void failuresAreCountedByCauseAndTask() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, "random", PartsTest::falling);
        Map<String, Integer> counts = new java.util.TreeMap<>();
        for (String[] row : written(place, "failures").subList(1, 7)) {
            counts.put(row[0] + " " + row[1], Integer.parseInt(row[2]));
        }
        assertEquals(
                Map.of(
                        "n=1 measured",
                        7,
                        "n=1 crash",
                        1,
                        "n=1 timeout",
                        1,
                        "n=2 measured",
                        7,
                        "n=2 crash",
                        1,
                        "n=2 timeout",
                        1),
                counts);
    }

    /** The other study is better in the first task and worse in the second: ranks 1.5 and 1.5. */
    @Test
    void studiesAreRankedAndTheirValuesDistributed() throws IOException {
        Studies.run(
                Studies.place(folder, Studies.TEXT, "other"),
                "sobol",
                t ->
                        Outcome.measured(
                                "cost", t.task().number("n") == 1 ? 50.0 : 300.0 + t.number()));
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, "random", PartsTest::falling);
        List<String[]> rows = written(place, "studies-distribution");
        double[] shares =
                rows.stream()
                        .filter(r -> r[0].equals("n=1") && r[1].equals("main"))
                        .mapToDouble(r -> Double.parseDouble(r[3]))
                        .toArray();
        assertEquals(7, shares.length, "usable trials");
        assertEquals(1, shares[6]);
        assertTrue(
                Arrays.equals(shares, Arrays.stream(shares).sorted().toArray()), "it only grows");
        String page = Files.readString(folder.resolve("report/index.html"));
        assertTrue(
                page.contains(
                        "<td>main (this one)</td><td>random</td><td class=\"n\">18</td><td"
                                + " class=\"n\">1.5</td>"),
                "rank of main");
        assertTrue(
                page.contains(
                        "<td>other</td><td>sobol</td><td class=\"n\">18</td><td"
                                + " class=\"n\">1.5</td>"),
                "rank of other");
    }

    /** A confirmation measures again what its study found: it is none that could be better. */
    @Test
    void aConfirmationIsNoRival() throws IOException {
        String two =
                Studies.TEXT.replace(
                        "- {name: cost, type: real, unit: s}",
                        "- {name: cost, type: real}\n  - {name: size, type: real}");
        for (String study : List.of("other", "main", "main-confirm")) {
            Studies.run(
                    Studies.place(folder, two, study),
                    "random",
                    t -> Outcome.measured(Map.of("cost", 1.0 * t.number(), "size", 1.0)));
        }
        written(Studies.place(folder, two, "main"), "studies-distribution");
        String page = Files.readString(folder.resolve("report/index.html"));
        assertTrue(page.contains("<td>other</td>"), "another study is compared");
        assertFalse(page.contains("<td>main-confirm</td>"), "its confirmation is not");
        assertTrue(page.contains("By the first objective, cost, alone"), "what is compared");
    }

    /** Hypervolume of two objectives is the area of a staircase, which never shrinks. */
    @Test
    void theHypervolumeGrowsToThatOfTheFront() throws IOException {
        String text =
                Studies.TEXT.replace(
                        "- {name: cost, type: real, unit: s}",
                        "- {name: cost, type: real}\n  - {name: size, type: real}");
        StudyPlace place = Studies.place(folder, text, "main");
        Studies.run(
                place,
                "random",
                t ->
                        Outcome.measured(
                                Map.of(
                                        "cost",
                                        t.configuration().number("x"),
                                        "size",
                                        1 - t.configuration().number("x"))));
        List<String[]> rows = written(place, "hypervolume");
        double[] volumes =
                rows.stream()
                        .filter(r -> r[0].equals("n=1"))
                        .mapToDouble(r -> Double.parseDouble(r[2]))
                        .toArray();
        assertEquals(9, volumes.length);
        assertTrue(
                Arrays.equals(volumes, Arrays.stream(volumes).sorted().toArray()), "it only grows");
        var front = Studies.reader(place).study().tasks().getFirst().pareto().orElseThrow();
        assertEquals(front.hypervolume(), volumes[8], 1e-12);
        assertEquals(
                9,
                written(place, "front-cost-size").stream()
                        .filter(r -> r[0].equals("n=1") && r[4].equals("true"))
                        .count(),
                "none dominates another on a line");
    }

    /**
     * One objective and levels of 10, 30 and 100 steps, which cost a tenth, three tenths, and all.
     */
    private static final String LEVELS =
            """
            tuning_problem_name: toy
            parameter_space: [{name: x, type: real, lower_bound: 0, upper_bound: 1, default: 0.9}]
            output_space: [{name: cost, type: real, unit: s}]
            fidelity: {name: steps, levels: [10, 30, 100]}
            trials: 5
            """;

    /**
     * The default, then nine cheap runs, of which the third fails, then four full ones. Cheap runs
     * have the least values: one that counted would be the best.
     */
    private StudyPlace cheapAndFull() {
        StudyPlace place = Studies.place(folder, LEVELS, "main");
        var settings = new StudySettings();
        settings.tuner("random");
        try (OpenStudy open = place.read().opening().settings(settings).runningNothing().open()) {
            var study = open.study();
            study.ask(1).forEach(t -> study.tell(t.number(), Outcome.measured("cost", 20)));
            for (int i = 1; i <= 9; i++) {
                var level = new Fidelity(i % 2 == 0 ? 0.3 : 0.1);
                var candidate = new Candidate(Point.EMPTY, Point.of("x", i / 10.0), level);
                study.add(List.of(candidate))
                        .forEach(t ->
                                study.tell(
                                        t.number(),
                                        t.number() == 4
                                                ? Outcome.failed(FailureCause.CRASH, "gone")
                                                : Outcome.measured("cost", level.value())));
            }
            for (int i = 1; i <= 4; i++) {
                double cost = 20 - i;
                study.add(List.of(Candidate.of(Point.EMPTY, Point.of("x", i / 100.0))))
                        .forEach(t -> study.tell(t.number(), Outcome.measured("cost", cost)));
            }
        }
        return place;
    }

    /** They stand beside the full ones at their own values and costs, and change no best value. */
    @Test
    void cheapRunsAreDrawnAsWhatTheyAre() throws IOException {
        StudyPlace place = cheapAndFull();
        List<String[]> rows = written(place, "best-so-far");
        assertEquals(
                "task,trials ended,elapsed seconds,full runs,cost,best so far,default,share of a"
                        + " full run",
                String.join(",", rows.getFirst()));
        double cost = 0;
        for (String[] row : rows.subList(1, rows.size())) {
            double share = Double.parseDouble(row[7]);
            cost += share;
            assertEquals(cost, Double.parseDouble(row[3]), 1e-6);
            double best = Double.parseDouble(row[5]);
            int k = Integer.parseInt(row[1]);
            assertEquals(k <= 10 ? 20 : 30 - k, best, "best after trial " + k);
            String value = k == 4 ? "" : Double.toString(k == 1 ? 20 : k <= 10 ? share : 30 - k);
            assertEquals(value, row[4], "value of trial " + k);
        }
        String page = Files.readString(folder.resolve("report/index.html"));
        String picture =
                page.substring(page.indexOf("id=\"best-so-far\""), page.indexOf("id=\"trials\""));
        assertTrue(picture.contains("cheap, steps 10 (0.1 of a full run)"), "named by level");
        assertTrue(picture.contains("cheap, steps 30 (0.3 of a full run)"), "named by level");
        assertTrue(picture.contains("cost in full runs"), "what the budget counts is an axis");
        int axes = 3; // cost, trials, and time
        int rings =
                picture.split("fill=\"none\" stroke=\"#[0-9a-f]{6}\" stroke-width=\"2\"", -1).length
                        - 1;
        assertEquals(8 * axes + 2, rings, "the cheap runs that were measured, and the legend");
        assertTrue(
                page.contains("9 of them cheap runs, at the cost of 6.7 full runs in all"),
                "in short");
    }

    /** Among all trials they have a column for the level, and are not compared. */
    @Test
    void cheapRunsHaveTheirLevelAmongAllTrials() throws IOException {
        List<String[]> rows = written(cheapAndFull(), "parallel-coordinates");
        int steps = List.of(rows.getFirst()).indexOf("steps");
        assertEquals("100.0", rows.get(1)[steps]);
        assertEquals("10.0", rows.get(2)[steps]);
        assertEquals("30.0", rows.get(3)[steps]);
        String page = Files.readString(folder.resolve("report/index.html"));
        assertTrue(page.contains("Dashed ones are cheap runs, which are not compared."), "caption");
        assertTrue(
                page.contains("\"cheap\": [0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]"),
                "for the script");
        assertEquals(8, page.split("stroke-dasharray=\"3 3\"", -1).length - 1, "dashed lines");
    }
}
