package org.attune.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.attune.api.Outcome;
import org.attune.api.Study;
import org.attune.api.Trust;
import org.attune.charts.Picture;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.history.TrialNotes;
import org.attune.history.TrialUids;
import org.attune.studies.StudyPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Pages of studies: what they say, what lies beside them, and what never happens to other files.
 */
class StudyReportTest {
    @TempDir private Path folder;

    private String page(Path out) throws IOException {
        return Files.readString(out.resolve("index.html"));
    }

    private StudyPlace tuned(String tuner) {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, tuner, Studies::cost);
        return place;
    }

    @Test
    void saysWhyItsTunerWasChosen() throws IOException {
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(tuned("auto")).read(), out);
        assertTrue(
                page(out).contains("gp-lcm, chosen as no other has won more runs"),
                "the study has categories beside numbers");
    }

    @Test
    void everyFigureOfThePageIsAFileInThreeForms() throws IOException {
        Path out = folder.resolve("report");
        Subject subject = Studies.reader(tuned("gp-lcm")).read();
        StudyReport.Written written = StudyReport.write(subject, out);
        String page = page(out);
        List<String> stems;
        try (Stream<Path> files = Files.list(out.resolve("figures"))) {
            stems =
                    files.map(f -> f.getFileName().toString())
                            .filter(f -> f.endsWith(".svg"))
                            .map(f -> f.replace(".svg", ""))
                            .toList();
        }
        assertEquals(written.figures(), stems.size());
        assertTrue(
                stems.containsAll(
                        List.of(
                                "best-so-far",
                                "every-task",
                                "parallel-coordinates",
                                "predicted-and-measured-cost",
                                "importance",
                                "slices-n-1",
                                "contours-n-1",
                                "surface-n-2",
                                "timeline")),
                stems.toString());
        for (String stem : stems) {
            assertTrue(
                    page.contains(Files.readString(out.resolve("figures/" + stem + ".svg"))), stem);
            assertTrue(page.contains("figures/" + stem + ".csv"), stem);
            assertTrue(Files.size(out.resolve("figures/" + stem + ".csv")) > 20, stem);
            if (written.withoutPng().isEmpty()) {
                assertTrue(Files.size(out.resolve("figures/" + stem + ".png")) > 1000, stem);
            }
        }
        assertTrue(page.contains("attune confirm toy.yaml"));
        assertTrue(page.contains("× faster"), "the gain");
        assertTrue(page.contains("The MIT License"), "the licence of uPlot");
        assertFalse(page.replace("http://www.w3.org/2000/svg", "").contains("src=\"http"));
    }

    /** A factor of 1.00 with an interval of 1.00 to 1.00 would say nothing. */
    @Test
    void ofADefaultThatIsStillTheBestNoFactorIsSaid() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(
                place,
                "gp-lcm",
                t ->
                        Outcome.measured(
                                "cost",
                                2
                                        - t.configuration().number("x")
                                        + Math.abs(t.configuration().number("x") - 0.9) * 9
                                        + Math.abs(t.configuration().number("k") - 90)));
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(place).read(), out);
        assertTrue(page(out).contains("Nothing has beaten the default, so that there is no gain"));
        assertFalse(page(out).contains("The model expects"), "no factor");
        Studies.run(
                Studies.place(folder, Studies.TEXT, "main-confirm"),
                "gp-lcm",
                t -> new Outcome.Measured(Map.of("cost", List.of(1.0, 1.1, 1.2)), Map.of(), 1));
        StudyReport.write(Studies.reader(place).read(), out);
        assertFalse(page(out).contains("Measured again by confirm: 1.00 times"));
    }

    @Test
    void aFolderThatCannotBeIsSaid() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, "random", t -> Outcome.measured("cost", t.number()));
        Subject subject = Studies.reader(place).read(Optional.empty(), "");
        Path file = Files.createFile(folder.resolve("file"));
        var below =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> StudyReport.write(subject, file.resolve("report")));
        assertEquals(file + " is a file. Maybe name a folder: --out DIR", below.getMessage());
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "a folder in which none can be made");
        var refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> StudyReport.write(subject, Path.of("/proc/attune")));
        assertEquals(
                "The folder /proc/attune cannot be made. Maybe name another one: --out DIR",
                refused.getMessage());
    }

    /** Of costs below zero neither the model nor confirm has a factor. */
    @Test
    void whatWasMeasuredAgainWithoutAFactorIsSaid() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, "random", t -> Outcome.measured("cost", -1.0 * t.number()));
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(place).read(), out);
        assertTrue(page(out).contains("and it was not measured again."));
        Studies.run(
                Studies.place(folder, Studies.TEXT, "main-confirm"),
                "random",
                t -> new Outcome.Measured(Map.of("cost", List.of(-3.0, -3.1, -3.2)), Map.of(), 1));
        StudyReport.write(Studies.reader(place).read(), out);
        assertTrue(
                page(out)
                        .contains(
                                "It was measured again by confirm; the values give no factor over"
                                        + " the default."));
    }

    /** What the page draws of held-out runs is what the model's trust sums up. */
    @Test
    void heldOutRunsAreThoseOfTheTrust() {
        Subject subject = Studies.reader(tuned("gp-lcm")).read();
        var task = subject.tasks().getFirst();
        var runs = subject.model().orElseThrow().heldOut(task, "cost");
        Trust trust = subject.model().orElseThrow().trust(task, "cost");
        assertEquals(trust.trials(), runs.size());
        double inside =
                runs.stream()
                        .mapToDouble(
                                r -> r.lower() <= r.measured() && r.measured() <= r.upper() ? 1 : 0)
                        .average()
                        .orElseThrow();
        assertEquals(trust.coverage95(), inside, 1e-12);
        double[] errors =
                runs.stream()
                        .mapToDouble(r -> Math.abs(r.predicted() - r.measured()) / r.measured())
                        .sorted()
                        .toArray();
        int n = errors.length;
        assertEquals(trust.relativeError(), (errors[(n - 1) / 2] + errors[n / 2]) / 2, 1e-12);
    }

    @Test
    void noNameIsMarkup() throws IOException {
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(tuned("random")).read(), out);
        String page = page(out);
        assertFalse(page.contains(Studies.EVIL));
        assertEquals(
                3,
                Pattern.compile("<script").matcher(page).results().count(),
                "the data, uPlot and ours");
        assertEquals(3, Pattern.compile("</script").matcher(page).results().count());
        assertTrue(page.contains("\\u003c/script>\\u003cscript>alert(1)"), "in the data");
        assertTrue(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"), "in the text");
        assertFalse(page.contains("<b>badly"));
    }

    @Test
    void otherFilesStayAndTheReportIsReplaced() throws IOException {
        Subject subject = Studies.reader(tuned("random")).read();
        Path out = folder.resolve("report");
        StudyReport.write(subject, out);
        StudyReport.write(subject, out);
        Path foreign = Files.writeString(out.resolve("notes.txt"), "mine");
        var refused =
                assertThrows(IllegalArgumentException.class, () -> StudyReport.write(subject, out));
        assertTrue(refused.getMessage().contains("notes.txt"), refused.getMessage());
        assertEquals("mine", Files.readString(foreign));
        Path page = Files.createDirectory(folder.resolve("site")).resolve("index.html");
        Files.writeString(page, "<h1>mine</h1>");
        assertThrows(
                IllegalArgumentException.class, () -> StudyReport.write(subject, page.getParent()));
        assertEquals("<h1>mine</h1>", Files.readString(page));
        assertThrows(IllegalArgumentException.class, () -> StudyReport.write(subject, page));
    }

    @Test
    void aJournalAloneSaysWhatIsMissing() throws IOException {
        Path journal = tuned("random").read().history();
        var place = new StudyPlace(journal, "main", Optional.empty(), Optional.empty());
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(place).read(), out);
        assertTrue(page(out).contains("Made from the history alone"));
        assertTrue(page(out).contains("Tuner &#39;random&#39; learns no model"));
    }

    @Test
    void theOnlyStudyIsMeantElseOneHasToBeNamed() {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "a");
        var none = assertThrows(IllegalArgumentException.class, () -> SubjectReader.only(place));
        assertTrue(none.getMessage().contains("There is no history"), none.getMessage());
        Studies.run(place, "random", Studies::cost);
        assertEquals("a", SubjectReader.only(place));
        Studies.run(Studies.place(folder, Studies.TEXT, "b"), "sobol", Studies::cost);
        var two = assertThrows(IllegalArgumentException.class, () -> SubjectReader.only(place));
        assertTrue(two.getMessage().contains("a, b"), two.getMessage());
        Studies.run(Studies.place(folder, Studies.TEXT, "main"), "lhs", Studies::cost);
        assertEquals("main", SubjectReader.only(place));
    }

    @Test
    void studiesAreCompared() throws IOException {
        Studies.run(Studies.place(folder, Studies.TEXT, "other"), "sobol", Studies::cost);
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(tuned("random")).read(), out);
        assertTrue(page(out).contains("main (this one)"));
        assertTrue(
                Files.readString(out.resolve("figures/studies-distribution.csv"))
                        .contains(",other,"));
    }

    @Test
    void whereNothingWasMeasuredThePageSaysSo() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(
                place,
                "random",
                t -> Outcome.failed(org.attune.api.FailureCause.TIMEOUT, "too slow"));
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(place).read(), out);
        assertTrue(page(out).contains("Nothing usable has been measured yet."));
        assertTrue(page(out).contains("too slow"));
    }

    /** Notes that are kept stand in the table, in the data and in the CSV file. */
    @Test
    void keptNotesAreShown() throws IOException {
        StudyPlace place = tuned("random");
        var stored = Studies.reader(place).study();
        String uid = TrialUids.of(stored.problem().name(), stored.records()).get(3L);
        TrialNotes.beside(stored.history())
                .keep(new TrialNotes.Note(uid, "main", 3, "busy <b>machine</b>"), Optional.empty());
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(place).read(), out);
        assertTrue(page(out).contains("<td>busy &lt;b&gt;machine&lt;/b&gt;</td>"));
        assertTrue(page(out).contains("\"notes\": {\"3\": \"busy \\u003cb>machine\\u003c/b>\"}"));
        assertTrue(page(out).contains("\"%s\"".formatted(uid.substring(0, 8))));
        assertTrue(
                Files.readString(out.resolve("figures/parallel-coordinates.csv"))
                        .contains("busy <b>machine</b>"));
    }

    /** A report that cannot be finished leaves nothing of itself, and the old one as it was. */
    @Test
    void anUnfinishedReportLeavesTheOldOne() throws IOException {
        Path out = folder.resolve("report");
        Path fresh = folder.resolve("fresh");
        var to = ReportFolder.of(out);
        String old = "<meta name=\"color-scheme\" content=\"light dark\">";
        to.write(old, List.of(figure("one")), false);
        String tooLong = "x".repeat(300); // for the name of a file
        for (Path folder : List.of(out, fresh)) {
            assertThrows(
                    UncheckedIOException.class,
                    () ->
                            ReportFolder.of(folder)
                                    .write("<p>new</p>", List.of(figure(tooLong)), false));
        }
        assertEquals(old, page(out));
        assertTrue(Files.exists(out.resolve("figures/one.svg")));
        try (Stream<Path> files = Files.list(out)) {
            assertEquals(2, files.count(), "index.html and figures");
        }
        assertFalse(Files.exists(fresh));
    }

    private static Figure figure(String id) {
        return new Figure(id, id, "", new Picture(1, 1, "<svg/>"), new Csv("x"));
    }

    /** All tasks and objectives can be chosen; where there are too many, the page says so. */
    @Test
    void everyObjectiveOfEveryTaskIsDrawn() throws IOException {
        var text =
                Studies.TEXT
                        .replace(
                                "- {name: cost, type: real, unit: s}",
                                "- {name: cost, type: real, unit: s}\n  - {name: size, type: real}")
                        .replace("trials: 9", "trials: 7");
        StudyPlace place = Studies.place(folder, text, "main");
        Studies.run(
                place,
                "gp-lcm",
                t ->
                        Outcome.measured(
                                Map.of(
                                        "cost",
                                        t.configuration().number("x") + t.task().number("n"),
                                        "size",
                                        2 - t.configuration().number("x"))));
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(place).read(), out);
        for (String label : List.of("n=1, cost", "n=1, size", "n=2, cost", "n=2, size")) {
            assertTrue(page(out).contains("data-label=\"%s\"".formatted(label)), label);
        }
        for (String figure :
                List.of("slices-n-2", "slices-n-2-size", "surface-n-1-size", "importance-size")) {
            assertTrue(Files.exists(out.resolve("figures/" + figure + ".csv")), figure);
        }
        // the best size of each task is where x is largest, the best cost where it is smallest
        String slice = Files.readString(out.resolve("figures/slices-n-1-size.csv"));
        assertTrue(slice.startsWith("parameter,value,median"), slice);
    }

    /**
     * More trials than a model is fitted to: a part of them, the best among them, and it is said.
     */
    @Test
    void aLargeStudyIsModelledInPart() {
        var subject = Studies.reader(tuned("random")).read();
        var problem = subject.problem();
        var records = subject.study().records();
        var some = ModelledTrials.of(problem, records, 8);
        assertEquals(8, some.trials().size(), 2);
        assertEquals(some.trials().size(), some.finished().size());
        for (int i = 0; i < some.trials().size(); i++) {
            assertEquals(i + 1, some.trials().get(i).number());
        }
        for (var task : subject.tasks()) {
            var best = Study.best(problem, records, task).orElseThrow().candidate();
            assertTrue(some.trials(task).stream().anyMatch(t -> t.candidate().equals(best)));
        }
        assertTrue(records == ModelledTrials.of(problem, records, 18));
    }

    /** What counts as a failure by its value alone is said where failures are counted. */
    @Test
    void saysPenaltiesInShort() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(
                place,
                "random",
                t ->
                        t.configuration().number("x") > 0.7
                                ? Outcome.measured("cost", 1e30)
                                : Studies.cost(t));
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(place).read(), out);
        String page = page(out);
        String inShort = page.substring(page.indexOf("In short"), page.indexOf("What to try next"));
        assertTrue(inShort.contains("taken for a penalty (cost = 1e+30)"), inShort);
        assertTrue(inShort.contains("penalty: none"), inShort);
    }

    /** Trials that nobody has told are said, not taken for failed ones. */
    @Test
    void pendingTrialsAreSaid() throws IOException {
        StudyPlace place = Studies.place(folder, Studies.TEXT, "main");
        try (var open = place.read().opening().runningNothing().open()) {
            open.study().ask(2);
        }
        Path out = folder.resolve("report");
        StudyReport.write(Studies.reader(place).read(), out);
        assertTrue(page(out).contains("None failed. 2 have not ended yet."), "asked for here");
    }
}
