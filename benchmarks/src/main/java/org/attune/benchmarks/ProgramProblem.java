package org.attune.benchmarks;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Objective;
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
import org.attune.benchmarks.problems.ReferencePoint;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.CommandSettings;
import org.attune.problemfile.ProblemFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The problem of a problem file, evaluated by running its program.
 *
 * <p>Noise is that of the machine: equal seeds do not disturb equally, and no value is free of it.
 * So that a curve does not count luck, each new best is measured {@value #AGAIN} times more, which
 * the tuner is not told; of several objectives each run that makes the hypervolume grow.
 *
 * <p>Up to where that is taken, the first runs say: a tenth beyond the worst values of the default
 * and of {@value #SAMPLE} random admissible configurations, the same for all tuners and seeds.
 */
final class ProgramProblem implements Benchmark, AutoCloseable {
    /** Enough for a median; more would take longer than the tuning. */
    private static final int AGAIN = 3;

    /** Enough to see how bad values can be. */
    private static final int SAMPLE = 20;

    private static final int MOST_RUNS = 60; // of such a sample, where some fail

    private final TuningProblem problem;
    private final String definition; // all but the task
    private final List<Objective> objectives;
    private final ReferencePoints points;
    private final List<Point> tasks;
    private final Path runs;
    private final CommandEvaluator evaluator;
    private long number;

    /**
     * Opens a problem file.
     *
     * @throws IllegalArgumentException if it is wrong, or of a kind that runs do not know
     */
    ProgramProblem(ProblemFile file, ReferencePoints points) {
        this.points = points;
        problem = file.problem();
        if (file.evaluation().isEmpty()) {
            throw new IllegalArgumentException("it has no section 'evaluation'");
        }
        objectives = problem.optimized();
        tasks = file.tasks(new Seed(0));
        definition = problem.description() + " " + file.evaluation();
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
    public Optional<String> definition(Point task) {
        var sum = new CRC32C();
        sum.update((definition + task).getBytes(StandardCharsets.UTF_8));
        return Optional.of(HexFormat.of().toHexDigits((int) sum.getValue()));
    }

    @Override
    public Optional<ReferencePoint> reference(Point task) {
        return objectives.size() == 1
                ? Optional.empty()
                : Optional.of(
                        points.of(name() + ":" + tasks.indexOf(task), () -> beyondSample(task)));
    }

    private ReferencePoint beyondSample(Point task) {
        var random = new Seed(0).generator("reference point", tasks.indexOf(task));
        var sampler = new AdmissibleSampler(problem, task);
        var outcomes = new ArrayList<double[]>();
        Optional<Point> next =
                problem.parameterSpace().defaultPoint().filter(p -> problem.admits(task, p));
        for (int i = 0; i < MOST_RUNS && outcomes.size() <= SAMPLE; i++) {
            next.or(() -> sampler.draw(random).configuration())
                    .map(p -> evaluated(Candidate.of(task, p)))
                    .filter(t -> Study.isUsable(problem, t))
                    .ifPresent(t -> outcomes.add(values(t)));
            next = Optional.empty();
        }
        if (outcomes.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: none of %d random configurations has usable values, so that nothing says up to where the hypervolume is to be taken. Maybe check the ranges of its outputs, or give it a default."
                            .formatted(name(), MOST_RUNS));
        }
        return ReferencePoint.beyond(outcomes);
    }

    @Override
    public Measurement measure(Candidate candidate, long noiseSeed) {
        Trial trial = evaluated(candidate);
        return new Measurement(trial.outcome(), values(trial));
    }

    /** Returns the values of the objectives, of several with the sign that makes less better. */
    private double[] values(Trial trial) {
        return objectives.stream()
                .mapToDouble(o ->
                        (objectives.size() > 1 ? o.goal().sign() : 1)
                                * problem.value(trial, o.name()).orElse(Double.NaN))
                .toArray();
    }

    /** Measures the candidate again: medians of {@value #AGAIN} runs, as far as they succeed. */
    @Override
    public double[] truths(Candidate candidate, Measurement measured) {
        var again = new ArrayList<double[]>();
        for (int i = 0; i < AGAIN; i++) {
            Trial trial = evaluated(candidate);
            if (Study.isUsable(problem, trial)) {
                again.add(values(trial));
            }
        }
        if (again.isEmpty()) {
            return measured.truths();
        }
        return IntStream.range(0, objectives.size())
                .mapToDouble(o -> Quantiles.median(again.stream().mapToDouble(v -> v[o]).toArray()))
                .toArray();
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
