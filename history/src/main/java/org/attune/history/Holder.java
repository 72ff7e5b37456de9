package org.attune.history;

import org.attune.api.Effort;
import org.attune.api.Provenance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * Who holds a lock, as the lock's file says.
 *
 * @param host name of the computer
 * @param space where the process id counts: the boot of that computer and the name space of
 *     processes (a container has its own), as far as they can be found out
 * @param pid process
 * @param started when the process started, in milliseconds since 1970, or 0 where the system does
 *     not tell
 * @param token different for every time that the lock is taken
 * @param renewed when the holder last gave a sign of life, in milliseconds since 1970 by its own
 *     clock
 */
record Holder(String host, String space, long pid, long started, String token, long renewed) {
    private static final String HOST = Provenance.here(Effort.NONE).host();
    private static final String SPACE = boot() + " " + processes();

    private static final long STARTED = started(ProcessHandle.current());

    /**
     * Start times of one process, asked for in two processes, may differ by the steps of a
     * corrected clock.
     */
    private static final long SAME_START = 5_000;

    /** Returns this process with a new token. */
    static Holder here(String token) {
        long pid = ProcessHandle.current().pid();
        return new Holder(HOST, SPACE, pid, STARTED, token, System.currentTimeMillis());
    }

    /**
     * Returns the holder that a lock's file names, empty where the file has not been completely
     * written.
     */
    static Optional<Holder> read(byte[] text) {
        try {
            var in = new Fields(Json.read(text, 0, text.length));
            return Optional.of(
                    new Holder(
                            in.string("host"),
                            in.string("space"),
                            in.integer("pid"),
                            in.integer("started"),
                            in.string("token"),
                            in.integer("renewed")));
        } catch (IllegalArgumentException incomplete) {
            return Optional.empty();
        }
    }

    /** Returns the text of the lock's file; as long for every renewal. */
    byte[] text() {
        var map = new LinkedHashMap<String, Object>();
        map.put("host", host);
        map.put("space", space);
        map.put("pid", pid);
        map.put("started", started);
        map.put("token", token);
        map.put("renewed", renewed);
        return Json.write(map);
    }

    /** Returns this holder, alive now. */
    Holder renewedNow() {
        return new Holder(host, space, pid, started, token, System.currentTimeMillis());
    }

    /** Returns whether the process is known to have ended; never so for one on another computer. */
    boolean isDead() {
        if (!host.equals(HOST) || !space.equals(SPACE)) {
            return false;
        }
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(p -> started != 0 && Math.abs(started(p) - started) > SAME_START)
                .orElse(true);
    }

    @Override
    public String toString() {
        return "process %d on %s".formatted(pid, host);
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static String boot() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException unknown) {
            return "-"; // not Linux: the host's name must do
        }
    }

    private static String processes() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException unknown) {
            return "-";
        }
    }
}
