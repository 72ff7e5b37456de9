package org.attune.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Outcome;
import org.attune.api.Trust;
import org.attune.studies.StudyPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        assertEquals(trust.coverage90(), inside, 1e-12);
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
}
