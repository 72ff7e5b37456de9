package org.attune.api;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a study was set up with; the first entry of its history. A later one replaces it when trials
 * or tasks are added.
 *
 * @param study name, unique in its history
 * @param problem the problem as data, see {@link TuningProblem#description}
 * @param tasks tuned in this study, canonical, in order
 * @param tuner name of the tuner
 * @param options of the tuner as given, by name
 * @param seed of all randomness
 * @param trials number of trials for each task, in full runs, on average where they are allocated
 *     adaptively
 * @param initial configurations of the user, evaluated after the default
 * @param allocation of the trials to the tasks
 * @param features of tasks, by name: numbers by which tasks can be compared; empty where none are
 *     known
 * @param environments where its trials ran, by the names by which their provenance refers to them
 * @param stop rules that end it before its trials are used up
 * @param reason why the tuner was chosen; empty where somebody named it
 */
public record StudyRecord(
        String study,
        Map<String, Object> problem,
        List<Point> tasks,
        String tuner,
        Map<String, String> options,
        long seed,
        int trials,
        List<Point> initial,
        Allocation allocation,
        Map<Point, Map<String, Double>> features,
        Map<String, Map<String, Object>> environments,
        List<StoppingRule> stop,
        Optional<String> reason)
        implements Entry {
    /**
     * A study that ends when its trials are used up, and none of whose trials says where it ran.
     */
    public StudyRecord(
            String study,
            Map<String, Object> problem,
            List<Point> tasks,
            String tuner,
            Map<String, String> options,
            long seed,
            int trials,
            List<Point> initial,
            Allocation allocation,
            Map<Point, Map<String, Double>> features) {
        this(
                study,
                problem,
                tasks,
                tuner,
                options,
                seed,
                trials,
                initial,
                allocation,
                features,
                Map.of(),
                List.of(),
                Optional.empty());
    }

    /** Copies the collections. */
    public StudyRecord {
        Objects.requireNonNull(study, "study");
        problem = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(problem));
        tasks = List.copyOf(tasks);
        Objects.requireNonNull(tuner, "tuner");
        options = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(options));
        initial = List.copyOf(initial);
        Objects.requireNonNull(allocation, "allocation");
        features = Map.copyOf(features);
        environments = Map.copyOf(environments);
        stop = List.copyOf(stop);
        Objects.requireNonNull(reason, "reason");
    }

    /** Returns a copy that knows these environments besides its own. */
    public StudyRecord with(Map<String, Map<String, Object>> more) {
        var all = new java.util.LinkedHashMap<>(more);
        all.putAll(environments);
        return new StudyRecord(
                study,
                problem,
                tasks,
                tuner,
                options,
                seed,
                trials,
                initial,
                allocation,
                features,
                all,
                stop,
                reason);
    }
}
