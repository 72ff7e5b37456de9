package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

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

    private static final String ALWAYS = "1 == 1";

    private final List<Parameter> parameters;
    private final TuningProblem unconditional;

    InactiveValues(TuningProblem problem) {
        parameters = problem.parameterSpace().parameters();
        var builder = TuningProblem.named(problem.name());
        problem.taskSpace().parameters().forEach(builder::task);
        parameters.forEach(p -> builder.parameter(p.activeIf(ALWAYS)));
        problem.objectives().forEach(builder::objective);
        problem.constraints().forEach(builder::constraint);
        problem.fidelity().ifPresent(f -> builder.fidelity(f.parameter()));
        unconditional = builder.build();
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
        return unconditional.admits(
                new Candidate(candidate.task(), Point.of(values), candidate.fidelity()));
    }
}
