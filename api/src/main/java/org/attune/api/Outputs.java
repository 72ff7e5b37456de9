package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;
import org.attune.api.expression.UndefinedNameException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.SequencedSet;

/** The outputs of a problem, measured and derived, and what trials say of them. */
final class Outputs {
    private final String problem;
    private final List<Objective> objectives;
    private final SequencedMap<String, Expression> derived;
    private final Scope scope;
    private final SequencedSet<String> measured = new LinkedHashSet<>();

    /**
     * @param problem its name
     * @param derived expressions by output, those of objectives included
     */
    Outputs(
            String problem,
            List<Objective> objectives,
            SequencedMap<String, Expression> derived,
            Scope scope) {
        this.problem = problem;
        this.objectives = objectives;
        this.derived = derived;
        this.scope = scope;
        objectives.forEach(o -> measured.add(o.name()));
        derived.values().forEach(e -> measured.addAll(e.names()));
        measured.removeAll(derived.keySet());
        measured.removeAll(scope.names());
    }

    /** Returns those that an evaluation must measure. */
    SequencedSet<String> measured() {
        return measured;
    }

    /** Returns the names of all, measured and derived. */
    SequencedSet<String> names() {
        var names = new LinkedHashSet<>(measured);
        names.addAll(derived.keySet());
        return names;
    }

    /** Returns what {@link TuningProblem#value} does. */
    OptionalDouble value(Trial trial, String output) {
        List<Double> repetitions = repetitions(trial, output);
        return repetitions.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(aggregation(output).of(repetitions));
    }

    /** Returns what {@link TuningProblem#noise} does. */
    MeasuredNoise noise(Trial trial, String output) {
        List<Double> repetitions = repetitions(trial, output);
        if (repetitions.isEmpty()) {
            return MeasuredNoise.UNKNOWN;
        }
        List<Double> error =
                trial.outcome() instanceof Outcome.Measured m
                        ? m.outputs().getOrDefault(output + MeasuredNoise.STANDARD_ERROR, List.of())
                        : List.of();
        return MeasuredNoise.of(
                aggregation(output), repetitions, error.size() == 1 ? error.getFirst() : 0);
    }

    /**
     * Returns whether every objective of a trial has a value that lies in its range, and was no
     * penalty as measured.
     */
    boolean areInRange(Trial trial) {
        Trial measured = Normalisation.measured(trial);
        return objectives.stream()
                .allMatch(o -> {
                    OptionalDouble value = value(trial, o.name());
                    return value.isPresent()
                            && o.isInRange(value.getAsDouble())
                            && !o.isPenalty(value(measured, o.name()).orElseThrow());
                });
    }

    /** Returns all that a trial has, aggregated, the optimised ones first. */
    SequencedMap<String, Double> of(Trial trial) {
        var names = new LinkedHashSet<String>();
        objectives.stream().filter(Objective::optimize).forEach(o -> names.add(o.name()));
        objectives.forEach(o -> names.add(o.name()));
        names.addAll(names());
        var outputs = new LinkedHashMap<String, Double>();
        for (String output : names) {
            value(trial, output).ifPresent(v -> outputs.put(output, v));
        }
        return outputs;
    }

    /** Returns the values to aggregate; none where there is none, or one cannot be computed. */
    private List<Double> repetitions(Trial trial, String output) {
        Expression expression = derived.get(output);
        if (expression == null && !measured.contains(output)) {
            throw new IllegalArgumentException(
                    "Problem '%s' has no output '%s'.".formatted(problem, output));
        }
        if (!(trial.outcome() instanceof Outcome.Measured m)) {
            return List.of();
        }
        return expression != null
                ? computed(output, expression, trial.candidate(), m)
                : m.outputs().getOrDefault(output, List.of());
    }

    /**
     * Computes an output from measured ones: an objective, which has an aggregation of its own,
     * from each repetition, any other from their aggregates, so that it belongs to the values
     * beside it.
     */
    private List<Double> computed(
            String output, Expression expression, Candidate candidate, Outcome.Measured measured) {
        List<String> read =
                expression.names().stream().filter(measured.outputs()::containsKey).toList();
        try {
            Map<String, Object> values = scope.values(candidate);
            var repetitions = new ArrayList<Double>();
            for (Map<String, Double> row : rows(output, read, measured)) {
                values.putAll(row);
                double value =
                        expression.value(values) instanceof Number n ? n.doubleValue() : Double.NaN;
                if (!Double.isFinite(value)) {
                    return List.of();
                }
                repetitions.add(value);
            }
            return repetitions;
        } catch (UndefinedNameException | EvaluationException | ExpressionException notComputable) {
            return List.of();
        }
    }

    /**
     * Returns for an objective the measured values of each repetition; where their counts differ,
     * and for any other output, one row of aggregates.
     */
    private List<Map<String, Double>> rows(
            String output, List<String> read, Outcome.Measured measured) {
        List<Integer> counts =
                read.stream().map(name -> measured.outputs().get(name).size()).distinct().toList();
        boolean single =
                counts.size() == 1 && objectives.stream().anyMatch(o -> o.name().equals(output));
        var rows = new ArrayList<Map<String, Double>>();
        int count = single ? counts.getFirst() : 1;
        for (int i = 0; i < count; i++) {
            var row = new HashMap<String, Double>();
            for (String name : read) {
                List<Double> values = measured.outputs().get(name);
                row.put(name, single ? values.get(i) : aggregation(name).of(values));
            }
            rows.add(row);
        }
        return rows;
    }

    /** Returns how repetitions are aggregated: as the objective says, else by the median. */
    private Aggregation aggregation(String output) {
        return objectives.stream()
                .filter(o -> o.name().equals(output))
                .map(Objective::aggregation)
                .findFirst()
                .orElse(Aggregation.MEDIAN);
    }
}
