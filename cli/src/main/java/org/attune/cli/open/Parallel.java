package org.attune.cli.open;

import org.attune.problemfile.ProblemFile;

import picocli.CommandLine.Option;

import java.util.Optional;

/** How many trials run at once. */
public final class Parallel {
    @Option(
            names = "--parallel",
            paramLabel = "K",
            description = "Run K trials at once (default: as the problem file says, else 1).")
    private Optional<Integer> given = Optional.empty();

    /**
     * Returns the number.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public int of(ProblemFile file) {
        int parallel = given.orElseGet(() -> file.parallel().orElse(1));
        if (parallel < 1) {
            throw new IllegalArgumentException(
                    "%d trials cannot run at once. Maybe --parallel 1.".formatted(parallel));
        }
        return parallel;
    }
}
