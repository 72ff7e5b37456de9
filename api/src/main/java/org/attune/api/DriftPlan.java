package org.attune.api;

import org.attune.api.expression.NearestName;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How the drift of the machine is watched: one configuration is measured again and again, outside
 * of the budget, for the first task of the study.
 *
 * @param every so many trials that have ended, all tasks together
 * @param configuration that is measured; the problem's default where it is empty
 * @param normalised measured outputs that are divided by what these measurements say; none where
 *     drift is only said
 */
public record DriftPlan(int every, Optional<Point> configuration, Set<String> normalised) {
    private static final List<String> KEYS = List.of("every", "configuration", "normalise");

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public DriftPlan {
        Objects.requireNonNull(configuration, "configuration");
        normalised = Set.copyOf(normalised);
        if (every < 1) {
            throw new IllegalArgumentException(
                    "drift.every: %d is not a positive number of trials. Maybe 5."
                            .formatted(every));
        }
    }

    /** Returns a plan to measure the default again every so many trials, which only says drift. */
    public static DriftPlan every(int trials) {
        return new DriftPlan(trials, Optional.empty(), Set.of());
    }

    /** Returns a copy that measures this configuration. */
    public DriftPlan measuring(Point other) {
        return new DriftPlan(every, Optional.of(other), normalised);
    }

    /** Returns a copy that divides these measured outputs. */
    public DriftPlan normalising(String... outputs) {
        return new DriftPlan(every, configuration, Set.of(outputs));
    }

    /**
     * Reads the section {@code drift} of a problem file.
     *
     * @param description its keys: {@code every}, {@code configuration} as a map of parameters,
     *     {@code normalise} as true, false, or a list of outputs
     * @throws IllegalArgumentException that begins with the field that is wrong
     */
    public static DriftPlan of(TuningProblem problem, Map<String, Object> description) {
        for (String key : description.keySet()) {
            if (!KEYS.contains(key)) {
                throw new IllegalArgumentException(
                        "drift.%s: there is no such key.%s Known are: %s."
                                .formatted(
                                        key, NearestName.hint(key, KEYS), String.join(", ", KEYS)));
            }
        }
        if (!(description.get("every") instanceof Number n && n.doubleValue() == n.intValue())) {
            throw new IllegalArgumentException(
                    "drift.every: it is to be a number of trials, after which the configuration is"
                            + " measured again. Maybe 5.");
        }
        var plan = DriftPlan.every(n.intValue());
        if (description.get("configuration") instanceof Map<?, ?> given) {
            var named = new java.util.LinkedHashMap<String, Object>();
            given.forEach((k, v) -> named.put(String.valueOf(k), v));
            plan = plan.measuring(configuration(problem, named));
        }
        Set<String> outputs = outputs(problem, description.getOrDefault("normalise", false));
        outputs.forEach(output -> requireRatio(problem, output));
        return plan.normalising(outputs.toArray(String[]::new));
    }

    private static Point configuration(TuningProblem problem, Map<String, Object> named) {
        try {
            return problem.parameterSpace().canonical(Point.of(named));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("drift.configuration: " + e.getMessage(), e);
        }
    }

    private static Set<String> outputs(TuningProblem problem, Object normalise) {
        if (normalise instanceof List<?> names) {
            var outputs = new LinkedHashSet<String>();
            names.forEach(name -> outputs.add(String.valueOf(name)));
            return outputs;
        }
        if (!Boolean.TRUE.equals(normalise)) {
            return Set.of();
        }
        var times = new LinkedHashSet<String>();
        for (Objective o : problem.objectives()) {
            if (o.expression().isEmpty() && o.isTime()) {
                times.add(o.name());
            }
        }
        if (times.isEmpty()) {
            throw new IllegalArgumentException(
                    "drift.normalise: no measured objective has a unit of time. Maybe give it one, unit: s, or name the outputs that a slower machine changes in proportion: %s."
                            .formatted(problem.measuredOutputs()));
        }
        return times;
    }

    /**
     * Returns what is measured again.
     *
     * @param tasks of the study
     * @throws IllegalArgumentException if there is no such configuration, or an output is not one
     *     that can be normalised
     */
    public Candidate candidate(TuningProblem problem, List<Point> tasks) {
        for (String output : normalised) {
            requireRatio(problem, output);
        }
        Point point =
                configuration
                        .map(problem.parameterSpace()::canonical)
                        .or(problem.parameterSpace()::defaultPoint)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "drift: '%s' has no default configuration that could be measured again: not every parameter has a default. Maybe give drift.configuration."
                                                .formatted(problem.name())));
        var candidate = Candidate.of(tasks.getFirst(), point);
        if (!problem.admits(candidate)) {
            throw new IllegalArgumentException(
                    "drift: the configuration %s violates %s%s. Maybe give another one as drift.configuration."
                            .formatted(
                                    point,
                                    Format.list(problem.violated(candidate)),
                                    tasks.getFirst().after(" for task ")));
        }
        return candidate;
    }

    /** Refuses what a slower machine does not change in proportion, as far as its unit says. */
    private static void requireRatio(TuningProblem problem, String output) {
        if (!problem.measuredOutputs().contains(output)) {
            throw new IllegalArgumentException(
                    "drift.normalise: '%s' is no measured output.%s Measured are: %s. What is derived of these follows."
                            .formatted(
                                    output,
                                    NearestName.hint(output, problem.measuredOutputs()),
                                    problem.measuredOutputs()));
        }
        problem.objectives().stream()
                .filter(o -> o.name().equals(output))
                .filter(o -> !o.unit().isBlank() && !o.isTime() && !o.isRate())
                .findFirst()
                .ifPresent(o -> {
                    throw new IllegalArgumentException(
                            "drift.normalise: '%s' is in %s, which is neither a time nor a rate, so that a slower machine says nothing of it."
                                    .formatted(output, o.unit()));
                });
    }
}
