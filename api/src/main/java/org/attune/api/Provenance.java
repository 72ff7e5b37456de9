package org.attune.api;

import java.time.Instant;
import java.util.Optional;

/**
 * When, where and at what cost a trial was proposed and told.
 *
 * @param asked when it was proposed
 * @param told when its outcome came, empty while it is pending
 * @param process that asked, or has taken the trial over since, for telling whether a pending trial
 *     has been orphaned
 * @param effort of proposing it
 * @param source where it was imported from, empty for a trial that Attune has asked for
 * @param environment name of the environment of that process in {@link StudyRecord#environments},
 *     empty where it is not recorded
 */
public record Provenance(
        Instant asked,
        Optional<Instant> told,
        ProcessId process,
        Effort effort,
        Optional<Source> source,
        Optional<String> environment) {
    /** The provenance of a trial whose environment is not recorded. */
    public Provenance(
            Instant asked,
            Optional<Instant> told,
            ProcessId process,
            Effort effort,
            Optional<Source> source) {
        this(asked, told, process, effort, source, Optional.empty());
    }

    /** The provenance of a trial that was not imported. */
    public Provenance(Instant asked, Optional<Instant> told, ProcessId process, Effort effort) {
        this(asked, told, process, effort, Optional.empty());
    }

    /** Returns the provenance of a trial that this process proposes now. */
    public static Provenance here(Effort effort) {
        return new Provenance(Instant.now(), Optional.empty(), ProcessId.here(), effort);
    }

    /** Returns a copy whose outcome came now. */
    public Provenance toldNow() {
        return new Provenance(
                asked, Optional.of(Instant.now()), process, effort, source, environment);
    }

    /** Returns a copy that refers to an environment. */
    public Provenance in(String name) {
        return new Provenance(asked, told, process, effort, source, Optional.of(name));
    }

    /** Returns a copy for a trial that this process has taken over; its environment may differ. */
    Provenance adopted() {
        return new Provenance(asked, told, ProcessId.here(), effort, source);
    }
}
