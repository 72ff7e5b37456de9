package org.attune.benchmarks.report;

import org.attune.charts.page.Html;
import org.attune.charts.page.Html.Cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Average ranks, and critical differences. */
final class RankPart {
    private final Sheet sheet;
    private final Standing standing;
    private final Findings findings;
    private final SummaryFigures summary;
    private final Html html;

    RankPart(Sheet sheet, Standing standing, Findings findings, SummaryFigures summary) {
        this.sheet = sheet;
        this.standing = standing;
        this.findings = findings;
        this.summary = summary;
        this.html = sheet.html();
    }

    /** Writes it. */
    void write() {
        html.section("ranking", "Average ranks");
        sheet.show(summary.ranks());
        for (Standing.Stage stage : standing.comparable().reversed()) {
            html.heading(
                    "ranks-" + stage.budget(), "At " + Format.count(stage.budget(), "evaluation"));
            var header =
                    new ArrayList<>(
                            List.of(
                                    Cell.text("tuner"),
                                    Cell.number("average rank"),
                                    Cell.number("± by seeds"),
                                    Cell.number("runs per problem")));
            if (stage.common().length > 0) {
                header.add(
                        Cell.number(
                                "rank over seeds "
                                        + Format.ranges(List.copyOf(stage.commonSeeds()))));
            }
            var rows = new ArrayList<List<Cell>>();
            for (int t : stage.order()) {
                var row =
                        new ArrayList<>(
                                List.of(
                                        sheet.key(stage.sample().tuners().get(t)),
                                        Cell.number(Format.fixed(stage.spread()[t].average(), 2)),
                                        Cell.number(Format.fixed(stage.spread()[t].deviation(), 2)),
                                        Cell.number(runsPerProblem(stage.sample(), t))));
                if (stage.common().length > 0) {
                    row.add(Cell.number(Format.fixed(stage.common()[t], 2)));
                }
                rows.add(row);
            }
            html.table(header, rows, false);
            html.quiet(
                    "Problems: %s. %s"
                            .formatted(
                                    String.join(", ", stage.sample().problems()),
                                    findings.leftOut(stage)));
            if (stage.isTestable()) {
                sheet.show(summary.criticalDifference(stage));
            }
        }
    }

    private static String runsPerProblem(Sample sample, int tuner) {
        int[] counts =
                Arrays.stream(sample.values()).mapToInt(p -> p[tuner].length).sorted().toArray();
        int least = counts[0];
        int most = counts[counts.length - 1];
        return least == most ? Integer.toString(least) : least + " to " + most;
    }
}
