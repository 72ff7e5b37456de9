package org.attune.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What differs between the problem that a study was set up with and the problem of today.
 *
 * @param errors differences under which old and new trials cannot be used together: a parameter
 *     removed, added, renamed or retyped, values taken away, an output added
 * @param warnings differences that make them harder to compare: an objective, the command,
 *     constraints or constants edited
 */
public record ProblemChange(List<String> errors, List<String> warnings) {
    /** Copies the lists. */
    public ProblemChange {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }

    /**
     * Compares two problems as data.
     *
     * @param before as {@link TuningProblem#description} gave it, perhaps read back from a file;
     *     keys that this class does not know are compared as a whole
     * @param after likewise
     */
    public static ProblemChange between(Map<String, Object> before, Map<String, Object> after) {
        var errors = new ArrayList<String>();
        var warnings = new ArrayList<String>();
        for (String space : List.of("input_space", "parameter_space")) {
            compareSpaces(space, named(before, space), named(after, space), errors, warnings);
        }
        compareOutputs(
                named(before, "output_space"), named(after, "output_space"), errors, warnings);
        var keys = new LinkedHashSet<>(before.keySet());
        keys.addAll(after.keySet());
        keys.removeAll(List.of("input_space", "parameter_space", "output_space"));
        for (String key : keys) {
            if (!same(before.get(key), after.get(key))) {
                warnings.add("%s was edited".formatted(key));
            }
        }
        return new ProblemChange(errors, warnings);
    }

    private static void compareSpaces(
            String space,
            Map<String, Map<?, ?>> before,
            Map<String, Map<?, ?>> after,
            List<String> errors,
            List<String> warnings) {
        before.forEach((name, old) -> {
            if (!after.containsKey(name)) {
                errors.add("%s: '%s' was removed or renamed".formatted(space, name));
            } else {
                compare(space + "." + name, old, after.get(name), errors, warnings);
            }
        });
        for (String name : after.keySet()) {
            if (!before.containsKey(name)) {
                errors.add("%s: '%s' was added".formatted(space, name));
            }
        }
    }

    private static void compare(
            String field,
            Map<?, ?> old,
            Map<?, ?> now,
            List<String> errors,
            List<String> warnings) {
        if (!same(old.get("type"), now.get("type"))) {
            errors.add(
                    "%s was %s and is now %s".formatted(field, old.get("type"), now.get("type")));
            return;
        }
        for (String list : List.of("values", "categories")) {
            if (old.get(list) instanceof List<?> was && now.get(list) instanceof List<?> is) {
                var gone =
                        was.stream().filter(v -> is.stream().noneMatch(w -> same(v, w))).toList();
                if (!gone.isEmpty()) {
                    errors.add("%s no longer has the values %s".formatted(field, gone));
                }
            }
        }
        if (number(now.get("lower_bound")) > number(old.get("lower_bound"))
                || number(now.get("upper_bound")) < number(old.get("upper_bound"))) {
            errors.add(
                    "%s was bounded by [%s, %s] and is now by the narrower [%s, %s]"
                            .formatted(
                                    field,
                                    old.get("lower_bound"),
                                    old.get("upper_bound"),
                                    now.get("lower_bound"),
                                    now.get("upper_bound")));
        }
        if (!same(old.get("active_if"), now.get("active_if"))) {
            errors.add("%s: its condition was edited".formatted(field));
        }
        if (!same(old.get("scale"), now.get("scale"))) {
            warnings.add("%s: its scale was edited".formatted(field));
        }
    }

    private static void compareOutputs(
            Map<String, Map<?, ?>> before,
            Map<String, Map<?, ?>> after,
            List<String> errors,
            List<String> warnings) {
        after.forEach((name, now) -> {
            Map<?, ?> old = before.get(name);
            if (old == null) {
                errors.add("output_space: '%s' was added".formatted(name));
            } else {
                compareOutput(name, old, now, warnings);
            }
        });
        for (String name : before.keySet()) {
            if (!after.containsKey(name)) {
                warnings.add("output_space: '%s' was removed".formatted(name));
            }
        }
    }

    private static void compareOutput(
            String name, Map<?, ?> old, Map<?, ?> now, List<String> warnings) {
        var keys = new LinkedHashSet<Object>(old.keySet());
        keys.addAll(now.keySet());
        keys.remove("unit");
        for (Object key : keys) {
            if (!same(old.get(key), now.get(key))) {
                warnings.add("output_space.%s: its %s was edited".formatted(name, key));
            }
        }
    }

    private static Map<String, Map<?, ?>> named(Map<String, Object> problem, String space) {
        var map = new LinkedHashMap<String, Map<?, ?>>();
        if (problem.get(space) instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof Map<?, ?> entry) {
                    map.put(String.valueOf(entry.get("name")), entry);
                }
            }
        }
        return map;
    }

    private static double number(Object value) {
        return value instanceof Number n ? n.doubleValue() : 0;
    }

    /** Equality of data that may have been through a file, where 3.0 comes back as 3. */
    static boolean same(Object a, Object b) {
        if (a instanceof Number x && b instanceof Number y) {
            return x.doubleValue() == y.doubleValue();
        }
        if (a instanceof List<?> x && b instanceof List<?> y) {
            return x.size() == y.size()
                    && java.util.stream.IntStream.range(0, x.size())
                            .allMatch(i -> same(x.get(i), y.get(i)));
        }
        if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
            return x.keySet().equals(y.keySet())
                    && x.keySet().stream().allMatch(k -> same(x.get(k), y.get(k)));
        }
        return Objects.equals(a, b);
    }
}
