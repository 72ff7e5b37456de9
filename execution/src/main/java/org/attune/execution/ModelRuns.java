package org.attune.execution;

import org.attune.api.History;
import org.attune.api.ModelRecord;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.StudyRecord;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The runs of a performance model that is a program, at the design of every task.
 *
 * <p>A process claims a run in the history before it starts it, and keeps there what became of it,
 * so that processes share the runs and none is kept twice. The claim of a process that has ended is
 * taken over, with its number, by which the evaluator finds what it has left running. Whether a
 * process of another computer has ended is not known: at the end its run is repeated, and what is
 * kept first counts.
 */
public final class ModelRuns {
    private static final String KEY = "performance-model ";
    private static final String RUN = "run"; // its number
    private static final String PROCESS = "process"; // of a claim; absent once there is a result
    private static final Duration POLL = Duration.ofMillis(200);

    private final String name;
    private final ModelProgram program;
    private final History history;
    private final List<Place> design = new ArrayList<>();
    private Optional<Outcome.Failed> failure = Optional.empty();
    private int failed;

    private record Place(String key, Point task, Point configuration) {}

    /**
     * Looks at the runs of a model in a study.
     *
     * @param name of the model
     * @param history that keeps them
     */
    public ModelRuns(String name, ModelProgram program, StudyRecord study, History history) {
        this.name = name;
        this.program = program;
        this.history = history;
        String prefix = prefix(name, program);
        for (Point task : study.tasks()) {
            program.design(task, new Seed(study.seed()))
                    .forEach(p -> design.add(new Place(prefix + task + " " + p, task, p)));
        }
    }

    /** Returns how the keys of its records begin. */
    public static String prefix(String name, ModelProgram program) {
        return KEY + name + " " + program.basis() + " ";
    }

    /** Returns how many have no result yet. */
    public int left() {
        return (int) left(history.records()).count();
    }

    private Stream<Place> left(Records now) {
        return design.stream().filter(p -> now.model(p.key()).map(ModelRuns::isClaim).orElse(true));
    }

    private static boolean isClaim(ModelRecord record) {
        return record.content().containsKey(PROCESS);
    }

    /**
     * Runs what nobody has run, and waits for what other processes of this computer run.
     *
     * @param stopped whether to end before that; whoever says so closes the evaluator
     */
    public void complete(
            CommandEvaluator evaluator, BooleanSupplier stopped, Consumer<String> note) {
        boolean waited = false;
        while (!stopped.getAsBoolean() && left() > 0) {
            Optional<Place> mine = claim();
            if (mine.isPresent()) {
                run(mine.get(), evaluator, stopped);
            } else {
                if (!waited) {
                    note.accept(
                            "Performance model '%s' is run by another process; waiting for it."
                                    .formatted(name));
                }
                waited = true;
                LockSupport.parkNanos(POLL.toNanos());
            }
        }
        failure.ifPresent(f ->
                note.accept(
                        "Performance model '%s' gave no value at %d of these, where the tuner does without it; the last one: %s."
                                .formatted(name, failed, f.words())));
    }

    private Optional<Place> claim() {
        if (free(history.records()).isEmpty()) {
            return Optional.empty();
        }
        var mine = new AtomicReference<Optional<Place>>();
        history.update(now -> {
            mine.set(free(now));
            return mine.get().map(p -> claimed(p, now)).stream().toList();
        });
        return mine.get();
    }

    /** Returns a place that nobody runs, or else one of which that is not known. */
    private Optional<Place> free(Records now) {
        return left(now, p -> p.hasEnded() || p.equals(ProcessId.here()))
                .or(() -> left(now, p -> !p.host().equals(ProcessId.here().host())));
    }

    /** Returns the first place that nobody has claimed, or a process of this kind. */
    private Optional<Place> left(Records now, Predicate<ProcessId> claimant) {
        return left(now)
                .filter(p ->
                        now.model(p.key()).map(ModelRuns::process).map(claimant::test).orElse(true))
                .findFirst();
    }

    private ModelRecord claimed(Place place, Records now) {
        var content = content(place, number(place, now));
        ProcessId here = ProcessId.here();
        content.put(
                PROCESS,
                Map.of(
                        "host", here.host(),
                        "pid", here.pid(),
                        "started", here.started(),
                        "birth", here.birth()));
        return new ModelRecord(place.key(), program.basis(), content);
    }

    /** Returns the number of a run: that of an earlier attempt, or the next one of this model. */
    private long number(Place place, Records now) {
        String prefix = prefix(name, program);
        return now.model(place.key())
                .map(ModelRuns::number)
                .orElseGet(() ->
                        1
                                + now.models().stream()
                                        .filter(m -> m.key().startsWith(prefix))
                                        .mapToLong(ModelRuns::number)
                                        .max()
                                        .orElse(0));
    }

    private static long number(ModelRecord record) {
        return ((Number) record.content().get(RUN)).longValue();
    }

    private static ProcessId process(ModelRecord claim) {
        var process = (Map<?, ?>) claim.content().get(PROCESS);
        return new ProcessId(
                String.valueOf(process.get("host")),
                ((Number) process.get("pid")).longValue(),
                ((Number) process.get("started")).longValue(),
                process.get("birth") instanceof String birth ? birth : "");
    }

    private Map<String, Object> content(Place place, long number) {
        var content = new LinkedHashMap<String, Object>();
        content.put("performance_model", name);
        content.put("task", place.task().values());
        content.put("configuration", place.configuration().values());
        content.put(RUN, number);
        return content;
    }

    private void run(Place place, CommandEvaluator evaluator, BooleanSupplier stopped) {
        long number = number(place, history.records());
        Outcome outcome;
        try {
            outcome = program.run(evaluator, number, place.task(), place.configuration());
        } catch (IllegalStateException e) { // a run that was cancelled, or a closed evaluator
            if (stopped.getAsBoolean()) {
                return;
            }
            throw e;
        }
        var content = content(place, number);
        program.value(outcome).ifPresent(v -> content.put("value", v));
        if (outcome instanceof Outcome.Failed f) {
            content.put("cause", f.cause().text());
            content.put("detail", f.detail());
            failed++;
            failure = Optional.of(f);
        }
        content.put("elapsed", outcome.elapsed());
        var record = new ModelRecord(place.key(), program.basis(), content);
        history.update(now ->
                now.model(place.key()).filter(m -> !isClaim(m)).isEmpty()
                        ? List.of(record)
                        : List.of());
    }

    @Override
    public String toString() {
        return "runs of performance model '%s', %d of %d left"
                .formatted(name, left(), design.size());
    }
}
