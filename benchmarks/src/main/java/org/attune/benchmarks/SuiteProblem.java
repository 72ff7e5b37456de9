package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.Measurement;

import java.nio.file.Files;
import java.nio.file.Path;

/** One task of a problem of a suite, or of a problem file, for programs that compare tuners. */
public final class SuiteProblem implements AutoCloseable {
    private final ProblemSource source;
    private final Benchmark benchmark;
    private final Point task;

    private SuiteProblem(ProblemSource source, String name, int task) {
        this.source = source;
        this.benchmark = source.problem(name);
        if (task >= benchmark.tasks().size()) {
            throw new IllegalArgumentException(
                    "%s has %d tasks; there is no task %d."
                            .formatted(name, benchmark.tasks().size(), task));
        }
        this.task = benchmark.tasks().get(task);
    }

    /**
     * Returns {@code SUITE/PROBLEM} or {@code SUITE/PROBLEM:TASK}, where tasks are counted from 0,
     * or the first task of the program of a problem file.
     *
     * @throws IllegalArgumentException if there is none, or its program cannot be run here
     */
    public static SuiteProblem of(String name) {
        if (Files.isRegularFile(Path.of(name))) {
            ProblemSource file = Suites.named(name);
            return new SuiteProblem(file, file.names().getFirst(), 0);
        }
        String[] words = name.split("[/:]");
        if (words.length < 2 || words.length > 3) {
            throw new IllegalArgumentException(
                    "'%s' is neither a problem file nor SUITE/PROBLEM:TASK.".formatted(name));
        }
        int task = words.length == 3 ? Integer.parseInt(words[2]) : 0;
        return new SuiteProblem(Suites.named(words[0]), words[1], task);
    }

    /** Returns the problem as tuners see it. */
    public TuningProblem problem() {
        return benchmark.problem();
    }

    /** Returns the task. */
    public Point task() {
        return task;
    }

    /** Runs one candidate, see {@link Benchmark#measure}. */
    public Measurement measure(Candidate candidate, long noiseSeed) {
        return benchmark.measure(candidate, noiseSeed);
    }

    @Override
    public void close() {
        source.close();
    }
}
