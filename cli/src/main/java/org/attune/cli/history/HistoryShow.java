package org.attune.cli.history;

import org.attune.api.Outcome;
import org.attune.api.Source;
import org.attune.api.Trial;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Verb;
import org.attune.history.TrialUids;
import org.attune.history.formats.Surroundings;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.text.Format;
import org.attune.studies.text.Json;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.LinkedHashMap;
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
        Map<String, Object> facts = facts(stored, trial, uid);
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

    /** Returns what is known of a trial, by name. */
    static Map<String, Object> facts(StoredStudy stored, Trial trial, String uid) {
        var facts = Outcomes.json(stored.problem(), trial);
        if (trial.outcome() instanceof Outcome.Measured m) {
            facts.put("evaluations", m.outputs());
            facts.put("extra", m.extra());
        }
        facts.put("elapsed", trial.outcome().elapsed());
        facts.put("phase", Format.word(trial.origin().phase()));
        facts.put("technique", trial.origin().technique());
        facts.put("asked", trial.provenance().asked().toString());
        facts.put("told", trial.provenance().told().map(Object::toString).orElse(null));
        facts.put("uid", uid);
        Surroundings where = Surroundings.of(trial, stored.records());
        facts.put("machine", where.machine().orElse(null));
        facts.put("user", where.user().orElse(null));
        facts.put("machine_configuration", where.environment().machine());
        facts.put("software", where.environment().software());
        var source = new LinkedHashMap<String, Object>();
        trial.provenance()
                .source()
                .ifPresent((Source s) -> {
                    source.put("format", s.format());
                    source.put("file", s.file());
                    source.put("record", s.record());
                });
        facts.put("source", source.isEmpty() ? null : source);
        return facts;
    }
}
