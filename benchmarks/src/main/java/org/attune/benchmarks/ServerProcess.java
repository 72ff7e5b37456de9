package org.attune.benchmarks;

import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A child process that answers each line of JSON on its standard input with a line of JSON on its
 * standard output.
 *
 * <p>Errors are {@link UncheckedIOException}s that name the command and quote the end of its error
 * output.
 */
final class ServerProcess implements AutoCloseable {
    private static final int KEPT_LINES = 15;
    private static final int KEPT_LENGTH = 400;
    private static final long PATIENCE_SECONDS = 2; // for an orderly end

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    private final String command;
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader replies;
    private final Thread errors;
    private final ArrayDeque<String> lastWords = new ArrayDeque<>();
    private final Thread hook;

    private ServerProcess(String command, Process process, Thread hook) {
        this.command = command;
        this.process = process;
        this.hook = hook;
        requests =
                new BufferedWriter(
                        new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        replies =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        errors = Thread.ofVirtual().start(this::keepErrors);
    }

    /**
     * Starts a command line of the shell. Whenever this process is stopped, even while it starts or
     * a request has no reply, so is that one.
     */
    static ServerProcess start(String command) {
        var started = new CompletableFuture<Optional<Process>>();
        var hook = new Thread(() -> started.join().ifPresent(ServerProcess::destroy));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            Process process = new ProcessBuilder("/bin/sh", "-c", command).start();
            started.complete(Optional.of(process));
            return new ServerProcess(command, process, hook);
        } catch (IOException e) {
            started.complete(Optional.empty());
            throw new UncheckedIOException(
                    "Cannot start problem server '%s'".formatted(command), e);
        }
    }

    /** Sends a request and returns the reply, an object. */
    JsonNode call(Map<String, ?> request) {
        String line;
        try {
            if (replies.ready()) { // before it was asked
                String more = replies.readLine();
                parsed(more);
                throw new UncheckedIOException(
                        "Problem server '%s' should answer with one line, and wrote another one"
                                .formatted(command),
                        new IOException(shortened(more)));
            }
            requests.write(line(request));
            requests.newLine();
            requests.flush();
            line = replies.readLine();
        } catch (IOException e) { // the pipe of a process that has ended
            throw ended(request, e);
        }
        if (line == null) {
            throw ended(request, new EOFException());
        }
        return parsed(line);
    }

    /** Returns a request as it is sent. */
    static String line(Map<String, ?> request) {
        return MAPPER.writeValueAsString(request);
    }

    private JsonNode parsed(String line) {
        try {
            JsonNode reply = MAPPER.readTree(line);
            if (reply.isObject()) {
                return reply;
            }
        } catch (JacksonException e) {
            throw noObject(line, new IOException(e.getOriginalMessage(), e));
        }
        throw noObject(line, new IOException("it is no object"));
    }

    private UncheckedIOException noObject(String line, IOException cause) {
        return new UncheckedIOException(
                "Problem server '%s' should answer with one JSON object per line, not with '%s'"
                        .formatted(command, shortened(line)),
                cause);
    }

    private UncheckedIOException ended(Map<String, ?> request, IOException cause) {
        String how = "closed its output";
        try {
            if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                how = "ended with exit code " + process.exitValue();
                errors.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String words;
        synchronized (lastWords) {
            words = String.join("\n", lastWords);
        }
        return new UncheckedIOException(
                "Problem server '%s' %s".formatted(command, how),
                new IOException(
                        "no reply to %s, and %s"
                                .formatted(
                                        line(request),
                                        words.isEmpty()
                                                ? "no error output"
                                                : "the end of its error output is:\n" + words),
                        cause));
    }

    private void keepErrors() {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (lastWords) {
                    lastWords.add(shortened(line));
                    if (lastWords.size() > KEPT_LINES) {
                        lastWords.remove();
                    }
                }
            }
        } catch (IOException closed) {
            // the process has been ended; what it said so far is kept
        }
    }

    private static String shortened(String line) {
        return line.length() <= KEPT_LENGTH ? line : line.substring(0, KEPT_LENGTH) + "...";
    }

    /** Lets the process end by itself, and ends it with its children where it does not. */
    @Override
    public void close() {
        try {
            requests.write("{\"cmd\":\"quit\"}\n");
            requests.close();
        } catch (IOException ended) {
            // it has gone already, which is what closing is for
        }
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                destroy(process);
            }
        } catch (InterruptedException e) {
            destroy(process);
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shutdown) {
            // the hook runs, or has run
        }
    }

    private static void destroy(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
