package org.attune.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A process, told apart from later ones that get the same number by its start.
 *
 * @param host name of its computer
 * @param pid its number there
 * @param started when it started, in milliseconds since 1970, or 0 where that is not known; for a
 *     human, since clocks are corrected
 * @param birth its boot, its name space of processes and its start, as the kernel counts them;
 *     empty where it does not tell, and in records of older versions
 */
public record ProcessId(String host, long pid, long started, String birth) {
    /** Who has a trial that has been proposed for whoever comes next. */
    public static final ProcessId NOBODY = new ProcessId("", 0, 0);

    /**
     * Start times of one process, asked for in two, may differ by the steps of a corrected clock.
     */
    private static final long SAME_START = 5_000;

    private static final String BOOT = boot();
    private static final ProcessId HERE = here(ProcessHandle.current());

    /** A process of which the kernel's count is not known. */
    public ProcessId(String host, long pid, long started) {
        this(host, pid, started, "");
    }

    /** Returns this process. */
    public static ProcessId here() {
        return HERE;
    }

    /** Returns a process of this computer. */
    public static ProcessId here(ProcessHandle process) {
        return new ProcessId(hostName(), process.pid(), started(process), birth(process.pid()));
    }

    /**
     * Returns whether the process is known to have ended. That is never so for one elsewhere, nor
     * for one of another name space, such as a container's, which has numbers of its own. After the
     * computer has been started again, all have ended.
     */
    public boolean hasEnded() {
        if (!host.equals(HERE.host)) {
            return false;
        }
        if (birth.isEmpty() || HERE.birth.isEmpty()) {
            return hasEndedByClock();
        }
        String[] then = birth.split(" ", -1);
        String[] here = HERE.birth.split(" ", -1);
        if (!then[0].equals(here[0])) {
            return true;
        }
        return then.length == here.length
                && then[1].equals(here[1])
                && !birth.equals(pid == HERE.pid ? HERE.birth : birth(pid));
    }

    private boolean hasEndedByClock() {
        if (pid == HERE.pid) {
            return started != HERE.started;
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

    /** Returns what Linux says: boot, name space, ticks from the boot to the start. */
    private static String birth(long pid) {
        if (BOOT.isEmpty()) {
            return "";
        }
        try {
            Path process = Path.of("/proc", Long.toString(pid));
            return startTicks(read(process.resolve("stat")))
                    .map(ticks -> BOOT + " " + ticks)
                    .orElse("");
        } catch (IOException gone) {
            return "";
        }
    }

    /**
     * Returns the 22nd field of a process's {@code stat}, see proc(5), unless it has ended and
     * waits for its parent to take note.
     */
    private static Optional<String> startTicks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        boolean isGone = fields.length < 20 || fields[0].equals("Z") || fields[0].equals("X");
        return isGone ? Optional.empty() : Optional.of(fields[19]);
    }

    /**
     * Returns the boot and the name space of processes, if Linux tells both, and {@code /proc} is
     * that of this name space.
     */
    private static String boot() {
        try {
            String self = read(Path.of("/proc/self/stat"));
            if (!self.startsWith(ProcessHandle.current().pid() + " ")) {
                return "";
            }
            String boot = read(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            String space = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return boot + " " + space.replaceAll("\\D", "");
        } catch (IOException notLinux) {
            return "";
        }
    }

    private static String read(Path path) throws IOException {
        return new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
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
