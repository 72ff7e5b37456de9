package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.attune.problemfile.ProblemFile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Programs of {@code benchmarks/applications} as forests grown on CPU seconds of 300 random
 * configurations, so that tuners can be compared on them where they are not built: Hypre's
 * multigrid, tiled loops compiled by gcc, SuperLU_DIST. Runs that failed are left out.
 *
 * <p>A table is what {@code attune tune APPLICATION/problem.yaml --tuner random --trials 300} and
 * {@code attune history export --format csv} write, without the columns about trials.
 */
public final class EmulatedPrograms {
    private static final int LEAF = 4;

    private EmulatedPrograms() {}

    /** Returns the problems, each with one task and one objective. */
    public static List<BenchmarkProblem> all() {
        return List.of(
                emulated("amg", "problem.yaml", Map.of("k", 24L, "conv", 1.0, "jump", 10.0)),
                emulated("mm", "problem.yaml", Map.of("n", 512L)),
                emulated("slu", "fast.yaml", Map.of("k", 20L)));
    }

    private static BenchmarkProblem emulated(String program, String file, Map<String, ?> task) {
        TuningProblem original = read("applications/%s/%s".formatted(program, file));
        String name = "emulated-" + program;
        TuningProblem.Builder builder = TuningProblem.named(name);
        task.forEach((n, value) -> builder.constant(n, value));
        original.parameterSpace().parameters().forEach(builder::parameter);
        original.constraints().forEach(builder::constraint);
        ToDoubleFunction<Point> seconds =
                MeasuredRuns.read(program + ".csv")
                        .where(row -> !row.get("seconds").isEmpty())
                        .emulator(
                                original.parameterSpace(),
                                "seconds",
                                LEAF,
                                AblationProblems.SEED.generator(name, 1));
        return PublicProblems.single(
                name, builder, (Candidate c) -> seconds.applyAsDouble(c.configuration()));
    }

    /** Reads a problem file, which may be in a jar. */
    private static TuningProblem read(String resource) {
        try (InputStream in = EmulatedPrograms.class.getResourceAsStream(resource)) {
            Path copy = Files.createTempFile("problem", ".yaml");
            try {
                Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
                return ProblemFile.read(copy).problem();
            } finally {
                Files.delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }
}
