package org.attune.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.benchmarks.Comparison;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

/** Whole reports, of files as they come. */
class BenchReportTest {
    private static final String MACHINE =
            ", \"failures\": 1, \"sum\": 5, \"seconds\": {\"objective\": 1, \"model\": 2,"
                    + " \"search\": 1}, \"environment\": {\"attune\": \"0.1.0\", \"cpu\": \"Fast"
                    + " <One>\", \"date\": \"%s\"}";

    @TempDir private Path folder;

    private Results results() {
        return new Results(folder.resolve("results.jsonl"));
    }

    private String page(Path file) throws IOException {
        return Files.readString(BenchReport.write(List.of(file), folder.resolve("out")).page());
    }

    private Path three() {
        Results results = results();
        for (int seed = 0; seed < 4; seed++) {
            for (String problem : List.of("p:0", "p:1", "up:0")) {
                double sign = problem.startsWith("up") ? -1 : 1;
                results.run("a", problem, seed, sign * 500, sign * (1 + seed))
                        .run("b", problem, seed, sign * 500, sign * (3 + seed))
                        .line("c", problem, seed, sign > 0 ? "[null, 9]" : "[-9, -8]", "");
            }
        }
        return results.write();
    }

    @Test
    void everyFigureHasItsFiles() throws Exception {
        BenchReport.Written written =
                BenchReport.write(List.of(three()), folder.resolve("new").resolve("out"));
        String page = Files.readString(written.page());
        int pictures = 0;
        try (Stream<Path> files = Files.list(written.page().resolveSibling("figures"))) {
            for (Path svg : files.filter(f -> f.toString().endsWith(".svg")).toList()) {
                pictures++;
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
                assertTrue(page.contains(Files.readString(svg)), svg.toString());
                String stem = svg.getFileName().toString().replace(".svg", "");
                byte[] png = Files.readAllBytes(svg.resolveSibling(stem + ".png"));
                assertArrayEquals(
                        new byte[] {(byte) 0x89, 'P', 'N', 'G'}, java.util.Arrays.copyOf(png, 4));
                List<String> csv = Files.readAllLines(svg.resolveSibling(stem + ".csv"));
                assertTrue(csv.size() > 1, stem);
                assertTrue(page.contains("figures/" + stem + ".csv"), stem);
            }
        }
        assertEquals(written.figures(), pictures);
        assertEquals(7, pictures, "ranks, one critical difference, two profiles, three problems");
        assertTrue(page.contains("up:0</h3>") && page.contains("higher is better"));
        assertTrue(written.withoutPng().isEmpty());
    }

    /**
     * On a phone they move sideways; a small one that is stretched to the width of a large one has
     * letters of another size.
     */
    @Test
    void figuresAreNeverStretched() throws IOException {
        String page = page(three());
        assertTrue(page.contains("figure { overflow-x: auto; }"));
        assertFalse(page.contains("min-width"));
    }

    /** The curve has a point for each tenth of a full run: nothing at 1, the full run at 1.1. */
    @Test
    void curvesOfCheapRunsGoOverTheirCost() throws IOException {
        Path file = results().run("full", "p:0", 0, 7, 6).write();
        Files.writeString(
                file,
                "{\"peer\":\"mf\",\"problem\":\"p:0\",\"budget\":2,\"seed\":0,\"best\":[null,5],\"cost\":[0.1,1]}\n",
                StandardOpenOption.APPEND);
        BenchReport.Written written = BenchReport.write(List.of(file), folder.resolve("mf"));
        assertTrue(Files.readString(written.page()).contains("cost in full runs"));
        Path csv;
        try (Stream<Path> files = Files.list(written.page().resolveSibling("figures"))) {
            csv =
                    files.filter(f -> f.getFileName().toString().matches("(best|curve).*csv"))
                            .findFirst()
                            .orElseThrow();
        }
        List<String> rows = Files.readAllLines(csv);
        assertTrue(rows.getFirst().startsWith("tuner,full runs"), rows.getFirst());
        assertTrue(rows.stream().anyMatch(r -> r.matches("mf,1\\.1,1,5(\\.0)?,.*")), "" + rows);
        assertTrue(rows.stream().noneMatch(r -> r.matches("mf,1\\.0,1,5.*")), "" + rows);
        assertTrue(rows.stream().anyMatch(r -> r.matches("full,1\\.9,1,7(\\.0)?,.*")), "" + rows);
    }

