package org.attune.execution.queue;

import org.attune.execution.queue.JobState.Verdict;
import org.attune.execution.queue.QueueException.Kind;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The jobs that are under way: one thread hands them in, looks for the files by which they say that
 * they have ended, and asks the scheduler, ever more rarely, about the others.
 *
 * <p>A scheduler that does not answer is asked again, after ever longer times: it may be started
 * again, and loses nothing then. One that has been silent for too long, or whose command has never
 * been there, is given up, and its jobs are left to it.
 */
public final class JobDesk implements AutoCloseable {
    private static final long TICK = 50; // ms between looks at files
    private static final double FIRST_POLL = 1; // seconds, and after something has happened
    private static final double LONGEST_SILENCE = 60; // seconds between calls that fail
    private static final int KILLED = 137; // 128 and SIGKILL
    private static final int CERTAIN = 3; // polls that have to say that a job is gone

    private final QueueClient client;
    private final double longestPoll;
    private final int most;
    private final Silence silence;
    private final double fileDelay;
    private final boolean arrays;
    private final Consumer<String> notes;
    private final BlockingQueue<Ticket> arrived = new LinkedBlockingQueue<>();
    private final List<Ticket> waiting = new ArrayList<>(); // of the thread, like all below
    private final List<Ticket> open = new ArrayList<>();
    private final Backoff polls;
    private final Backoff submits = new Backoff(FIRST_POLL, LONGEST_SILENCE, 2);
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean detached;

    /**
     * Opens a desk.
     *
     * @param longestPoll seconds between two questions to the scheduler, at most
     * @param most jobs that stand in its queue, or run, at once
     * @param patience seconds after which a scheduler that does not answer is given up
     * @param fileDelay seconds for which a file that a node has written may not be seen here
     * @param arrays whether jobs that come together are handed in as arrays
     * @param notes hears what a user should know
     */
    public JobDesk(
            QueueClient client,
            double longestPoll,
            int most,
            double patience,
            double fileDelay,
            boolean arrays,
            Consumer<String> notes) {
        this.client = client;
        this.longestPoll = longestPoll;
        this.most = most;
        this.silence = new Silence("The scheduler", patience, notes);
        this.fileDelay = fileDelay;
        this.arrays = arrays && client.hasArrays();
        this.notes = notes;
        this.polls = new Backoff(Math.min(FIRST_POLL, longestPoll), longestPoll, 1.5);
        this.thread = Thread.ofPlatform().daemon().name("attune-queue").start(this::work);
    }

    /** Leaves the jobs to the scheduler when their callers are interrupted or this closes. */
    public void detach() {
        detached = true;
    }

    /**
     * Hands in a job and waits for its end.
     *
     * @throws QueueException if the scheduler refuses it
     * @throws UnusableSchedulerException if the scheduler was given up
     * @throws InterruptedException if the thread was interrupted; the job is cancelled then, unless
     *     this is detached
     */
    public JobEnd run(Job job) throws QueueException, InterruptedException {
        var ticket = new Ticket(job);
        arrived.add(ticket);
        try {
            return ticket.end.get();
        } catch (InterruptedException e) {
            ticket.cancelled = true;
            if (!detached) {
                cancel(ticket);
            }
            throw e;
        } catch (java.util.concurrent.ExecutionException e) {
            switch (e.getCause()) {
                case QueueException refused -> throw refused;
                case RuntimeException wrong -> throw wrong;
                default -> throw new IllegalStateException(e.getCause());
            }
        }
    }

    /** Ends a job that was written down, as one that a killed process left. */
    public void cancel(String id) throws QueueException, InterruptedException {
        synchronized (client) {
            client.cancel(List.of(id));
        }
    }

    private void cancel(Ticket ticket) {
        String id;
        synchronized (ticket) {
            id = ticket.id; // not handed in yet: it never will be
        }
        if (id != null) {
            quietly(List.of(id));
        }
    }

