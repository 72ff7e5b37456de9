package org.attune.api;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

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
    private static final double NANOSECONDS = 1e9; // in a second

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

    /**
     * Returns what it costs of a full run: of one that goes on from another run, what that one has
     * not paid for.
     */
    public double cost() {
        double share = candidate.fidelity().value();
        return provenance.parent().map(p -> Math.max(share - p.reached().value(), 0)).orElse(share);
    }

    /** Returns whether it was ended before it reached the fidelity at which it was to be run. */
    public boolean isEndedEarly() {
        return provenance.planned().isPresent();
    }

    /** Returns a copy that starts from the beginning, whatever run it goes on from. */
    public Trial alone() {
        return new Trial(number, candidate, origin, outcome, provenance.after(Optional.empty()));
    }

    /** Returns the candidate at the fidelity at which it was to be run, whether or not it was. */
    public Candidate asked() {
        return provenance
                .planned()
                .map(f -> new Candidate(candidate.task(), candidate.configuration(), f))
                .orElse(candidate);
    }

    /**
     * Returns when its run ended, as far as anybody knows; empty while it is pending. An outcome
     * that has taken the place of another one, by a correction or by reading the output again, came
     * later than that.
     */
    public Optional<Instant> ended() {
        if (provenance.first().isPresent() || !provenance.corrected()) {
            return provenance.first().or(provenance::told);
        }
        Instant run = provenance.asked().plusNanos((long) (NANOSECONDS * outcome.elapsed()));
        return provenance.told().map(t -> run.isBefore(t) ? run : t);
    }

    /** Returns a copy whose outcome came now; that of a run that was ended says what it reached. */
    public Trial with(Outcome newOutcome) {
        Provenance now = provenance.toldNow();
        return newOutcome instanceof Outcome.Measured m && m.reached().isPresent()
                ? new Trial(
                        number,
                        new Candidate(task(), configuration(), m.reached().get()),
                        origin,
                        m.whole(),
                        now.planned(Optional.of(asked().fidelity())))
                : new Trial(number, candidate, origin, newOutcome, now);
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
    public Trial untold() {
        return isPending()
                ? this
                : new Trial(number, asked(), origin, Outcome.PENDING, provenance.untold());
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
