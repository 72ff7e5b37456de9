package org.attune.bayesopt.tuner;

import org.attune.api.Candidate;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Suggestion;

import java.util.Objects;

/**
 * What a tuner chooses, and by which technique.
 *
 * @param configuration admissible and untried
 * @param origin kept with the trial
 * @param logExpectedGain as in {@link Suggestion}, NaN where nothing in particular is expected
 */
public record Choice(Point configuration, Origin origin, double logExpectedGain) {
    /** Rejects missing parts. */
    public Choice {
        Objects.requireNonNull(configuration, "configuration");
        Objects.requireNonNull(origin, "origin");
    }

    /** A choice without an expectation. */
    public Choice(Point configuration, Origin origin) {
        this(configuration, origin, Double.NaN);
    }

    Suggestion of(Point task) {
        return new Suggestion(Candidate.of(task, configuration), origin, logExpectedGain);
    }
}
