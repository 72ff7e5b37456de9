package org.attune.cli.study;

import org.attune.api.Candidate;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.cli.open.GivenTrials;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.JsonVerb;
import org.attune.execution.CommandEvaluator;
import org.attune.history.Store;
import org.attune.studies.Evaluators;
import org.attune.studies.StudyFile;
import org.attune.studies.report.Confirmation;
import org.attune.studies.report.DriftSummary;
import org.attune.studies.report.Finalist;
import org.attune.studies.report.Listed;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.Repetitions;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.TaskSummary;
import org.attune.studies.report.Verdict;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/** {@code attune confirm}: measures the default and the finalists again, with more repeats. */
@Command(
        name = "confirm",
        description = {
            "Measures the default and the best configurations again.",
            "With several objectives these are the trials of the front.",
            "There are more repeats; the new measurements are trials of the study NAME-confirm,",
            "and the study itself stays as it is."
        })
public final class ConfirmVerb extends JsonVerb {
    private static final int TOP = 3;

    @Mixin private ProblemArguments arguments;

    @Option(
            names = "--top",
            paramLabel = "K",
            description =
                    "Number of finalists for each task (default: 3; with several objectives, all of"
                            + " the front).")
    private Optional<Integer> top = Optional.empty();

    @Option(
            names = "--repeats",
            paramLabel = "R",
            defaultValue = "10",
            description = "Measurements of each (default: 10).")
    private int repeats;

