package org.attune.history.formats;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a record of GPTune says of its evaluation.
 *
 * <p>{@code evaluation_result} is rounded to six decimals; {@code evaluation_detail} has the full
 * value, or all repetitions, and is taken where the two agree. A result that is {@code NaN} or
 * infinite, also as the largest double, which jq writes for infinity, is a failure; no finite
 * number is, however large, because the format has no number that means one. {@code null} stands
 * for a run that has not been measured, except where GPTune itself measured: then jq has replaced a
 * NaN. A text such as {@code "timeout"} is a failure that a script has recorded.
 */
sealed interface GptuneResult {
    /** An outcome. */
    record Ended(Outcome outcome) implements GptuneResult {}

    /** No outcome, and why. */
    record Absent(String why) implements GptuneResult {}

    /** Half a unit of the sixth decimal, and what the rounding of doubles adds. */
    double ROUNDED = 0.5e-6 * (1 + 1e-6);

    /** jq 1.5 and 1.6 print infinity as a number of this size. */
    double LARGEST = 1.797e308;

    /** Reads the outputs that the problem measures. */
    static GptuneResult of(GptuneRecord record, TuningProblem problem) {
        Object results = record.map().get("evaluation_result");
        if (!(results instanceof Map)) {
            return new Absent(
                    record.map().containsKey("evaluation_result")
                            ? "evaluation_result is %s, not an object".formatted(shown(results))
                            : "evaluation_result is missing");
        }
        Map<String, Object> attune = record.object("attune");
        var times = new OwnTimes(attune);
        double elapsed = times.elapsed();
        if (attune.get("cause") instanceof String cause) {
            return new Ended(
                    new Outcome.Failed(
                            FailureCause.of(cause),
                            String.valueOf(attune.get("detail")),
                            elapsed,
                            times.lastRun()));
        }
        var outputs = new LinkedHashMap<String, List<Double>>();
        var failures = new ArrayList<String>();
        for (String name : problem.measuredOutputs()) {
            Object result = record.object("evaluation_result").get(name);
            List<Double> details = details(record, name);
            if (!record.object("evaluation_result").containsKey(name) && details.isEmpty()) {
                return new Absent("evaluation_result has no '%s'".formatted(name));
            }
            if (result == null && details.isEmpty()) {
                if (!record.text("source").equals(Optional.of("measure"))) {
                    return new Absent(
                            "not measured yet: evaluation_result.%s is null".formatted(name));
                }
                failures.add(name + " is null");
            } else if (result == null) {
                outputs.put(name, details);
            } else if (marker(result).isPresent()) {
                Outcome.Failed failed = marker(result).get();
                String detail =
                        failed.detail().isEmpty() && attune.get("detail") instanceof String more
                                ? more
                                : failed.detail();
                return new Ended(
                        new Outcome.Failed(failed.cause(), detail, elapsed, times.lastRun()));
            } else {
                double value = number(result);
                if (Double.isNaN(value) && !isNaN(result)) {
                    return new Absent(
                            "evaluation_result.%s is %s, not a number"
                                    .formatted(name, shown(result)));
                }
                if (!isFinite(value)) {
                    failures.add(name + " is " + shown(result));
                } else {
                    outputs.put(name, agree(value, details) ? details : List.of(value));
                }
            }
        }
        return new Ended(
                failures.isEmpty()
                        ? times.measured(outputs, extra(record))
                        : new Outcome.Failed(
                                FailureCause.UNREADABLE_OUTPUT,
                                String.join(", ", failures),
                                elapsed));
    }

    /**
     * Returns the failure that a script says in the place of a number: {@code "failed"}, or a cause
     * such as {@code "timeout"}, with a colon and a detail or without.
     */
    private static Optional<Outcome.Failed> marker(Object result) {
        if (!(result instanceof String text)) {
            return Optional.empty();
        }
        String[] parts = text.strip().split(":", 2);
        String name = parts[0].strip().toLowerCase(Locale.ROOT);
        String detail = parts.length == 1 ? "" : parts[1].strip();
        return name.equals("failed")
                ? Optional.of(new Outcome.Failed(FailureCause.CRASH, detail, 0))
                : Arrays.stream(FailureCause.values())
                        .filter(c -> c.text().equals(name))
                        .findFirst()
                        .map(c -> new Outcome.Failed(c, detail, 0));
    }

    private static boolean isFinite(double value) {
        return Math.abs(value) < LARGEST;
    }

    /** Returns all repetitions, or none where one of them is no finite number. */
    private static List<Double> details(GptuneRecord record, String output) {
        Object all =
                GptuneRecord.object(record.object("evaluation_detail").get(output))
                        .map(d -> d.get("evaluations"))
                        .orElse(null);
        List<?> list = all instanceof List<?> l ? l : all == null ? List.of() : List.of(all);
        var values = new ArrayList<Double>();
        for (Object item : list) {
            if (!(item instanceof Number n) || !isFinite(n.doubleValue())) {
                return List.of();
            }
            values.add(n.doubleValue());
        }
        return values;
    }

    /** Returns whether the result may be what these repetitions come to. */
    private static boolean agree(double result, List<Double> repetitions) {
        double slack = ROUNDED + Math.ulp(result);
        return repetitions.stream().anyMatch(v -> v <= result + slack)
                && repetitions.stream().anyMatch(v -> v >= result - slack);
    }

    private static double number(Object value) {
        if (value instanceof Number n) {
            return n.doubleValue();
        }
        String text = String.valueOf(value).strip();
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "inf", "infinity", "+inf" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> DeclaredValue.isNumber(text) ? Double.parseDouble(text) : Double.NaN;
        };
    }

    private static boolean isNaN(Object value) {
        return value instanceof Number || String.valueOf(value).strip().equalsIgnoreCase("nan");
    }

    /** Returns the further outputs, as far as a trial can keep them. */
    private static Map<String, Object> extra(GptuneRecord record) {
        var extra = new LinkedHashMap<String, Object>();
        record.object("additional_output")
                .forEach((key, value) -> {
                    if (isPlain(value)) {
                        extra.put(key, value);
                    }
                });
        return extra;
    }

    private static boolean isPlain(Object value) {
        return switch (value) {
            case null -> false;
            case Double d -> Double.isFinite(d);
            case Long n -> true;
            case String s -> true;
            case Boolean b -> true;
            case List<?> list -> list.stream().allMatch(GptuneResult::isPlain);
            case Map<?, ?> map -> map.values().stream().allMatch(GptuneResult::isPlain);
            default -> false;
        };
    }

    private static String shown(Object value) {
        String text = PythonText.line(value);
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
