package org.attune.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Trials of other tasks as they are, perhaps of a problem with other names, before a {@link
 * SourceMapping} makes sources of them.
 *
 * @param name for the sources
 * @param problem of the trials as data, see {@link TuningProblem#description}; empty where only the
 *     trials are known
 * @param trials by which task and configuration their candidates are, in the order in which they
 *     ended
 * @param features of tasks, by name
 * @param environments where trials ran, by their numbers, as {@code machine_configuration} and
 *     {@code software_configuration}
 * @param models of tasks, without their trials
 * @param best configurations of tasks that were best, where they alone are known, the best first
 */
public record SourceData(
        String name,
        Optional<Map<String, Object>> problem,
        List<Trial> trials,
        Map<Point, Map<String, Double>> features,
        Map<Long, Map<String, Object>> environments,
        Map<Point, List<SourceModel>> models,
        Map<Point, List<Point>> best) {
    /** Copies the collections. */
    public SourceData {
        trials = List.copyOf(trials);
        features = Map.copyOf(features);
        environments = Map.copyOf(environments);
        models = Collections.unmodifiableMap(new LinkedHashMap<>(models));
        best = Collections.unmodifiableMap(new LinkedHashMap<>(best));
    }

    /** Data of which only the trials are known. */
    public SourceData(String name, List<Trial> trials) {
        this(name, Optional.empty(), trials, Map.of(), Map.of(), Map.of(), Map.of());
    }

    /** Returns the trials of a study, in the order in which they ended. */
    public static SourceData of(String name, Records records) {
        Optional<StudyRecord> study = records.study();
        var environments = new LinkedHashMap<Long, Map<String, Object>>();
        for (Trial t : records.finished()) {
            study.flatMap(s -> t.provenance().environment().map(s.environments()::get))
                    .ifPresent(e -> environments.put(t.number(), e));
        }
        return new SourceData(
                name,
                study.map(StudyRecord::problem),
                records.finished(),
                study.map(StudyRecord::features).orElse(Map.of()),
                environments,
                Map.of(),
                Map.of());
    }

    /** Returns the same with models in place of the trials. */
    public SourceData inPlaceOfTrials(Map<Point, List<SourceModel>> newModels) {
        return new SourceData(name, problem, List.of(), features, environments, newModels, best);
    }

    /** Returns the same without the trials of some tasks. */
    public SourceData without(Set<Point> tasks) {
        List<Trial> others = trials.stream().filter(t -> !tasks.contains(t.task())).toList();
        return new SourceData(name, problem, others, features, environments, models, best);
    }

    /** Returns the name of the machine of an environment, empty where it says none. */
    static String machine(Map<String, Object> environment) {
        return environment.get("machine_configuration") instanceof Map<?, ?> machine
                        && machine.get("machine_name") instanceof String name
                ? name
                : "";
    }
}
