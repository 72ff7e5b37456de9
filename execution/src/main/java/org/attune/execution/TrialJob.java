package org.attune.execution;

import org.attune.api.Outcome;
import org.attune.api.Trial;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The evaluation of one trial in a worker, which is interrupted where its future is cancelled. */
final class TrialJob implements Runnable {
    private final Trial trial;
    private final Evaluation evaluation;
    private final Consumer<TrialJob> atEnd;
    private final CompletableFuture<Outcome> future = new CompletableFuture<>();
    private Thread worker; // guarded by this
    private boolean ended; // guarded by this

    /** What a worker does. */
    interface Evaluation {
        Outcome of(Trial trial) throws InterruptedException;
    }

    /**
     * @param atEnd hears of the end, also of one that comes before its begin
     */
    TrialJob(Trial trial, Evaluation evaluation, Consumer<TrialJob> atEnd) {
        this.trial = trial;
        this.evaluation = evaluation;
        this.atEnd = atEnd;
        future.whenComplete((outcome, failure) -> {
            if (future.isCancelled()) {
                stop();
            }
        });
    }

    Trial trial() {
        return trial;
    }

    CompletableFuture<Outcome> future() {
        return future;
    }

    @Override
    public void run() {
        synchronized (this) {
            if (future.isDone()) {
                finish();
                return;
            }
            worker = Thread.currentThread();
        }
        Outcome outcome = null;
        Throwable failure = null;
        try {
            outcome = evaluation.of(trial);
        } catch (InterruptedException cancelled) {
            failure = new CancellationException();
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        synchronized (this) {
            Thread.interrupted(); // a late cancellation must not hit the next trial
            finish();
        }
        if (failure == null) {
            future.complete(outcome);
        } else {
            future.completeExceptionally(failure);
        }
    }

    private void finish() {
        ended = true;
        worker = null;
        atEnd.accept(this);
        notifyAll();
    }

    private synchronized void stop() {
        if (worker != null) {
            worker.interrupt();
        } else {
            finish(); // it has not begun
        }
    }

    /** Waits for its end, but not for longer than this. */
    synchronized void awaitEnd(long seconds) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        try {
            while (!ended && System.nanoTime() - deadline < 0) {
                wait(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
