package org.attune.execution;

import org.attune.execution.queue.JobFiles;
import org.attune.execution.queue.JobState;
import org.attune.execution.queue.JobState.Verdict;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shell on another node that runs one text after the other: it is reached by a program such as
 * srun or ssh, which is started once and not for each run.
 *
 * <p>Texts go through its stdin, so that a secret stands in no file and in no list of processes.
 */
final class Agent {
    /** How a run ended, by the shell that waited for it. */
    record End(int exit, boolean killedForMemory) {}

    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final long STOPPING = 10; // seconds; the agent itself kills after one
    private static final int COMPLAINTS = 20; // lines
    private static final String GONE = "";
    private static final Pattern READY = Pattern.compile("attune-ready (\\S*)");
    private static final Pattern END = Pattern.compile("attune-end (\\S+) (\\d{1,3}) (yes|no)");

    private final Process process;
    private final ProcessFamily family;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final List<String> complaints = new ArrayList<>(); // guarded by itself
    private final Thread complaining;
    private String host = "";

    private Agent(Process process, ProcessFamily family) {
        this.process = process;
        this.family = family;
        Thread.ofVirtual().start(this::listen);
        complaining = Thread.ofVirtual().start(this::keepComplaints);
    }

    /**
     * Starts an agent.
     *
     * @param words the program that reaches the node, with its arguments; it gets those of a shell
     * @throws UncheckedIOException if the program cannot be started here
     */
    static Agent start(List<String> words, Path workdir) {
        ProcessFamily family = ProcessFamily.expected();
        var builder = Utf8Words.process(words, Map.of()).directory(workdir.toFile());
        builder.environment().put(ProcessFamily.VARIABLE, family.mark());
        try {
            Process process = builder.start();
            return new Agent(process, family.startedBy(process.pid()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + words.getFirst(), e);
        }
    }

    /** Returns the agent's program, for {@code sh -c}. */
    static String script() {
        try (var in = Agent.class.getResourceAsStream("agent.sh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen() {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("attune-")) { // a login may greet before
                    said.add(line);
                }
            }
        } catch (IOException closed) {
            // as at the end
        }
        said.add(GONE);
    }

    private void keepComplaints() {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (complaints) {
                    complaints.add(line.strip());
                    if (complaints.size() > COMPLAINTS) {
                        complaints.removeFirst();
                    }
                }
            }
        } catch (IOException closed) {
            // as at the end
        }
    }

    /**
     * Waits until it is there.
     *
     * @param limit seconds, {@code +∞} where it may wait for free cores
     * @throws AgentLostException if it cannot be started; it has been closed then
     */
    void awaitReady(double limit) throws InterruptedException, AgentLostException {
        String line =
                limit == Double.POSITIVE_INFINITY
                        ? said.take()
                        : said.poll((long) (limit * 1e9), TimeUnit.NANOSECONDS);
        if (line == null) {
            close();
            throw new AgentLostException(
                    JobState.of(
                            Verdict.LOST,
                            "no answer",
                            String.format(Locale.ROOT, "within %.3g s", limit)));
        }
        Matcher m = READY.matcher(line);
        if (!m.matches()) {
            throw lost(Verdict.IMPOSSIBLE);
        }
        host = m.group(1);
    }

    /** Returns the name of its node. */
    String host() {
        return host;
    }

    /** Writes down who runs, for {@link ProcessFamily#endRecorded}. */
    void record(Path file) {
        family.record(file);
    }

    /**
     * Runs a text and waits for its end. If the thread is interrupted, the run is ended first.
     *
     * @param name of the run, not used before
     * @throws AgentLostException if the agent ended meanwhile
     */
    End run(String name, String text) throws InterruptedException, AgentLostException {
        String all = text.endsWith("\n") ? text : text + "\n";
        say("run %s %d\n".formatted(name, all.chars().filter(c -> c == '\n').count()) + all);
        try {
            while (true) {
                String line = said.take();
                if (line.equals(GONE)) {
                    throw lost(Verdict.LOST);
                }
                Matcher m = END.matcher(line);
                if (m.matches() && m.group(1).equals(name)) {
                    return new End(Integer.parseInt(m.group(2)), m.group(3).equals("yes"));
                }
            }
        } catch (InterruptedException e) {
            stop(name);
            throw e;
        }
    }

    private void stop(String name) {
        say("stop\n");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOPPING);
        boolean stopped = false;
        try {
            while (!stopped) {
                String line = said.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (line == null || line.equals(GONE)) {
                    break;
                }
                stopped = line.startsWith("attune-end " + name + " ");
            }
        } catch (InterruptedException again) {
            Thread.currentThread().interrupt();
        }
        if (!stopped) {
            close();
        }
    }

    /** Says something; where nobody hears it, its stdout will tell. */
    private void say(String text) {
        try {
            process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException gone) {
            // as its stdout will tell
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it, and the run that is under way. */
    void close() {
        boolean interrupted = Thread.interrupted();
        try {
            process.getOutputStream().close();
            process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException gone) {
            // it has ended
        } catch (InterruptedException e) {
            interrupted = true;
        }
        family.end(GRACE);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private AgentLostException lost(Verdict otherwise) throws InterruptedException {
        close();
        complaining.join(GRACE);
        List<String> words;
        synchronized (complaints) {
            words = List.copyOf(complaints);
        }
        return new AgentLostException(AgentEnd.state(words, otherwise));
    }

    /** Returns the words that start the agent's shell on a node that takes words as they are. */
    static List<String> shell() {
        return List.of("sh", "-c", script(), "attune-agent");
    }

    /** Returns the one word that starts it where a login shell reads words again, as ssh does. */
    static String line() {
        return "exec sh -c " + JobFiles.quoted(script()) + " attune-agent";
    }
}
