package org.attune.studies.sensitivity;

import org.attune.sensitivity.Estimate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One number for each parameter or group.
 *
 * @param key in JSON; its intervals are under the key with {@code _conf}
 * @param heading in tables
 * @param values as many as there are names
 */
public record Column(String key, String heading, List<Estimate> values) {
    /** Copies the values. */
    public Column {
        values = List.copyOf(values);
    }

    /** Writes the numbers by name; what is not known is absent. */
    void put(List<String> names, Map<String, Object> map) {
        var numbers = new LinkedHashMap<String, Object>();
        var halves = new LinkedHashMap<String, Object>();
        for (int i = 0; i < names.size(); i++) {
            if (values.get(i).isKnown()) {
                numbers.put(names.get(i), values.get(i).value());
                halves.put(names.get(i), values.get(i).half());
            }
        }
        map.put(key, numbers);
        map.put(key + "_conf", halves);
    }
}
