package org.attune.history;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/**
 * A lock between processes, also on different computers, that needs nothing but the exclusive
 * creation of files.
 *
 * <p>Who creates the file holds the lock, and says in it who that is. While it is held, a thread
 * renews the file every sixth of the lease. A lock is stale when its process is known to have
 * ended, or when a waiting process has seen the file unchanged for a whole lease by its own clock,
 * so that clocks need not agree.
 *
 * <p>Taking over a stale lock must not hit the fresh lock of someone who was quicker. So whoever
 * wants to remove the file first creates, exclusively, a claim whose name holds the stale lock's
 * token, and then looks again: with the claim in hand, nobody else can remove that lock. A claim
 * whose owner died is removed in the same way as a lock.
 *
 * <p>Who waits says so by the file {@code FILE.wanted}, which the next one to give the lock back
 * removes.
 *
 * <p>A process that is stopped for longer than the lease loses its lock and learns of it from
 * {@link Held#verify}.
 */
public final class LeaseLock {
    /** Long enough for a busy machine or file server, short enough to wait for. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    private static final int RENEWALS = 6; // per lease

    /** ns; an update of another process takes about a millisecond. */
    static final long FIRST_PAUSE = 200_000;

    /** How often a waiting process looks at the least, in ns. */
    static final long LONGEST_PAUSE = 10_000_000;

    private static final ScheduledThreadPoolExecutor RENEWER = renewer();

    private final Path file;
    private final Path wanted;
    private final long lease; // ns

    /** Prepares a lock that others may take over when its holder is silent for a whole lease. */
    public LeaseLock(Path file, Duration lease) {
        this.file = file;
        this.wanted = file.resolveSibling(file.getFileName() + ".wanted");
        this.lease = lease.toNanos();
    }

