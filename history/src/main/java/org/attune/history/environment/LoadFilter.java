package org.attune.history.environment;

import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which records are used: those whose machine, software and values are as asked. What is not asked
 * for is not checked.
 *
 * @param machines by name, with {@code nodes} and {@code cores} by processor, each a number or a
 *     list of them; any processor where there is none
 * @param software versions by name; a record that does not say its version is left out
 * @param values of parameters, outputs and constants by name: a value, or {@code LOW..HIGH}
 */
public record LoadFilter(
        Map<String, Object> machines,
        Map<String, VersionRange> software,
        Map<String, String> values) {
    /** Lets everything through. */
    public static final LoadFilter ALL = new LoadFilter(Map.of(), Map.of(), Map.of());

    /** Copies the maps. */
    public LoadFilter {
        machines = Map.copyOf(machines);
        software = new LinkedHashMap<>(software);
        values = new LinkedHashMap<>(values);
    }

    /**
     * Returns what a description says is loadable.
     *
     * @throws IllegalArgumentException if a version is none
     */
    public static LoadFilter of(MetaDescription description) {
        if (description.noLoadCheck()) {
            return ALL;
        }
        var software = new LinkedHashMap<String, VersionRange>();
        description
                .loadableSoftware()
                .forEach((name, entry) -> software.put(name, VersionRange.of(name, entry)));
        return new LoadFilter(description.loadableMachines(), software, Map.of());
    }

    /**
     * Returns why a trial is not used, in words that are the same for equal reasons.
     *
     * @param environment in which it ran
     * @param constants with which it ran
     */
    public Optional<String> misfit(
            TuningProblem problem,
            Trial trial,
            Environment environment,
            Map<String, Object> constants) {
        return machine(environment)
                .or(() -> software(environment))
                .or(() -> values(problem, trial, constants));
    }

    private Optional<String> machine(Environment environment) {
        if (machines.isEmpty()) {
            return Optional.empty();
        }
        String name = environment.name().orElse("");
        if (!machines.containsKey(name)) {
            return Optional.of(
                    name.isEmpty() ? "that name no machine" : "of machine '%s'".formatted(name));
        }
        Map<String, Object> allowed = JsonText.object(machines.get(name)).orElse(Map.of());
        for (Map.Entry<String, Map<String, Object>> p : environment.processors().entrySet()) {
            if (allowed.isEmpty()) {
                return Optional.empty();
            }
            Map<String, Object> counts = JsonText.object(allowed.get(p.getKey())).orElse(Map.of());
            if (!allowed.containsKey(p.getKey())) {
                return Optional.of("of processor '%s' of '%s'".formatted(p.getKey(), name));
            }
            for (String count : List.of("nodes", "cores")) {
                Object actual = p.getValue().get(count);
                if (counts.containsKey(count) && !isAmong(actual, counts.get(count))) {
                    return Optional.of(
                            "with %s %s".formatted(actual == null ? "no" : actual, count));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns whether a count is one of those listed; a script may have written it as a text. */
    private static boolean isAmong(Object actual, Object allowed) {
        List<?> all = allowed instanceof List<?> list ? list : List.of(allowed);
        return all.stream().anyMatch(a -> isSame(String.valueOf(a), String.valueOf(actual)));
    }

    private Optional<String> software(Environment environment) {
        for (Map.Entry<String, VersionRange> wanted : software.entrySet()) {
            String name = wanted.getKey();
            Optional<Version> version = Version.ofEntry(environment.software().get(name));
            if (version.isEmpty()) {
                return Optional.of("without a version of " + name);
            }
            if (!wanted.getValue().holds(version.get())) {
                return Optional.of(
                        "with %s %s, not %s".formatted(name, version.get(), wanted.getValue()));
            }
        }
        return Optional.empty();
    }

    private Optional<String> values(
            TuningProblem problem, Trial trial, Map<String, Object> constants) {
        var known = new LinkedHashMap<String, Object>(constants);
        known.putAll(trial.task().values());
        known.putAll(trial.configuration().values());
        known.putAll(problem.outputs(trial));
        return values.entrySet().stream()
                .filter(e -> !lies(known.get(e.getKey()), e.getValue()))
                .findFirst()
                .map(e ->
                        known.containsKey(e.getKey())
                                ? "where %s is not %s".formatted(e.getKey(), e.getValue())
                                : "without a value of " + e.getKey());
    }

    private static boolean lies(Object value, String wanted) {
        int dots = wanted.indexOf("..");
        if (value == null) {
            return false;
        }
        if (dots < 0) {
            return isSame(value.toString(), wanted);
        }
        return value instanceof Number n
                && end(wanted.substring(0, dots), Double.NEGATIVE_INFINITY) <= n.doubleValue()
                && n.doubleValue() <= end(wanted.substring(dots + 2), Double.POSITIVE_INFINITY);
    }

    private static double end(String text, double absent) {
        try {
            return text.isBlank() ? absent : Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'%s' is no end of a range such as 0.5..2.".formatted(text), e);
        }
    }

    private static boolean isSame(String a, String b) {
        try {
            return Double.parseDouble(a) == Double.parseDouble(b);
        } catch (NumberFormatException e) {
            return a.strip().equals(b.strip());
        }
    }
}
