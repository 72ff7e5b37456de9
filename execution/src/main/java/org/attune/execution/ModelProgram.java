package org.attune.execution;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Generator;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A program whose output is a performance model of the application, such as the application with
 * fewer steps. It is run like a trial, at a design of each task.
 */
public final class ModelProgram {
    private static final List<String> EVALUATION =
            List.of("command", "timeout", "workdir", "environment");
    private static final int RUNS = 10; // for each parameter
    private static final int MOST = 60; // unless said otherwise
    private static final int DRAWS = 10; // for each point of a design

    private final String name;
    private final TuningProblem problem; // whose only output is the model
    private final CommandSettings settings;
    private final int runs;
    private final String basis;

    private ModelProgram(
            String name, TuningProblem problem, CommandSettings settings, int runs, String basis) {
        this.name = name;
        this.problem = problem;
        this.settings = settings;
        this.runs = runs;
        this.basis = basis;
    }

    /**
     * Reads a program.
     *
     * @param entry of the problem file, as data: {@code command}, and perhaps {@code output},
     *     {@code runs}, {@code timeout}, {@code workdir}, {@code environment} and {@code objective}
     * @throws IllegalArgumentException if it is malformed; the message begins with the field
     */
    public static ModelProgram of(TuningProblem problem, String name, Map<String, Object> entry) {
        Object output =
                entry.getOrDefault(
                        "output", Map.of("regex", "^\\s*" + name + "\\s*=\\s*([0-9.eE+-]+)\\s*$"));
        var evaluation = new LinkedHashMap<String, Object>();
        EVALUATION.forEach(
                key -> Optional.ofNullable(entry.get(key)).ifPresent(v -> evaluation.put(key, v)));
        evaluation.put("outputs", Map.of(name, output));
        TuningProblem own = problem.measuring(name);
        int usual = Math.min(RUNS * own.parameterSpace().dimension(), MOST);
        try {
            return new ModelProgram(
                    name,
                    own,
                    CommandSettings.of(own, evaluation),
                    entry.get("runs") instanceof Number n ? n.intValue() : usual,
                    hash(evaluation));
        } catch (IllegalArgumentException e) {
            String field = "performance_models." + name + ".";
            throw new IllegalArgumentException(
                    String.valueOf(e.getMessage())
                            .replaceFirst("^evaluation\\.outputs\\." + name, field + "output")
                            .replaceFirst("^evaluation\\.", field),
                    e);
        }
    }

    /**
     * Returns a hash of what is run, without the values of variables that are declared secret; a
     * time-out that has changed is no other program.
     */
    private static String hash(Map<String, Object> evaluation) {
        var kept = new LinkedHashMap<>(evaluation);
        kept.remove("timeout");
        if (kept.get("environment") instanceof Map<?, ?> variables) {
            var open = new LinkedHashMap<Object, Object>(variables);
            open.replaceAll((name, value) ->
                    value instanceof Map<?, ?> m && String.valueOf(m.get("secret")).equals("true")
                            ? "secret"
                            : value);
            kept.put("environment", open);
        }
        var hash = new CRC32C();
        hash.update(kept.toString().getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(hash.getValue());
    }

    /** Returns what tells its runs from those of another program. */
    public String basis() {
        return basis;
    }

    /**
     * Returns the configurations at which it is run: the default, then each the farthest of ten
     * random admissible ones from those before. More runs go on with the same ones. Fewer where
     * there are not so many.
     */
    public List<Point> design(Point task, Seed seed) {
        var sampler = new AdmissibleSampler(problem, task);
        Generator random = seed.child("model " + name + " of " + task, 0).generator("design", 0);
        var design = new ArrayList<Point>();
        problem.parameterSpace()
                .defaultPoint()
                .filter(p -> problem.admits(task, p))
                .ifPresent(design::add);
        boolean more = true;
        while (more && design.size() < runs) {
            Optional<Point> farthest = Optional.empty();
            double distance = 0;
            for (int i = 0; i < DRAWS; i++) {
                Optional<Point> drawn =
                        sampler.sample(p -> !design.contains(p), AdmissibleSampler.PATIENCE, random)
                                .configuration();
                double away = drawn.map(p -> distance(p, design)).orElse(0.0);
                if (away > distance) {
                    farthest = drawn;
                    distance = away;
                }
            }
            farthest.ifPresent(design::add);
            more = farthest.isPresent();
        }
        return design.subList(0, Math.min(runs, design.size()));
    }

    /** Returns the squared distance in unit coordinates from the nearest one. */
    private double distance(Point point, List<Point> others) {
        double[] a = problem.parameterSpace().encode(point);
        double nearest = Double.POSITIVE_INFINITY;
        for (Point other : others) {
            double[] b = problem.parameterSpace().encode(other);
            double sum = 0;
            for (int d = 0; d < a.length; d++) {
                sum += (a[d] - b[d]) * (a[d] - b[d]);
            }
            nearest = Math.min(nearest, sum);
        }
        return nearest;
    }

    /**
     * Returns what runs it.
     *
     * @param folder of the problem file
     * @param runsFolder where each run gets a folder
     */
    public CommandEvaluator evaluator(Path folder, Path runsFolder) {
        return new CommandEvaluator(problem, settings, folder, runsFolder, 1);
    }

    /**
     * Runs it once.
     *
     * @param number of the run, which names its folder
     * @throws java.util.concurrent.CancellationException if the evaluator is closed meanwhile
     */
    public Outcome run(CommandEvaluator evaluator, long number, Point task, Point configuration) {
        return evaluator
                .submit(
                        new Trial(
                                number,
                                Candidate.of(task, configuration),
                                Origin.of("model"),
                                Outcome.PENDING,
                                Provenance.here(Effort.NONE)))
                .join();
    }

    /** Returns the value of a run that went well. */
    public Optional<Double> value(Outcome outcome) {
        return outcome instanceof Outcome.Measured m
                ? Optional.of(m.outputs().get(name).getFirst())
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "Program of performance model %s, %d runs".formatted(name, runs);
    }
}
