package org.attune.history;

import org.attune.api.ProcessId;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * Who holds a lock, as the lock's file says.
 *
 * @param process that holds it
 * @param space where the process id counts: the boot of that computer and the name space of
 *     processes (a container has its own), as far as they can be found out
 * @param token different for every time that the lock is taken
 * @param renewed when the holder last gave a sign of life, in milliseconds since 1970 by its own
 *     clock
 */
record Holder(ProcessId process, String space, String token, long renewed) {
    private static final String SPACE = boot() + " " + processes();

    /** Returns this process with a new token. */
    static Holder here(String token) {
        return new Holder(ProcessId.here(), SPACE, token, System.currentTimeMillis());
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
                            new ProcessId(
                                    in.string("host"), in.integer("pid"), in.integer("started")),
                            in.string("space"),
                            in.string("token"),
                            in.integer("renewed")));
        } catch (IllegalArgumentException incomplete) {
            return Optional.empty();
        }
    }

    /** Returns the text of the lock's file; as long for every renewal. */
    byte[] text() {
        var map = new LinkedHashMap<String, Object>();
        map.put("host", process.host());
        map.put("space", space);
        map.put("pid", process.pid());
        map.put("started", process.started());
        map.put("token", token);
        map.put("renewed", renewed);
        return Json.write(map);
    }

    /** Returns this holder, alive now. */
    Holder renewedNow() {
        return new Holder(process, space, token, System.currentTimeMillis());
    }

    /** Returns whether the process is known to have ended; never so for one on another computer. */
    boolean isDead() {
        return space.equals(SPACE) && process.hasEnded();
    }

    @Override
    public String toString() {
        return process.toString();
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
