package org.attune.testkit;

import org.attune.api.Candidate;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A problem, its tasks, and a function to stand for the application.
 *
 * @param name for messages
 * @param problem with the one output {@code y}
 * @param tasks canonical, at least one
 * @param function value of {@code y}; depends on the candidate alone
 */
public record TestProblem(
        String name,
        TuningProblem problem,
        List<Point> tasks,
        ToDoubleFunction<Candidate> function) {
    /** Copies the tasks. */
    public TestProblem {
        tasks = List.copyOf(tasks);
    }

    /** Returns the outcome of a candidate: {@code y}, measured once. */
    public Outcome evaluate(Candidate candidate) {
        return Outcome.measured("y", function.applyAsDouble(candidate));
    }

    @Override
    public String toString() {
        return name;
    }
}
