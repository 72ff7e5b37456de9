package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.cli.open.GivenTrials;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.JsonVerb;
import org.attune.history.TrialUids;
import org.attune.history.formats.Surroundings;
import org.attune.studies.OpenStudy;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.RunAgain;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;

/** {@code attune history rerun}: evaluates a stored trial again, and compares. */
@Command(
        name = "rerun",
        description = {
            "Evaluates a stored trial again, one's own or an imported one, and compares.",
            "The new run is a trial of its own, which counts; the old one stays as it is."
        })
public final class HistoryRerun extends JsonVerb {
    @Mixin private ProblemArguments arguments;

    @Parameters(
            index = "1",
            paramLabel = "N|UID",
            description = "Number of the trial in the study, or the uid of one in any study.")
    private String name;

    /** A stored trial, and the study that it is of. */
    private record Stored(String study, Records records, Trial trial) {
        String words() {
            return "Trial %d of study '%s'".formatted(trial.number(), study);
        }
    }

    @Override
    public Integer call() {
        try (var open = arguments.resuming(session()).parallel(1).open()) {
            Stored before = find(open);
            if (before.trial().isPending()) {
                throw new IllegalStateException(
                        "%s has no outcome yet. Maybe tell one, or run it: %s"
                                .formatted(before.words(), arguments.command(session(), "tune")));
            }
            String technique =
                    before.study().equals(open.file().study())
                            ? "rerun-of-" + before.trial().number()
                            : "rerun-of-%s-%d".formatted(before.study(), before.trial().number());
            List<Trial> asked = open.study().add(List.of(before.trial().candidate()), technique);
            Trial now =
                    GivenTrials.run(session(), open.study(), open.evaluator(), asked, t -> {})
                            .getFirst();
            var compared = RunAgain.of(before.study(), open.problem(), before.trial(), now);
            print(compared, () -> print(open.problem(), before, now, compared));
            return now.outcome() instanceof Outcome.Measured ? 0 : Failures.OTHER;
        }
    }

    private Stored find(OpenStudy open) {
        if (name.matches("-?\\d{1,18}")) {
            Records records = open.study().records();
            return new Stored(
                    open.file().study(), records, StoredStudy.trial(records, Long.parseLong(name)));
        }
        var studies = new LinkedHashSet<>(List.of(open.file().study()));
        studies.addAll(open.journal().studies());
        for (String study : studies) {
            Records records = open.journal().study(study).records();
            for (var uid : TrialUids.of(open.problem().name(), records).entrySet()) {
                if (uid.getValue().equals(name)) {
                    return new Stored(study, records, StoredStudy.trial(records, uid.getKey()));
                }
            }
        }
        throw new IllegalArgumentException(
                "No trial of %s has the uid '%s'. Maybe see 'attune history show PROBLEM N', or import the file that has it."
                        .formatted(open.history(), name));
    }

    private void print(TuningProblem problem, Stored before, Trial now, RunAgain compared) {
        String where =
                Surroundings.of(before.trial(), before.records())
                        .machine()
                        .map(m -> " on " + m)
                        .orElse("");
        print(
                "%s%s again, as trial %d: %s",
                before.words(),
                where,
                now.number(),
                Format.assignments(now.task(), now.configuration()));
        var table = new Table("output", "before", "now", "now / before");
        compared.ratio()
                .forEach((output, ratio) ->
                        table.row(
                                output,
                                shown(problem.value(before.trial(), output)),
                                shown(problem.value(now, output)),
                                shown(ratio)));
        table.print(session().out());
        for (Trial t : List.of(before.trial(), now)) {
            if (t.outcome() instanceof Outcome.Failed) {
                print(
                        "%s failed: %s",
                        t == now ? "Now it" : "Before it", Outcomes.line(problem, t));
            }
        }
    }

    private static String shown(OptionalDouble value) {
        return value.isPresent() ? Format.number(value.getAsDouble()) : "-";
    }
}
