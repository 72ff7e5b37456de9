package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What one command line printed, and the toy problem of the tests. */
record Cli(int code, String out, String err) {
    /** seconds = (x - 7)² + n + 1, plus 100 for kind b; the default x = 10 gives 10 + n. */
    static final String TOY =
            """
            tuning_problem_name: toy
            input_space:
              - {name: n, type: integer, lower_bound: 1, upper_bound: 9}
            parameter_space:
              - {name: x, type: integer, lower_bound: 0, upper_bound: 20, default: 10}
              - {name: kind, type: categorical, categories: [a, b], default: a}
            output_space:
              - {name: seconds, type: real, unit: s}
            constraints: {small: "x + n <= 27"}
            tasks: [{n: 1}, {n: 2}]
            trials: 5
            tuner: walk
            evaluation:
              command: [sh, toy.sh, "{x}", "{n}", "{kind}"]
              outputs: {seconds: {regex: "cost=([0-9.]+)"}}
            """;

    static final String PROGRAM =
            """
            c=$(( ($1-7)*($1-7) + $2 + 1 ))
            if [ "$3" = b ]; then c=$((c+100)); fi
            echo "cost=$c"
            """;

    static Cli run(Object... args) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        String[] words = List.of(args).stream().map(Object::toString).toArray(String[]::new);
        int code =
                Attune.run(
                        words,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Cli(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Writes a problem file and the toy program, and returns the problem file. */
    static Path problem(Path folder, String text) {
        try {
            Files.writeString(folder.resolve("toy.sh"), PROGRAM);
            return Files.writeString(folder.resolve("toy.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path toy(Path folder) {
        return problem(folder, TOY);
    }

    /** Returns this result after checking its exit code. */
    Cli exits(int expected) {
        assertEquals(expected, code, () -> "stdout:\n" + out + "\nstderr:\n" + err);
        return this;
    }

    /** Returns the object on stdout, which must hold nothing else. */
    @SuppressWarnings("unchecked") // the caller knows the shape
    Map<String, Object> json() {
        return new JsonMapper().readValue(out, Map.class);
    }

    /** Returns the lines of stdout. */
    List<String> lines() {
        return out.lines().toList();
    }
}
