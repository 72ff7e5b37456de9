package org.attune.studies.model;

import org.attune.api.Format;
import org.attune.api.TaskCorrelation;
import org.attune.studies.report.Summary;
import org.attune.studies.text.Table;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How alike a model of several tasks finds them: a row per task, its columns numbered; of many
 * tasks each pair once.
 */
public final class CorrelationTable {
    private CorrelationTable() {}

    /**
     * Prints the table.
     *
     * @param of what is correlated, after "the tasks"; may be empty
     */
    public static void print(String of, TaskCorrelation correlation, PrintStream out) {
        double[][] matrix = correlation.matrix();
        boolean few = matrix.length <= Summary.FEW;
        out.println(
                "Correlation of the tasks%s%s, as the model of all of them has learned it:"
                        .formatted(of, few ? "" : ", in hundredths"));
        var headings = new ArrayList<String>(List.of("task"));
        IntStream.rangeClosed(1, matrix.length).forEach(i -> headings.add((few ? "#" : "") + i));
        var table = new Table(headings);
        for (int i = 0; i < matrix.length; i++) {
            var cells =
                    new ArrayList<String>(
                            List.of(
                                    "#%d %s"
                                            .formatted(
                                                    i + 1,
                                                    Format.task(correlation.tasks().get(i)))));
            for (int j = 0; j < matrix.length; j++) {
                long hundredths = Math.round(100 * matrix[i][j]);
                cells.add(
                        few
                                ? String.format(Locale.ROOT, "%.2f", hundredths / 100.0)
                                : j <= i ? Long.toString(hundredths) : "");
            }
            table.row(cells.toArray());
        }
        table.print(out);
    }
}
