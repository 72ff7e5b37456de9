package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.UndefinedNameException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Says what is wrong with performance models and prior means before anything has been run. */
public final class ModelCheck {
    private ModelCheck() {}

    /**
     * Computes the models of a problem, the terms of those that are sums, and the prior means of
     * outputs at some configurations of a task.
     *
     * @return what to look at again, in words
     */
    public static List<String> messages(
            TuningProblem problem, Point task, List<Point> configurations) {
        var messages = new ArrayList<String>();
        for (PerformanceModel model : problem.models()) {
            if (model instanceof FormulaModel formula) {
                List<String> terms = formula.terms();
                for (int k = 0; k < terms.size(); k++) {
                    String subject =
                            terms.size() == 1 && terms.getFirst().equals(model.name())
                                    ? "performance model '%s'".formatted(model.name())
                                    : "term '%s' of performance model '%s'"
                                            .formatted(terms.get(k), model.name());
                    term(problem, task, configurations, formula, k)
                            .ifPresent(m -> messages.add(subject + " " + m));
                }
            }
        }
        problem.priorMeans()
                .forEach((output, mean) -> {
                    boolean named =
                            problem.models().stream().anyMatch(m -> m.name().equals(mean.name()));
                    if (mean instanceof FormulaModel formula && !named) {
                        term(problem, task, configurations, formula, 0)
                                .ifPresent(m ->
                                        messages.add("prior_mean of '%s' %s".formatted(output, m)));
                    }
                });
        return messages;
    }

    private static Optional<String> term(
            TuningProblem problem, Point task, List<Point> points, FormulaModel model, int k) {
        double[] values = new double[points.size()];
        int count = 0;
        Optional<String> why = Optional.empty();
        for (Point point : points) {
            try {
                values[count] = model.term(k, problem.known(task, point));
                count += Double.isFinite(values[count]) ? 1 : 0;
            } catch (EvaluationException | UndefinedNameException e) {
                why = why.or(() -> Optional.ofNullable(e.getMessage()));
            }
        }
        if (count < points.size()) {
            return Optional.of(
                    "has no value at %d of %d random configurations%s%s; there the tuner does without it."
                            .formatted(
                                    points.size() - count,
                                    points.size(),
                                    task.after(" of task "),
                                    why.map(w -> ": " + w).orElse("")));
        }
        double least = Arrays.stream(values).min().orElse(0);
        double most = Arrays.stream(values).max().orElse(0);
        if (points.size() > 1 && least == 0 && most == 0) {
            return Optional.of("is always 0%s.".formatted(task.after(" in task ")));
        }
        if (model.isFitted() && points.size() > 1 && most <= 0) {
            return Optional.of(
                    "is never positive%s, and its coefficient is never negative. Maybe change its sign."
                            .formatted(task.after(" in task ")));
        }
        if (!model.isFitted() && points.size() > 1 && least == most) {
            return Optional.of(
                    "is always %s%s: it tells no configurations apart."
                            .formatted(least, task.after(" in task ")));
        }
        return Optional.empty();
    }
}
