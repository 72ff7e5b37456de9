package org.attune.studies.program;

import org.attune.api.Format;
import org.attune.api.History;
import org.attune.api.ModelRecord;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Records;
import org.attune.api.SampledModel;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.StudyObserver;
import org.attune.api.StudyRecord;
import org.attune.api.TuningProblem;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.ModelProgram;
import org.attune.execution.ModelRuns;
import org.attune.problemfile.ProblemFile;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Performance models that are programs: run at a design before the tuner starts. */
public final class ProgramModels {
    private final ProblemFile file;
    private final Path folder;
    private final Map<String, ModelProgram> programs = new LinkedHashMap<>();

    /**
     * Reads the programs of a file.
     *
     * @param folder of the problem file, in which they run
     * @throws IllegalArgumentException if one is malformed
     */
    public ProgramModels(ProblemFile file, Path folder) {
        this.file = file;
        this.folder = folder;
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

    /** Returns the problem with what the history knows of its programs. */
    public static TuningProblem loaded(ProblemFile file, Records records) {
        return file.modelPrograms().isEmpty()
                ? file.problem()
                : new ProgramModels(file, Path.of("")).loaded(records);
    }

    /** Returns the problem with what the history knows of these programs. */
    public TuningProblem loaded(Records records) {
        if (programs.isEmpty()) {
            return file.problem();
        }
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
        String prefix = ModelRuns.prefix(name, programs.get(name));
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

    /**
     * Runs what has not been run yet, and returns the problem with all that is known.
     *
     * @param folders where they keep what they print
     * @throws Interrupted if the user ends it before
     */
    public TuningProblem completed(
            StudyRecord study,
            History history,
            Path folders,
            Stopper stopper,
            StudyObserver observer) {
        programs.forEach((name, program) -> {
            Path runs = // of this computer, which knows only its own processes
                    folders.resolve("model-" + name).resolve(ProcessId.here().host());
            run(
                    name,
                    program,
                    runs,
                    new ModelRuns(name, program, study, history),
                    stopper,
                    observer);
        });
        return loaded(history.records());
    }

    private void run(
            String name,
            ModelProgram program,
            Path runFolder,
            ModelRuns runs,
            Stopper stopper,
            StudyObserver observer) {
        int left = runs.left();
        if (left == 0) {
            return;
        }
        observer.note(
                "Performance model '%s' is a program: it is run at %s before the tuner starts, once and for all."
                        .formatted(name, Format.count(left, "configuration")));
        var stopped = new AtomicBoolean();
        try (CommandEvaluator evaluator = program.evaluator(folder, runFolder);
                var _ = stopper.listen(() -> stop(stopped, evaluator), evaluator::kill)) {
            runs.complete(evaluator, stopped::get, observer::note);
        }
        if (stopped.get() && runs.left() > 0) {
            throw new Interrupted(
                    "Stopped: performance model '%s' is still to be run at %s; what has been run is kept, and the same command goes on."
                            .formatted(name, Format.count(runs.left(), "configuration")));
        }
    }

    private static void stop(AtomicBoolean stopped, CommandEvaluator evaluator) {
        stopped.set(true);
        evaluator.close();
    }

    /** Says how often each program will be run. */
    public void describe(List<Point> tasks, PrintStream out) {
        programs.forEach((name, program) -> {
            long runs = tasks.stream().mapToLong(t -> program.design(t, new Seed(0)).size()).sum();
            out.println(
                    "Performance model %s: a program, run at %s before the tuner starts"
                            .formatted(name, Format.count(runs, "configuration")));
        });
    }

    /** Refuses a program that cannot be started. */
    public void requirePrograms() {
        programs.forEach((name, program) -> {
            try (CommandEvaluator tried = program.evaluator(folder, folder)) {
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
