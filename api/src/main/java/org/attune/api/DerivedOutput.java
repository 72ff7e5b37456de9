package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;
import org.attune.api.expression.UndefinedNameException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Computes an output from measured ones: an objective, which has an aggregation of its own, from
 * each repetition, any other from their aggregates, so that it belongs to the values beside it.
 */
final class DerivedOutput {
    private DerivedOutput() {}

    /** Returns the values to aggregate; none where one cannot be computed. */
    static List<Double> repetitions(
            TuningProblem problem,
            String output,
            Expression expression,
            Candidate candidate,
            Outcome.Measured measured) {
        List<String> read =
                expression.names().stream().filter(measured.outputs()::containsKey).toList();
        try {
            Map<String, Object> values = problem.values(candidate);
            var repetitions = new ArrayList<Double>();
            for (Map<String, Double> row : rows(problem, output, read, measured)) {
                values.putAll(row);
                double value =
                        expression.value(values) instanceof Number n ? n.doubleValue() : Double.NaN;
                if (!Double.isFinite(value)) {
                    return List.of();
                }
                repetitions.add(value);
            }
            return repetitions;
        } catch (UndefinedNameException
                | EvaluationException
                | org.attune.api.expression.ExpressionException notComputable) {
            return List.of();
        }
    }

    /**
     * Returns for an objective the measured values of each repetition; where their counts differ,
     * and for any other output, one row of aggregates.
     */
    private static List<Map<String, Double>> rows(
            TuningProblem problem, String output, List<String> read, Outcome.Measured measured) {
        List<Integer> counts =
                read.stream().map(name -> measured.outputs().get(name).size()).distinct().toList();
        boolean single =
                counts.size() == 1
                        && problem.objectives().stream().anyMatch(o -> o.name().equals(output));
        var rows = new ArrayList<Map<String, Double>>();
        int count = single ? counts.getFirst() : 1;
        for (int i = 0; i < count; i++) {
            var row = new java.util.HashMap<String, Double>();
            for (String name : read) {
                List<Double> values = measured.outputs().get(name);
                row.put(name, single ? values.get(i) : problem.aggregation(name).of(values));
            }
            rows.add(row);
        }
        return rows;
    }
}
