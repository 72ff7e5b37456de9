package org.attune.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a source's own problem says, as far as it is known.
 *
 * @param parameters names of task parameters and parameters
 * @param declared those of which type and bounds are known, by name
 * @param constants by name
 * @param outputs what is said of each output, by name
 */
record SourceSections(
        Set<String> parameters,
        Map<String, Parameter> declared,
        Map<String, Object> constants,
        Map<String, Map<?, ?>> outputs) {

    static SourceSections of(SourceData data) {
        Set<String> names = new LinkedHashSet<>();
        Map<String, Parameter> declared = new LinkedHashMap<>();
        Map<String, Object> constants = new LinkedHashMap<>();
        Map<String, Map<?, ?>> outputs = new LinkedHashMap<>();
        data.problem()
                .ifPresent(p -> {
                    for (String section : List.of("input_space", "parameter_space")) {
                        if (p.get(section) instanceof List<?> list) {
                            SpaceDescription.parameters(list)
                                    .forEach(q -> declared.put(q.name(), q));
                        }
                    }
                    if (p.get("constants") instanceof Map<?, ?> map) {
                        map.forEach((name, value) -> constants.put(name.toString(), value));
                    }
                    if (p.get("output_space") instanceof List<?> list) {
                        list.forEach(o -> {
                            if (o instanceof Map<?, ?> map) {
                                outputs.put(String.valueOf(map.get("name")), map);
                            }
                        });
                    }
                });
        names.addAll(declared.keySet());
        data.trials().forEach(t -> names.addAll(t.task().values().keySet()));
        data.trials().forEach(t -> names.addAll(t.configuration().values().keySet()));
        data.models()
                .forEach((task, models) -> {
                    names.addAll(task.values().keySet());
                    models.stream()
                            .flatMap(m -> m.places().stream())
                            .forEach(p -> names.addAll(p.values().keySet()));
                });
        data.best()
                .forEach((task, configurations) -> {
                    names.addAll(task.values().keySet());
                    configurations.forEach(c -> names.addAll(c.values().keySet()));
                });
        return new SourceSections(names, declared, constants, outputs);
    }

    /** Returns what expressions can read of a trial, without its outputs. */
    Map<String, Object> scope(Point task, Point configuration) {
        var scope = new LinkedHashMap<>(constants);
        scope.putAll(task.values());
        scope.putAll(configuration.values());
        return scope;
    }

    /**
     * Returns what a user should know of outputs and constants that differ.
     *
     * @throws IllegalArgumentException with the reason, if an output has another unit and nothing
     *     says how to convert it
     */
    List<String> differences(TuningProblem problem, SourceMapping mapping) {
        var notes = new ArrayList<String>();
        for (Objective o : problem.objectives()) {
            Map<?, ?> there = outputs.get(o.name());
            if (there == null || mapping.isMapped(o.name())) {
                continue;
            }
            Optional<String> unit = text(there, "unit");
            if (unit.isPresent() && !o.unit().isEmpty() && !unit.get().equals(o.unit())) {
                throw new IllegalArgumentException(
                        "its '%1$s' is in %2$s, not in %3$s. Maybe convert it: ?map.%1$s=EXPRESSION, or ?map.%1$s=%1$s if it is the same"
                                .formatted(o.name(), unit.get(), o.unit()));
            }
            text(there, "goal")
                    .filter(g -> !g.equalsIgnoreCase(o.goal().name()))
                    .ifPresent(g ->
                            notes.add(
                                    "The goal of its output '%s' was to %s it."
                                            .formatted(o.name(), g)));
        }
        problem.constants()
                .forEach((name, value) -> {
                    Object there = constants.get(name);
                    if (there != null && !ProblemChange.same(there, value)) {
                        notes.add(
                                "Its constant '%s' is %s, not %s."
                                        .formatted(name, Format.exact(there), Format.exact(value)));
                    }
                });
        return notes;
    }

    private static Optional<String> text(Map<?, ?> map, String key) {
        return map.get(key) instanceof String s && !s.isEmpty() ? Optional.of(s) : Optional.empty();
    }
}
