package org.attune.execution;

import org.attune.api.DecimalNumber;
import org.attune.api.FailureCause;
import org.attune.api.Format;
import org.attune.api.MeasuredNoise;
import org.attune.api.Outcome;
import org.attune.api.TuningProblem;
import org.attune.api.expression.NearestName;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/**
 * An outcome as a script tells it.
 *
 * @param outcome pending where an output is null
 * @param remark what the script should know, empty where there is nothing
 */
public record Told(Outcome outcome, String remark) {

    /** Reads {@code seconds=1.25} words. */
    public static Told ofOutputs(TuningProblem problem, List<String> words, double elapsed) {
        var texts = new LinkedHashMap<String, List<Object>>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "--output needs NAME=VALUE, not '%s'.".formatted(word));
            }
            texts.computeIfAbsent(word.substring(0, equals).strip(), n -> new ArrayList<>())
                    .add(word.substring(equals + 1).strip());
        }
        return of(problem, texts, Map.of(), elapsed);
    }

    /** Reads {@code {"outputs": {"seconds": [1.25, 1.31]}, "extra": {}}}. */
    public static Told ofJson(TuningProblem problem, String json, double elapsed) {
        Map<?, ?> parts;
        try {
            Object read = new JsonMapper().readValue(json, Object.class);
            if (read == null) {
                return new Told(Outcome.PENDING, "");
            }
            parts = map("--outcome", read);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "--outcome is not JSON: " + e.getOriginalMessage(), e);
        }
        for (Object key : parts.keySet()) {
            if (!List.of("outputs", "extra", "elapsed").contains(key)) {
                throw new IllegalArgumentException(
                        "--outcome has the keys outputs, extra and elapsed, not '%s'."
                                .formatted(key));
            }
        }
        if (parts.get("outputs") == null) {
            return new Told(Outcome.PENDING, "");
        }
        var values = new LinkedHashMap<String, List<Object>>();
        map("outputs", parts.get("outputs"))
                .forEach((name, v) ->
                        values.put(
                                name.toString(),
                                v instanceof List<?> list
                                        ? new ArrayList<>(list)
                                        : java.util.Collections.singletonList(v)));
        var extra = new LinkedHashMap<String, Object>();
        if (parts.get("extra") != null) {
            map("extra", parts.get("extra")).forEach((k, v) -> extra.put(k.toString(), v));
        }
        double seconds = parts.get("elapsed") instanceof Number n ? n.doubleValue() : elapsed;
        return of(problem, values, extra, seconds);
    }

    private static Map<?, ?> map(String what, Object value) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException("%s must be a JSON object.".formatted(what));
    }

    private static Told of(
            TuningProblem problem,
            Map<String, List<Object>> given,
            Map<String, Object> extra,
            double elapsed) {
        SequencedSet<String> known = problem.measuredOutputs();
        var outputs = new LinkedHashMap<String, List<Double>>();
        for (var entry : given.entrySet()) {
            String name = entry.getKey();
            boolean error = isError(name, known);
            if (!known.contains(name) && !error) {
                throw new IllegalArgumentException(
                        "Problem '%s' measures no output '%s'.%s Known are: %s."
                                .formatted(
                                        problem.name(),
                                        name,
                                        NearestName.hint(name, known),
                                        String.join(", ", known)));
            }
            if (entry.getValue().stream().anyMatch(v -> v == null || v.equals("null"))) {
                return new Told(Outcome.PENDING, "");
            }
            outputs.put(name, entry.getValue().stream().map(v -> number(name, v)).toList());
            if (error && outputs.get(name).stream().anyMatch(v -> v < 0)) {
                throw new IllegalArgumentException(
                        "%s is %s, but a standard error is not negative."
                                .formatted(name, joined(outputs.get(name))));
            }
        }
        for (var entry : outputs.entrySet()) {
            if (!entry.getValue().stream().allMatch(Double::isFinite)) {
                String detail = "%s=%s".formatted(entry.getKey(), joined(entry.getValue()));
                return new Told(
                        new Outcome.Failed(FailureCause.UNREADABLE_OUTPUT, detail, elapsed),
                        "recorded as failed (unreadable-output), because "
                                + detail
                                + " is not finite.");
            }
        }
        if (outputs.keySet().stream().noneMatch(known::contains)) {
            throw new IllegalArgumentException(
                    "No output is given. Needed are: %s.".formatted(String.join(", ", known)));
        }
        return new Told(new Outcome.Measured(outputs, extra, elapsed), "");
    }

    private static boolean isError(String name, SequencedSet<String> known) {
        String end = MeasuredNoise.STANDARD_ERROR;
        return name.endsWith(end)
                && known.contains(name.substring(0, name.length() - end.length()));
    }

    private static String joined(List<Double> values) {
        return values.stream().map(Format::exact).collect(Collectors.joining(", "));
    }

    private static double number(String name, Object value) {
        if (value instanceof Number n) {
            return n.doubleValue();
        }
        String text = value.toString().toLowerCase(java.util.Locale.ROOT);
        return switch (text.replaceFirst("^[+-]", "")) {
            case "nan" -> Double.NaN;
            case "inf", "infinity" ->
                    text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            default -> parsed(name, value.toString());
        };
    }

    private static double parsed(String name, String text) {
        try {
            return DecimalNumber.parse(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "Output '%s' is '%s', which is not a number. Maybe the run failed: --failed CAUSE."
                            .formatted(name, text),
                    e);
        }
    }
}