    @Test
    void hypervolumesAreCalledSo() throws IOException {
        String front = ", \"goal\": \"maximize\", \"reference\": [9.5, 120]";
        Path file =
                results()
                        .line("a", "front:0", 0, "[0, 3, 5]", front)
                        .line("a", "one:0", 0, "[5, 3, 2]", "")
                        .write();
        String page = page(file);
        assertTrue(page.contains("hypervolume so far (higher is better)"));
        assertTrue(page.contains("best value so far (lower is better)"));
        assertFalse(page.contains("best value so far (higher is better)"));
        assertTrue(page.contains("up to (9.5000, 120.00)"));
    }

    @Test
    void hypervolumesUpToDifferentPointsAreNotCompared() {
        Path file =
                results()
                        .line("a", "front:0", 0, "[0, 3]", ", \"reference\": [9.5, 120]")
                        .line("b", "front:0", 0, "[0, 4]", ", \"reference\": [9.5, 130]")
                        .write();
        for (Runnable use :
                List.<Runnable>of(
                        () -> BenchReport.write(List.of(file), folder.resolve("out")),
                        () -> Comparison.of(List.of(file), "a", "b", List.of(2)))) {
            var refused = assertThrows(IllegalArgumentException.class, use::run);
            assertTrue(refused.getMessage().contains("[9.5, 130.0], and cannot be compared"));
        }
    }

    @Test
    void thePageNeedsNoNetworkAndIsTheSameAgain() throws IOException {
        Path file = three();
        String page = page(file);
        String plain = page.replace("http://www.w3.org/2000/svg", "");
        assertFalse(plain.contains("http") || plain.contains("<script") || plain.contains("src="));
        assertEquals(page, page(file));
    }

    @Test
    void textOfFilesIsEscaped() throws IOException {
        String evil = "</style><script>x</script>&'";
        Path file =
                results()
                        .run(evil, "<b>:0", 0, 2, 1)
                        .line("b", "<b>:0", 0, "[3, 2]", MACHINE.formatted("</style><script>"))
                        .write();
        String page = page(file);
        assertFalse(page.contains("<script"), "script");
        assertFalse(page.contains("<b>"), "problem");
        assertEquals(page.indexOf("</style>"), page.lastIndexOf("</style>"));
        assertTrue(page.contains("&lt;script&gt;x&lt;/script&gt;&amp;&#39;"));
    }

    private String found(Results results) {
        return String.join(
                "\n",
                BenchReport.write(List.of(results.write()), folder.resolve("out")).findings());
    }

    @Test
    void equalTunersShareTheBestRank() {
        String two = found(results().run("a", "p:0", 0, 5, 5).run("b", "p:0", 0, 5, 5));
        assertTrue(
                two.contains(
                        "over 1 problem, a, b share the best average rank of 2 tuners (1.50)."),
                two);
        assertTrue(two.contains("none of 1 test could be"), two);
        String three =
                found(
                        results()
                                .run("a", "p:0", 0, 5, 5)
                                .run("b", "p:0", 0, 5, 5)
                                .run("c", "p:0", 0, 7, 7));
        assertTrue(
                three.contains("a, b share the best average rank of 3 tuners (1.50), before c"),
                three);
    }

    /** Critical differences of two tuners are 1.96 / √problems; the ranks are 1 apart. */
    @Test
    void nemenyiIsSaidInWords() {
        String few = found(ordered(2));
        assertTrue(few.contains("Nemenyi's test cannot tell it from any other."), few);
        String many = found(ordered(5));
        assertTrue(many.contains("Nemenyi's test finds all others significantly worse."), many);
    }

    private Results ordered(int problems) {
        Results results = results();
        for (int p = 0; p < problems; p++) {
            results.run("a", "p:" + p, 0, 1).run("b", "p:" + p, 0, 2);
        }
        return results;
    }

