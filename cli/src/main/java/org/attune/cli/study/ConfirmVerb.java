package org.attune.cli.study;

import org.attune.api.Candidate;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.cli.open.GivenTrials;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Verb;
import org.attune.execution.CommandEvaluator;
import org.attune.history.Store;
import org.attune.studies.Evaluators;
import org.attune.studies.StudyFile;
import org.attune.studies.report.Finalist;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.Repetitions;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.TaskSummary;
import org.attune.studies.text.Format;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;

/** {@code attune confirm}: measures the default and the finalists again, with more repeats. */
@Command(
        name = "confirm",
        description = {
            "Measures the default and the best configurations again.",
            "There are more repeats; the new measurements are trials of the study NAME-confirm,",
            "and the study itself stays as it is."
        })
public final class ConfirmVerb extends Verb implements Callable<Integer> {
    @Mixin private ProblemArguments arguments;

    @Option(
            names = "--top",
            paramLabel = "K",
            defaultValue = "3",
            description = "Number of finalists for each task (default: 3).")
    private int top;

    @Option(
            names = "--repeats",
            paramLabel = "R",
            defaultValue = "10",
            description = "Measurements of each (default: 10).")
    private int repeats;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        requirePositive("--top", top);
        requirePositive("--repeats", repeats);
        StudyFile file = arguments.read();
        StoredStudy stored = file.stored(arguments.notes());
        String name = stored.setUp().study() + "-confirm";
        var evaluation = new LinkedHashMap<>(file.file().evaluation());
        evaluation.put("repeats", repeats);
        evaluation.remove("repeats_if_best");
        List<List<Trial>> chosen =
                stored.setUp().tasks().stream()
                        .map(t -> chosen(stored, t))
                        .filter(trials -> !trials.isEmpty())
                        .toList();
        if (chosen.isEmpty()) {
            throw new IllegalStateException("Nothing usable has been measured yet.");
        }
        try (var journal = file.store(this::say);
                Study study = study(journal, stored, name);
                CommandEvaluator evaluator = Evaluators.of(file, evaluation, name, 1)) {
            var all = new ArrayList<List<Finalist>>();
            for (List<Trial> ofTask : chosen) {
                all.add(measured(study, evaluator, ofTask));
            }
            print(study, all);
            return 0;
        }
    }

    private static void requirePositive(String option, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "%s must be at least 1, not %d.".formatted(option, value));
        }
    }

    private static Study study(Store journal, StoredStudy stored, String name) {
        return Study.of(stored.problem())
                .name(name)
                .tasks(stored.setUp().tasks())
                .tuner(new GivenOnly())
                .history(journal.study(name))
                .open();
    }

    /**
     * Returns the default's trial, if there is one, and the best trials of distinct configurations;
     * none, and says so, where nothing usable has been measured.
     */
    private List<Trial> chosen(StoredStudy stored, Point task) {
        TuningProblem problem = stored.problem();
        var summary = TaskSummary.of(problem, stored.records(), task);
        var trials = new ArrayList<>(summary.measuredStandard().stream().toList());
        Set<Point> seen = new LinkedHashSet<>();
        trials.forEach(t -> seen.add(t.configuration()));
        int limit = trials.size() + top;
        for (Trial trial : summary.ranked()) {
            if (trials.size() < limit && seen.add(trial.configuration())) {
                trials.add(trial);
            }
        }
        if (trials.isEmpty()) {
            say("Nothing usable has been measured%s yet.", task.after(" for task "));
        }
        return trials;
    }

    private List<Finalist> measured(Study study, CommandEvaluator evaluator, List<Trial> before) {
        List<Candidate> again =
                before.stream().map(t -> Candidate.of(t.task(), t.configuration())).toList();
        say(
                "Task %s: measuring %s %s each.",
                before.getFirst().task(),
                Format.count(again.size(), "configuration"),
                Format.count(repeats, "time"));
        List<Trial> after =
                GivenTrials.run(
                        session(),
                        study,
                        evaluator,
                        study.add(again),
                        t -> say("  " + Outcomes.line(study.problem(), t)));
        Point standard = study.problem().parameterSpace().defaultPoint().orElse(Point.EMPTY);
        var finalists = new ArrayList<Finalist>();
        for (int i = 0; i < before.size(); i++) {
            Trial old = before.get(i);
            String label =
                    old.configuration().equals(standard) ? "default" : "trial " + old.number();
            finalists.add(new Finalist(label, old, after.get(i)));
        }
        return finalists;
    }

    private void print(Study study, List<List<Finalist>> all) {
        Objective objective = study.problem().optimized().getFirst();
        var rows = new ArrayList<Map<String, Object>>();
        var table =
                new Table(
                        "task",
                        "",
                        "before",
                        "again",
                        "smallest",
                        "largest",
                        "gain",
                        "configuration");
        for (List<Finalist> ofTask : all) {
            OptionalDouble standard =
                    ofTask.getFirst().label().equals("default")
                            ? value(study, ofTask.getFirst().after())
                            : OptionalDouble.empty();
            for (Finalist f : ofTask) {
                double[] values = Repetitions.of(study.problem(), f.after(), objective.name());
                OptionalDouble again = value(study, f.after());
                OptionalDouble gain =
                        standard.isPresent() && again.isPresent()
                                ? TaskSummary.gain(
                                        objective, standard.getAsDouble(), again.getAsDouble())
                                : OptionalDouble.empty();
                rows.add(f.json(study.problem(), values, gain));
                table.row(
                        f.before().task().toString(),
                        f.label(),
                        text(objective, value(study, f.before())),
                        again.isPresent()
                                ? text(objective, again)
                                : Outcomes.line(study.problem(), f.after()),
                        text(objective, java.util.Arrays.stream(values).min()),
                        text(objective, java.util.Arrays.stream(values).max()),
                        gain.isPresent()
                                ? String.format(Locale.ROOT, "%.2fx", gain.getAsDouble())
                                : "-",
                        Format.assignments(f.before().configuration()));
            }
        }
        if (json) {
            json(Map.of("finalists", rows));
        } else {
            table.print(session().out());
        }
    }

    private static OptionalDouble value(Study study, Trial trial) {
        return study.problem().value(trial, study.problem().optimized().getFirst().name());
    }

    private static String text(Objective objective, OptionalDouble value) {
        return value.isPresent() ? Format.value(objective, value.getAsDouble()) : "-";
    }
}
