package org.attune.problemfile;

import org.attune.api.Point;

import tools.jackson.databind.json.JsonMapper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The problem of a study as its history keeps it, in the words of a problem file. */
final class KeptProblem {
    /** The sections that say what trials mean; performance models and the like do not. */
    private static final List<String> SECTIONS =
            List.of(
                    "tuning_problem_name",
                    "input_space",
                    "parameter_space",
                    "output_space",
                    "constants",
                    "machine",
                    "fidelity",
                    "derived",
                    "derived_outputs",
                    "evaluation");

    private KeptProblem() {}

    /**
     * Returns it as JSON. Constraints are left out: all trials satisfied those of their time, and
     * one in Java has no text.
     */
    static String json(Map<String, Object> kept, List<Point> tasks) {
        var file = new LinkedHashMap<String, Object>();
        for (String section : SECTIONS) {
            Object value = kept.get(section);
            if (value != null && !value.equals(List.of()) && !value.equals(Map.of())) {
                file.put(section, section.equals("output_space") ? outputs(value) : value);
            }
        }
        if (file.containsKey("input_space")) {
            file.put("tasks", tasks.stream().map(Point::values).toList());
        }
        return JsonMapper.shared().writeValueAsString(file);
    }

    private static List<Map<String, Object>> outputs(Object kept) {
        return ((List<?>) kept).stream().map(o -> output((Map<?, ?>) o)).toList();
    }

    private static Map<String, Object> output(Map<?, ?> kept) {
        var output = new LinkedHashMap<String, Object>();
        kept.forEach((key, value) ->
                output.put(
                        key.toString(),
                        key.equals("optimize") ? (Object) value.equals("yes") : value));
        return output;
    }
}
