package org.attune.execution;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * All processes of one run, whatever became of their parents: those in the session of its first
 * process, and those that inherited its mark in their environment, which stays with a daemon that
 * left the session.
 *
 * <p>Who has watched the run knows its session also after the end of the first process: the kernel
 * gives the number of a session to nobody else while it has a process. To somebody who reads of the
 * run in a file, the session counts only while its first process is there and began when it was
 * started, so that a number that was used again never gets a stranger killed. A process that leaves
 * the session and clears its environment is not found. Where there is no {@code /proc}, the family
 * is the first process and its descendants.
 *
 * @param mark value of {@link #VARIABLE}, never used twice
 * @param pid of the first process, 0 before it is known
 * @param start of the first process in clock ticks since the computer began, 0 before it is known
 * @param watched whether this process has started it
 */
record ProcessFamily(String mark, long pid, long start, boolean watched) {
    /** The environment variable that carries the mark. */
    static final String VARIABLE = "ATTUNE_RUN";

    private static final Duration LAST_WAIT =
            Duration.ofSeconds(5); // for processes that hang in the kernel

    /** Returns a family without members yet. */
    static ProcessFamily expected() {
        return new ProcessFamily(UUID.randomUUID().toString(), 0, 0, true);
    }

    /** Returns the family once its first process runs. */
    ProcessFamily startedBy(long firstPid) {
        long began = ProcessTable.row(firstPid).map(ProcessTable.Row::start).orElse(0L);
        return new ProcessFamily(mark, firstPid, began, watched);
    }

    /** Returns the members that have not ended. */
    List<ProcessHandle> members() {
        if (!ProcessTable.isAvailable()) {
            return ProcessHandle.of(pid).stream()
                    .flatMap(p -> Stream.concat(Stream.of(p), p.descendants()))
                    .filter(ProcessHandle::isAlive)
                    .toList();
        }
        List<ProcessTable.Row> rows = ProcessTable.rows();
        boolean session = holdsSession(rows);
        return rows.stream()
                .filter(r -> !r.ended() && r.start() >= start)
                .filter(r ->
                        session && r.session() == pid
                                || ProcessTable.hasVariable(r.pid(), VARIABLE + "=" + mark))
                .flatMap(r -> ProcessHandle.of(r.pid()).stream())
                .toList();
    }

    /**
     * Returns the sum of the largest resident sizes, so far, of the processes now in the session,
     * in bytes.
     */
    long peakBytes() {
        List<ProcessTable.Row> rows = ProcessTable.rows();
        if (!holdsSession(rows)) {
            return 0;
        }
        return rows.stream()
                .filter(r -> r.session() == pid && r.pid() != pid) // the first is our shell
                .mapToLong(r -> ProcessTable.peakBytes(r.pid()))
                .sum();
    }

    /** Returns whether processes in the session of this number are members. */
    private boolean holdsSession(List<ProcessTable.Row> rows) {
        return start > 0
                && rows.stream()
                        .filter(r -> r.pid() == pid)
                        .findFirst()
                        .map(first -> first.start() == start)
                        .orElse(watched);
    }

    /**
     * Ends all members: asks them to, and kills those that are left after the grace.
     *
     * @return whether none is left
     */
    boolean end(Duration grace) {
        boolean interrupted = Thread.interrupted(); // ending is short, and must not be given up
        var seen = new HashMap<Long, Long>();
        left(seen).forEach(ProcessHandle::destroy);
        boolean gone = awaitEnd(seen, grace, false) || awaitEnd(seen, LAST_WAIT, true);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return gone;
    }

    private boolean awaitEnd(Map<Long, Long> seen, Duration limit, boolean kill) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            List<ProcessHandle> left = left(seen);
            if (left.isEmpty()) {
                return true;
            }
            if (kill) {
                left.forEach(
                        ProcessHandle::destroyForcibly); // again and again: they may fork meanwhile
            }
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    /**
     * Returns the members, and those that were members and have not ended: a process on its way out
     * loses its environment, and with it its mark, before it counts as ended.
     *
     * @param seen start times by number of the members so far; grows
     */
    private List<ProcessHandle> left(Map<Long, Long> seen) {
        List<ProcessHandle> members = members();
        if (!ProcessTable.isAvailable()) {
            return members;
        }
        for (ProcessHandle member : members) {
            ProcessTable.row(member.pid()).ifPresent(r -> seen.put(r.pid(), r.start()));
        }
        return seen.entrySet().stream()
                .flatMap(e -> ProcessTable.row(e.getKey()).stream())
                .filter(r -> !r.ended() && r.start() == seen.get(r.pid()))
                .flatMap(r -> ProcessHandle.of(r.pid()).stream())
                .toList();
    }

    /** Writes down who runs, for {@link #endRecorded}. */
    void record(Path file) {
        var properties = new Properties();
        properties.setProperty("boot", ProcessTable.boot());
        properties.setProperty("mark", mark);
        properties.setProperty("pid", Long.toString(pid));
        properties.setProperty("start", Long.toString(start));
        KeptProperties.write(properties, file);
    }

    /**
     * Ends the family that was written down, such as one that a killed process left running.
     *
     * @param grace between asking and killing
     * @return whether there was one that still ran
     */
    static boolean endRecorded(Path file, Duration grace) {
        Optional<ProcessFamily> family = recorded(file);
        boolean alive = family.isPresent() && !family.get().members().isEmpty();
        if (alive) {
            family.get().end(grace);
        }
        return alive;
    }

    private static Optional<ProcessFamily> recorded(Path file) {
        if (!ProcessTable.isAvailable() || !Files.exists(file)) {
            return Optional.empty();
        }
        Properties properties;
        try {
            properties = KeptProperties.read(file);
        } catch (UncheckedIOException damaged) {
            return Optional.empty(); // it names nobody whom one could end
        }
        String mark = properties.getProperty("mark", "");
        if (mark.isEmpty() || !ProcessTable.boot().equals(properties.getProperty("boot"))) {
            return Optional
                    .empty(); // torn while it was written, or of a computer that has been restarted
        }
        return Optional.of(
                new ProcessFamily(
                        mark, number(properties, "pid"), number(properties, "start"), false));
    }

    /** Returns a number, 0 where there is none: by its mark a family is found without it. */
    private static long number(Properties properties, String key) {
        String text = properties.getProperty(key, "");
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }
}
