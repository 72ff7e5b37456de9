package org.attune.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A process, told apart from later ones that get the same number by its start.
 *
 * @param host name of its computer
 * @param pid its number there
 * @param started when it started, in milliseconds since 1970, or 0 where that is not known
 */
public record ProcessId(String host, long pid, long started) {
    /**
     * Start times of one process, asked for in two, may differ by the steps of a corrected clock.
     */
    private static final long SAME_START = 5_000;

    private static final ProcessId HERE = here(ProcessHandle.current());

    /** Returns this process. */
    public static ProcessId here() {
        return HERE;
    }

    /** Returns a process of this computer. */
    public static ProcessId here(ProcessHandle process) {
        return new ProcessId(hostName(), process.pid(), started(process));
    }

    /** Returns whether the process is known to have ended; never so for one elsewhere. */
    public boolean hasEnded() {
        if (!host.equals(HERE.host)) {
            return false;
        }
        if (pid == HERE.pid) {
            return !equals(HERE);
        }
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(ProcessId::started)
                .filter(now -> now == 0 || started == 0 || Math.abs(now - started) <= SAME_START)
                .isEmpty();
    }

    @Override
    public String toString() {
        return "process %d on %s".formatted(pid, host);
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static String hostName() {
        String given = System.getenv("HOSTNAME");
        if (given != null && !given.isBlank()) {
            return given;
        }
        try {
            return Files.readString(Path.of("/etc/hostname")).strip();
        } catch (IOException e) {
            return "localhost"; // the name is only a hint: a lookup that may hang is not worth it
        }
    }
}
