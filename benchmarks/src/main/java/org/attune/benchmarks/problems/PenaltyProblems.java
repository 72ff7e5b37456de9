package org.attune.benchmarks.problems;

import java.util.List;
import java.util.stream.Stream;

/**
 * {@link LimitProblems} whose failing runs give a number, as programs do that were written for a
 * tuner without failures: 1e30, or 100, a time limit in sight of what is measured. In two halves,
 * as these.
 */
public final class PenaltyProblems {
    private static final double HUGE = 1e30;
    private static final double LIMIT = 100;

    private PenaltyProblems() {}

    /** Returns the half that is like what decided. */
    public static List<DrawnProblem> decide() {
        return of(LimitProblems.decide(), false);
    }

    /** Returns the same for tuners that take the numbers as they are. */
    public static List<DrawnProblem> decideAsValues() {
        return of(LimitProblems.decide(), true);
    }

    /** Returns the other half. */
    public static List<DrawnProblem> report() {
        return of(LimitProblems.report(), false);
    }

    /** Returns the same for tuners that take the numbers as they are. */
    public static List<DrawnProblem> reportAsValues() {
        return of(LimitProblems.report(), true);
    }

    private static List<DrawnProblem> of(List<DrawnProblem> limits, boolean told) {
        return limits.stream()
                .flatMap(p ->
                        Stream.of(
                                p.withPenalty(p.name() + "-huge", HUGE, told),
                                p.withPenalty(p.name() + "-100", LIMIT, told)))
                .toList();
    }
}
