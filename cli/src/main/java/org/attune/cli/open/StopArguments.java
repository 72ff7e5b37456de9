package org.attune.cli.open;

import org.attune.api.Objective;
import org.attune.api.StoppingRule;
import org.attune.api.TuningProblem;

import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Says when a study ends before its trials are used up; each rule can be changed at any time. */
public final class StopArguments {
    private static final String NONE = "none";

    @Option(
            names = "--stop-seconds",
            paramLabel = "S",
            description = {
                "End when the evaluations of all tasks have taken so long together: 3600, 90s, 1h.",
                "This rule and the next ones can be changed at any time, and 'none' removes them."
            })
    private Optional<String> seconds = Optional.empty();

    @Option(
            names = "--stop-target",
            paramLabel = "[NAME=]VALUE",
            description = {
                "End a task when a trial is as good as this (again for further objectives: one",
                "trial must reach them all)."
            })
    private List<String> targets = List.of();

    @Option(
            names = "--stop-no-improvement",
            paramLabel = "K[,BY]",
            description = {
                "End a task after so many trials without a better one: better by more than BY,"
                        + " such",
                "as 1%%, where that is given."
            })
    private Optional<String> noImprovement = Optional.empty();

    @Option(
            names = "--stop-gain",
            paramLabel = "G",
            description = {
                "End a task when the tuner expects improvements of less than G standard deviations",
                "of its outputs."
            })
    private Optional<String> gain = Optional.empty();

    /** Returns the rules with what is given here put in their place, added or removed. */
    public List<StoppingRule> change(TuningProblem problem, List<StoppingRule> rules) {
        Map<String, Object> given = given(problem);
        var all = new LinkedHashMap<>(StoppingRule.description(rules));
        all.putAll(given);
        all.values().removeIf(NONE::equals);
        try {
            return StoppingRule.of(all);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(asGiven(String.valueOf(e.getMessage()), given), e);
        }
    }

    /** Names the option in place of the key of the problem file, where that is what was given. */
    private static String asGiven(String message, Map<String, Object> given) {
        return given.keySet().stream()
                .filter(key -> message.matches("(?s)stop\\." + key + "\\b.*"))
                .findFirst()
                .map(key -> "--stop-" + key.replace('_', '-') + message.substring(5 + key.length()))
                .orElse(message);
    }

    private Map<String, Object> given(TuningProblem problem) {
        var given = new LinkedHashMap<String, Object>();
        seconds.ifPresent(s -> given.put("seconds", s));
        if (targets.equals(List.of(NONE))) {
            given.put("target", NONE);
        } else if (!targets.isEmpty()) {
            given.put("target", targets(problem));
        }
        noImprovement.ifPresent(k -> given.put("no_improvement", noImprovement(k)));
        gain.ifPresent(g -> given.put("gain", value("--stop-gain", g)));
        return given;
    }

    private Map<String, Double> targets(TuningProblem problem) {
        var values = new LinkedHashMap<String, Double>();
        List<Objective> optimized = problem.optimized();
        for (String target : targets) {
            int equals = target.indexOf('=');
            if (equals < 0 && optimized.size() > 1) {
                throw new IllegalArgumentException(
                        "--stop-target %s is of which objective? Maybe %s=%s."
                                .formatted(target, optimized.getFirst().name(), target));
            }
            String name =
                    equals < 0 ? optimized.getFirst().name() : target.substring(0, equals).strip();
            String value = target.substring(equals + 1).strip();
            if (values.put(name, number("--stop-target", value, Double::valueOf)) != null) {
                throw new IllegalArgumentException("--stop-target names %s twice.".formatted(name));
            }
        }
        return values;
    }

    private static Object value(String option, String text) {
        return text.equals(NONE) ? NONE : number(option, text, Double::valueOf);
    }

    private static Object noImprovement(String text) {
        if (text.equals(NONE)) {
            return NONE;
        }
        String[] words = text.split(",", 2);
        int trials = number("--stop-no-improvement", words[0].strip(), Integer::valueOf);
        return words.length == 1 ? trials : Map.of("trials", trials, "by", share(words[1].strip()));
    }

    private static Object share(String text) {
        return text.endsWith("%") ? text : number("--stop-no-improvement", text, Double::valueOf);
    }

    private static <T> T number(String option, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "%s is '%s', but must be a number or 'none'.".formatted(option, text), e);
        }
    }

    /** Returns the options that remove these rules. */
    public static String[] removing(List<StoppingRule> rules) {
        var words = new ArrayList<String>();
        for (StoppingRule rule : rules) {
            words.add("--stop-" + rule.key().replace('_', '-'));
            words.add(NONE);
        }
        return words.toArray(new String[0]);
    }
}