    /**
     * Waits for the lock.
     *
     * @throws InterruptedIOException if the thread is interrupted and the lock is not free
     * @throws IOException if the file cannot be created
     */
    public Held acquire() throws IOException {
        byte[] seen = null;
        long since = 0;
        long pause = FIRST_PAUSE;
        while (true) {
            Holder me = Holder.here(UUID.randomUUID().toString());
            if (created(file, me) && isCertain(me)) {
                return new Held(me);
            }
            byte[] text = textOrNull(file);
            if (text == null) {
                continue; // given back just now
            }
            if (!Arrays.equals(text, seen)) {
                seen = text;
                since = System.nanoTime();
            }
            long unchanged = System.nanoTime() - since;
            if (isStale(text, unchanged)) {
                remove(file, text, unchanged);
            } else if (pause > FIRST_PAUSE && !isWanted()) {
                want();
            }
            pause(pause, text);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }

    /**
     * Returns whether somebody has waited for the lock for a while: who goes on holding it between
     * two updates, gives it back then.
     */
    boolean isWanted() {
        return Files.exists(wanted);
    }

    /** Returns whether somebody holds the lock, be it this process. */
    boolean isHeld() {
        return Files.exists(file);
    }

    private void want() throws IOException {
        try {
            Files.createFile(wanted);
        } catch (FileAlreadyExistsException others) {
            // that says it, too
        }
    }

    private boolean isStale(byte[] text, long unchanged) {
        // A file without a complete text is being written, or its writer died just then.
        return unchanged > lease || Holder.read(text).map(Holder::isDead).orElse(false);
    }

    /**
     * Returns whether the file that this process has just created is there still: on a busy machine
     * so much time may pass before it is written that others take it for that of a dead process.
     */
    private boolean isCertain(Holder me) throws IOException {
        return System.currentTimeMillis() - me.renewed() < lease / 10_000_000 // a tenth, in ms
                || Arrays.equals(me.text(), textOrNull(file));
    }

    /**
     * Removes a stale lock, or a stale claim, unless it has changed or somebody else is about to.
     */
    private void remove(Path stale, byte[] text, long unchanged) throws IOException {
        Path claim = file.resolveSibling(file.getFileName() + ".claim-" + name(text));
        if (created(claim, Holder.here(UUID.randomUUID().toString()))) {
            if (Arrays.equals(text, textOrNull(stale))) {
                Files.deleteIfExists(stale);
            }
            Files.deleteIfExists(claim);
            return;
        }
        byte[] claimed = textOrNull(claim);
        if (claimed != null && isStale(claimed, unchanged - lease)) {
            remove(claim, claimed, unchanged);
        }
    }

    private static String name(byte[] text) {
        var sum = new CRC32C();
        sum.update(text);
        return Holder.read(text)
                .map(Holder::token)
                .orElseGet(() -> HexFormat.of().toHexDigits((int) sum.getValue()));
    }

    private static boolean created(Path path, Holder holder) throws IOException {
        OutputStream out; // of a kind that is not interruptible, unlike a channel
        try {
            out =
                    Files.newOutputStream(
                            path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException held) {
            return false;
        }
        try (out) {
            out.write(holder.text());
            return true;
        } catch (IOException full) {
            Files.deleteIfExists(path);
            throw full;
        }
    }

    private static byte[] textOrNull(Path path) throws IOException {
        try {
            return Files.readAllBytes(path);
        } catch (NoSuchFileException gone) {
            return null;
        }
    }

    private void pause(long nanos, byte[] text) throws InterruptedIOException {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            String holder = Holder.read(text).map(Holder::toString).orElse("another process");
            throw new InterruptedIOException(
                    "Interrupted while waiting for %s, which is held by %s."
                            .formatted(file, holder));
        }
    }

    /** Does something later, in the thread that renews locks. */
    static void later(Runnable task, long nanos) {
        RENEWER.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    private static ScheduledThreadPoolExecutor renewer() {
        var executor =
                new ScheduledThreadPoolExecutor(
                        1,
                        task ->
                                Thread.ofPlatform()
                                        .name("attune-journal-lease")
                                        .daemon()
                                        .unstarted(task));
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    /** The lock, held. */
    public final class Held implements AutoCloseable {
        private final Holder me;
        private final ScheduledFuture<?> renewal;
        private volatile long renewed; // by the wall clock, which goes on while a computer sleeps

        Held(Holder me) {
            this.me = me;
            renewed = me.renewed();
            long period = Math.max(lease / RENEWALS, 1);
            renewal =
                    RENEWER.scheduleWithFixedDelay(
                            this::renew, period, period, TimeUnit.NANOSECONDS);
        }

        /**
         * Makes sure that nobody has taken the lock over.
         *
         * @throws IOException if someone has
         */
        public void verify() throws IOException {
            if (!isFresh() && !isMine()) { // within half a lease, nobody takes it over
                throw new IOException(
                        ("Lost the lock %s: this process gave no sign of life for more than %d s."
                             + " Maybe it was stopped and continued; nothing has been written, try"
                             + " again.")
                                .formatted(file, TimeUnit.NANOSECONDS.toSeconds(lease)));
            }
        }

        @Override
        public String toString() {
            return "Lock %s, held by %s".formatted(file, me);
        }

        private boolean isFresh() {
            return Math.abs(System.currentTimeMillis() - renewed) < lease / 2_000_000;
        }

        private boolean isMine() throws IOException {
            byte[] text = textOrNull(file);
            return text != null
                    && Holder.read(text).map(h -> h.token().equals(me.token())).orElse(false);
        }

        /**
         * Writes into the open file that it has found to be its own, whatever has that name a
         * moment later.
         */
        private void renew() {
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                var text = ByteBuffer.allocate((int) channel.size());
                channel.read(text, 0);
                if (Holder.read(text.array())
                        .map(h -> h.token().equals(me.token()))
                        .orElse(false)) {
                    Holder now = me.renewedNow();
                    channel.write(ByteBuffer.wrap(now.text()), 0);
                    renewed = now.renewed();
                }
            } catch (IOException e) {
                // Tried again a sixth of the lease later; verify() tells if the lock has been lost.
            }
        }

        @Override
        public void close() throws IOException {
            renewal.cancel(false);
            if (isMine()) {
                if (isWanted()) {
                    Files.deleteIfExists(wanted); // before others can take the lock
                }
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public String toString() {
        return "Lock " + file;
    }
}
