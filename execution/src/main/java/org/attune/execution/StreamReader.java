package org.attune.execution;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads a stream of a run to its end, in a thread of its own.
 *
 * <p>When a process ends, Java takes what is in its pipe and closes that, whoever else may still
 * write there: what they print is lost, and looks like the end of the stream. It does so under the
 * monitor of the pipe, which this thread therefore holds from before the program starts.
 */
final class StreamReader {
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final Process process;
    private final InputStream pipe;
    private final InputStream in;
    private final CountDownLatch held = new CountDownLatch(1); // the pipe's monitor
    private final KeptStream kept;
    private final LineFeed feed;
    private final Thread thread;
    private final AtomicReference<Throwable> fault = new AtomicReference<>();
    private volatile long waitsSince; // System.nanoTime(), 0 while it has something to do
    private volatile boolean abandoned;

    /**
     * Starts to read.
     *
     * @param process whose stream it is; killed where the stream cannot be read or kept
     * @param pipe the stream as the process has it
     * @param secrets that are taken out of it
     * @param kept gets all bytes
     * @param feed gets all lines
     */
    StreamReader(
            Process process,
            InputStream pipe,
            SecretFilter secrets,
            KeptStream kept,
            LineFeed feed) {
        this.process = process;
        this.pipe = pipe;
        this.in = secrets.filtered(pipe);
        this.kept = kept;
        this.feed = feed;
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("attune-output-" + process.pid())
                        .start(this::readAll);
    }

    /** Waits until nobody can take the pipe away. */
    void awaitHold() throws InterruptedException {
        held.await();
    }

    private void readAll() {
        synchronized (pipe) {
            held.countDown();
            readHeld();
        }
    }

    private void readHeld() {
        byte[] buffer = new byte[1 << 16];
        try {
            while (true) {
                waitsSince = Math.max(1, System.nanoTime());
                int n = in.read(buffer);
                waitsSince = 0;
                if (abandoned) {
                    return;
                }
                if (n < 0) {
                    feed.end();
                    return;
                }
                kept.write(buffer, n);
                feed.accept(buffer, n);
            }
        } catch (IOException | RuntimeException | Error e) {
            fault.compareAndSet(null, e);
            process.toHandle().destroyForcibly(); // its next write would block forever
        }
    }

    /** Waits a while for the end of the stream. */
    void await(Duration limit) throws InterruptedException {
        thread.join(limit);
    }

    /**
     * Waits until all that the run has printed has been read, however long that takes; gives up
     * where somebody who is not of the run keeps the stream open without printing anything, and
     * after a while where this thread is interrupted.
     *
     * @return whether the end of the stream has been reached
     */
    boolean finish() {
        boolean interrupted = Thread.interrupted();
        long began = System.nanoTime();
        while (thread.isAlive() && !abandoned) {
            long since = waitsSince;
            long quiet = since == 0 ? 0 : System.nanoTime() - Math.max(since, began);
            long waited = System.nanoTime() - began;
            abandoned = (interrupted ? waited : quiet) > SILENCE.toNanos();
            try {
                thread.join(interrupted || quiet > 0 ? Duration.ofMillis(20) : SILENCE);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !abandoned;
    }

    /** Returns what went wrong while it was read, null if nothing has. */
    Throwable fault() {
        return fault.get();
    }
}
