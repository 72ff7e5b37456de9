package org.attune.api;

import org.attune.api.expression.NearestName;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * A reason to end a study before its trials are used up. The study looks at its records alone, so
 * that every process, and every restart, comes to the same answer; tuners know nothing of it.
 *
 * <p>The rules of a task look at its full runs alone: what a cheaper one gave may be far from what
 * it stands for.
 *
 * <p>A rule ends the asking; what is pending can still be told, and may overrule it. Where it is
 * loosened or removed, the study goes on.
 */
public sealed interface StoppingRule {
    /** Returns the key of the rule in problem files and histories. */
    String key();

    /** Returns the rule for a sentence: "no improvement in 15 trials". */
    String words();

    /**
     * Ends the whole study when its own evaluations have taken so long, all tasks, failures and
     * cheap runs together. A pending trial counts for as long as the mean of those that have ended;
     * one that costs a tenth of a full run, for a tenth of that.
     *
     * <p>It is the recorded time of evaluations and no other: time that passes between two sessions
     * is nobody's work, and what a clock says now is not in the records.
     *
     * @param seconds positive
     */
    record Seconds(double seconds) implements StoppingRule {
        /** Checks the number. */
        public Seconds {
            require(seconds > 0 && Double.isFinite(seconds), "stop.seconds", seconds, "positive");
        }

        @Override
        public String key() {
            return "seconds";
        }

        @Override
        public String words() {
            return "%s s of evaluation".formatted(Format.exact(seconds));
        }
    }

    /**
     * Ends a task when one usable trial is as good as all these values, or better.
     *
     * @param values by optimised objective, in its own unit
     */
    record Target(Map<String, Double> values) implements StoppingRule {
        /** Copies and checks the values. */
        public Target {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
            if (values.isEmpty()) {
                throw new IllegalArgumentException("stop.target has no value.");
            }
            values.forEach(
                    (name, v) -> require(Double.isFinite(v), "stop.target." + name, v, "finite"));
        }

        @Override
        public String key() {
            return "target";
        }

        @Override
        public String words() {
            var parts = new ArrayList<String>();
            values.forEach((name, value) -> parts.add(name + " " + Format.exact(value)));
            return "target " + String.join(", ", parts);
        }
    }

    /**
     * Ends a task when so many of its own trials have ended, failed ones included, since the best
     * one, or since the Pareto front has changed. Before anything usable has been measured it ends
     * nothing.
     *
     * <p>With a share, small steps do not count: what counted last has to be improved on by more
     * than this share of its value, one step or many together; with several objectives in one of
     * them, by more than every trial that counted allows (the archive of M. Laumanns and others,
     * "Combining convergence and diversity in evolutionary multiobjective optimization",
     * Evolutionary Computation 10, 2002).
     *
     * @param trials positive
     * @param by share of the value, at least 0 and below 1
     */
    record NoImprovement(int trials, double by) implements StoppingRule {
        /** Checks the numbers. */
        public NoImprovement {
            require(trials > 0, "stop.no_improvement", trials, "positive");
            require(by >= 0 && by < 1, "stop.no_improvement.by", by, "at least 0 and below 1");
        }

        /** Counts every improvement. */
        public NoImprovement(int trials) {
            this(trials, 0);
        }

        @Override
        public String key() {
            return "no_improvement";
        }

        @Override
        public String words() {
            return "no improvement%s in %s"
                    .formatted(
                            by == 0 ? "" : " by %s %%".formatted(Format.exact(100 * by)),
                            Format.count(trials, "trial"));
        }

        private Object description() {
            return by == 0 ? (Object) (long) trials : Map.of("trials", (long) trials, "by", by);
        }

        private static NoImprovement of(Object value) {
            if (!(value instanceof Map<?, ?> map)) {
                return new NoImprovement(count("no_improvement", value));
            }
            for (Object key : map.keySet()) {
                if (!List.of("trials", "by").contains(key)) {
                    throw new IllegalArgumentException(
                            "stop.no_improvement.%s is not known; known are trials and by."
                                    .formatted(key));
                }
            }
            if (!map.containsKey("trials")) {
                throw new IllegalArgumentException("stop.no_improvement.trials is missing.");
            }
            return new NoImprovement(
                    count("no_improvement.trials", map.get("trials")),
                    map.containsKey("by") ? share("no_improvement.by", map.get("by")) : 0);
        }
    }

    /**
     * Ends a task when the tuner expected less than this of each of the last eight trials of which
     * it expected anything in particular: not every proposal is sought where most is expected. See
     * {@link Suggestion#logExpectedGain}; a tuner that says nothing is never stopped.
     *
     * @param deviations expected improvement in standard deviations of the task's outputs, positive
     */
    record Gain(double deviations) implements StoppingRule {
        /** Checks the number. */
        public Gain {
            require(
                    deviations > 0 && Double.isFinite(deviations),
                    "stop.gain",
                    deviations,
                    "positive");
        }

