package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.api.Trial;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Verb;
import org.attune.history.TrialUids;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.text.Json;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code attune history show}: everything about one trial. */
@Command(
        name = "show",
        description = {"Shows everything that is known of one trial.", ProblemArguments.OR_JOURNAL})
public final class HistoryShow extends Verb implements Callable<Integer> {
    @Mixin private ProblemArguments arguments;

    @Parameters(index = "1", paramLabel = "N", description = "Number of the trial.")
    private long number;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        StoredStudy stored = arguments.storedOrJournal();
        Trial trial = trial(stored.records().trials(), number);
        String uid = TrialUids.of(stored.problem().name(), stored.records()).get(number);
        Map<String, Object> facts = Outcomes.facts(stored, trial, uid);
        if (json) {
            json(facts);
            return 0;
        }
        var table = new Table("", "");
        facts.forEach((key, value) -> {
            if (value != null && !value.toString().isBlank() && !value.equals(Map.of())) {
                table.row(key, value instanceof Map ? Json.text(value) : value.toString());
            }
        });
        table.print(session().out());
        return 0;
    }

    static Trial trial(List<Trial> trials, long number) {
        if (number < 1 || number > trials.size()) {
            throw new IllegalArgumentException(
                    "There is no trial %d; the study has %s."
                            .formatted(number, Format.count(trials.size(), "trial")));
        }
        return trials.get((int) number - 1);
    }
}
