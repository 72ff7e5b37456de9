package org.attune.baselines;

import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The admissible configurations of a space that is small enough to be listed. */
final class SmallSpace {
    /** Listing these takes milliseconds; in a larger space a study rarely comes to the end. */
    private static final int LIMIT = 10_000;

    private final TuningProblem problem;
    private final Optional<List<Point>> points;

    SmallSpace(TuningProblem problem) {
        this.problem = problem;
        this.points = problem.parameterSpace().points(LIMIT);
    }

    /**
     * Returns what is admissible for the task and has not been proposed; empty where the space is
     * too large.
     */
    Optional<List<Point>> untried(Point task, List<Trial> trials) {
        if (points.isEmpty()) {
            return Optional.empty();
        }
        Set<Point> tried = configurations(trials);
        List<Point> untried =
                points.get().stream()
                        .filter(p -> !tried.contains(p) && problem.admits(task, p))
                        .toList();
        if (untried.isEmpty() && tried.isEmpty()) {
            throw nothingFound(problem, task);
        }
        return Optional.of(untried);
    }

    static Set<Point> configurations(List<Trial> trials) {
        var configurations = new HashSet<Point>();
        trials.forEach(t -> configurations.add(t.configuration()));
        return configurations;
    }

    static Proposal.Done exhausted(Point task) {
        return new Proposal.Done(
                "Every admissible configuration of task %s has been proposed.".formatted(task));
    }

    static IllegalStateException nothingFound(TuningProblem problem, Point task) {
        return new IllegalStateException(
                "No configuration of '%s' was found that is admissible for task %s. Maybe the constraints %s contradict each other: see 'attune check'."
                        .formatted(problem.name(), task, problem.constraints()));
    }
}
