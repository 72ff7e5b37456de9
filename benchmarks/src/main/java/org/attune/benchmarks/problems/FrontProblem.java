package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Formulas to minimise together, without noise.
 *
 * @param name as suites and result files call it, without a task
 * @param problem with several objectives
 * @param tasks the empty one alone where there are none
 * @param point up to which the hypervolume of each task is taken
 * @param values of the objectives, in their order
 */
record FrontProblem(
        String name,
        TuningProblem problem,
        List<Point> tasks,
        ReferencePoint point,
        Function<Candidate, double[]> values)
        implements Benchmark {
    @Override
    public Optional<ReferencePoint> reference(Point task) {
        return Optional.of(point);
    }

    @Override
    public Measurement measure(Candidate candidate, long noiseSeed) {
        double[] measured = values.apply(candidate);
        var outputs = new LinkedHashMap<String, List<Double>>();
        for (Objective o : problem.optimized()) {
            outputs.put(o.name(), List.of(measured[outputs.size()]));
        }
        return new Measurement(new Outcome.Measured(outputs, Map.of(), 0), measured);
    }
}
