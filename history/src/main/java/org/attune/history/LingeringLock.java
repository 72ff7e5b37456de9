package org.attune.history;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The lock of a journal as one process uses it: its threads take turns, and where updates follow
 * each other at once, the lock stays taken between them. Who else waits for it gets it as soon as
 * an update ends.
 *
 * <p>Thread-safe.
 */
final class LingeringLock {
    /** What is done while the lock is held. */
    @FunctionalInterface
    interface Work<T> {
        /**
         * Does it.
         *
         * @param fresh whether the lock was taken for it, so that others may have had it before
         * @return empty where it has to be done again
         */
        Optional<T> with(Grip grip, boolean fresh) throws IOException;
    }

    private final Path file;
    private final LeaseLock lock;
    private final Tail.Disk disk;
    private final Runnable written;
    private final Consumer<String> notes;
    private final ReentrantLock turn = new ReentrantLock(); // of the threads that want to update
    private Optional<Grip> kept = Optional.empty(); // guarded by turn, as what follows
    private boolean waits; // somebody else, for the lock
    private long updated = System.nanoTime() - Grip.LINGER; // when the last update ended
    private volatile boolean closed;

    /**
     * Makes the lock of a journal's file.
     *
     * @param written is run before the lock is given back, if the file was written under it
     * @param notes is told of a lock that cannot be given back
     */
    LingeringLock(
            Path file, LeaseLock lock, Tail.Disk disk, Runnable written, Consumer<String> notes) {
        this.file = file;
        this.lock = lock;
        this.disk = disk;
        this.written = written;
        this.notes = notes;
    }

    /** The turn of the thread that has taken it. */
    final class Turn implements AutoCloseable {
        private Turn() {}

        /** Does some work under the lock. */
        <T> Optional<T> hold(Work<T> work) throws IOException {
            boolean soon = System.nanoTime() - updated < Grip.LINGER;
            boolean fresh = kept.isEmpty();
            if (waits) {
                letOthers();
            }
            Grip grip = fresh ? new Grip(lock.acquire(), disk) : kept.get();
            kept = Optional.of(grip);
            boolean done = false;
            try {
                Optional<T> result = work.with(grip, fresh);
                done = result.isPresent();
                return result;
            } finally {
                updated = System.nanoTime();
                boolean others = grip.isOld() || lock.isWanted();
                if (!done || !soon || closed || others) {
                    release();
                    waits = others;
                } else if (fresh) {
                    LeaseLock.later(LingeringLock.this::releaseIfIdle, Grip.LINGER);
                }
            }
        }

        @Override
        public void close() {
            turn.unlock();
        }
    }

    /**
     * Waits until no other thread has the turn.
     *
     * @throws IllegalStateException if this thread has it already
     * @throws InterruptedIOException if the thread is interrupted while it waits
     */
    Turn take() throws InterruptedIOException {
        if (turn.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "An update of %s cannot be made within another one.".formatted(file));
        }
        if (!turn.tryLock()) { // succeeds for an interrupted thread, too, if it need not wait
            try {
                turn.lockInterruptibly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("Interrupted while waiting for another thread.");
            }
        }
        return new Turn();
    }

    /** Gives the lock back, now or at the end of the update in which this is called. */
    void close() throws IOException {
        closed = true;
        boolean within = turn.isHeldByCurrentThread();
        turn.lock();
        try {
            if (!within && kept.isPresent()) {
                release();
            }
        } finally {
            turn.unlock();
        }
    }

    /** Gives those who wait for the lock the time to find it free; they look now and then only. */
    private void letOthers() {
        while (System.nanoTime() - updated < LeaseLock.LONGEST_PAUSE && !lock.isHeld()) {
            LockSupport.parkNanos(LeaseLock.FIRST_PAUSE);
        }
        waits = false;
    }

    /** Gives the lock back. Needs the turn. */
    private void release() throws IOException {
        try (Grip grip = kept.orElseThrow()) {
            kept = Optional.empty();
            if (grip.hasWritten()) {
                written.run();
            }
        }
    }

    /** Gives the lock back if no update has followed the last one; looks again later otherwise. */
    private void releaseIfIdle() {
        if (turn.tryLock()) {
            try {
                if (kept.isEmpty()) {
                    return;
                }
                if (System.nanoTime() - updated >= Grip.LINGER) {
                    release();
                    return;
                }
            } catch (IOException e) {
                notes.accept("Cannot give back the lock of %s: %s".formatted(file, e.getMessage()));
                return;
            } finally {
                turn.unlock();
            }
        }
        LeaseLock.later(this::releaseIfIdle, Grip.LINGER);
    }
}
