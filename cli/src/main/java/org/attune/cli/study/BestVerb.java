package org.attune.cli.study;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.charts.PictureFile;
import org.attune.charts.exhibits.FrontPlot;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Assignments;
import org.attune.cli.shell.Verb;
import org.attune.history.Store;
import org.attune.studies.Evaluators;
import org.attune.studies.StudyFile;
import org.attune.studies.report.Confirmation;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.Ranges;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.Summary;
import org.attune.studies.report.TaskSummary;
import org.attune.studies.report.TrialData;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code attune best}: shows what a study has found. */
@Command(
        name = "best",
        description = {
            "Shows the best configuration of each task.",
            "As command or env, one line per task that has one; with several objectives, one per"
                    + " point of the front. A command's line ends with its task and trial."
        })
public final class BestVerb extends Verb {
    /** How the result is written. */
    enum Layout {
        /** For humans. */
        TABLE,
        /** One object, as {@code tune --json} prints it. */
        JSON,
        /** The command lines. */
        COMMAND,
        /** {@code name=value} words, task parameters first; of a front the trial before them. */
        ENV;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin private ProblemArguments arguments;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "table, json, command or env (default: table).")
    private Layout format = Layout.TABLE;

    @Option(
            names = ShellNames.OPTION,
            paramLabel = "TEXT",
            description = "With --format env: begins the names, such as P_ (default: none).")
    private String prefix = "";

    @Option(names = "--json", description = "Short for --format json.")
    private boolean json;

    @Option(
            names = "--write",
            paramLabel = "DIR",
            description =
                    "Also write the input decks that lie outside of {workdir} to DIR, a folder for"
                            + " each trial; a command copies its own into place first.")
    private Optional<Path> decks = Optional.empty();

    @Option(
            names = "--task",
            arity = "1..*",
            paramLabel = "NAME=VALUE",
            parameterConsumer = Assignments.Consumer.class,
            description = "Only this task.")
    private Assignments task;

