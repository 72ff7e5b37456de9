package org.attune.report;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.TaskCorrelation;
import org.attune.charts.HeatMap;
import org.attune.charts.page.Csv;
import org.attune.charts.page.Figure;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** How alike the tasks are to the model of all of them. */
final class TasksPart {
    private static final int MOST = 24;

    private TasksPart() {}

    static void write(Subject subject, Sheet sheet, FittedModel model) {
        List<String> outputs =
                model.outputs().stream().filter(o -> model.taskCorrelation(o).isPresent()).toList();
        sheet.html().section("tasks", "How alike the tasks are");
        if (outputs.isEmpty()) {
            sheet.html()
                    .quiet(
                            "The tasks have no model in common: each is better predicted by its own"
                                    + " trials alone, or by the features of tasks.");
            return;
        }
        for (String output : outputs) {
            Optional<TaskCorrelation> correlation = model.taskCorrelation(output);
            draw(subject, sheet, output, correlation.orElseThrow());
        }
    }

    private static void draw(
            Subject subject, Sheet sheet, String output, TaskCorrelation correlation) {
        int n = Math.min(correlation.tasks().size(), MOST);
        List<String> names =
                correlation.tasks().stream()
                        .limit(n)
                        .map(t -> Format.cut(Subject.name(t), 28))
                        .toList();
        double[][] matrix = correlation.matrix();
        var csv = new Csv("task", "other task", "correlation");
        double[][] shown = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                shown[i][j] = matrix[i][j];
                csv.row(names.get(i), names.get(j), matrix[i][j]);
            }
        }
        boolean all = IntStream.range(0, n).count() == correlation.tasks().size();
        sheet.show(
                new Figure(
                        sheet.id("correlation " + output),
                        "Correlation of tasks in '%s'".formatted(output),
                        "1: what is learned of one task holds for the other; 0 or less: nothing is.%s"
                                .formatted(all ? "" : " The first %d tasks.".formatted(MOST)),
                        HeatMap.of(
                                sheet.id("correlation-picture"),
                                "Correlation of tasks",
                                names,
                                shown),
                        csv));
    }
}
