package org.attune.studies.model;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Trust;
import org.attune.studies.text.Table;

import java.io.PrintStream;
import java.util.List;

/** How far the model of many tasks can be trusted: a row for each, in place of sentences. */
public final class TrustTable {
    private TrustTable() {}

    /**
     * Prints a table for an output.
     *
     * @param output one that the model knows
     */
    public static void print(
            FittedModel model, List<Point> tasks, Objective output, PrintStream out) {
        out.println(
                "How the model predicts '%s' of held-out runs, median errors ('surrogate show' says more):"
                        .formatted(output.name()));
        var table = new Table("task", "trials", "error", "in 95 % interval", "learned from");
        for (Point task : tasks) {
            Trust trust = model.trust(task, output.name());
            boolean known = trust.predicts();
            boolean measured = trust.trials() > 0;
            table.row(
                    task,
                    trust.trials(),
                    known
                            ? error(output, trust)
                            : measured ? "predicts nothing yet" : "nothing measured yet",
                    known ? SurrogateView.percent(trust.coverage95()) : "-",
                    model.sharing(task, output.name())
                            .map(by ->
                                    by.equals("features") ? "all tasks, by features" : "all tasks")
                            .orElse(measured ? "its own runs" : "-"));
        }
        table.print(out);
    }

    /** Returns the error with its unit, and as a share of what was measured. */
    public static String error(Objective output, Trust trust) {
        double share = trust.relativeError();
        return "%s (%s)"
                .formatted(
                        Format.value(output, trust.error()),
                        share < 10
                                ? SurrogateView.percent(share)
                                : "a factor of " + Format.number(1 + share));
    }
}
