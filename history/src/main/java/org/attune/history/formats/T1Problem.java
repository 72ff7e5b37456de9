package org.attune.history.formats;

import org.attune.api.expression.Expression;
import org.attune.history.Shown;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Makes a problem file of an input in the format T1 of the autotuning community, which describes a
 * kernel, its parameters with lists of values, and conditions in Python.
 *
 * <p>Nothing of it is run: values are a list, a tuple or {@code range} of literals, and a condition
 * must be an expression of problem files. How the kernel is measured is the user's to say.
 */
public final class T1Problem {
    private T1Problem() {}

    /**
     * A problem file.
     *
     * @param yaml its text
     * @param notes what could not be taken over
     */
    public record Result(String yaml, List<String> notes) {
        /** Copies the notes. */
        public Result {
            notes = List.copyOf(notes);
        }
    }

    /**
     * Reads an input.
     *
     * @param text of the file
     * @param file its name, for messages
     * @param name of the problem
     * @throws IllegalArgumentException if it is damaged, no such file, or values cannot be read
     */
    public static Result read(String text, String file, String name) {
        try {
            var top = GptuneRecord.object(PythonJson.read(text)).orElse(Map.of());
            var space =
                    GptuneRecord.object(top.get("ConfigurationSpace"))
                            .orElseThrow(() ->
                                    new IllegalArgumentException(
                                            "there is no object ConfigurationSpace"));
            var kernel = GptuneRecord.object(top.get("KernelSpecification")).orElse(Map.of());
            var notes = new ArrayList<String>();
            String yaml =
                    "# From %s, kernel %s of %s.\ntuning_problem_name: %s\n"
                                    .formatted(
                                            file.replaceAll("[\r\n]", " "),
                                            PythonText.line(kernel.get("KernelName")),
                                            PythonText.line(kernel.get("KernelFile")),
                                            name)
                            + parameters(space, notes)
                            + "output_space:\n  - {name: time, type: real, unit: %s}\n"
                                    .formatted(unit(top))
                            + constraints(space, notes)
                            + "# Say how the kernel is run and where its time is found; see: attune"
                            + " init.\n";
            return new Result(yaml, notes);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s is no input of the format T1: %s.".formatted(file, e.getMessage()), e);
        }
    }

    private static String parameters(Map<String, Object> space, List<String> notes) {
        if (!(space.get("TuningParameters") instanceof List<?> list) || list.isEmpty()) {
            throw new IllegalArgumentException("ConfigurationSpace.TuningParameters is no list");
        }
        var yaml = new StringBuilder("parameter_space:\n");
        for (int i = 0; i < list.size(); i++) {
            var p = GptuneRecord.object(list.get(i)).orElse(Map.of());
            if (!(p.get("Name") instanceof String name)
                    || !(p.get("Values") instanceof String values)) {
                throw new IllegalArgumentException(
                        "TuningParameters[%d] has no Name or no Values".formatted(i));
            }
            List<?> all = values(name, values);
            boolean numbers = all.stream().allMatch(Number.class::isInstance);
            String items =
                    all.stream()
                            .map(v -> numbers ? v.toString() : PythonText.line(word(v)))
                            .collect(Collectors.joining(", "));
            Object given = p.get("Default");
            var standard = given == null ? Optional.empty() : find(all, given);
            if (given != null && standard.isEmpty()) {
                notes.add(
                        "The default %s of %s is left out: it is none of its values."
                                .formatted(PythonText.line(given), PythonText.line(name)));
            }
            yaml.append(
                    "  - {name: %s, type: %s, %s: [%s]%s}\n"
                            .formatted(
                                    PythonText.line(name),
                                    numbers ? "ordinal" : "categorical",
                                    numbers ? "values" : "categories",
                                    items,
                                    standard.map(v ->
                                                    ", default: "
                                                            + (numbers
                                                                    ? v
                                                                    : PythonText.line(word(v))))
                                            .orElse("")));
        }
        return yaml.toString();
    }

    /** Returns the value that is given as itself or as its text: 32, "32", true, "True". */
    private static Optional<?> find(List<?> values, Object given) {
        return values.stream()
                .filter(v ->
                        v instanceof Number a && given instanceof Number b
                                ? a.doubleValue() == b.doubleValue()
                                : word(v).equals(word(given)))
                .findFirst();
    }

    /** Returns a truth value as Python and conditions spell it. */
    private static String word(Object value) {
        return value instanceof Boolean b ? (b ? "True" : "False") : String.valueOf(value);
    }

    private static List<?> values(String name, String text) {
        var range =
                java.util.regex.Pattern.compile(
                                "(?:list\\()?range\\(\\s*(-?\\d{1,9})\\s*(?:,\\s*(-?\\d{1,9})\\s*)?"
                                        + "(?:,\\s*(-?\\d{1,9})\\s*)?\\)\\)?")
                        .matcher(text.strip());
        if (range.matches()) {
            long first = range.group(2) == null ? 0 : Long.parseLong(range.group(1));
            long end = Long.parseLong(range.group(range.group(2) == null ? 1 : 2));
            long step = range.group(3) == null ? 1 : Long.parseLong(range.group(3));
            long count = step == 0 ? 0 : (end - first + step - Long.signum(step)) / step;
            if (count >= 1 && count <= 100_000) {
                return LongStream.range(0, count).map(i -> first + i * step).boxed().toList();
            }
        }
        String list = text.strip().replaceFirst("^\\((.*)\\)$", "[$1]");
        try {
            if (PythonJson.read(list) instanceof List<?> all
                    && !all.isEmpty()
                    && all.stream()
                            .noneMatch(v -> v == null || v instanceof List || v instanceof Map)) {
                return all;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the values of '%s' are %s, which is no list of literals"
                            .formatted(Shown.text(name), Shown.text(text)),
                    e);
        }
        throw new IllegalArgumentException(
                "the values of '%s' are %s, which is no list of literals"
                        .formatted(Shown.text(name), Shown.text(text)));
    }

    private static String constraints(Map<String, Object> space, List<String> notes) {
        var constraints = new LinkedHashMap<String, String>();
        if (space.get("Conditions") instanceof List<?> conditions) {
            for (Object item : conditions) {
                Object text = GptuneRecord.object(item).orElse(Map.of()).get("Expression");
                try {
                    Expression.parse(String.valueOf(text));
                    constraints.put("condition" + (constraints.size() + 1), String.valueOf(text));
                } catch (IllegalArgumentException e) {
                    notes.add(
                            "The condition %s is left out: %s"
                                    .formatted(PythonText.line(text), e.getMessage()));
                }
            }
        }
        if (constraints.isEmpty()) {
            return "";
        }
        var yaml = new StringBuilder("constraints:\n");
        constraints.forEach((n, e) -> yaml.append("  %s: %s\n".formatted(n, PythonText.line(e))));
        return yaml.toString();
    }

    private static String unit(Map<String, Object> top) {
        Object unit = GptuneRecord.object(top.get("General")).orElse(Map.of()).get("TimeUnit");
        return switch (String.valueOf(unit)) {
            case "Nanoseconds" -> "ns";
            case "Microseconds" -> "us";
            case "Seconds" -> "s";
            default -> "ms"; // as Kernel Tuner measures
        };
    }
}
