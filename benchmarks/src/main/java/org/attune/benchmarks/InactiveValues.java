package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Gives inactive parameters a value of their range, for programs that want one.
 *
 * <p>It is the middle of the range, unless a constraint is violated there: to a tuner a constraint
 * that reads an inactive parameter holds, but the program tests it with the value that it gets.
 * Then values are drawn, from a fixed seed, until every constraint holds.
 */
final class InactiveValues {
    private static final int MAX_DRAWS = 10_000;
    private static final double MIDDLE = 0.5;

    private final List<Parameter> parameters;
    private final List<String> names;
    private final List<Expression.Bound> constraints;

    InactiveValues(TuningProblem problem) {
        parameters = problem.parameterSpace().parameters();
        names = new ArrayList<>();
        problem.taskSpace().parameters().forEach(p -> names.add(p.name()));
        parameters.forEach(p -> names.add(p.name()));
        constraints =
                problem.constraints().stream()
                        .map(Constraint::expression)
                        .map(e -> e.orElseThrow().bind(names))
                        .toList();
    }

    /** Returns the values of all parameters by name. */
    Map<String, Object> completed(Candidate candidate) {
        SequencedMap<String, Object> given = candidate.configuration().values();
        List<Parameter> missing =
                parameters.stream().filter(p -> !given.containsKey(p.name())).toList();
        missing.forEach(p -> given.put(p.name(), p.decode(MIDDLE)));
        if (missing.isEmpty() || hold(candidate, given)) {
            return given;
        }
        Generator random = new Seed(0).generator("inactive", 0);
        for (int i = 0; i < MAX_DRAWS; i++) {
            missing.forEach(p -> given.put(p.name(), p.decode(random.nextDouble())));
            if (hold(candidate, given)) {
                return given;
            }
        }
        return given;
    }

    private boolean hold(Candidate candidate, Map<String, Object> values) {
        Map<String, Object> task = candidate.task().values();
        Object[] slots = names.stream().map(n -> task.getOrDefault(n, values.get(n))).toArray();
        try {
            return constraints.stream().allMatch(c -> c.test(slots));
        } catch (EvaluationException undefined) {
            return false;
        }
    }
}
