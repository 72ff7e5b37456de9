package org.attune.cli.history;

import org.attune.api.Trial;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.JsonVerb;
import org.attune.history.TrialUids;
import org.attune.studies.report.LastWords;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.TrialDetails;
import org.attune.studies.text.Json;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.util.Map;
import java.util.Optional;

/** {@code attune history show}: everything about one trial. */
@Command(
        name = "show",
        description = {"Shows everything that is known of one trial.", ProblemArguments.OR_JOURNAL})
public final class HistoryShow extends JsonVerb {
    @Mixin private ProblemArguments arguments;

    @Parameters(index = "1", paramLabel = "N", description = "Number of the trial.")
    private long number;

    @Override
    public Integer call() {
        StoredStudy stored = arguments.storedOrJournal();
        Trial trial = stored.trial(number);
        String uid = TrialUids.of(stored.problem().name(), stored.records()).get(number);
        var details = TrialDetails.of(stored, trial, Optional.ofNullable(uid));
        print(
                details,
                () -> {
                    printTable(Json.fields(details));
                    details.output().ifPresent(this::printOutput);
                });
        return 0;
    }

    private void printOutput(LastWords words) {
        print("");
        print(
                "The end of what %s printed; all that is kept is in %s"
                        .formatted(words.run(), words.folder()));
        words.stdout().forEach(line -> print("stdout: " + line));
        words.stderr().forEach(line -> print("stderr: " + line));
    }

    private void printTable(Map<String, Object> facts) {
        var table = new Table("", "");
        facts.forEach((key, value) -> {
            if (!key.equals("output")
                    && value != null
                    && !value.toString().isBlank()
                    && !value.equals(Map.of())) {
                boolean nested = value instanceof Map || value instanceof Record;
                String unit = key.equals("elapsed") ? " s" : "";
                table.row(key, nested ? Json.text(value) : value + unit);
            }
        });
        table.print(session().out());
    }
}
