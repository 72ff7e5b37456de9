package org.attune.api;

import org.attune.api.expression.Expression;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A problem as strings, numbers, lists and maps, with the keys of the problem file. */
final class ProblemDescription {
    private ProblemDescription() {}

    static Map<String, Object> of(TuningProblem problem) {
        var map = new LinkedHashMap<String, Object>();
        map.put("tuning_problem_name", problem.name());
        map.put("input_space", SpaceDescription.of(problem.taskSpace().parameters()));
        map.put("parameter_space", SpaceDescription.of(problem.parameterSpace().parameters()));
        map.put("output_space", problem.objectives().stream().map(ProblemDescription::of).toList());
        map.put("constants", problem.constants());
        Map<String, Object> machine = problem.countsRead(name -> false);
        if (!machine.isEmpty()) { // absent in studies from before it was kept
            map.put(ProblemChange.MACHINE, machine);
        }
        problem.fidelity() // absent in studies from before there was one
                .ifPresent(f -> map.put("fidelity", f.parameter().description()));
        var constraints = new LinkedHashMap<String, Object>();
        for (Constraint c : problem.constraints()) {
            constraints.put(c.name(), c.expression().map(Expression::text).orElse("java"));
        }
        map.put("constraints", constraints);
        map.put("derived", texts(problem.derived()));
        map.put("derived_outputs", texts(problem.derivedOutputs()));
        if (!problem.models().isEmpty()) { // absent in studies from before there were any
            var models = new LinkedHashMap<String, Object>();
            problem.models().forEach(m -> models.put(m.name(), m.description()));
            map.put("performance_models", models);
        }
        if (!problem.priorMeans().isEmpty()) {
            var means = new LinkedHashMap<String, Object>();
            problem.priorMeans().forEach((output, m) -> means.put(output, m.description()));
            map.put("prior_means", means);
        }
        if (!problem.beliefs().isEmpty()) {
            var beliefs = new LinkedHashMap<String, Object>();
            problem.beliefs().forEach(b -> beliefs.put(b.parameter(), b.likely()));
            map.put("beliefs", beliefs);
        }
        return map;
    }

    private static Map<String, Object> texts(Map<String, Expression> expressions) {
        var map = new LinkedHashMap<String, Object>();
        expressions.forEach((name, e) -> map.put(name, e.text()));
        return map;
    }

    private static Map<String, Object> of(Objective objective) {
        var map = new LinkedHashMap<String, Object>();
        map.put("name", objective.name());
        map.put("unit", objective.unit());
        map.put("goal", objective.goal().name().toLowerCase(Locale.ROOT));
        map.put("aggregation", objective.aggregation().name().toLowerCase(Locale.ROOT));
        map.put("optimize", objective.optimize() ? "yes" : "no");
        if (objective.lower() > Double.NEGATIVE_INFINITY) {
            map.put("lower_bound", objective.lower());
        }
        if (objective.upper() < Double.POSITIVE_INFINITY) {
            map.put("upper_bound", objective.upper());
        }
        objective
                .penalty() // absent in studies from before there was one
                .ifPresent(p -> map.put("penalty", Double.isInfinite(p) ? "none" : p));
        return map;
    }
}
