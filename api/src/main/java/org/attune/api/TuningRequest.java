package org.attune.api;

import java.util.List;
import java.util.Map;
import java.util.Objects;

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
}
