package org.attune.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
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
import java.util.function.Consumer;
import java.util.function.LongSupplier;
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

    /** Bytes of the longest name that is given to a file, beside the name of what is locked. */
    static final int LONGEST_SUFFIX = ".lock.claim-01234567".length();

    private static final long PATIENCE = Duration.ofSeconds(2).toNanos(); // then it says who holds
    private static final int MOST_BYTES = 4096; // of a lock; those of Attune have some 300
    private static final int MOST_CLAIMS = 3; // on claims on claims: no process leaves more

    private final Path file;
    private final Path wanted;
    private final long lease; // ns
    private final Tail.Disk disk;
    private final Consumer<String> waiting;
    private final LongSupplier clock;

    /** Prepares a lock that others may take over when its holder is silent for a whole lease. */
    public LeaseLock(Path file, Duration lease) {
        this(file, lease, Tail.DISK, note -> {});
    }

    /**
     * Prepares a lock.
     *
     * @param waiting is told once when somebody has waited for two seconds, by whom it is held
     */
    public LeaseLock(Path file, Duration lease, Consumer<String> waiting) {
        this(file, lease, Tail.DISK, waiting);
    }

    /**
     * Prepares a lock.
     *
     * @param disk is told before each call of the system
     * @param waiting is told once when somebody has waited for two seconds, by whom it is held
     */
    LeaseLock(Path file, Duration lease, Tail.Disk disk, Consumer<String> waiting) {
        this(file, lease, disk, waiting, System::nanoTime);
    }

    /**
     * Prepares a lock.
     *
     * @param clock in ns, by which this process finds that others are silent
     */
    LeaseLock(
            Path file,
            Duration lease,
            Tail.Disk disk,
            Consumer<String> waiting,
            LongSupplier clock) {
        this.clock = clock;
        this.file = file;
        this.wanted = file.resolveSibling(file.getFileName() + ".wanted");
        this.lease = lease.toNanos();
        this.disk = disk;
        this.waiting = waiting;
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
        long start = clock.getAsLong();
        boolean said = false;
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
                since = clock.getAsLong();
            }
            long unchanged = clock.getAsLong() - since;
            if (isStale(text, unchanged)) {
                remove(file, text, unchanged, 0);
            } else if (pause > FIRST_PAUSE && !isWanted()) {
                want();
            }
            if (!said && clock.getAsLong() - start > PATIENCE) {
                said = true;
                waiting.accept(words(text));
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

    private String words(byte[] text) {
        return ("Waiting for %s to give back the lock %s. If it has ended, the lock is taken over"
                        + " when nothing has been heard of it for %d s.")
                .formatted(holder(text), file, TimeUnit.NANOSECONDS.toSeconds(lease));
    }

    private static String holder(byte[] text) {
        return Holder.read(text).map(Holder::toString).orElse("another process");
    }

    private void want() throws IOException {
        disk.before("say that the lock is wanted");
        try {
            Files.createFile(wanted);
        } catch (FileAlreadyExistsException others) {
            // that says it, too
        }
    }

    /**
     * Returns whether nobody is behind a lock. A file without a complete text is being written, or
     * its writer died just then: a fifth of a lease tells, for a writer that takes more than a
     * tenth looks whether the file is still its own.
     */
    private boolean isStale(byte[] text, long unchanged) {
        return unchanged > lease
                || Holder.read(text).map(Holder::isDead).orElse(unchanged > lease / 5);
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
    private void remove(Path stale, byte[] text, long unchanged, int depth) throws IOException {
        Path claim = file.resolveSibling(file.getFileName() + ".claim-" + name(text, depth));
        if (depth == MOST_CLAIMS) {
            Files.deleteIfExists(stale);
            return;
        }
        if (created(claim, Holder.here(UUID.randomUUID().toString()))) {
            if (Arrays.equals(text, textOrNull(stale))) {
                disk.before("delete the stale lock");
                Files.deleteIfExists(stale);
            }
            disk.before("delete the claim");
            Files.deleteIfExists(claim);
            return;
        }
        byte[] claimed = textOrNull(claim);
        if (claimed != null && isStale(claimed, unchanged - lease)) {
            remove(claim, claimed, unchanged, depth + 1);
        }
    }

    /** Returns a name that the holder's token determines, whatever somebody has written there. */
    static String name(byte[] text, int depth) {
        var sum = new CRC32C();
        sum.update(
                Holder.read(text)
                        .map(h -> h.token().getBytes(StandardCharsets.UTF_8))
                        .orElse(text));
        sum.update(depth);
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    private boolean created(Path path, Holder holder) throws IOException {
        disk.before("create a lock");
        OutputStream out; // of a kind that is not interruptible, unlike a channel
        try {
            out =
                    Files.newOutputStream(
                            path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException held) {
            return false;
        }
        disk.before("write the lock");
        try (out) {
            out.write(holder.text());
            return true;
        } catch (IOException full) {
            Files.deleteIfExists(path);
            throw full;
        }
    }

    private byte[] textOrNull(Path path) throws IOException {
        disk.before("read the lock");
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(MOST_BYTES);
        } catch (NoSuchFileException gone) {
            return null;
        }
    }

    private void pause(long nanos, byte[] text) throws InterruptedIOException {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(
                    "Interrupted while waiting for %s, which is held by %s."
                            .formatted(file, holder(text)));
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
            if (!isHeld()) {
                throw new IOException(
                        ("Lost the lock %s: this process gave no sign of life for more than %d s."
                             + " Maybe it was stopped and continued; nothing has been written, try"
                             + " again.")
                                .formatted(file, TimeUnit.NANOSECONDS.toSeconds(lease)));
            }
        }

        /** Returns whether nobody has taken the lock over. */
        boolean isHeld() throws IOException {
            return isFresh() || isMine(); // within half a lease, nobody takes it over
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
        void renew() {
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                var text = ByteBuffer.allocate((int) Math.min(channel.size(), MOST_BYTES));
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
                    disk.before("delete the wish");
                    Files.deleteIfExists(wanted); // before others can take the lock
                }
                disk.before("delete the lock");
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public String toString() {
        return "Lock " + file;
    }
}
