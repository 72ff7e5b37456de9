package org.attune.api;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a tuner is asked to work on; with the records and the demand it determines every proposal.
 *
 * @param problem what is tuned
 * @param tasks canonical, at least one, in order
 * @param settings values of the tuner's options
 * @param seed of all randomness
 * @param features of tasks, by name, where some are known besides the task parameters
 */
public record TuningRequest(
        TuningProblem problem,
        List<Point> tasks,
        Settings settings,
        Seed seed,
        Map<Point, Map<String, Double>> features) {
    /** Makes a request without features of tasks. */
    public TuningRequest(TuningProblem problem, List<Point> tasks, Settings settings, Seed seed) {
        this(problem, tasks, settings, seed, Map.of());
    }

    /**
     * Checks the tasks.
     *
     * @throws IllegalArgumentException if there is none
     */
    public TuningRequest {
        Objects.requireNonNull(problem, "problem");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(seed, "seed");
        tasks = List.copyOf(tasks);
        features = Map.copyOf(features);
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("There is no task to tune.");
        }
    }

    /**
     * Returns the request of a study.
     *
     * @throws IllegalArgumentException if the tuner does not know an option, or not its value
     */
    public static TuningRequest of(
            TuningProblem problem, StudyRecord study, TunerProvider provider) {
        return new TuningRequest(
                problem,
                study.tasks(),
                Settings.of(study.tuner(), provider.options(), study.options()),
                new Seed(study.seed()),
                study.features());
    }

    /** Returns the same with other settings. */
    public TuningRequest with(Settings other) {
        return new TuningRequest(problem, tasks, other, seed, features);
    }

    /**
     * Returns the same with more tasks, of which there are no trials.
     *
     * @param theirs features of these tasks
     * @throws IllegalArgumentException if they have other features than the tasks there are
     */
    public TuningRequest beside(List<Point> more, Map<Point, Map<String, Double>> theirs) {
        var all = new HashMap<>(features);
        all.putAll(theirs);
        for (Point task : more) {
            Set<String> known = names(features, tasks.getFirst());
            if (!names(theirs, task).equals(known)) {
                throw new IllegalArgumentException(
                        "Task %s has the features %s, and the tasks of the study have %s."
                                .formatted(
                                        task,
                                        Format.list(names(theirs, task)),
                                        Format.list(known)));
            }
        }
        return new TuningRequest(
                problem,
                Stream.concat(tasks.stream(), more.stream()).toList(),
                settings,
                seed,
                all);
    }

    private static Set<String> names(Map<Point, Map<String, Double>> features, Point task) {
        return new TreeSet<>(features.getOrDefault(task, Map.of()).keySet());
    }
}
