package org.attune.studies.sensitivity;

import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Penalties;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.Trust;
import org.attune.sensitivity.Analysis;
import org.attune.sensitivity.Estimate;
import org.attune.sensitivity.GivenData;
import org.attune.sensitivity.Grouping;
import org.attune.sensitivity.ModelResponse;
import org.attune.sensitivity.PartialDependence;
import org.attune.sensitivity.Reduction;
import org.attune.sensitivity.Response;
import org.attune.sensitivity.SampleSize;
import org.attune.studies.report.StoredStudy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The sensitivity of a study's outputs: asks its model, or looks at its trials alone.
 *
 * @param stored the study
 * @param method how
 * @param size of the design
 * @param draws of the posterior
 * @param scale of the outputs
 * @param groups parameters that are looked at as one, by the name of the group
 * @param curves whether partial dependence is wanted besides
 * @param accepted loss that is accepted to fix parameters, as a share of the best, if wanted
 * @param seed of all randomness
 */
public record SensitivityStudy(
        StoredStudy stored,
        SensitivityMethod method,
        SampleSize size,
        int draws,
        ModelResponse.Scale scale,
        SequencedMap<String, List<String>> groups,
        boolean curves,
        Optional<Double> accepted,
        Seed seed) {
    /** Copies the groups. */
    public SensitivityStudy {
        groups = new LinkedHashMap<>(groups);
        if (!groups.isEmpty()
                && method != SensitivityMethod.SOBOL
                && method != SensitivityMethod.SHAPLEY) {
            throw new IllegalArgumentException(
                    "Groups are for the methods sobol and shapley, not for '%s'."
                            .formatted(method));
        }
    }

    Analysis analysis(Point task) {
        return new Analysis(stored.problem(), task, size, draws, scale, seed);
    }

    Grouping grouping() {
        return Grouping.of(
                stored.problem().parameterSpace().axes().stream().map(Parameter::name).toList(),
                groups);
    }

    List<String> parameters() {
        return analysis(Point.EMPTY).single().names();
    }

    /** Returns what an output of a task depends on by its trials alone. */
    public SensitivityView byData(Point task, Objective output) {
        var x = new ArrayList<double[]>();
        var y = new ArrayList<Double>();
        measured(task, output)
                .forEach(t -> {
                    x.add(stored.problem().parameterSpace().encode(t.configuration()));
                    y.add(stored.problem().value(t, output.name()).orElseThrow());
                });
        List<Estimate> first =
                GivenData.firstOrder(
                        stored.problem().parameterSpace().axes(),
                        x.toArray(new double[0][]),
                        y.stream().mapToDouble(v -> v).toArray(),
                        seed);
        var facts = new LinkedHashMap<String, Object>();
        facts.put("scale", "native");
        facts.put("trials", y.size());
        return new SensitivityView(
                task,
                output,
                Optional.empty(),
                method,
                parameters(),
                List.of(new Column("S1", "S1", first)),
                List.of(),
                List.of(),
                Optional.empty(),
                facts,
                List.of(
                        "S1 of %d trials, without a model; trials of a tuner crowd where it is good, and tell of that place."
                                .formatted(y.size()),
                        "A parameter of many values is divided into %d classes of equally many trials: what goes up and down within one is not seen."
                                .formatted(GivenData.classes(y.size()))));
    }

    /** Returns the trials whose output has a value that is no penalty. */
    private List<Trial> measured(Point task, Objective output) {
        List<Trial> ended =
                Penalties.of(stored.problem(), stored.records())
                        .asFailures(stored.records().finished());
        return ended.stream()
                .filter(t -> t.isFull() && t.task().equals(task))
                .filter(t -> t.outcome() instanceof Outcome.Measured)
                .filter(t -> stored.problem().value(t, output.name()).isPresent())
                .toList();
    }

    /**
     * Returns what outputs of a task depend on by a model, one after the other. What can be fixed
     * is the same for all of them: it matters for none.
     *
     * @param progress hears what takes its time
     */
    public List<SensitivityView> byModel(
            FittedModel model, Point task, List<Objective> outputs, Consumer<String> progress) {
        List<Reduction> reductions =
                accepted.map(share -> reductions(model, task, outputs, share, progress))
                        .orElse(List.of());
        return IntStream.range(0, outputs.size())
                .mapToObj(i ->
                        byModel(
                                model,
                                task,
                                outputs.get(i),
                                reductions.stream().skip(i).findFirst()))
                .toList();
    }

    private List<Reduction> reductions(
            FittedModel model,
            Point task,
            List<Objective> outputs,
            double share,
            Consumer<String> progress) {
        Analysis analysis = analysis(task);
        Point good = best(task, outputs.getFirst());
        var models = new ArrayList<ModelResponse>();
        var importance = new LinkedHashMap<String, Double>();
        for (Objective output : outputs) {
            progress.accept("Which parameters matter for %s?".formatted(output.name()));
            models.add(new ModelResponse(stored.problem(), model, task, output.name()));
            analysis.importance(model, output.name())
                    .forEach((name, of) -> {
                        if (!of.isNaN()) { // as of an output that does not vary
                            importance.merge(name, of, Math::max);
                        }
                    });
        }
        return Reduction.of(
                analysis,
                models,
                importance,
                good,
                share,
                name -> progress.accept("Can %s be fixed?".formatted(name)));
    }

    private SensitivityView byModel(
            FittedModel model, Point task, Objective output, Optional<Reduction> reduction) {
        Analysis analysis = analysis(task);
        var asked = new ModelResponse(stored.problem(), model, task, output.name());
        Response response = analysis.functions(asked);
        var parts =
                new Estimates(this, analysis, response, output)
                        .ofModel(asked, model.trust(task, output.name()));
        switch (method) {
            case SOBOL -> parts.sobol();
            case SHAPLEY -> parts.shapley();
            case MORRIS -> parts.morris();
            case DGSM -> parts.bounds();
            case PERMUTATION -> parts.permutation(measured(task, output));
            case CURVES -> parts.note("Each curve is the average over the other parameters.");
            case DATA -> throw new IllegalArgumentException("The method 'data' asks no model.");
        }
        List<PartialDependence> drawn =
                curves || method == SensitivityMethod.CURVES
                        ? analysis.curves(response)
                        : List.of();
        return parts.view(drawn, reduction);
    }

    /**
     * Returns what an output of a task depends on by the runs of a design alone.
     *
     * @param design whose configurations have all been run
     */
    public SensitivityView byRuns(ProgramDesign design, Point task, Objective output) {
        if (method == SensitivityMethod.DATA) {
            return byData(task, output);
        }
        Analysis analysis = analysis(task);
        var parts =
                new Estimates(
                        this,
                        analysis,
                        design.runs(stored, measured(task, output), task, output),
                        output);
        design.estimate(parts);
        return parts.view(List.of(), Optional.empty());
    }

    /**
     * Returns what an output depends on over several tasks: the task is an input, too, and each of
     * them comes equally often.
     *
     * @throws IllegalArgumentException if constraints tie parameters together, or the method is
     *     another than {@code sobol} or {@code shapley}
     */
    public SensitivityView overTasks(FittedModel model, List<Point> tasks, Objective output) {
        if (method != SensitivityMethod.SOBOL && method != SensitivityMethod.SHAPLEY) {
            throw new IllegalArgumentException(
                    "The task is an input of the methods sobol and shapley, not of '%s'."
                            .formatted(method));
        }
        if (tasks.size() < 2 || tasks.stream().anyMatch(t -> analysis(t).isConstrained())) {
            throw new IllegalArgumentException(
                    "The task is an input where there are two tasks at least, and no constraints"
                            + " tie parameters together. Maybe look at each task alone.");
        }
        String name =
                String.join(
                        " and ",
                        stored.problem().taskSpace().parameters().stream()
                                .map(Parameter::name)
                                .toList());
        if (parameters().contains(name) || groups.containsKey(name)) {
            name = "task " + name;
        }
        var inputs = new ArrayList<>(parameters());
        inputs.add(name);
        var asked =
                tasks.stream()
                        .map(t -> new ModelResponse(stored.problem(), model, t, output.name()))
                        .toList();
        Analysis analysis = analysis(tasks.getFirst());
        Response response = Response.among(asked.stream().map(analysis::functions).toList());
        var parts =
                new Estimates(this, analysis(Point.EMPTY), response, output)
                        .ofModel(asked.getFirst(), worst(model, tasks, output))
                        .grouped(Grouping.of(inputs, groups));
        if (method == SensitivityMethod.SOBOL) {
            parts.sobol();
        } else {
            parts.shapley();
        }
        parts.note(
                "Over %d tasks, each equally often; the model's errors in them are taken as"
                                .formatted(tasks.size())
                        + " independent of each other.");
        return parts.view(List.of(), Optional.empty());
    }

    /** Returns how far the model can be trusted for the task of which it knows least. */
    private static Trust worst(FittedModel model, List<Point> tasks, Objective output) {
        return tasks.stream()
                .map(t -> model.trust(t, output.name()))
                .min(
                        Comparator.comparing(Trust::predicts)
                                .thenComparingDouble(t -> Double.isNaN(t.skill()) ? -1 : t.skill()))
                .orElseThrow();
    }

    /** Returns the best configuration, in range where one is. */
    private Point best(Point task, Objective output) {
        int sign = output.goal().sign();
        List<Trial> measured = measured(task, output);
        List<Trial> inRange = measured.stream().filter(stored.problem()::isInRange).toList();
        return (inRange.isEmpty() ? measured : inRange)
                .stream()
                        .min(
                                Comparator.comparingDouble(t ->
                                        sign
                                                * stored.problem()
                                                        .value(t, output.name())
                                                        .orElseThrow()))
                        .map(Trial::configuration)
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "Nothing has been measured of task %s, whose best values could be fixed."
                                                .formatted(task)));
    }
}
