package org.attune.history;

import org.attune.api.ProcessId;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;

/**
 * Signs of life of processes that share a journal, so that one on another computer is known to have
 * died: {@link ProcessId#hasEnded} knows of this computer only.
 *
 * <p>Each process has a file in a folder beside the journal, which it renews every tenth of a
 * lease. Whoever has seen a file unchanged for a whole lease, by its own clock, takes its process
 * for lost, so that clocks need not agree and what it was doing is done again within two leases:
 * the other one is for those who have to end a run of their own first. A process that closes this
 * says so in its file.
 */
public final class Heartbeats implements AutoCloseable {
    private static final int BEATS = 10; // per lease
    private static final double SILENCE = 1; // leases
    private static final String ENDED = "ended";
    private static final Duration KEPT = Duration.ofDays(7); // files of processes that have ended

    private final Path folder;
    private final long silence; // ns
    private final LongSupplier clock;
    private final Path own;
    private final AtomicLong count = new AtomicLong();
    private final Map<String, Seen> seen = new ConcurrentHashMap<>(); // by file name
    private final ScheduledExecutorService beating =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("attune-heartbeat").factory());

    /** What stood in a file, and since when by the own clock. */
    private record Seen(String text, long since) {}

    private Heartbeats(Path folder, ProcessId process, Duration lease, LongSupplier clock) {
        this.folder = folder;
        this.silence = (long) (lease.toNanos() * SILENCE);
        this.clock = clock;
        this.own = folder.resolve(name(process));
    }

    /** Begins to give signs of life of this process beside a journal, and to look for others'. */
    public static Heartbeats beside(Path journal) {
        Heartbeats beats =
                new Heartbeats(
                        folder(journal), ProcessId.here(), LeaseLock.LEASE, System::nanoTime);
        beats.begin(LeaseLock.LEASE);
        return beats;
    }

    /** Signs of a process, given only when {@link #beat} is called. */
    static Heartbeats of(Path journal, ProcessId process, Duration lease, LongSupplier clock) {
        return new Heartbeats(folder(journal), process, lease, clock);
    }

    /** Returns where the signs of processes lie that share a journal. */
    static Path folder(Path journal) {
        return journal.resolveSibling(journal.getFileName() + ".alive");
    }

    private void begin(Duration lease) {
        beat();
        tidy();
        long pause = lease.toNanos() / BEATS;
        beating.scheduleAtFixedRate(this::beatOrNot, pause, pause, TimeUnit.NANOSECONDS);
    }

    private void beatOrNot() {
        try {
            beat();
        } catch (UncheckedIOException fileServerIsAway) {
            // the next one may come through; meanwhile others may take this process for lost
        }
    }

    /** Gives a sign, and looks for those of others. */
    void beat() {
        write(Long.toString(count.incrementAndGet()));
        look();
    }

    private void write(String text) {
        try {
            Files.createDirectories(folder);
            Path next = own.resolveSibling(own.getFileName() + ".next");
            Files.writeString(next, text + " " + ProcessId.here() + "\n");
            Files.move(next, own, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + own, e);
        }
    }

    /** Looks at all files. */
    private void look() {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "p-????????")) {
            for (Path file : files) {
                look(file.getFileName().toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder, e);
        }
    }

    private Optional<Seen> look(String name) {
        String text;
        try {
            text = Files.readString(folder.resolve(name));
        } catch (IOException gone) {
            return Optional.ofNullable(seen.get(name));
        }
        return Optional.of(
                seen.merge(
                        name,
                        new Seen(text, clock.getAsLong()),
                        (before, now) -> before.text().equals(now.text()) ? before : now));
    }

    /**
     * Returns whether a process that gave signs of life has ended, or has given none for one and a
     * quarter leases. Of a process that never gave any that is not known: a script may be at work
     * on what a process has asked for that has ended since.
     */
    public boolean isLost(ProcessId process) {
        if (process.equals(ProcessId.here())) {
            return false;
        }
        return look(name(process))
                .map(s ->
                        s.text().startsWith(ENDED)
                                || process.hasEnded()
                                || clock.getAsLong() - s.since() > silence)
                .orElse(false);
    }

    @Override
    public void close() {
        beating.shutdownNow();
        try {
            if (Files.exists(own)) {
                write(ENDED);
            }
        } catch (UncheckedIOException away) {
            // its silence says the same, later
        }
    }

    private void tidy() {
        long before = System.currentTimeMillis() - KEPT.toMillis();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "p-*")) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).toMillis() < before) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException unimportant) {
            // they are small
        }
    }

    private static String name(ProcessId process) {
        var sum = new CRC32C();
        sum.update(
                "%s %d %d %s"
                        .formatted(
                                process.host(), process.pid(), process.started(), process.birth())
                        .getBytes(StandardCharsets.UTF_8));
        return "p-%08x".formatted(sum.getValue());
    }

    @Override
    public String toString() {
        return "Signs of life in " + folder;
    }
}
