package org.attune.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes result files for tests, line by line, as any tool would. */
final class Results {
    private final Path file;
    private final List<String> lines = new ArrayList<>();

    Results(Path file) {
        this.file = file;
    }

    Results run(String tuner, String problem, int seed, double... best) {
        return line(tuner, problem, seed, Arrays.toString(best), "");
    }

    /** Adds a line with this text for the curve and more fields, each after a comma. */
    Results line(String tuner, String problem, int seed, String best, String more) {
        lines.add(
                "{\"peer\": \"%s\", \"problem\": \"%s\", \"budget\": %d, \"seed\": %d, \"best\": %s%s}"
                        .formatted(tuner, problem, best.split(",").length, seed, best, more));
        return this;
    }

    Path write() {
        try {
            return Files.writeString(file, lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
