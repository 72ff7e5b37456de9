package org.attune.history;

import org.attune.api.ProcessId;

import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * Who holds a lock, as the lock's file says.
 *
 * @param process that holds it
 * @param token different for every time that the lock is taken
 * @param renewed when the holder last gave a sign of life, in milliseconds since 1970 by its own
 *     clock
 */
record Holder(ProcessId process, String token, long renewed) {
    /** Returns this process with a new token. */
    static Holder here(String token) {
        return new Holder(ProcessId.here(), token, System.currentTimeMillis());
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
                                    in.string("host"),
                                    in.integer("pid"),
                                    in.integer("started"),
                                    in.has("birth") ? in.string("birth") : ""),
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
        map.put("pid", process.pid());
        map.put("started", process.started());
        map.put("birth", process.birth());
        map.put("token", token);
        map.put("renewed", renewed);
        return Json.write(map);
    }

    /** Returns this holder, alive now. */
    Holder renewedNow() {
        return new Holder(process, token, System.currentTimeMillis());
    }

    /**
     * Returns whether the process is known to have ended; never so for one on another computer, or
     * of another boot: two computers may have one name.
     */
    boolean isDead() {
        return boot(process).equals(boot(ProcessId.here())) && process.hasEnded();
    }

    private static String boot(ProcessId process) {
        return process.birth().split(" ", 2)[0];
    }

    @Override
    public String toString() {
        return process.toString();
    }
}