    @Override
    public Integer call() {
        top.ifPresent(n -> requirePositive("--top", n));
        requirePositive("--repeats", repeats);
        StudyFile file = arguments.read();
        StoredStudy stored = file.stored(arguments.notes());
        String name = Confirmation.of(stored.setUp().study());
        Evaluators.settings(file.file(), file.file().evaluation()); // before the study is begun
        var evaluation = new LinkedHashMap<>(file.file().evaluation());
        evaluation.put("repeats", repeats);
        evaluation.remove("repeats_if_best");
        evaluation.remove("progress"); // nothing is ended before it has been measured
        var chosen = new LinkedHashMap<Point, List<Trial>>();
        stored.setUp().tasks().forEach(t -> chosen.put(t, chosen(stored, t)));
        if (chosen.values().stream().allMatch(List::isEmpty)) {
            throw new IllegalStateException("Nothing usable has been measured yet.");
        }
        try (var journal = file.store(this::say);
                Study study = study(journal, stored, name);
                CommandEvaluator evaluator = Evaluators.of(file, evaluation, name, 1)) {
            sayNormalised(stored);
            var all = new ArrayList<List<Finalist>>();
            chosen.forEach((task, ofTask) -> {
                if (ofTask.isEmpty()) {
                    say("Nothing usable has been measured%s yet.", task.after(" for task "));
                } else {
                    all.add(measured(study, evaluator, ofTask));
                }
            });
            print(study, evaluator, all);
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
     * none where nothing usable has been measured.
     */
    private List<Trial> chosen(StoredStudy stored, Point task) {
        TuningProblem problem = stored.problem();
        var summary = TaskSummary.of(problem, stored.records(), task);
        var trials = new ArrayList<>(summary.measuredStandard().stream().toList());
        Set<Point> seen = new LinkedHashSet<>();
        trials.forEach(t -> seen.add(t.configuration()));
        boolean several = problem.optimized().size() > 1;
        List<Trial> finalists = several ? along(summary.rankedFront()) : summary.ranked();
        int limit = trials.size() + top.orElse(several ? finalists.size() : TOP);
        for (Trial trial : finalists) {
            if (trials.size() < limit && seen.add(trial.configuration())) {
                trials.add(trial);
            }
        }
        return trials;
    }

    /**
     * Returns the front by its first objective; of fewer than all, such that are spread over it.
     */
    private List<Trial> along(List<Trial> sorted) {
        int last = sorted.size() - 1;
        int wanted = Math.min(top.orElse(sorted.size()), sorted.size());
        return IntStream.range(0, wanted)
                .mapToObj(i -> sorted.get(wanted == 1 ? 0 : i * last / (wanted - 1)))
                .toList();
    }

    private List<Finalist> measured(Study study, CommandEvaluator evaluator, List<Trial> before) {
        List<Candidate> again =
                before.stream().map(t -> Candidate.of(t.task(), t.configuration())).toList();
        say(
                "Measuring %s %s each%s.",
                Format.count(again.size(), "configuration"),
                Format.count(repeats, "time"),
                before.getFirst().task().after(" for task "));
        Point standard = study.problem().parameterSpace().defaultPoint().orElse(Point.EMPTY);
        List<String> labels =
                before.stream()
                        .map(t ->
                                t.configuration().equals(standard)
                                        ? Finalist.DEFAULT
                                        : "trial " + t.number())
                        .toList();
        Iterator<String> next = labels.iterator();
        List<Trial> after =
                GivenTrials.run(
                        session(),
                        study,
                        evaluator,
                        study.add(again),
                        t -> say("  %s: %s", next.next(), Outcomes.line(study.problem(), t)));
        var finalists = new ArrayList<Finalist>();
        for (int i = 0; i < before.size(); i++) {
            finalists.add(new Finalist(labels.get(i), before.get(i), after.get(i)));
        }
        return finalists;
    }

    /** Says where values from before are normalised: those that are measured now are not. */
    private void sayNormalised(StoredStudy stored) {
        if (DriftSummary.of(stored).flatMap(DriftSummary::normalisation).isPresent()) {
            say(
                    "note: values before are normalised by the drift of the machine, those measured"
                            + " again are not: compare them with the default's.");
        }
    }

    private void print(Study study, CommandEvaluator evaluator, List<List<Finalist>> all) {
        var rows = new ArrayList<Finalist.Data>();
        List<Objective> objectives = study.problem().optimized();
        boolean several = objectives.size() > 1;
        var headings = new ArrayList<>(List.of("task", ""));
        for (Objective o : objectives) {
            String of = several ? o.name() + " " : "";
            headings.addAll(List.of(of + "before", "again", "smallest", "largest"));
            headings.add(TaskSummary.gainName(o));
        }
        headings.add("configuration");
        var table = new Table(headings);
        for (List<Finalist> ofTask : all) {
            Optional<Trial> standard = standard(ofTask);
            for (Finalist f : ofTask) {
                var cells = new ArrayList<>(List.of(Format.task(f.before().task()), f.label()));
                objectives.forEach(o -> cells.addAll(cells(study.problem(), o, f, standard)));
                cells.add(Format.brief(f.before().configuration()));
                table.row(cells.toArray());
                Objective first = objectives.getFirst();
                rows.add(
                        f.data(
                                study.problem(),
                                Repetitions.of(study.problem(), f.after(), first.name()),
                                TaskSummary.gain(study.problem(), first, standard, f.after())));
            }
        }
        List<Verdict> verdicts =
                all.stream().map(f -> new Verdict(study.problem(), standard(f), f)).toList();
        print(
                new Listed.Finalists(rows, verdicts.stream().map(Verdict::data).toList()),
                () -> {
                    table.print(session().out());
                    verdicts.forEach(v -> print(v.line()));
                    next(several, evaluator, verdicts);
                });
    }

    private static Optional<Trial> standard(List<Finalist> ofTask) {
        return Optional.of(ofTask.getFirst()).filter(ConfirmVerb::isDefault).map(Finalist::after);
    }

    private static boolean isDefault(Finalist finalist) {
        return finalist.label().equals(Finalist.DEFAULT);
    }

    /**
     * Says how to print the command of what each task has found; of a front, of its first, but for
     * the default, whose command is known.
     */
    private void next(boolean several, CommandEvaluator evaluator, List<Verdict> verdicts) {
        List<Trial> found =
                verdicts.stream()
                        .flatMap(v ->
                                v.found().stream()
                                        .sorted(Comparator.comparing(ConfirmVerb::isDefault))
                                        .limit(1))
                        .map(Finalist::before)
                        .toList();
        if (!found.isEmpty()) {
            print(several ? "Next, or with another trial of the front:" : "Next:");
        }
        for (Trial trial : found) {
            var words =
                    new ArrayList<>(
                            List.of(
                                    "--trial",
                                    Long.toString(trial.number()),
                                    "--format",
                                    "command"));
            if (!evaluator.sharedDecks(trial).isEmpty()) {
                words.addAll(List.of("--write", "best"));
            }
            print("  " + arguments.command(session(), "best", words.toArray(String[]::new)));
        }
    }

    private static List<String> cells(
            TuningProblem problem, Objective objective, Finalist f, Optional<Trial> standard) {
        double[] values = Repetitions.of(problem, f.after(), objective.name());
        OptionalDouble again = problem.value(f.after(), objective.name());
        OptionalDouble gain = TaskSummary.gain(problem, objective, standard, f.after());
        return List.of(
                Format.value(objective, problem.value(f.before(), objective.name())),
                again.isPresent() ? Format.value(objective, again) : Outcomes.word(f.after()),
                Format.value(objective, Arrays.stream(values).min()),
                Format.value(objective, Arrays.stream(values).max()),
                Format.factor(gain));
    }
}
