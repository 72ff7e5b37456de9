package org.attune.cli;

import org.attune.api.History;
import org.attune.api.ModelRecord;
import org.attune.api.Outcome;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.SampledModel;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.StudyRecord;
import org.attune.api.TuningProblem;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.ModelProgram;
import org.attune.problemfile.ProblemFile;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Performance models that are programs: run at a design before the tuner starts, each run kept in
 * the history at once, so that none is repeated.
 */
final class ProgramModels {
    private static final String KEY = "performance-model ";

    private final ProblemFile file;
    private final Map<String, ModelProgram> programs = new LinkedHashMap<>();

    /**
     * Reads the programs of a file.
     *
     * @throws IllegalArgumentException if one is malformed
     */
    ProgramModels(ProblemFile file) {
        this.file = file;
        file.modelPrograms()
                .forEach((name, entry) -> {
                    try {
                        programs.put(name, ModelProgram.of(file.problem(), name, entry));
                    } catch (IllegalArgumentException e) {
                        String field = String.valueOf(e.getMessage()).split(":", 2)[0];
                        throw new IllegalArgumentException(
                                file.at(field) + ": " + e.getMessage(), e);
                    }
                });
    }

    boolean isEmpty() {
        return programs.isEmpty();
    }

    /** Returns the problem with what the history knows of its programs. */
    static TuningProblem loaded(ProblemFile file, Records records) {
        return file.modelPrograms().isEmpty()
                ? file.problem()
                : new ProgramModels(file).loaded(records);
    }

    private TuningProblem loaded(Records records) {
        var models = new ArrayList<PerformanceModel>();
        for (PerformanceModel model : file.problem().models()) {
            models.add(
                    model instanceof SampledModel s
                            ? s.with(samples(s.name(), records.models()))
                            : model);
        }
        return file.problem().withModels(models);
    }

    private List<SampledModel.Sample> samples(String name, List<ModelRecord> records) {
        String prefix = prefix(name);
        var samples = new ArrayList<SampledModel.Sample>();
        for (ModelRecord record : records) {
            if (record.key().startsWith(prefix)
                    && record.content().get("value") instanceof Number value) {
                samples.add(
                        new SampledModel.Sample(
                                point(file.problem().taskSpace(), record.content().get("task")),
                                point(
                                        file.problem().parameterSpace(),
                                        record.content().get("configuration")),
                                value.doubleValue()));
            }
        }
        return samples;
    }

    private static Point point(Space space, Object values) {
        var named = new LinkedHashMap<String, Object>();
        ((Map<?, ?>) values).forEach((k, v) -> named.put(String.valueOf(k), v));
        return space.canonical(Point.of(named));
    }

    private String prefix(String name) {
        return KEY + name + " " + programs.get(name).basis() + " ";
    }

    private String key(String name, Point task, Point configuration) {
        return prefix(name) + task + " " + configuration;
    }

    /** Runs what has not been run yet, and returns the problem with all that is known. */
    TuningProblem completed(
            ProblemArguments arguments, StudyRecord study, History history, Consumer<String> note) {
        programs.forEach((name, program) -> run(name, program, arguments, study, history, note));
        return loaded(history.records());
    }

    private void run(
            String name,
            ModelProgram program,
            ProblemArguments arguments,
            StudyRecord study,
            History history,
            Consumer<String> note) {
        var wanted = new ArrayList<Map.Entry<Point, Point>>();
        for (Point task : study.tasks()) {
            program.design(task, new Seed(study.seed())).stream()
                    .filter(p -> history.records().model(key(name, task, p)).isEmpty())
                    .forEach(p -> wanted.add(Map.entry(task, p)));
        }
        if (wanted.isEmpty()) {
            return;
        }
        note.accept(
                "Performance model '%s' is a program: it is run at %s before the tuner starts, once and for all."
                        .formatted(name, Format.count(wanted.size(), "configuration")));
        Optional<Outcome.Failed> failure = Optional.empty();
        int failed = 0;
        try (CommandEvaluator evaluator =
                program.evaluator(
                        arguments.folder(),
                        arguments.runs(file, study.study()).resolve("model-" + name))) {
            int number = 0;
            for (Map.Entry<Point, Point> at : wanted) {
                Outcome outcome = program.run(evaluator, ++number, at.getKey(), at.getValue());
                keep(name, program, at.getKey(), at.getValue(), outcome, history);
                if (outcome instanceof Outcome.Failed f) {
                    failed++;
                    failure = Optional.of(f);
                }
            }
        }
        int all = failed;
        failure.ifPresent(f ->
                note.accept(
                        "Performance model '%s' gave no value at %d of these, where the tuner does without it; the last one: %s."
                                .formatted(name, all, f.words())));
    }

    private void keep(
            String name,
            ModelProgram program,
            Point task,
            Point configuration,
            Outcome outcome,
            History history) {
        var content = new LinkedHashMap<String, Object>();
        content.put("performance_model", name);
        content.put("task", task.values());
        content.put("configuration", configuration.values());
        program.value(outcome).ifPresent(v -> content.put("value", v));
        if (outcome instanceof Outcome.Failed f) {
            content.put("cause", f.cause().text());
            content.put("detail", f.detail());
        }
        content.put("elapsed", outcome.elapsed());
        var record = new ModelRecord(key(name, task, configuration), program.basis(), content);
        history.update(now -> now.model(record.key()).isEmpty() ? List.of(record) : List.of());
    }

    /** Says how often each program will be run. */
    void describe(List<Point> tasks, PrintStream out) {
        programs.forEach((name, program) -> {
            long runs = tasks.stream().mapToLong(t -> program.design(t, new Seed(0)).size()).sum();
            out.println(
                    "Performance model %s: a program, run at %s before the tuner starts"
                            .formatted(name, Format.count(runs, "configuration")));
        });
    }

    /** Refuses a program that cannot be started. */
    void requirePrograms(ProblemArguments arguments) {
        programs.forEach((name, program) -> {
            try (CommandEvaluator tried =
                    program.evaluator(arguments.folder(), arguments.folder())) {
                tried.obstacle()
                        .ifPresent(why -> {
                            String field = "performance_models.%s.command".formatted(name);
                            throw new IllegalArgumentException(
                                    "%s: %s: %s".formatted(file.at(field), field, why));
                        });
            }
        });
    }
}
