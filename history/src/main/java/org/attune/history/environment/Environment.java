package org.attune.history.environment;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Where trials run.
 *
 * @param machine GPTune's {@code machine_configuration}: {@code machine_name} and, under the name
 *     of the processor, {@code nodes}, {@code cores} of each and more
 * @param software GPTune's {@code software_configuration}: entries with {@code version_split} by
 *     name
 */
public record Environment(Map<String, Object> machine, Map<String, Object> software) {
    /** Nothing is known. */
    public static final Environment UNKNOWN = new Environment(Map.of(), Map.of());

    /** Copies the maps. */
    public Environment {
        machine = Collections.unmodifiableMap(new LinkedHashMap<>(machine));
        software = Collections.unmodifiableMap(new LinkedHashMap<>(software));
    }

    /** Returns what a record of a journal or of GPTune holds. */
    public static Environment of(Map<String, Object> record) {
        return new Environment(
                JsonText.object(record.get("machine_configuration")).orElse(Map.of()),
                JsonText.object(record.get("software_configuration")).orElse(Map.of()));
    }

    /** Returns both under GPTune's keys. */
    public Map<String, Object> record() {
        var record = new LinkedHashMap<String, Object>();
        record.put("machine_configuration", machine);
        record.put("software_configuration", software);
        return record;
    }

    /**
     * Returns a copy in which the trials that run at once have processors of their own.
     *
     * @param processors of each, as Linux lists them; none where they share all
     */
    public Environment pinned(List<String> processors) {
        if (processors.isEmpty()) {
            return this;
        }
        var more = new LinkedHashMap<>(machine);
        more.put("pinned", processors);
        return new Environment(more, software);
    }

    /** Returns a name for what this holds: the same for the same content, whatever its order. */
    public String id() {
        byte[] content = sorted(record()).toString().getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(content).toString().substring(0, 8);
    }

    private static Object sorted(Object value) {
        if (value instanceof Map<?, ?> map) {
            var sorted = new TreeMap<String, Object>();
            map.forEach((k, v) -> sorted.put(k.toString(), sorted(v)));
            return sorted;
        }
        return value instanceof List<?> list
                ? list.stream().map(Environment::sorted).toList()
                : String.valueOf(value);
    }

    /** Returns the name of the machine; older files call it {@code machine}. */
    public Optional<String> name() {
        return JsonText.text(machine.get("machine_name"))
                .or(() -> JsonText.text(machine.get("machine")));
    }

    /** Returns the facts of each kind of processor, by its name. */
    public Map<String, Map<String, Object>> processors() {
        var processors = new LinkedHashMap<String, Map<String, Object>>();
        machine.forEach(
                (key, value) -> JsonText.object(value).ifPresent(f -> processors.put(key, f)));
        return processors;
    }
}
