package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.cli.open.FilterArguments;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Assignments;
import org.attune.cli.shell.JsonVerb;
import org.attune.history.TrialNotes;
import org.attune.history.TrialUids;
import org.attune.history.environment.LoadFilter;
import org.attune.history.environment.MetaDescription;
import org.attune.history.formats.Surroundings;
import org.attune.studies.report.Listed;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.TrialDetails;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code attune history query}: the trials of some tasks, machines or users. */
@Command(
        name = "query",
        description = {
            "Selects trials of a study by task, machine, software, values, user and state.",
            "Without an option of a kind, that is not looked at.",
            ProblemArguments.OR_JOURNAL
        })
public final class HistoryQuery extends JsonVerb {
    private static final int WIDTH = 60; // of an outcome

    @Mixin private ProblemArguments arguments;

    @Option(
            names = "--task",
            arity = "1..*",
            paramLabel = "NAME=VALUE",
            parameterConsumer = Assignments.Consumer.class,
            description = "Of this task; a name that comes again starts the next one.")
    private Assignments tasks;

    @Mixin private FilterArguments filters = new FilterArguments();

    @Option(names = "--user", paramLabel = "NAME", description = "Run by them (repeatable).")
    private List<String> users = List.of();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "measured, failed or pending (repeatable).")
    private List<String> states = List.of();

    @Override
    public Integer call() {
        for (String state : states) {
            if (!List.of("measured", "failed", "pending").contains(state)) {
                throw new IllegalArgumentException(
                        "--state is measured, failed or pending, not '%s'.".formatted(state));
            }
        }
        StoredStudy stored = arguments.storedOrJournal();
        List<Point> wanted =
                tasks == null
                        ? List.of()
                        : Assignments.tasks(
                                tasks, stored.problem().taskSpace(), stored.setUp().tasks());
        Map<Long, String> uids = TrialUids.of(stored.problem().name(), stored.records());
        Map<Long, String> notes = TrialNotes.beside(stored.history()).of(uids);
        Map<Long, String> penalties = stored.penalties();
        var found = new ArrayList<TrialDetails>();
        var table = new Table("trial", "machine", "user", "outcome", "task and configuration");
        MetaDescription description = filters.isDescribed() ? description() : MetaDescription.NONE;
        description.remark(stored.problem().name()).ifPresent(this::say);
        LoadFilter filter = filters.filter().filter(description, stored.problem());
        for (Trial trial : FilterArguments.kept(filter, stored, users, this::say)) {
            if ((!wanted.isEmpty() && !wanted.contains(trial.task()))
                    || (!states.isEmpty() && !states.contains(Outcomes.state(trial)))) {
                continue;
            }
            Surroundings where = Surroundings.of(trial, stored.records());
            found.add(
                    TrialDetails.of(
                            stored,
                            trial,
                            penalties,
                            Optional.ofNullable(uids.get(trial.number())),
                            Optional.ofNullable(notes.get(trial.number()))));
            table.row(
                    trial.number(),
                    where.machine().orElse("-"),
                    where.user().orElse("-"),
                    Format.cut(Outcomes.line(stored.problem(), trial, penalties), WIDTH),
                    Outcomes.brief(stored.problem(), trial));
        }
        if (found.isEmpty() && !isJson()) {
            say("No trial of %d fits.", stored.records().trials().size());
        } else {
            print(new Listed.Trials(found), () -> table.print(session().out()));
        }
        return 0;
    }

    /** Returns the meta description that is named; a problem file counts before it. */
    private MetaDescription description() {
        return arguments.place().isJournal()
                ? filters.filter().description(arguments.place().folder())
                : arguments.read().description(filters.filter());
    }
}