    @Option(
            names = "--trial",
            paramLabel = "N",
            description = "This trial in place of the best one, such as one that confirm prefers.")
    private Optional<Long> number = Optional.empty();

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description =
                    "Also draws two objectives against each other, as FILE.svg or FILE.png: the"
                            + " default, the front and all other trials, on logarithmic axes.")
    private Optional<Path> plot = Optional.empty();

    @Option(
            names = "--beside",
            paramLabel = "STUDY",
            description =
                    "Also draws the best of this study of the same history, which optimises one of"
                            + " the two objectives alone (repeatable).")
    private List<String> beside = List.of();

    @Override
    public Integer call() {
        requireEffect();
        plot.ifPresent(PictureFile::require);
        StudyFile file = arguments.read();
        StoredStudy stored = file.stored(arguments.notes());
        Summary all = Summary.of(stored);
        Summary summary =
                Optional.ofNullable(task)
                        .map(t ->
                                all.only(
                                        Assignments.tasks(
                                                t,
                                                stored.problem().taskSpace(),
                                                stored.setUp().tasks())))
                        .orElse(all);
        Optional<Trial> asked = number.map(n -> measured(stored, n));
        plot.ifPresent(to -> plot(file, stored, summary, to));
        switch (json ? Layout.JSON : format) {
            case TABLE ->
                    asked.ifPresentOrElse(
                            t -> table(stored.problem(), t), () -> summary.print(session().out()));
            case JSON ->
                    json(
                            asked.<Object>map(t -> TrialData.of(stored.problem(), t))
                                    .orElseGet(summary::data));
            case ENV -> {
                new ShellNames(prefix).require(stored.problem());
                chosen(asked, summary).forEach(t -> print(env(stored.problem(), asked, t)));
            }
            case COMMAND -> {
                StudyFile then = file.of(stored.setUp()); // what was run, whoever looks
                try (var evaluator =
                        Evaluators.of(then, then.file().evaluation(), stored.setUp().study(), 1)) {
                    var commands = new BestCommands(evaluator, decks);
                    chosen(asked, summary).forEach(t -> print(commands.line(t)));
                }
            }
        }
        if (asked.isEmpty()) {
            sayConfirmed(file, stored, summary);
        }
        return 0;
    }

    /** Refuses options that would change nothing. */
    private void requireEffect() {
        if (json && format != Layout.TABLE && format != Layout.JSON) {
            throw misused("--json is short for --format json: leave out one of the two.");
        }
        if (decks.isPresent() && format != Layout.COMMAND) {
            throw misused("--write goes with --format command.");
        }
        if (!prefix.isEmpty() && format != Layout.ENV) {
            throw misused("%s goes with --format env.".formatted(ShellNames.OPTION));
        }
        if (!beside.isEmpty() && plot.isEmpty()) {
            throw misused("--beside goes with --plot.");
        }
    }

    /** Says where {@code confirm} prefers another trial. */
    private void sayConfirmed(StudyFile file, StoredStudy stored, Summary summary) {
        try (Store journal = file.store()) {
            String study = Confirmation.of(stored.setUp().study());
            if (!journal.studies().contains(study)) {
                return;
            }
            Records again = StudyFile.records(journal, study);
            for (TaskSummary of : summary.tasks()) {
                Confirmation.disagreeing(stored.problem(), of, again)
                        .ifPresent(v -> {
                            say("note: by confirm, %s", v.line());
                            String number = Long.toString(v.found().getFirst().before().number());
                            say(
                                    "Maybe take it: %s",
                                    arguments.command(session(), "best", "--trial", number));
                        });
            }
        }
    }

    /** Returns a trial that has a result. */
    private Trial measured(StoredStudy stored, long of) {
        if (task != null) {
            throw misused("--trial says its task; leave --task out.");
        }
        Trial trial = stored.trial(of);
        return switch (trial.outcome()) {
            case Outcome.Measured m -> trial;
            case Outcome.Pending p ->
                    throw new IllegalArgumentException(
                            "Trial %d has no result yet. Maybe another one: %s"
                                    .formatted(of, arguments.command(session(), "history list")));
            case Outcome.Failed f ->
                    throw new IllegalArgumentException(
                            "Trial %d gave no result: %s. Maybe another one: %s"
                                    .formatted(
                                            of,
                                            Outcomes.line(stored.problem(), trial),
                                            arguments.command(session(), "history list")));
        };
    }

    private void table(TuningProblem problem, Trial trial) {
        var headings = new ArrayList<>(List.of("task", "trial"));
        var cells = new ArrayList<>(List.of(Format.task(trial.task()), "" + trial.number()));
        for (Objective o : problem.objectives()) {
            headings.add(o.name());
            cells.add(Format.value(o, problem.value(trial, o.name())));
        }
        headings.add("configuration");
        cells.add(Format.brief(trial.configuration(), problem.fidelity(trial.candidate())));
        var table = new Table(headings);
        table.row(cells.toArray());
        table.print(session().out());
    }

    private void plot(StudyFile file, StoredStudy stored, Summary summary, Path to) {
        if (summary.tasks().size() != 1) {
            throw new IllegalArgumentException(
                    "--plot shows one task, and the study has %d. Maybe choose one: --task NAME=VALUE"
                            .formatted(summary.tasks().size()));
        }
        Point shown = summary.tasks().getFirst().task();
        var picture = new FrontPlot(stored.problem(), shown, stored.records());
        try (Store journal = file.store()) {
            beside.forEach(study -> picture.beside(study, StudyFile.records(journal, study)));
        }
        picture.write(to).ifPresent(missing -> say("note: " + missing + "."));
        say("Drawn: " + to);
    }

    /** The points of a front are told apart by their numbers; no parameter is called trial. */
    private String env(TuningProblem problem, Optional<Trial> asked, Trial trial) {
        boolean several = asked.isEmpty() && problem.optimized().size() > 1;
        return (several ? "%strial=%d ".formatted(prefix, trial.number()) : "")
                + Format.assignments(prefix, trial.task(), trial.configuration());
    }

    private List<Trial> chosen(Optional<Trial> asked, Summary summary) {
        if (asked.isPresent()) {
            return List.of(asked.get());
        }
        List<String> nothing =
                summary.tasks().stream()
                        .filter(s -> s.best().isEmpty() && s.front().isEmpty())
                        .map(s ->
                                "Nothing usable has been measured%s yet.%s"
                                        .formatted(
                                                s.task().after(" for task "),
                                                Ranges.nothing(s)
                                                        .map(" Out of range: %s."::formatted)
                                                        .or(() ->
                                                                summary.failures()
                                                                        .map(f -> " " + f))
                                                        .orElse("")))
                        .toList();
        if (nothing.size() == summary.tasks().size()) {
            throw new IllegalStateException(nothing.getFirst());
        }
        nothing.forEach(this::say);
        return summary.found().toList();
    }
}
