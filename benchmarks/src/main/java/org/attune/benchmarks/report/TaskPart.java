package org.attune.benchmarks.report;

import org.attune.benchmarks.Quantiles;
import org.attune.charts.page.Html;
import org.attune.charts.page.Html.Cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Tasks that were tuned together: each one's best values and summed values. */
final class TaskPart {
    private final Sheet sheet;
    private final Campaign campaign;
    private final Standing standing;
    private final SummaryFigures summary;
    private final Html html;

    TaskPart(Sheet sheet, Campaign campaign, Standing standing, SummaryFigures summary) {
        this.sheet = sheet;
        this.campaign = campaign;
        this.standing = standing;
        this.summary = summary;
        this.html = sheet.html();
    }

    /** Writes it, where there are such tasks. */
    void write() {
        List<TaskRatios> all = TaskRatios.of(campaign, standing.ranking());
        if (all.isEmpty()) {
            return;
        }
        html.section("tasks", "Tasks tuned together");
        for (TaskRatios ratios : all) {
            String id = sheet.id("tasks-" + ratios.problem());
            summary.taskRatios(ratios, id)
                    .ifPresentOrElse(
                            sheet::show,
                            () ->
                                    html.heading(
                                            id,
                                            "%s: each task against %s"
                                                    .formatted(
                                                            ratios.problem(), ratios.reference())));
            var rows = new ArrayList<List<Cell>>();
            for (TaskRatios.Other other : ratios.others()) {
                int n = other.tasks().size();
                rows.add(
                        List.of(
                                sheet.key(other.tuner()),
                                Cell.number("%d of %d".formatted(other.betterBest(), n)),
                                Cell.number(median(other.best())),
                                Cell.number(
                                        other.recorded() == 0
                                                ? "not recorded"
                                                : "%d of %d"
                                                        .formatted(
                                                                other.cheaper(), other.recorded())),
                                Cell.number(median(other.sum()))));
            }
            html.table(
                    List.of(
                            Cell.text("against"),
                            Cell.number("better best value on tasks"),
                            Cell.number("median ratio"),
                            Cell.number("less spent on tasks"),
                            Cell.number("median ratio")),
                    rows,
                    false);
        }
    }

    private static String median(double[] ratios) {
        double[] known = Arrays.stream(ratios).filter(Double::isFinite).toArray();
        return known.length == 0 ? "–" : Format.fixed(Quantiles.median(known), 3);
    }
}
