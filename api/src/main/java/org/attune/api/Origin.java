package org.attune.api;

import java.util.Objects;

/**
 * Who proposed a trial, and by which technique.
 *
 * @param phase of the study
 * @param technique name that the tuner understands when it reads its own history, such as {@code
 *     log-ei} or {@code nelder-mead}
 */
public record Origin(Phase phase, String technique) {
    /** Where in a study a trial comes from. */
    public enum Phase {
        /** The problem's default configuration. */
        DEFAULT,
        /** A configuration that the user gave. */
        GIVEN,
        /** The initial design of a tuner. */
        INITIAL,
        /** A tuner that learns from the records. */
        MODEL,
        /** A tuner that does not, or a search without a model. */
        SEARCH
    }

    /** The origin of a trial that was taken over from another study. */
    public static final Origin REUSED = new Origin(Phase.GIVEN, "reused");

    /** The origin of a trial that comes from another program's file. */
    public static final Origin IMPORTED = new Origin(Phase.GIVEN, "imported");

    /**
     * The origin of a trial far from all others, which a tuner with a model makes where it expects
     * nothing more of those nearby.
     */
    public static final Origin ELSEWHERE = new Origin(Phase.SEARCH, "elsewhere");

    /**
     * The origin of a trial at the minimum of a quadratic through the trials nearest to the best
     * one, for its last digits.
     */
    public static final Origin REFINED = new Origin(Phase.MODEL, "quadratic");

    /**
     * The origin of a trial beside the best one whose integers are multiples of powers of two,
     * which a tuner with a model makes before it looks far from all others.
     */
    public static final Origin ROUNDED = new Origin(Phase.MODEL, "rounded");

    /** Rejects missing parts. */
    public Origin {
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(technique, "technique");
    }

    /** Returns whether the trial comes from another study or program, which spent its time. */
    public boolean isTakenOver() {
        return equals(REUSED) || equals(IMPORTED);
    }

    /** Returns whether the trial is one of which no model expects anything. */
    public boolean isBlind() {
        return equals(ELSEWHERE) || equals(ROUNDED);
    }

    /** Returns the origin of a search without a model. */
    public static Origin of(String technique) {
        return new Origin(Phase.SEARCH, technique);
    }
}
