package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.JsonVerb;
import org.attune.studies.report.DriftSummary;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code attune history drift}: how the machine drifted while a study ran. */
@Command(
        name = "drift",
        description = {
            "Shows what was measured again to see the machine drift, and what it says.",
            "The section 'drift' of a problem file asks for that.",
            ProblemArguments.OR_JOURNAL
        })
public final class HistoryDrift extends JsonVerb {
    @Mixin private ProblemArguments arguments;

    @Override
    public Integer call() {
        StoredStudy stored = arguments.storedOrJournal();
        DriftSummary drift =
                DriftSummary.of(stored)
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "Nothing was measured again in study '%s'. Maybe add to the problem file: drift: {every: 5}"
                                                .formatted(stored.setUp().study())));
        print(drift, () -> print(stored, drift));
        return 0;
    }

    private void print(StoredStudy stored, DriftSummary drift) {
        var table =
                new Table(
                        "control",
                        "after trials",
                        "time",
                        drift.objective(),
                        "to the first",
                        "host");
        double first = Double.NaN;
        for (DriftSummary.Measurement c : drift.controls()) {
            double value = c.value().orElse(Double.NaN);
            first = Double.isNaN(first) ? value : first;
            table.row(
                    c.number(),
                    c.after(),
                    c.told().orElse(c.asked()).toString(),
                    c.failure()
                            .orElseGet(() ->
                                    c.told().isEmpty()
                                            ? "pending"
                                            : Format.value(
                                                    drift.objective(stored.problem()), c.value())),
                    Double.isFinite(value / first) ? Format.number(value / first) : "-",
                    c.host());
        }
        table.print(session().out());
        drift.lines().forEach(line -> print("%s", line));
    }
}
