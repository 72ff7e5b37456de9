package org.attune.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What differs between the problem that a study was set up with and the problem of today.
 *
 * @param errors differences under which old and new trials cannot be used together: a parameter
 *     removed, added, renamed or retyped, an output added
 * @param narrowed bounds or values taken away: old trials can be used that lie in what is left
 * @param goals differences by which another trial may be the best: a goal turned round, an output
 *     optimised or no longer
 * @param measurements differences by which old and new trials may have measured different things:
 *     another command, other constants or derived values, or another place where its outputs are
 *     read
 * @param warnings all others: bounds widened, and what makes trials harder to compare, such as
 *     constraints edited
 */
public record ProblemChange(
        List<String> errors,
        List<String> narrowed,
        List<String> goals,
        List<String> measurements,
        List<String> warnings) {
    /** Copies the lists. */
    public ProblemChange {
        errors = List.copyOf(errors);
        narrowed = List.copyOf(narrowed);
        goals = List.copyOf(goals);
        measurements = List.copyOf(measurements);
        warnings = List.copyOf(warnings);
    }

    /** Key of the rules that end studies: they may change at any time. */
    static final String STOP = "stop";

    /** Keys of {@code evaluation} that say what is measured. */
    private static final List<String> MEASURED =
            List.of("command", "jmh", "files", "environment", "workdir", "outputs");

    private static final Set<String> READ_BY_COMMANDS = Set.of("constants", "derived");

    /** Key of the counts of the machine that expressions and commands read. */
    static final String MACHINE = "machine";

    private static final String BELIEFS = "beliefs"; // likewise: they are no part of what is tuned

    /**
     * Compares two problems as data.
     *
     * @param before as {@link TuningProblem#description} gave it, perhaps read back from a file;
     *     keys that this class does not know are compared as a whole
     * @param after likewise
     */
    public static ProblemChange between(Map<String, Object> before, Map<String, Object> after) {
        var found =
                new Found(
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>());
        for (String space : List.of("input_space", "parameter_space")) {
            found.compareSpaces(space, named(before, space), named(after, space));
        }
        found.compareOutputs(named(before, "output_space"), named(after, "output_space"));
        var keys = new LinkedHashSet<>(before.keySet());
        keys.addAll(after.keySet());
        keys.removeAll(
                List.of("input_space", "parameter_space", "output_space", STOP, BELIEFS, MACHINE));
        if (before.get(MACHINE) instanceof Map<?, ?> old
                && after.get(MACHINE) instanceof Map<?, ?> now) {
            found.compareMachines(old, now);
        }
        if (!before.containsKey("evaluation")) {
            keys.remove("evaluation"); // until now nobody had said how trials are run
        }
        for (String key : keys) {
            if (key.equals("evaluation")
                    && before.get(key) instanceof Map<?, ?> old
                    && after.get(key) instanceof Map<?, ?> now) {
                found.compareEvaluations(old, now);
            } else if (!same(before.get(key), after.get(key))) {
                (READ_BY_COMMANDS.contains(key) ? found.measurements : found.warnings)
                        .add("%s %s edited".formatted(key, key.endsWith("s") ? "were" : "was"));
            }
        }
        return new ProblemChange(
                found.errors, found.narrowed, found.goals, found.measurements, found.warnings);
    }

    /** The lists while they are filled. */
    private record Found(
            List<String> errors,
            List<String> narrowed,
            List<String> goals,
            List<String> measurements,
            List<String> warnings) {

        void compareEvaluations(Map<?, ?> old, Map<?, ?> now) {
            var keys = new LinkedHashSet<Object>(old.keySet());
            keys.addAll(now.keySet());
            Map<Boolean, List<String>> differ =
                    keys.stream()
                            .filter(k -> !same(old.get(k), now.get(k)))
                            .map(String::valueOf)
                            .sorted()
                            .collect(Collectors.partitioningBy(MEASURED::contains));
            differ.forEach((measured, names) -> {
                if (!names.isEmpty()) {
                    (measured ? measurements : warnings)
                            .add("evaluation was edited: " + String.join(", ", names));
                }
            });
        }

        /** Counts that both have: one alone is of an edited expression, or none had been kept. */
        void compareMachines(Map<?, ?> old, Map<?, ?> now) {
            old.forEach((name, count) -> {
                if (now.containsKey(name) && !same(count, now.get(name))) {
                    warnings.add(
                            "%s.%s was %s and is now %s"
                                    .formatted(MACHINE, name, count, now.get(name)));
                }
            });
        }

        void compareSpaces(
                String space, Map<String, Map<?, ?>> before, Map<String, Map<?, ?>> after) {
            before.forEach((name, old) -> {
                if (!after.containsKey(name)) {
                    errors.add("%s: '%s' was removed or renamed".formatted(space, name));
                } else {
                    compare(space + "." + name, old, after.get(name));
                }
            });
            for (String name : after.keySet()) {
                if (!before.containsKey(name)) {
                    errors.add("%s: '%s' was added".formatted(space, name));
                }
            }
        }

        private void compare(String field, Map<?, ?> old, Map<?, ?> now) {
            if (!same(old.get("type"), now.get("type"))) {
                errors.add(
                        "%s was %s and is now %s"
                                .formatted(field, old.get("type"), now.get("type")));
                return;
            }
            for (String list : List.of("values", "categories")) {
                if (old.get(list) instanceof List<?> was && now.get(list) instanceof List<?> is) {
                    compareValues(field, was, is);
                }
            }
            if (old.get("items") instanceof List<?> was && now.get("items") instanceof List<?> is) {
                compareItems(field, was, is);
            }
            if (!same(old.get("separator"), now.get("separator"))) {
                measurements.add("%s: its separator was edited".formatted(field));
            }
            compareBounds(field, old, now);
            if (!same(old.get("active_if"), now.get("active_if"))) {
                errors.add("%s: its condition was edited".formatted(field));
            }
            if (!same(old.get("scale"), now.get("scale"))) {
                warnings.add("%s: its scale was edited".formatted(field));
            }
        }

        private void compareValues(String field, List<?> was, List<?> is) {
            List<?> gone = without(was, is);
            List<?> fresh = without(is, was);
            if (!gone.isEmpty()) {
                narrowed.add("%s no longer has the values %s".formatted(field, Format.exact(gone)));
            }
            if (!fresh.isEmpty()) {
                warnings.add("%s has the new values %s".formatted(field, Format.exact(fresh)));
            }
        }

        /** An order of other items is none of these. */
        private void compareItems(String field, List<?> was, List<?> is) {
            if (!without(was, is).isEmpty() || !without(is, was).isEmpty()) {
                errors.add(
                        "%s was an order of %s and is now one of %s"
                                .formatted(field, Format.list(was), Format.list(is)));
            }
        }

        private void compareBounds(String field, Map<?, ?> old, Map<?, ?> now) {
            int below =
                    Double.compare(number(now.get("lower_bound")), number(old.get("lower_bound")));
            int above =
                    Double.compare(number(now.get("upper_bound")), number(old.get("upper_bound")));
            if (below == 0 && above == 0) {
                return;
            }
            boolean loses = below > 0 || above < 0;
            boolean gains = below < 0 || above > 0;
            (loses ? narrowed : warnings)
                    .add(
                            "%s was bounded by [%s, %s] and is now by the %s [%s, %s]"
                                    .formatted(
                                            field,
                                            Format.exact(old.get("lower_bound")),
                                            Format.exact(old.get("upper_bound")),
                                            !loses ? "wider" : gains ? "other" : "narrower",
                                            Format.exact(now.get("lower_bound")),
                                            Format.exact(now.get("upper_bound"))));
        }

        void compareOutputs(Map<String, Map<?, ?>> before, Map<String, Map<?, ?>> after) {
            List<String> gone =
                    before.keySet().stream()
                            .filter(n -> !after.containsKey(n))
                            .map("'%s'"::formatted)
                            .toList();
            String but =
                    gone.isEmpty()
                            ? ""
                            : ", and %s %s gone"
                                    .formatted(
                                            String.join(", ", gone),
                                            gone.size() == 1 ? "is" : "are");
            after.forEach((name, now) -> {
                Map<?, ?> old = before.get(name);
                if (old == null) {
                    errors.add("output_space: '%s' was added%s".formatted(name, but));
                } else {
                    compareOutput(name, old, now);
                }
            });
            for (String name : before.keySet()) {
                if (!after.containsKey(name)) {
                    warnings.add("output_space: '%s' was removed".formatted(name));
                }
            }
        }

        private void compareOutput(String name, Map<?, ?> old, Map<?, ?> now) {
            var keys = new LinkedHashSet<Object>(old.keySet());
            keys.addAll(now.keySet());
            for (Object key : keys) {
                if (!same(old.get(key), now.get(key))) {
                    String what =
                            "output_space.%s: its %s was %s and is now %s"
                                    .formatted(name, key, word(old.get(key)), word(now.get(key)));
                    switch (key.toString()) {
                        case "goal", "optimize" -> goals.add(what);
                        case "penalty" -> // 'none' is a rule, too
                                warnings.add(
                                        "output_space.%s: its penalty was %s and is now %s; the new rule holds for all trials, whose recorded values stay"
                                                .formatted(
                                                        name,
                                                        penalty(old.get(key)),
                                                        penalty(now.get(key))));
                        case "unit" -> warnings.add(what + "; recorded values are not converted");
                        default -> warnings.add(what);
                    }
                }
            }
        }
    }

    private static String word(Object value) {
        return value == null || value.equals("") ? "none" : Format.exact(value);
    }

    private static String penalty(Object value) {
        return value == null
                ? "not given"
                : value instanceof Number n ? Format.number(n.doubleValue()) : value.toString();
    }

    private static List<?> without(List<?> all, List<?> those) {
        return all.stream().filter(v -> those.stream().noneMatch(w -> same(v, w))).toList();
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

    /** Returns whether two values are the same as data: 3 and 3.0 are, in lists and maps too. */
    public static boolean same(Object a, Object b) {
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
