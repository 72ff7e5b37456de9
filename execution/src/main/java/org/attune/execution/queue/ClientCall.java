package org.attune.execution.queue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One call of a scheduler's program. A program that cannot reach its scheduler may try for minutes,
 * so that each call is ended after a time.
 *
 * @param exit code
 * @param out what it printed
 * @param err what it complained of
 */
record ClientCall(int exit, String out, String err) {
    /**
     * Calls a program and waits for its end.
     *
     * @param limit seconds it may take
     * @throws QueueException if it cannot be started ({@code MISSING}) or did not end in time
     *     ({@code SILENT})
     */
    static ClientCall of(List<String> command, Map<String, String> environment, double limit)
            throws QueueException, InterruptedException {
        Process process;
        try {
            var builder = new ProcessBuilder(command);
            builder.environment().putAll(environment);
            process = builder.start();
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new QueueException(
                    QueueException.Kind.MISSING,
                    "'%s' cannot be started: %s.".formatted(command.getFirst(), e.getMessage()));
        }
        try {
            CompletableFuture<String> out = text(process.getInputStream());
            CompletableFuture<String> err = text(process.getErrorStream());
            if (!process.waitFor((long) (limit * 1e9), TimeUnit.NANOSECONDS)) {
                throw silent(command, limit);
            }
            // a child that it left behind may hold the streams
            return new ClientCall(
                    process.exitValue(),
                    out.get(1, TimeUnit.SECONDS),
                    err.get(1, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            throw silent(command, limit);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Returns what it said, on one line: its complaint, else what it printed. */
    String words() {
        String said = err.isBlank() ? out : err;
        return said.strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    private static QueueException silent(List<String> command, double limit) {
        return new QueueException(
                QueueException.Kind.SILENT,
                String.format(
                        Locale.ROOT, "'%s' did not end within %.3g s.", command.getFirst(), limit));
    }

    private static CompletableFuture<String> text(InputStream in) {
        var text = new CompletableFuture<String>();
        Thread.ofVirtual()
                .start(() -> {
                    try (in) {
                        text.complete(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                    } catch (IOException closed) {
                        text.complete("");
                    }
                });
        return text;
    }
}
