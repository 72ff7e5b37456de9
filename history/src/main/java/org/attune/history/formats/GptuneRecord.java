package org.attune.history.formats;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * One evaluation of a GPTune file, under the names of its newest schema. Keys that this schema does
 * not have are kept.
 *
 * @param map the record
 */
record GptuneRecord(SequencedMap<String, Object> map) {
    /** Keys of the newest schema in their order, with older names of the same thing. */
    private static final SequencedMap<String, List<String>> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put("task_parameter", List.of("I"));
        NAMES.put("tuning_parameter", List.of("P"));
        NAMES.put("constants", List.of());
        NAMES.put("machine_configuration", List.of("machine_deps", "P_m"));
        NAMES.put("software_configuration", List.of());
        NAMES.put(
                "evaluation_result",
                List.of("evaluated_result", "evaluation_results", "output", "O"));
        NAMES.put("evaluation_detail", List.of());
        NAMES.put("additional_output", List.of());
        NAMES.put("source", List.of());
        NAMES.put("modeling", List.of());
        NAMES.put("model_class", List.of());
        NAMES.put("time", List.of());
        NAMES.put("uid", List.of());
    }

    /** Returns a record of any year. */
    static GptuneRecord of(Map<String, Object> raw) {
        var map = new LinkedHashMap<String, Object>();
        var rest = new LinkedHashMap<>(raw);
        NAMES.forEach((name, older) -> {
            if (raw.containsKey(name)) {
                map.put(name, rest.remove(name));
            } else {
                older.stream()
                        .filter(raw::containsKey)
                        .findFirst()
                        .ifPresent(old -> map.put(name, rest.remove(old)));
            }
        });
        map.computeIfPresent("machine_configuration", (k, v) -> machine(v));
        if (!map.containsKey("software_configuration")) {
            software(rest).ifPresent(s -> map.put("software_configuration", s));
        }
        map.putAll(rest);
        return new GptuneRecord(map);
    }

    /** Returns the value of a key as an object, empty where it is anything else. */
    Map<String, Object> object(String key) {
        return object(map.get(key)).orElse(Map.of());
    }

    /** Returns the value of a key as a text. */
    Optional<String> text(String key) {
        return map.get(key) instanceof String s && !s.isBlank() ? Optional.of(s) : Optional.empty();
    }

    /** Returns the record with the keys of the newest schema first and in their order. */
    static Map<String, Object> ordered(Map<String, Object> map) {
        var ordered = new LinkedHashMap<String, Object>();
        NAMES.keySet().stream()
                .filter(map::containsKey)
                .forEach(name -> ordered.put(name, map.get(name)));
        map.forEach(ordered::putIfAbsent);
        return ordered;
    }

    @SuppressWarnings("unchecked") // the keys of JSON are strings
    static Optional<Map<String, Object>> object(Object value) {
        return value instanceof Map<?, ?> map
                ? Optional.of((Map<String, Object>) map)
                : Optional.empty();
    }

    /**
     * Returns {@code {machine, type, nodes, cores}} as {@code {machine_name, type: {nodes,
     * cores}}}; where a processor has no name it is called {@code generic}.
     */
    private static Object machine(Object value) {
        Map<String, Object> old = object(value).orElse(Map.of());
        if (old.containsKey("machine_name") || !(old.get("machine") instanceof String name)) {
            return value;
        }
        var machine = new LinkedHashMap<String, Object>();
        var processor = new LinkedHashMap<String, Object>();
        machine.put("machine_name", name);
        old.forEach((key, v) -> {
            if (v instanceof Map) {
                machine.put(key, v);
            } else if (!key.equals("machine") && !key.equals("type")) {
                processor.put(key, v);
            }
        });
        if (!processor.isEmpty()) {
            machine.put(old.get("type") instanceof String type ? type : "generic", processor);
        }
        return machine;
    }

    /** Returns what a program was built and run with, of records that list the two apart. */
    private static Optional<Map<String, Object>> software(Map<String, Object> record) {
        Map<String, Object> lists = object(record.get("P_s")).orElse(record);
        var software = new LinkedHashMap<String, Object>();
        for (String list : List.of("compile_deps", "runtime_deps")) {
            object(lists.get(list)).ifPresent(software::putAll);
        }
        return software.isEmpty() ? Optional.empty() : Optional.of(software);
    }
}
