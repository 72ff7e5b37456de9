package org.attune.cli.model;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.attune.cli.open.GivenPoints;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.TableOrJson;
import org.attune.cli.shell.Verb;
import org.attune.studies.StudyFile;
import org.attune.studies.TaskFeatures;
import org.attune.studies.model.PredictedOutput;
import org.attune.studies.model.StudyModel;
import org.attune.studies.model.SurrogateView;
import org.attune.studies.report.Listed;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code attune predict}: what the model of a study expects of configurations. */
@Command(
        name = "predict",
        description = {
            "Predicts outputs of given configurations with a study's model.",
            "Once runs have failed, also the probability of failing."
        })
public final class PredictVerb extends Verb {
    @Mixin private ProblemArguments arguments;
    @Mixin private GivenPoints points;
    @Mixin private GivenModel given;

    @Mixin private TableOrJson layout;

    @Override
    public Integer call() {
        StudyFile file = arguments.read();
        StoredStudy stored = file.stored(arguments.notes());
        FittedModel ofStudy =
                given.stored(session(), stored)
                        .orElseGet(() -> StudyModel.of(session()::tuners, stored));
        Map<Point, Set<String>> inactive = points.inactive(stored.problem());
        List<Candidate> candidates = points.candidates(stored.problem(), stored.setUp());
        List<Point> others =
                candidates.stream()
                        .map(Candidate::task)
                        .distinct()
                        .filter(t -> !stored.setUp().tasks().contains(t))
                        .toList();
        FittedModel ofOthers = others.isEmpty() ? ofStudy : beside(file, stored, others);
        var rows = new ArrayList<PredictedOutput>();
        for (Candidate c : candidates) {
            FittedModel model = others.contains(c.task()) ? ofOthers : ofStudy;
            if (model.outputs().stream().noneMatch(o -> model.shares(c.task(), o))
                    && !stored.isMeasured(c.task())) {
                say(
                        (others.contains(c.task())
                                        ? "Task %s is none of the study, whose tasks do not"
                                                + " predict others; it is left out."
                                        : "Nothing has been measured of task %s yet; it is"
                                                + " left out.")
                                .formatted(c.task()));
                continue;
            }
            Set<String> without = inactive.getOrDefault(c.configuration(), Set.of());
            rows.addAll(PredictedOutput.all(model, stored.problem(), c, without));
        }
        if (rows.isEmpty()) {
            return Failures.MISTAKE; // what was left out has been said
        }
        print(stored.problem(), rows);
        if (!layout.isJson()) {
            Map<Boolean, List<Point>> known =
                    rows.stream()
                            .map(r -> r.candidate().task())
                            .distinct()
                            .collect(Collectors.partitioningBy(t -> !others.contains(t)));
            StudyModel.printTrust(ofStudy, stored.problem(), known.get(true), session().out());
            StudyModel.printTrust(ofOthers, stored.problem(), known.get(false), session().out());
        }
        return 0;
    }

    private FittedModel beside(StudyFile file, StoredStudy stored, List<Point> others) {
        if (given.isGiven()) {
            throw new IllegalArgumentException(
                    "A kept model knows the tasks of its study only, and task %s is none of them. Maybe leave --model out."
                            .formatted(others.getFirst()));
        }
        return StudyModel.beside(
                        session()::tuners, stored, others, TaskFeatures.of(file, others, Set.of()))
                .orElseThrow();
    }

    private void print(TuningProblem problem, List<PredictedOutput> rows) {
        if (layout.isJson()) {
            json(new Listed.Predictions(rows.stream().map(PredictedOutput::data).toList()));
            return;
        }
        var table =
                new Table("task", "output", "median", "95 % interval", "fails", "configuration");
        var notes = new LinkedHashSet<String>();
        Map<String, Objective> outputs =
                problem.objectives().stream()
                        .collect(Collectors.toMap(Objective::name, Function.identity()));
        for (PredictedOutput r : rows) {
            Objective output = outputs.get(r.output());
            String configuration = Format.assignments(r.candidate().configuration());
            table.row(
                    Format.task(r.candidate().task()),
                    r.output(),
                    Format.value(output, r.prediction().median()),
                    PredictedOutput.interval(output, r.prediction()),
                    r.failing().isPresent()
                            ? SurrogateView.percent(r.failing().getAsDouble())
                            : "-",
                    configuration);
            if (!r.inactive().isEmpty()) {
                notes.add(GivenPoints.saidInactive(r.candidate().configuration(), r.inactive()));
            }
            for (Constraint violated : r.violated()) {
                notes.add(
                        "%s violates %s: it is never run."
                                .formatted(
                                        Format.assignments(
                                                r.candidate().task(),
                                                r.candidate().configuration()),
                                        violated));
            }
        }
        table.print(session().out());
        notes.forEach(this::print);
    }
}
