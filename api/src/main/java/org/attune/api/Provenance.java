package org.attune.api;

import java.time.Instant;
import java.util.Optional;

/**
 * When, where and at what cost a trial was proposed and told.
 *
 * @param asked when it was proposed
 * @param told when its outcome came, empty while it is pending
 * @param host name of the computer that asked
 * @param pid process that asked, for telling whether a pending trial has been orphaned
 * @param effort of proposing it
 */
public record Provenance(
        Instant asked, Optional<Instant> told, String host, long pid, Effort effort) {
    private static final String HOST = hostName();

    /** Returns the provenance of a trial that this process proposes now. */
    public static Provenance here(Effort effort) {
        return new Provenance(
                Instant.now(), Optional.empty(), HOST, ProcessHandle.current().pid(), effort);
    }

    /** Returns a copy whose outcome came now. */
    public Provenance toldNow() {
        return new Provenance(asked, Optional.of(Instant.now()), host, pid, effort);
    }

    /**
     * Returns whether the process that asked is this one, or lives on another computer or still on
     * this one.
     */
    public boolean mayStillRun() {
        return !host.equals(HOST)
                || ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private static String hostName() {
        String given = System.getenv("HOSTNAME");
        if (given != null && !given.isBlank()) {
            return given;
        }
        try {
            return java.nio.file.Files.readString(java.nio.file.Path.of("/etc/hostname")).strip();
        } catch (java.io.IOException e) {
            return "localhost"; // the name is only a hint: a lookup that may hang is not worth it
        }
    }
}
