package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Problems of four tasks, numbered by t, of four sizes. */
final class SizedTasks {
    private static final List<Double> SIZES = List.of(500.0, 1000.0, 2000.0, 4000.0);

    private SizedTasks() {}

    /** Returns the size of a candidate's task. */
    static double size(Candidate c) {
        return SIZES.get((int) c.task().number("t"));
    }

    /**
     * Makes a problem.
     *
     * @param truth NaN where a run fails
     */
    static BenchmarkProblem family(
            String name, List<Parameter> parameters, ToDoubleFunction<Candidate> truth) {
        var builder = TuningProblem.named(name).task(Parameter.integer("t", 0, SIZES.size() - 1));
        parameters.forEach(builder::parameter);
        return new BenchmarkProblem(
                name,
                builder.objective(Objective.minimize(BenchmarkProblem.OUTPUT)).build(),
                IntStream.range(0, SIZES.size()).mapToObj(t -> Point.of("t", t)).toList(),
                0,
                truth);
    }
}