    @Test
    void tunersInNoRankingAreNamedAtTheHead() {
        String found =
                found(
                        results()
                                .run("a", "p:0", 0, 3, 1)
                                .run("b", "p:0", 0, 3, 2)
                                .run("mine", "q:0", 0, 3, 2));
        assertTrue(
                found.contains(
                        "In no table of ranks: mine. They have not run all of the problems that"
                                + " are ranked. Maybe let them run p:0."),
                found);
    }

    @Test
    void machinesAndDatesAreStated() throws IOException {
        Path file =
                results()
                        .line("a", "p:0", 0, "[2, 1]", MACHINE.formatted("2026-11-02"))
                        .line("a", "p:0", 1, "[2, 1]", MACHINE.formatted("2026-11-05"))
                        .run("b", "p:0", 0, 2, 2)
                        .write();
        String page = page(file);
        assertTrue(
                page.contains(
                        "2 runs of a: attune 0.1.0; cpu Fast &lt;One&gt;; 2026-11-02 to"
                                + " 2026-11-05."),
                page);
        assertTrue(page.contains("1 run of b: machine, versions and date were not recorded."));
        assertTrue(page.contains("@bottom-left { content: \"0.1.0, Fast \\00003cOne>;"), "footer");
        assertTrue(page.contains("Where the time went"));
    }

    @Test
    void oneTunerIsNotCompared() throws IOException {
        String page = page(results().run("a", "p:0", 0, 2, 1).run("a", "p:0", 1, 3, 1).write());
        assertTrue(page.contains("There is one tuner only"));
        assertFalse(page.contains("Average ranks</h2>"));
    }

    @Test
    void tunersWithoutACommonProblemAreNotCompared() throws IOException {
        String page = page(results().run("a", "p:0", 0, 2).run("b", "q:0", 0, 3).write());
        assertTrue(page.contains("so that nothing can be compared"));
    }

    @Test
    void tooFewSeedsAreSaid() throws IOException {
        String page = page(results().run("a", "p:0", 0, 2).run("b", "p:0", 0, 3).write());
        assertTrue(page.contains("Too few seeds to say anything of single problems"));
        assertTrue(page.contains("Maybe run 5 seeds of each tuner."));
        assertTrue(page.contains("One problem is not enough to test ranks."));
    }

    @Test
    void unequalSeedsAndBudgetsAreSaid() throws IOException {
        String page =
                page(
                        results()
                                .run("a", "p:0", 0, 3, 2)
                                .run("a", "p:0", 1, 3, 2)
                                .run("b", "p:0", 1, 3, 1)
                                .run("c", "p:0", 1, 4)
                                .write());
        assertTrue(page.contains("Tuners have from 1 to 2 runs on a problem."));
        assertTrue(page.contains("rank over seeds 1</th>"));
        assertTrue(page.contains("Not all runs have 2 evaluations (c)."));
        assertTrue(page.contains("have not run all of these problems so long: c."));
    }

    @Test
    void runsWithoutAnyValueHaveAPageToo() throws IOException {
        String page =
                page(
                        results()
                                .line("a", "p:0", 0, "[null, NaN]", "")
                                .line("b", "p:0", 0, "[null, null]", ", \"failed\": \"x\"")
                                .write());
        assertTrue(page.contains("<td class=\"n\">nothing</td>"));
    }

    @Test
    void problemsWhoseNamesAreAlikeKeepTheirFigures() throws IOException {
        BenchReport.Written written =
                BenchReport.write(
                        List.of(results().run("a", "p:0", 0, 2).run("a", "p_0", 0, 3).write()),
                        folder.resolve("out"));
        assertEquals(2, written.figures());
        assertTrue(Files.exists(folder.resolve("out/figures/curves-p-0-2.svg")));
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws IOException {
        Path file = results().run("a", "p:0", 0, 2).write();
        var thrown =
                assertThrows(
                        UncheckedIOException.class,
                        () -> BenchReport.write(List.of(file), file.resolve("out")));
        assertTrue(thrown.getMessage().contains("results.jsonl"), thrown.getMessage());
    }
}
