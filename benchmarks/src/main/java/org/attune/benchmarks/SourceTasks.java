package org.attune.benchmarks;

import org.attune.api.Point;
import org.attune.api.SourceData;
import org.attune.api.SourceMapping;
import org.attune.api.SourceRecord;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * The tasks whose trials every run of a comparison gets as sources. The trials of a task are those
 * that a run of the source tuner on it has with the seed of the run, so that they are the same for
 * all tuners. Each is run once; thread-safe.
 */
final class SourceTasks {
    private final List<Selection> tasks;
    private final TunerChoice choice;
    private final TunerProvider provider;
    private final int trials;
    private final Map<Key, List<Trial>> known = new ConcurrentHashMap<>();

    private record Key(Selection task, long seed) {}

    /**
     * Chooses source tasks.
     *
     * @param tasks several tasks of one problem are sources of their own
     * @param choice of the source tuner
     * @param trials of each task
     */
    SourceTasks(List<Selection> tasks, TunerChoice choice, TunerProvider provider, int trials) {
        this.tasks =
                tasks.stream()
                        .flatMap(s ->
                                s.tasks().stream().map(t -> new Selection(s.problem(), List.of(t))))
                        .toList();
        this.choice = choice;
        this.provider = provider;
        this.trials = trials;
    }

    /**
     * Returns what a run on these tasks is given: all sources but these tasks themselves.
     *
     * @throws IllegalArgumentException if nothing is left
     */
    RunSources of(Selection target) {
        List<String> names = others(target).stream().map(Selection::toString).toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "'%s' has no source but itself. Maybe name other tasks: --sources."
                            .formatted(target));
        }
        return new RunSources(names, trials, choice.text());
    }

    private List<Selection> others(Selection target) {
        return tasks.stream()
                .filter(s -> !target.taskNames().contains(s.taskNames().getFirst()))
                .toList();
    }

    /**
     * Returns the sources of a run.
     *
     * @param opened where the source problems are
     * @throws IllegalArgumentException if a source has other parameters or outputs than the target
     * @throws CancellationException if {@code stopped} becomes true
     */
    List<SourceRecord> records(
            ProblemSource opened, Selection target, long seed, BooleanSupplier stopped) {
        TuningProblem problem = opened.problem(target.problem()).problem();
        var records = new ArrayList<SourceRecord>();
        for (Selection source : others(target)) {
            Benchmark benchmark = opened.problem(source.problem());
            List<Trial> run =
                    known.computeIfAbsent(
                            new Key(source, seed),
                            k -> run(benchmark, source.tasks().getFirst(), seed, stopped));
            var data =
                    new SourceData(
                            source.toString(),
                            Optional.of(benchmark.problem().description()),
                            run,
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Map.of());
            records.addAll(
                    SourceMapping.NONE
                            .outside(SourceMapping.Outside.KEEP)
                            .apply(data, problem)
                            .sources());
        }
        return records;
    }

    private List<Trial> run(Benchmark benchmark, int task, long seed, BooleanSupplier stopped) {
        Point point = benchmark.tasks().get(task);
        try (Study study =
                Study.of(benchmark.problem())
                        .tasks(List.of(point))
                        .tuner(provider)
                        .options(choice.options())
                        .seed(seed)
                        .trials(trials)
                        .open()) {
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                if (stopped.getAsBoolean()) {
                    throw new CancellationException("another run has failed");
                }
                Trial trial = asked.getFirst();
                study.tell(trial.number(), StudyRun.measured(benchmark, trial, seed).outcome());
            }
            return study.records().finished();
        }
    }
}
