package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.Measurement;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.CommandSettings;
import org.attune.problemfile.ProblemFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/**
 * The problem of a problem file, evaluated by running its program.
 *
 * <p>Noise is that of the machine: equal seeds do not disturb equally, and no value is free of it.
 * So that a curve does not count luck, each new best is measured {@value #AGAIN} times more, which
 * the tuner is not told.
 */
final class ProgramProblem implements Benchmark, AutoCloseable {
    /** Enough for a median; more would take longer than the tuning. */
    private static final int AGAIN = 3;

    private final TuningProblem problem;
    private final String objective;
    private final List<Point> tasks;
    private final Path runs;
    private final CommandEvaluator evaluator;
    private long number;

    /**
     * Opens a problem file.
     *
     * @throws IllegalArgumentException if it is wrong, or of a kind that runs do not know
     */
    ProgramProblem(ProblemFile file) {
        problem = file.problem();
        if (problem.optimized().size() != 1) {
            throw new IllegalArgumentException(
                    "it has %d objectives, but of a problem file a run compares one"
                            .formatted(problem.optimized().size()));
        }
        if (file.evaluation().isEmpty()) {
            throw new IllegalArgumentException("it has no section 'evaluation'");
        }
        objective = problem.optimized().getFirst().name();
        tasks = file.tasks(new Seed(0));
        var settings = CommandSettings.of(problem, file.evaluation());
        try {
            runs = Files.createTempDirectory("attune-bench-");
        } catch (IOException e) {
            throw new UncheckedIOException("No folder for runs can be made.", e);
        }
        Path folder = Optional.ofNullable(file.path().getParent()).orElse(Path.of(""));
        evaluator = new CommandEvaluator(problem, settings, folder, runs, 1);
    }

    @Override
    public String name() {
        return problem.name();
    }

    @Override
    public TuningProblem problem() {
        return problem;
    }

    @Override
    public List<Point> tasks() {
        return tasks;
    }

    /**
     * Returns why this problem cannot be run here, if that shows: a program is missing, or the
     * default fails.
     */
    Optional<String> obstacle() {
        Optional<Point> standard = problem.parameterSpace().defaultPoint();
        Point task = tasks.getFirst();
        if (evaluator.obstacle().isPresent() || standard.isEmpty()) {
            return evaluator.obstacle();
        }
        if (!problem.admits(task, standard.get())) {
            return Optional.empty();
        }
        return measure(Candidate.of(task, standard.get()), 0).outcome() instanceof Outcome.Failed f
                ? Optional.of("its default fails, %s: %s".formatted(f.cause().text(), f.detail()))
                : Optional.empty();
    }

    @Override
    public Measurement measure(Candidate candidate, long noiseSeed) {
        Trial trial = evaluated(candidate);
        return new Measurement(trial.outcome(), problem.value(trial, objective).orElse(Double.NaN));
    }

    /** Measures the candidate again: the median of {@value #AGAIN} runs, as far as they succeed. */
    @Override
    public double truth(Candidate candidate, Measurement measured) {
        double[] values = new double[AGAIN];
        int count = 0;
        for (int i = 0; i < AGAIN; i++) {
            Trial trial = evaluated(candidate);
            if (Study.isUsable(problem, trial)) {
                values[count++] = problem.value(trial, objective).orElseThrow();
            }
        }
        Arrays.sort(values, 0, count);
        return count == 0 ? measured.truth() : (values[(count - 1) / 2] + values[count / 2]) / 2;
    }

    private Trial evaluated(Candidate candidate) {
        var trial =
                new Trial(
                        ++number,
                        candidate,
                        Origin.of("bench"),
                        Outcome.PENDING,
                        Provenance.here(Effort.NONE));
        try {
            return trial.with(evaluator.submit(trial).join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        } finally {
            delete(evaluator.folder(trial));
        }
    }

    @Override
    public void close() {
        evaluator.close();
        delete(runs);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("'%s' cannot be deleted.".formatted(folder), e);
        }
    }
}
