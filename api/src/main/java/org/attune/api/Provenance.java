package org.attune.api;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * When, where and at what cost a trial was proposed and told.
 *
 * @param asked when it was proposed, or handed out again after it was lost
 * @param told when its outcome came, empty while it is pending; of one that has been replaced, when
 *     the newest came
 * @param process that asked, or has taken the trial over since, for telling whether a pending trial
 *     has been orphaned
 * @param effort of proposing it
 * @param source where it was imported from, empty for a trial that Attune has asked for
 * @param environment name of the environment of that process in {@link StudyRecord#environments},
 *     empty where it is not recorded
 * @param logExpectedGain what the tuner expected of it, see {@link Suggestion#logExpectedGain}; NaN
 *     where it expected nothing in particular
 * @param corrected whether somebody has replaced the outcome of the run by another one, which
 *     reading the output of the run again must not undo
 * @param attempt from 1, and one more each time that the trial is taken over from a process that
 *     was lost, by which a result that comes late is known
 * @param seen what it was proposed from, empty where that is all that came before it
 * @param parent the run that it goes on from, empty where it starts from the beginning
 * @param planned at which fidelity it was to be run, where it was ended before; else empty
 * @param first when its first outcome came, where another one has taken the place of that since;
 *     else empty
 */
public record Provenance(
        Instant asked,
        Optional<Instant> told,
        ProcessId process,
        Effort effort,
        Optional<Source> source,
        Optional<String> environment,
        double logExpectedGain,
        boolean corrected,
        int attempt,
        Optional<Seen> seen,
        Optional<Parent> parent,
        Optional<Fidelity> planned,
        Optional<Instant> first) {
    /** Checks the attempt. */
    public Provenance {
        if (attempt < 1) {
            throw new IllegalArgumentException("Attempts begin at 1, not %d.".formatted(attempt));
        }
    }

    /** The provenance of a trial that was proposed from all that came before it. */
    public Provenance(
            Instant asked,
            Optional<Instant> told,
            ProcessId process,
            Effort effort,
            Optional<Source> source,
            Optional<String> environment,
            double logExpectedGain,
            boolean corrected,
            int attempt) {
        this(
                asked,
                told,
                process,
                effort,
                source,
                environment,
                logExpectedGain,
                corrected,
                attempt,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The provenance of a first attempt. */
    public Provenance(
            Instant asked,
            Optional<Instant> told,
            ProcessId process,
            Effort effort,
            Optional<Source> source,
            Optional<String> environment,
            double logExpectedGain,
            boolean corrected) {
        this(asked, told, process, effort, source, environment, logExpectedGain, corrected, 1);
    }

    /** The provenance of an outcome that nobody has corrected. */
    public Provenance(
            Instant asked,
            Optional<Instant> told,
            ProcessId process,
            Effort effort,
            Optional<Source> source,
            Optional<String> environment,
            double logExpectedGain) {
        this(asked, told, process, effort, source, environment, logExpectedGain, false);
    }

    /** A provenance without environment and expectation. */
    public Provenance(
            Instant asked,
            Optional<Instant> told,
            ProcessId process,
            Effort effort,
            Optional<Source> source) {
        this(asked, told, process, effort, source, Optional.empty(), Double.NaN);
    }

    /** The provenance of a trial that was not imported. */
    public Provenance(Instant asked, Optional<Instant> told, ProcessId process, Effort effort) {
        this(asked, told, process, effort, Optional.empty());
    }

    /** Returns the provenance of a trial that this process proposes now. */
    public static Provenance here(Effort effort) {
        return new Provenance(Instant.now(), Optional.empty(), ProcessId.here(), effort);
    }

    /**
     * Returns a copy with what a tuner expected, as a finite number where it expected anything: a
     * gain of 0 becomes the smallest double, so that histories can keep its logarithm.
     */
    Provenance expecting(double logGain) {
        return with(d ->
                d.logExpectedGain =
                        Math.clamp(
                                logGain, Math.log(Double.MIN_VALUE), Math.log(Double.MAX_VALUE)));
    }

    /** Returns a copy that this process, or nobody, has from now on. */
    Provenance of(ProcessId owner) {
        return with(d -> {
            d.asked = Instant.now();
            d.process = owner;
        });
    }

    /** Returns a copy that was proposed from this. */
    Provenance from(Seen what) {
        return with(d -> d.seen = Optional.of(what));
    }

    /** Returns a copy for other records than those that the trial was proposed from. */
    public Provenance unseen() {
        return with(d -> d.seen = Optional.empty());
    }

    /** Returns a copy of a run that goes on from another one, or from the beginning. */
    public Provenance after(Optional<Parent> other) {
        return with(d -> d.parent = other);
    }

    /**
     * Returns a copy for other records, in which trials have other numbers; it starts from the
     * beginning there, and has cost all, where its parent has none.
     *
     * @param numbers new ones by old ones
     */
    public Provenance renumbered(Map<Long, Long> numbers) {
        return after(
                parent.filter(p -> numbers.containsKey(p.trial()))
                        .map(p -> new Parent(numbers.get(p.trial()), p.reached())));
    }

    /** Returns a copy of a run that was ended before this fidelity, at which it was to be run. */
    public Provenance planned(Optional<Fidelity> fidelity) {
        return with(d -> d.planned = fidelity);
    }

    /** Returns a copy whose outcome came now; one that it replaces came when it did. */
    public Provenance toldNow() {
        return with(d -> {
            d.first = first.or(() -> told);
            d.told = Optional.of(Instant.now());
            d.corrected = false;
        });
    }

    /** Returns a copy whose outcome somebody has corrected. */
    public Provenance amended() {
        return with(d -> d.corrected = true);
    }

    /** Returns a copy whose outcome has not come. */
    public Provenance untold() {
        return with(d -> {
            d.told = Optional.empty();
            d.first = Optional.empty();
            d.corrected = false;
            d.planned = Optional.empty();
        });
    }

    /** Returns a copy that refers to an environment. */
    public Provenance in(String name) {
        return with(d -> d.environment = Optional.of(name));
    }

    /** Returns a copy for a trial that this process has taken over; its environment may differ. */
    Provenance adopted() {
        return with(Draft::takeOver);
    }

    /** Returns a copy that this process has taken over and hands out now. */
    Provenance askedAgain() {
        return with(d -> {
            d.takeOver();
            d.asked = Instant.now();
            d.told = Optional.empty();
            d.first = Optional.empty();
            d.corrected = false;
        });
    }

    private Provenance with(Consumer<Draft> change) {
        var draft = new Draft();
        change.accept(draft);
        return draft.finished();
    }

    /** A copy in the making. */
    private final class Draft {
        private Instant asked = Provenance.this.asked;
        private Optional<Instant> told = Provenance.this.told;
        private ProcessId process = Provenance.this.process;
        private Optional<String> environment = Provenance.this.environment;
        private double logExpectedGain = Provenance.this.logExpectedGain;
        private boolean corrected = Provenance.this.corrected;
        private int attempt = Provenance.this.attempt;
        private Optional<Seen> seen = Provenance.this.seen;
        private Optional<Parent> parent = Provenance.this.parent;
        private Optional<Fidelity> planned = Provenance.this.planned;
        private Optional<Instant> first = Provenance.this.first;

        private void takeOver() {
            process = ProcessId.here();
            environment = Optional.empty();
            attempt++;
        }

        private Provenance finished() {
            return new Provenance(
                    asked,
                    told,
                    process,
                    effort,
                    source,
                    environment,
                    logExpectedGain,
                    corrected,
                    attempt,
                    seen,
                    parent,
                    planned,
                    first);
        }
    }
}
