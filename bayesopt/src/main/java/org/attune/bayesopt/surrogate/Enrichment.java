package org.attune.bayesopt.surrogate;

import org.attune.api.Objective;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.SampledModel;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The performance models that say something of one objective of one task, and its prior mean: fits
 * them to what was measured.
 */
public final class Enrichment {
    private static final int GROUPS = 10; // of runs that are left out together

    /** No models. */
    public static final Enrichment NONE = new Enrichment();

    private final Optional<TuningProblem> problem;
    private final String objective;
    private final int sign; // of the objective
    private final Point task;
    private final Optional<Axes> axes;
    private final List<PerformanceModel> models;
    private final Optional<PerformanceModel> mean;

    private Enrichment() {
        this.problem = Optional.empty();
        this.objective = "";
        this.sign = 1;
        this.task = Point.EMPTY;
        this.axes = Optional.empty();
        this.models = List.of();
        this.mean = Optional.empty();
    }

    /** Takes the models of the problem that are of this objective, or of all. */
    public Enrichment(TuningProblem problem, Objective objective, Point task, Axes axes) {
        this.problem = Optional.of(problem);
        this.objective = objective.name();
        this.sign = objective.goal().sign();
        this.task = task;
        this.axes = Optional.of(axes);
        this.models = of(problem, objective).stream().map(this::predicted).toList();
        this.mean =
                Optional.ofNullable(problem.priorMeans().get(objective.name()))
                        .map(this::predicted);
    }

    private PerformanceModel predicted(PerformanceModel model) {
        return model instanceof SampledModel s
                ? new PredictedModel(s, task, problem.orElseThrow().parameterSpace(), axes())
                : model;
    }

    /** Returns the models of the problem that are of this objective, or of all. */
    public static List<PerformanceModel> of(TuningProblem problem, Objective objective) {
        return problem.models().stream()
                .filter(m -> m.objective().map(objective.name()::equals).orElse(true))
                .toList();
    }

    /** Returns M, the number of models. */
    public int size() {
        return models.size();
    }

    /** Fits the prior mean of the objective, if it has one, to measured values. */
    Optional<FittedModels.One> mean(Dataset data) {
        return mean.map(m -> new FittedModels.One(m, runs(data), groups(data.x())));
    }

    /** Returns the runs, null where a derived value cannot be computed. */
    private PerformanceModel.Run[] runs(Dataset data) {
        var runs = new PerformanceModel.Run[data.size()];
        Arrays.setAll(
                runs,
                i ->
                        known(data.x()[i])
                                .map(k -> new PerformanceModel.Run(k, sign * data.y()[i]))
                                .orElse(null));
        return runs;
    }

    /** Fits the models to measured values of the objective. */
    FittedModels fit(Dataset data) {
        PerformanceModel.Run[] runs = runs(data);
        int[] group = groups(data.x());
        return new FittedModels(
                this,
                data,
                models.stream().map(m -> new FittedModels.One(m, runs, group)).toList());
    }

    /** Returns what models see of a configuration; empty where it cannot be computed. */
    Optional<Point> known(double[] x) {
        try {
            return problem.map(p -> p.known(task, p.parameterSpace().decode(x)));
        } catch (org.attune.api.expression.EvaluationException notComputable) {
            return Optional.empty();
        }
    }

    String objective() {
        return objective;
    }

    /** Returns 1 for an objective to minimise, -1 for one to maximise. */
    int sign() {
        return sign;
    }

    Axes axes() {
        return axes.orElseThrow();
    }

    /** Deals configurations out in turn; repeats of one stay together. */
    private static int[] groups(double[][] x) {
        Map<String, Integer> numbers = new HashMap<>();
        return IntStream.range(0, x.length)
                .map(i -> {
                    numbers.putIfAbsent(Arrays.toString(x[i]), numbers.size());
                    return numbers.get(Arrays.toString(x[i])) % GROUPS;
                })
                .toArray();
    }
}
