package org.attune.benchmarks;

import org.attune.benchmarks.problems.Benchmark;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The problems of a process that speaks the line protocol. */
final class ProblemServer implements ProblemSource {
    private final ServerProcess process;
    private final String command;
    private final Map<String, ServedProblem> described = new HashMap<>();

    ProblemServer(String command) {
        this.command = command;
        this.process = ServerProcess.start(command);
    }

    @Override
    public List<String> names() {
        JsonNode reply = process.call(Map.of("cmd", "list"));
        List<String> names =
                reply.path("problems")
                        .valueStream()
                        .map(p -> p.path("name").asString())
                        .distinct()
                        .toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "Problem server '%s' lists no problems: %s. Maybe it should answer {\"problems\":[{\"name\":\"...\"}]}."
                            .formatted(command, reply));
        }
        return names;
    }

    /** Returns what is to be said of the problems that have been described. */
    @Override
    public List<String> notes() {
        return described.values().stream().flatMap(p -> p.notes().stream()).sorted().toList();
    }

    @Override
    public Benchmark problem(String name) {
        return described.computeIfAbsent(name, this::describe);
    }

    private ServedProblem describe(String name) {
        JsonNode reply = process.call(Map.of("cmd", "describe", "problem", name));
        if (reply.has("error")) {
            throw new IllegalArgumentException(
                    "Problem server '%s' does not describe '%s': %s."
                            .formatted(command, name, reply.path("error").asString()));
        }
        return ServedProblem.of(name, reply, this::evaluate);
    }

    private JsonNode evaluate(Map<String, ?> request) {
        JsonNode reply = process.call(request);
        if (reply.has("error")) {
            throw new UncheckedIOException(
                    "Problem server '%s' refused %s"
                            .formatted(command, ServerProcess.line(request)),
                    new IOException(reply.path("error").asString()));
        }
        return reply;
    }

    @Override
    public void close() {
        process.close();
    }
}
