package org.attune.benchmarks.problems;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Those of {@link TailProblems} that are times without a limit, with a limit that three of ten
 * random configurations keep: slower runs are ended then, and tell nothing but that.
 */
public final class TimeLimitProblems {
    private static final double SHARE = 0.3;
    private static final Set<String> OTHERS =
            Set.of("energy4", "throughput4", "profit5", "capped-time5");

    private TimeLimitProblems() {}

    /** Returns all of them. */
    public static List<DrawnProblem> all() {
        return Stream.concat(TailProblems.decide().stream(), TailProblems.report().stream())
                .filter(p -> !OTHERS.contains(p.name()))
                .map(p -> p.withTimeLimit("timed-" + p.name(), SHARE))
                .toList();
    }
}
