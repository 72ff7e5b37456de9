package org.attune.benchmarks.problems;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

/**
 * A function to minimise whose values are known without measuring.
 *
 * @param name as suites and result files call it, without a task
 * @param problem with one objective, {@code y}
 * @param tasks in order; their index follows the name after a colon
 * @param noise standard deviation of the logarithm of measured values, 0 for a deterministic function
 * @param truth noise-free value; NaN where a run crashes
 */
public record BenchmarkProblem(
        String name,
        TuningProblem problem,
        List<Point> tasks,
        double noise,
        ToDoubleFunction<Candidate> truth) {
    /** The name of the objective. */
    public static final String OUTPUT = "y";

    /** Copies the tasks. */
    public BenchmarkProblem {
        Objects.requireNonNull(name, "name");
        tasks = List.copyOf(tasks);
    }

    /**
     * Returns what a run measures: the truth times a log-normal factor.
     *
     * @param noiseSeed the same for the same evaluation of every tuner
     */
    public Outcome evaluate(Candidate candidate, long noiseSeed) {
        double value = truth.applyAsDouble(candidate);
        if (Double.isNaN(value)) {
            return Outcome.failed(FailureCause.CRASH, "outside the region where it runs");
        }
        double disturbed =
                noise == 0
                        ? value
                        : value
                                * Math.exp(
                                        noise
                                                * new Seed(noiseSeed)
                                                        .generator("noise", 0)
                                                        .nextGaussian());
        return Outcome.measured(OUTPUT, disturbed);
    }
}
