package org.attune.report;

import org.attune.api.FailureCause;
import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.charts.BarChart;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;
import org.attune.charts.page.Html.Cell;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.PenaltyLine;
import org.attune.studies.report.Summary;
import org.attune.studies.report.TaskSummary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What failed, from which causes, and the last words of each. */
final class FailurePart {
    private FailurePart() {}

    static void write(Subject subject, Sheet sheet) {
        sheet.html().section("failures", "Failures by cause");
        List<TaskSummary> tasks = subject.summaries();
        var causes = new EnumMap<FailureCause, Integer>(FailureCause.class);
        tasks.forEach(t -> t.causes().forEach((c, n) -> causes.merge(c, n, Integer::sum)));
        if (causes.isEmpty()) {
            sheet.html().paragraph("No trial has failed.");
            return;
        }
        PenaltyLine.of(tasks).ifPresent(sheet.html()::paragraph);
        draw(sheet, tasks, List.copyOf(causes.keySet()));
        var rows = new ArrayList<List<Cell>>();
        for (Map.Entry<FailureCause, Integer> e : causes.entrySet()) {
            Trial last =
                    subject.trials().stream()
                            .filter(t ->
                                    t.outcome() instanceof Outcome.Failed f
                                            && f.cause() == e.getKey())
                            .max(Comparator.comparingLong(Trial::number))
                            .orElseThrow();
            rows.add(
                    List.of(
                            Cell.text(e.getKey().text()),
                            Cell.number(e.getValue()),
                            Cell.number(last.number()),
                            Cell.text(Format.cut(Outcomes.line(subject.problem(), last), 160)),
                            Cell.text(
                                    Format.cut(
                                            Format.brief(last.task(), last.configuration()),
                                            160))));
        }
        sheet.html()
                .table(
                        List.of(
                                Cell.text("cause"),
                                Cell.number("trials"),
                                Cell.number("the last"),
                                Cell.text("what it said"),
                                Cell.text("task and configuration")),
                        rows,
                        false);
    }

    private static void draw(Sheet sheet, List<TaskSummary> tasks, List<FailureCause> causes) {
        List<TaskSummary> shown =
                tasks.stream().filter(t -> !t.trials().isEmpty()).limit(3L * Summary.FEW).toList();
        var parts = new ArrayList<>(List.of("measured"));
        causes.forEach(c -> parts.add(c.text()));
        double[][] amounts = new double[shown.size()][parts.size()];
        var csv = new Csv("task", "outcome", "trials");
        for (int i = 0; i < shown.size(); i++) {
            TaskSummary task = shown.get(i);
            amounts[i][0] = task.trials().size() - task.failed();
            for (int c = 0; c < causes.size(); c++) {
                amounts[i][c + 1] = task.causes().getOrDefault(causes.get(c), 0);
            }
            for (int p = 0; p < parts.size(); p++) {
                csv.row(Subject.name(task.task()), parts.get(p), (long) amounts[i][p]);
            }
        }
        sheet.show(
                new Figure(
                        sheet.id("failures"),
                        "What became of the trials",
                        "",
                        BarChart.of(
                                "failures-picture",
                                "Outcomes of the trials of each task",
                                shown.stream()
                                        .map(t -> Format.cut(Subject.name(t.task()), 34))
                                        .toList(),
                                parts,
                                amounts,
                                "trials"),
                        csv));
    }
}
