package org.attune.cli;

import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Trust;

import java.io.PrintStream;
import java.util.List;

/** How far the model of many tasks can be trusted: a row for each, in place of sentences. */
final class TrustTable {
    private TrustTable() {}

    /**
     * Prints a table for an output.
     *
     * @param output one that the model knows
     */
    static void print(FittedModel model, List<Point> tasks, Objective output, PrintStream out) {
        out.println(
                "How the model predicts '%s' of held-out runs, median errors ('surrogate show' says more):"
                        .formatted(output.name()));
        var table = new Table("task", "trials", "error", "in 90 % interval", "learned from");
        for (Point task : tasks) {
            Trust trust = model.trust(task, output.name());
            boolean known = trust.predicts();
            table.row(
                    task.toString(),
                    Integer.toString(trust.trials()),
                    known ? error(output, trust) : "predicts nothing yet",
                    known ? SurrogateView.percent(trust.coverage90()) : "-",
                    model.shares(task, output.name()) ? "all tasks" : "its own runs");
        }
        table.print(out);
    }

    /** Returns the error with its unit, and as a share of what was measured. */
    static String error(Objective output, Trust trust) {
        return "%s (%s)"
                .formatted(
                        Format.value(output, trust.error()),
                        SurrogateView.percent(trust.relativeError()));
    }
}
