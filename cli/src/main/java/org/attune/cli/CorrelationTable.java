package org.attune.cli;

import org.attune.api.TaskCorrelation;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** How alike a model of several tasks finds them: a row per task, its columns numbered. */
final class CorrelationTable {
    private CorrelationTable() {}

    /**
     * Prints the table.
     *
     * @param of what is correlated, after "the tasks"; may be empty
     */
    static void print(String of, TaskCorrelation correlation, PrintStream out) {
        out.println(
                "Correlation of the tasks%s, as the model of all of them has learned it:"
                        .formatted(of));
        double[][] matrix = correlation.matrix();
        var headings = new ArrayList<String>(List.of("task"));
        IntStream.rangeClosed(1, matrix.length).forEach(i -> headings.add("#" + i));
        var table = new Table(headings.toArray(new String[0]));
        for (int i = 0; i < matrix.length; i++) {
            var cells =
                    new ArrayList<String>(
                            List.of("#%d %s".formatted(i + 1, correlation.tasks().get(i))));
            for (double value : matrix[i]) {
                double rounded = Math.round(100 * value) / 100.0; // no negative zero
                cells.add(String.format(Locale.ROOT, "%.2f", rounded));
            }
            table.row(cells.toArray(new String[0]));
        }
        table.print(out);
    }
}