        @Override
        public String key() {
            return "gain";
        }

        @Override
        public String words() {
            return "expected gain below %s standard deviations".formatted(Format.exact(deviations));
        }
    }

    /** Returns the rules for a sentence. */
    static String words(List<StoppingRule> rules) {
        return rules.isEmpty()
                ? "its number of trials alone"
                : String.join(", ", rules.stream().map(StoppingRule::words).toList());
    }

    /** Returns the rules as data, by key: what problem files and histories hold. */
    static SequencedMap<String, Object> description(List<StoppingRule> rules) {
        var map = new LinkedHashMap<String, Object>();
        for (StoppingRule rule : rules) {
            map.put(
                    rule.key(),
                    switch (rule) {
                        case Seconds s -> s.seconds();
                        case Target t -> t.values();
                        case NoImprovement n -> n.description();
                        case Gain g -> g.deviations();
                    });
        }
        return map;
    }

    /**
     * Returns the rules of a description.
     *
     * @throws IllegalArgumentException if a key is not known, or a value is none for it
     */
    static List<StoppingRule> of(Map<String, Object> description) {
        var rules = new ArrayList<StoppingRule>();
        description.forEach((key, value) ->
                rules.add(
                        switch (key) {
                            case "seconds" -> new Seconds(seconds(key, value));
                            case "target" -> new Target(values(value));
                            case "no_improvement" -> NoImprovement.of(value);
                            case "gain" -> new Gain(number(key, value));
                            default ->
                                    throw new IllegalArgumentException(
                                            "stop.%s is not known; known are seconds, target, no_improvement and gain."
                                                    .formatted(key));
                        }));
        return rules;
    }

    /**
     * Checks that rules make sense for a problem.
     *
     * @throws IllegalArgumentException if two are of one kind, or a target is of no optimised
     *     objective or lies beyond its range
     */
    static void requireSense(TuningProblem problem, List<StoppingRule> rules) {
        if (rules.stream().map(StoppingRule::key).distinct().count() < rules.size()) {
            throw new IllegalArgumentException(
                    "Two rules of one kind: %s."
                            .formatted(
                                    String.join(
                                            "; ",
                                            rules.stream().map(StoppingRule::words).toList())));
        }
        for (StoppingRule rule : rules) {
            if (rule instanceof Target target) {
                target.values().forEach((name, value) -> requireSense(problem, name, value));
            }
        }
    }

    private static void requireSense(TuningProblem problem, String name, double value) {
        List<String> known = problem.optimized().stream().map(Objective::name).toList();
        Objective objective =
                problem.optimized().stream()
                        .filter(o -> o.name().equals(name))
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "stop.target: '%s' is no optimised objective; there is %s.%s"
                                                .formatted(
                                                        name,
                                                        String.join(", ", known),
                                                        NearestName.hint(name, known))));
        boolean minimized = objective.goal() == Objective.Goal.MINIMIZE;
        double end = minimized ? objective.lower() : objective.upper();
        if (minimized ? value < end : value > end) {
            throw new IllegalArgumentException(
                    "stop.target: %s = %s can never be reached: only values of %s %s are accepted."
                            .formatted(
                                    name,
                                    Format.exact(value),
                                    Format.exact(end),
                                    minimized ? "and more" : "and less"));
        }
    }

    private static double number(String key, Object value) {
        if (value instanceof Number n) {
            return n.doubleValue();
        }
        throw new IllegalArgumentException("stop.%s is %s, not a number.".formatted(key, value));
    }

    private static double seconds(String key, Object value) {
        return value instanceof String text
                ? Format.seconds(text)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "stop.%s is '%s', neither a number of seconds nor a duration such as 90s, 5m or 1h."
                                                .formatted(key, text)))
                : number(key, value);
    }

    private static int count(String key, Object value) {
        double number = number(key, value);
        if (number != (int) number) {
            throw new IllegalArgumentException(
                    "stop.%s is %s, not a number of trials.".formatted(key, value));
        }
        return (int) number;
    }

    /** Reads 0.01, or the same as "1%". */
    private static double share(String key, Object value) {
        if (value instanceof String text && text.strip().endsWith("%")) {
            try {
                return new BigDecimal(text.strip().replaceFirst("\\s*%$", ""))
                        .movePointLeft(2)
                        .doubleValue();
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "stop.%s is %s, neither a share such as 0.01 nor 1%%.".formatted(key, text),
                        e);
            }
        }
        return number(key, value);
    }

    private static Map<String, Double> values(Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException(
                    "stop.target is %s, not values by objective.".formatted(value));
        }
        var values = new LinkedHashMap<String, Double>();
        map.forEach((name, v) -> values.put(name.toString(), number("target." + name, v)));
        return values;
    }

    private static void require(boolean holds, String field, Number value, String wanted) {
        if (!holds) {
            throw new IllegalArgumentException(
                    "%s is %s, but must be %s.".formatted(field, Format.exact(value), wanted));
        }
    }
}
