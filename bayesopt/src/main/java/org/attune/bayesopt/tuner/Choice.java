package org.attune.bayesopt.tuner;

import org.attune.api.Candidate;
import org.attune.api.Effort;
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
 * @param modelSeconds wall seconds spent on a model for it, a part of those of the whole choice
 */
public record Choice(
        Point configuration, Origin origin, double logExpectedGain, double modelSeconds) {
    /** Rejects missing parts. */
    public Choice {
        Objects.requireNonNull(configuration, "configuration");
        Objects.requireNonNull(origin, "origin");
    }

    /** A choice without a model. */
    public Choice(Point configuration, Origin origin, double logExpectedGain) {
        this(configuration, origin, logExpectedGain, 0);
    }

    /** A choice without an expectation. */
    public Choice(Point configuration, Origin origin) {
        this(configuration, origin, Double.NaN);
    }

    /** Returns the same choice, for which a model took this many wall seconds. */
    public Choice withModelSeconds(double seconds) {
        return new Choice(configuration, origin, logExpectedGain, seconds);
    }

    /**
     * Returns what this choice took: what was no model was search. Points of an initial design are
     * not worth reporting.
     *
     * @param start {@link System#nanoTime} at which choosing began
     */
    public Effort effort(long start) {
        return origin.phase() == Origin.Phase.INITIAL
                ? Effort.NONE
                : new Effort(modelSeconds, Math.max(0, secondsSince(start) - modelSeconds));
    }

    /**
     * Returns the wall seconds since then.
     *
     * @param start of {@link System#nanoTime}
     */
    public static double secondsSince(long start) {
        return (System.nanoTime() - start) * 1e-9;
    }

    Suggestion of(Point task) {
        return new Suggestion(Candidate.of(task, configuration), origin, logExpectedGain);
    }
}