    private void quietly(Collection<String> ids) {
        boolean interrupted = Thread.interrupted();
        try {
            synchronized (client) {
                client.cancel(ids);
            }
        } catch (QueueException e) {
            notes.accept(
                    "The job %s may still run: %s"
                            .formatted(String.join(", ", ids), e.getMessage()));
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void work() {
        while (!closed) {
            try {
                take();
                submit();
                open.removeIf(t -> t.cancelled);
                look();
                poll();
            } catch (InterruptedException e) {
                // closed
            } catch (RuntimeException e) { // a disk that is full: whoever waits has to know
                detached |= e instanceof UnusableSchedulerException; // nobody takes a cancellation
                List.copyOf(open).forEach(t -> t.end.completeExceptionally(e));
                waiting.forEach(t -> t.end.completeExceptionally(e));
                open.clear();
                waiting.clear();
            }
        }
    }

    /** Waits for jobs; those that come together are taken together. */
    private void take() throws InterruptedException {
        boolean idle = open.isEmpty() && waiting.isEmpty();
        Ticket first =
                idle
                        ? arrived.poll(1, TimeUnit.SECONDS)
                        : arrived.poll(TICK, TimeUnit.MILLISECONDS);
        for (Ticket t = first;
                t != null;
                t = arrived.poll(arrays ? TICK : 0, TimeUnit.MILLISECONDS)) {
            if (t.job.id().isPresent()) {
                t.isHandedIn(t.job.id().get());
                open.add(t);
            } else {
                waiting.add(t);
            }
        }
    }

    private void submit() throws InterruptedException {
        waiting.removeIf(t -> t.cancelled && t.together == null);
        if (waiting.isEmpty() || !submits.isDue()) {
            return;
        }
        for (List<Ticket> group : groups()) {
            if (open.size() >= most) {
                return;
            }
            List<Ticket> now = group.subList(0, Math.min(group.size(), most - open.size()));
            try {
                handIn(now);
                submits.reset();
                polls.reset();
                silence.isBroken();
            } catch (QueueException e) {
                if (e.kind() == Kind.REFUSED || e.kind() == Kind.UNKNOWN) {
                    silence.isBroken();
                    now.forEach(t -> t.end.completeExceptionally(e));
                    waiting.removeAll(now);
                } else {
                    var together = new Object(); // as one array the scheduler may have them
                    now.forEach(t -> t.together = together);
                    submits.later();
                    silence.goesOn(e);
                    return;
                }
            }
        }
    }

    private List<List<Ticket>> groups() {
        var groups = new LinkedHashMap<Object, List<Ticket>>();
        for (Ticket t : waiting) {
            Object key =
                    t.together != null
                            ? t.together
                            : !arrays || t.job.handedIn()
                                    ? t
                                    : List.of(t.job.header(), t.job.environment());
            groups.computeIfAbsent(key, k -> new ArrayList<>()).add(t);
        }
        return List.copyOf(groups.values());
    }

    private void handIn(List<Ticket> group) throws QueueException, InterruptedException {
        Job first = group.getFirst().job;
        Path script = group.size() == 1 ? first.script() : arrayScript(group);
        List<String> ids;
        synchronized (client) {
            ids =
                    client.submit(
                            new Submission(
                                    script,
                                    first.name(),
                                    group.size(),
                                    first.environment(),
                                    group.getFirst().together != null || first.handedIn()));
        }
        for (int i = 0; i < group.size(); i++) {
            Ticket t = group.get(i);
            t.isHandedIn(ids.get(i));
            t.job.submitted().accept(ids.get(i));
            if (t.cancelled && !detached) {
                quietly(List.of(ids.get(i))); // while it was handed in
            }
        }
        waiting.removeAll(group);
        open.addAll(group);
    }

    /** Writes the script of an array: each element runs the script of its own job. */
    private static Path arrayScript(List<Ticket> group) {
        Job first = group.getFirst().job;
        Path file = first.script().resolveSibling(first.name() + ".array.sh");
        var text = new StringBuilder(first.header());
        text.append("case \"$SLURM_ARRAY_TASK_ID\" in\n");
        for (int i = 0; i < group.size(); i++) {
            text.append(
                    "%d) exec \"$BASH\" %s ;;\n"
                            .formatted(i, JobFiles.quoted(group.get(i).job.script().toString())));
        }
        try {
            Files.writeString(file, text.append("esac\n"));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Looks for the files of jobs that have ended. */
    private void look() {
        for (Ticket t : List.copyOf(open)) {
            if (t.files.isDue()) {
                t.files.later();
                if (t.job.files().seemsEnded() && !wasKilled(t)) {
                    complete(t);
                }
            }
        }
    }

    /** Returns whether the scheduler has to say why the run was killed: it may be its memory. */
    private boolean wasKilled(Ticket t) {
        boolean killed = t.job.files().end().map(e -> e.exit() == KILLED).orElse(false);
        if (killed) {
            polls.reset();
        }
        return killed;
    }

    private void poll() throws InterruptedException {
        if (open.isEmpty() || !polls.isDue()) {
            return;
        }
        polls.later();
        Map<String, JobState> states;
        try {
            synchronized (client) {
                states = client.poll(open.stream().map(t -> t.id).toList());
            }
            polls.limit(longestPoll);
            silence.isBroken();
        } catch (QueueException e) {
            polls.limit(Math.max(longestPoll, LONGEST_SILENCE));
            silence.goesOn(e);
            return;
        }
        for (Ticket t : List.copyOf(open)) {
            heard(
                    t,
                    states.getOrDefault(t.id, JobState.of(Verdict.GONE, "not known any more", "")));
        }
    }

    private void heard(Ticket t, JobState state) throws InterruptedException {
        t.state = state;
        if (state.verdict() == Verdict.IMPOSSIBLE) {
            quietly(List.of(t.id));
            open.remove(t);
            t.end.completeExceptionally(
                    new QueueException(
                            SlurmState.isUnknown(state.reason()) ? Kind.UNKNOWN : Kind.REFUSED,
                            "The job %s would wait for ever: %s.".formatted(t.id, state.words())));
            return;
        }
        if (!state.verdict().isEnd()) {
            t.gone = 0;
            t.overSince = 0;
            return;
        }
        if (state.verdict() == Verdict.GONE && ++t.gone < CERTAIN) {
            polls.reset();
            return;
        }
        if (t.overSince == 0) {
            t.overSince = System.nanoTime();
        }
        boolean late = (System.nanoTime() - t.overSince) / 1e9 > fileDelay;
        boolean mayHaveWritten =
                state.verdict() == Verdict.COMPLETED
                        || state.verdict() == Verdict.FAILED
                        || state.verdict() == Verdict.GONE;
        if (late || !mayHaveWritten || t.job.files().end().isPresent()) {
            if (state.name().endsWith("_HOLD") || state.name().equals("SPECIAL_EXIT")) {
                quietly(List.of(t.id)); // it would hold its place for ever
            }
            complete(t);
        } else {
            polls.reset();
        }
    }

    private void complete(Ticket t) {
        open.remove(t);
        polls.reset();
        t.end.complete(new JobEnd(t.id, t.job.files().end(), t.state));
    }

    @Override
    public String toString() {
        return "Desk of " + client;
    }

    /** A job and what is known of it. */
    private static final class Ticket {
        final Job job;
        final CompletableFuture<JobEnd> end = new CompletableFuture<>();
        final Backoff files = new Backoff(TICK / 1e3, 2, 1.1);
        String id; // guarded by this where another thread reads it
        volatile boolean cancelled;
        Object together; // the same for those that were handed in at once, in vain
        JobState state = JobState.of(Verdict.WAITS, "handed in", "");
        int gone;
        long overSince;

        Ticket(Job job) {
            this.job = job;
        }

        synchronized void isHandedIn(String given) {
            id = given;
            files.reset();
        }
    }
}
