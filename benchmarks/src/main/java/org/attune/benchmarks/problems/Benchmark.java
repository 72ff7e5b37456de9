package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A problem that tuners are compared on: by the best value of one objective so far, or by the
 * hypervolume of several so far, of which more is better.
 */
public interface Benchmark {
    /** Evaluation i of a study, from 0, has the noise seed {@code seed * SEEDS_APART + i}. */
    long SEEDS_APART = 100_003;

    /** Returns the name, without a task. */
    String name();

    /** Returns the problem as tuners see it. */
    TuningProblem problem();

    /** Returns the tasks; their index follows the name after a colon. */
    List<Point> tasks();

    /**
     * Returns up to where the hypervolume of a task is taken, always the same; empty where there is
     * one objective.
     */
    default Optional<ReferencePoint> reference(Point task) {
        return Optional.empty();
    }

    /**
     * Returns what tells this problem apart from others that had its name before, task by task;
     * empty where it is always the same.
     */
    default Optional<String> definition(Point task) {
        return Optional.empty();
    }

    /** Returns the best value there is of the objective, where it is known and one of all tasks. */
    default OptionalDouble optimum() {
        return OptionalDouble.empty();
    }

    /**
     * Runs one candidate.
     *
     * @param candidate whose task is one of {@link #tasks}
     * @param noiseSeed the only source of noise, so that equal seeds disturb equally
     */
    Measurement measure(Candidate candidate, long noiseSeed);

    /**
     * Returns the values that count for a candidate whose measurement was the best of a study so
     * far, or made its hypervolume grow; no tuner sees them.
     */
    default double[] truths(Candidate candidate, Measurement measured) {
        return measured.truths();
    }
}
