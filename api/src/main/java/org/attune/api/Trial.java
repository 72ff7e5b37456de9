package org.attune.api;

import java.util.Objects;

/**
 * One evaluation of a study, from its proposal on.
 *
 * @param number from 1, without gaps, in the order of proposal
 * @param candidate what is evaluated
 * @param origin who proposed it
 * @param outcome what became of it so far
 * @param provenance when, where and at what cost
 */
public record Trial(
        long number, Candidate candidate, Origin origin, Outcome outcome, Provenance provenance)
        implements Entry {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Trial {
        if (number < 1) {
            throw new IllegalArgumentException(
                    "Trial numbers start at 1, not %d.".formatted(number));
        }
        Objects.requireNonNull(candidate, "candidate");
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(provenance, "provenance");
    }

    /** Returns the task of the candidate. */
    public Point task() {
        return candidate.task();
    }

    /** Returns the configuration of the candidate. */
    public Point configuration() {
        return candidate.configuration();
    }

    /** Returns whether the outcome has not come yet. */
    public boolean isPending() {
        return outcome instanceof Outcome.Pending;
    }

    /** Returns whether it is at full fidelity. */
    public boolean isFull() {
        return candidate.fidelity().isFull();
    }

    /** Returns what it costs of a full run. */
    public double cost() {
        return candidate.fidelity().value();
    }

    /** Returns a copy whose outcome came now. */
    public Trial with(Outcome newOutcome) {
        return new Trial(number, candidate, origin, newOutcome, provenance.toldNow());
    }

    /** Returns a copy with another number, of a proposal that others have overtaken. */
    Trial later(long newNumber, Seen seen) {
        return new Trial(newNumber, candidate, origin, outcome, provenance.from(seen));
    }

    /** Returns a copy for whoever comes for it. */
    Trial offered() {
        return new Trial(number, candidate, origin, outcome, provenance.of(ProcessId.NOBODY));
    }

    /** Returns whether it waits for somebody to come for it. */
    boolean isOffered() {
        return isPending() && provenance.process().equals(ProcessId.NOBODY);
    }

    /** Returns a copy for which this process has come. */
    Trial fetched() {
        return new Trial(number, candidate, origin, outcome, provenance.of(ProcessId.here()));
    }

    /** Returns a copy that has no outcome yet. */
    Trial untold() {
        return isPending()
                ? this
                : new Trial(number, candidate, origin, Outcome.PENDING, provenance.untold());
    }

    /** Returns a copy whose outcome somebody has corrected. */
    Trial amended() {
        return new Trial(number, candidate, origin, outcome, provenance.amended());
    }

    /** Returns a copy whose run took so many seconds, where its outcome does not say how long. */
    Trial taking(double seconds) {
        return new Trial(number, candidate, origin, outcome.taking(seconds), provenance);
    }

    /** Returns a copy that this process has taken over. */
    Trial adopted() {
        return new Trial(number, candidate, origin, outcome, provenance.adopted());
    }

    /** Returns a copy that this process hands out now, since it was lost. */
    Trial askedAgain() {
        return new Trial(number, candidate, origin, outcome, provenance.askedAgain());
    }
}
