package org.attune.api;

import java.util.Locale;

/** Why an evaluation gave no value. */
public enum FailureCause {
    /** The program could not be built or started. */
    BUILD,
    /** It ended with a non-zero exit code or by a signal. */
    CRASH,
    /** It did not end in time. */
    TIMEOUT,
    /** It ran out of memory. */
    OUT_OF_MEMORY,
    /** It ended, but its own check says that the result is wrong. */
    WRONG_ANSWER,
    /** It ended, but its output holds no finite value of some output. */
    UNREADABLE_OUTPUT,
    /** A declared condition turned out to be violated when it was to be run. */
    INFEASIBLE,
    /** It was stopped from outside; says nothing about the configuration. */
    CANCELLED,
    /** It was measured wrongly, and its user withdrew it; says nothing about the configuration. */
    WITHDRAWN;

    /** Returns whether a failure from this cause says something about the configuration. */
    public boolean isInformative() {
        return this != CANCELLED && this != WITHDRAWN;
    }

    /** Returns whether something ran before it failed from this cause. */
    boolean ran() {
        return switch (this) {
            case CRASH, TIMEOUT, OUT_OF_MEMORY, WRONG_ANSWER, UNREADABLE_OUTPUT -> true;
            case BUILD, INFEASIBLE, CANCELLED, WITHDRAWN -> false;
        };
    }

    /** Returns the name in lower case with hyphens, as files and the command line write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the cause of this text.
     *
     * @throws IllegalArgumentException if there is none; the message lists all
     */
    public static FailureCause of(String text) {
        for (FailureCause cause : values()) {
            if (cause.text().equals(text)) {
                return cause;
            }
        }
        throw new IllegalArgumentException(
                "'%s' is no cause of failure. Known are: %s."
                        .formatted(
                                text,
                                String.join(
                                        ", ",
                                        java.util.Arrays.stream(values())
                                                .map(FailureCause::text)
                                                .toList())));
    }
}
