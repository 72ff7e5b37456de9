package org.attune.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Threads that share runs, each with problems of its own; the first that throws stops all. */
final class RunWorkers {
    /** What is done with each run. */
    @FunctionalInterface
    interface Work {
        /**
         * Does it.
         *
         * @param problems of the thread that does it
         * @param stopped becomes true when another thread has thrown
         */
        void on(StudyRun run, ProblemSource problems, BooleanSupplier stopped);
    }

    private final int count;
    private final Supplier<ProblemSource> sources;
    private final Queue<StudyRun> queue;
    private final Work work;
    private final AtomicBoolean stopped = new AtomicBoolean();

    /**
     * Prepares the threads.
     *
     * @param most threads; there are no more than runs
     * @param sources opens problems for all threads but the first
     */
    RunWorkers(int most, Supplier<ProblemSource> sources, List<StudyRun> runs, Work work) {
        this.count = Math.min(most, runs.size());
        this.sources = sources;
        this.queue = new ConcurrentLinkedQueue<>(runs);
        this.work = work;
    }

    /**
     * Does all the work.
     *
     * @param opened the problems of the first thread
     * @throws RuntimeException what the work has thrown first
     * @throws CancellationException if this thread is interrupted
     */
    void finish(ProblemSource opened) {
        var futures = new ArrayList<Future<?>>();
        try (ExecutorService pool = Executors.newFixedThreadPool(Math.max(count, 1))) {
            futures.add(pool.submit(() -> share(opened)));
            for (int i = 1; i < count; i++) {
                futures.add(pool.submit(this::shareWithItsOwnSource));
            }
        }
        Optional<Throwable> first = Optional.empty();
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (ExecutionException e) {
                boolean cause = !(e.getCause() instanceof CancellationException);
                first = first.or(() -> cause ? Optional.of(e.getCause()) : Optional.empty());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted");
            }
        }
        first.ifPresent(RunWorkers::rethrow);
    }

    private static void rethrow(Throwable e) {
        switch (e) {
            case RuntimeException r -> throw r;
            case Error error -> throw error;
            default -> throw new IllegalStateException(e);
        }
    }

    private void shareWithItsOwnSource() {
        try (ProblemSource own = sources.get()) {
            share(own);
        } catch (RuntimeException | Error e) {
            stopped.set(true);
            throw e;
        }
    }

    private void share(ProblemSource own) {
        try {
            for (StudyRun run = queue.poll(); run != null; run = queue.poll()) {
                work.on(run, own, stopped::get);
            }
        } catch (RuntimeException | Error e) {
            stopped.set(true);
            throw e;
        }
    }
}
