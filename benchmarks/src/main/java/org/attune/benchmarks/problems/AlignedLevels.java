package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Space;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The {@link AlignmentProblems} that report, with {@link CheapRuns}, for which it matters as much
 * what divides a size. Nothing was decided by them.
 */
public final class AlignedLevels {
    private AlignedLevels() {}

    /** Returns all of them. */
    public static List<DrawnProblem> all() {
        return AlignmentProblems.report().stream().map(AlignedLevels::levels).toList();
    }

    private static DrawnProblem levels(DrawnProblem full) {
        Space space = full.problem().parameterSpace();
        return full.withFidelity(
                full.name() + "-levels",
                CheapRuns.LEVELS,
                (random, formula) -> {
                    ToDoubleFunction<Candidate> factor = CheapRuns.factor(space, random);
                    return c -> formula.applyAsDouble(c.configuration()) * factor.applyAsDouble(c);
                });
    }
}
