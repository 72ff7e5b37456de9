package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.cli.open.GivenTrials;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.Verb;
import org.attune.history.TrialUids;
import org.attune.history.formats.Surroundings;
import org.attune.studies.OpenStudy;
import org.attune.studies.report.Outcomes;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;

/** {@code attune history rerun}: evaluates a stored trial again, and compares. */
@Command(
        name = "rerun",
        description = {
            "Evaluates a stored trial again, one's own or an imported one, and compares.",
            "The new run is a trial of its own, which counts; the old one stays as it is."
        })
public final class HistoryRerun extends Verb implements Callable<Integer> {
    @Mixin private ProblemArguments arguments;

    @Parameters(
            index = "1",
            paramLabel = "N|UID",
            description = "Number of the trial in the study, or the uid of one in any study.")
    private String name;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

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
            if (json) {
                json(json(open.problem(), before, now));
            } else {
                print(open.problem(), before, now);
            }
            return now.outcome() instanceof Outcome.Measured ? 0 : Failures.OTHER;
        }
    }

    private Stored find(OpenStudy open) {
        if (name.matches("-?\\d{1,18}")) {
            Records records = open.study().records();
            return new Stored(
                    open.file().study(),
                    records,
                    HistoryShow.trial(records.trials(), Long.parseLong(name)));
        }
        var studies = new LinkedHashSet<>(List.of(open.file().study()));
        studies.addAll(open.journal().studies());
        for (String study : studies) {
            Records records = open.journal().study(study).records();
            for (var uid : TrialUids.of(open.problem().name(), records).entrySet()) {
                if (uid.getValue().equals(name)) {
                    return new Stored(
                            study, records, HistoryShow.trial(records.trials(), uid.getKey()));
                }
            }
        }
        throw new IllegalArgumentException(
                "No trial of %s has the uid '%s'. Maybe see 'attune history show PROBLEM N', or import the file that has it."
                        .formatted(open.history(), name));
    }

    private void print(TuningProblem problem, Stored before, Trial now) {
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
        for (String output : outputs(problem, before.trial(), now)) {
            OptionalDouble old = problem.value(before.trial(), output);
            OptionalDouble fresh = problem.value(now, output);
            table.row(output, shown(old), shown(fresh), shown(ratio(old, fresh)));
        }
        table.print(session().out());
        for (Trial t : List.of(before.trial(), now)) {
            if (t.outcome() instanceof Outcome.Failed) {
                print(
                        "%s failed: %s",
                        t == now ? "Now it" : "Before it", Outcomes.line(problem, t));
            }
        }
    }

    private static LinkedHashSet<String> outputs(TuningProblem problem, Trial before, Trial now) {
        var names =
                new LinkedHashSet<>(problem.objectives().stream().map(Objective::name).toList());
        names.addAll(problem.outputs(before).keySet());
        names.addAll(problem.outputs(now).keySet());
        return names;
    }

    /** Returns the ratio, empty where one is missing or the old one is 0. */
    private static OptionalDouble ratio(OptionalDouble before, OptionalDouble now) {
        return before.isEmpty() || now.isEmpty() || before.getAsDouble() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(now.getAsDouble() / before.getAsDouble());
    }

    private static String shown(OptionalDouble value) {
        return value.isPresent() ? Format.number(value.getAsDouble()) : "-";
    }

    private static Map<String, Object> json(TuningProblem problem, Stored before, Trial now) {
        var ratios = new LinkedHashMap<String, Object>();
        for (String output : outputs(problem, before.trial(), now)) {
            OptionalDouble ratio =
                    ratio(problem.value(before.trial(), output), problem.value(now, output));
            ratios.put(output, ratio.isPresent() ? ratio.getAsDouble() : null);
        }
        var map = new LinkedHashMap<String, Object>();
        map.put("study", before.study());
        map.put("before", Outcomes.json(problem, before.trial()));
        map.put("now", Outcomes.json(problem, now));
        map.put("ratio", ratios);
        return map;
    }
}
