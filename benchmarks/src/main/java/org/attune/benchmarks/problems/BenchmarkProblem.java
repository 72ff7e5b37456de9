package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * A formula to minimise.
 *
 * @param name as suites and result files call it, without a task
 * @param problem with one objective, {@code y}
 * @param tasks in order; their index follows the name after a colon
 * @param noise standard deviation of the logarithm of measured values, 0 for a deterministic
 *     function
 * @param truth noise-free value; NaN where a run crashes
 */
public record BenchmarkProblem(
        String name,
        TuningProblem problem,
        List<Point> tasks,
        double noise,
        ToDoubleFunction<Candidate> truth)
        implements Benchmark {
    /** The name of the objective. */
    public static final String OUTPUT = "y";

    /**
     * Copies the tasks, in canonical form.
     *
     * @throws IllegalArgumentException if a task does not belong to the problem, or the noise is
     *     negative
     */
    public BenchmarkProblem {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(truth, "truth");
        tasks = tasks.stream().map(problem.taskSpace()::canonical).toList();
        if (!(noise >= 0)) {
            throw new IllegalArgumentException(
                    "%s: the noise is %s, but must not be negative.".formatted(name, noise));
        }
    }

    /** Measures the truth, disturbed; where there is none the run crashes. */
    @Override
    public Measurement measure(Candidate candidate, long noiseSeed) {
        return Measurement.disturbed(truth.applyAsDouble(candidate), noise, noiseSeed);
    }
}
