package org.attune.execution;

import org.attune.api.Format;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;
import org.attune.api.expression.NearestName;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** One map of the {@code evaluation} section, read with messages that begin with the field. */
final class Fields {
    private final String at;
    private final Map<String, Object> map = new LinkedHashMap<>();

    private Fields(String at, Map<?, ?> map) {
        this.at = at;
        map.forEach((key, value) -> this.map.put(String.valueOf(key), value));
    }

    /**
     * Returns the fields of a map.
     *
     * @param at where it stands, such as {@code evaluation.timeout}
     * @throws IllegalArgumentException if it is no map, or has a key that is not known
     */
    static Fields of(String at, Object value, List<String> known) {
        Fields fields = ofAnyName(at, value);
        for (String key : fields.map.keySet()) {
            if (!known.contains(key)) {
                throw wrong(
                        at + "." + key,
                        "there is no such key.%s Known are: %s."
                                .formatted(NearestName.hint(key, known), String.join(", ", known)));
            }
        }
        return fields;
    }

    /** Returns the fields of a map whose keys are names that the user chose. */
    static Fields ofAnyName(String at, Object value) {
        if (value instanceof Map<?, ?> m) {
            return new Fields(at, m);
        }
        throw wrong(at, "%s is not a map of names to values.".formatted(shown(value)));
    }

    static IllegalArgumentException wrong(String field, String what) {
        return new IllegalArgumentException(field + ": " + what);
    }

    String at(String key) {
        return at + "." + key;
    }

    List<String> keys() {
        return List.copyOf(map.keySet());
    }

    Optional<Object> get(String key) {
        return Optional.ofNullable(map.get(key));
    }

    Object required(String key) {
        return get(key).orElseThrow(() -> wrong(at(key), "it is missing."));
    }

    String text(String key) {
        return text(at(key), required(key));
    }

    String textOr(String key, String standard) {
        return get(key).isPresent() ? text(key) : standard;
    }

    /** Returns the text of a key with placeholders, if it is there. */
    Optional<Template> template(String key, List<String> names) {
        return get(key).map(t -> Template.parse(at(key), text(key), names));
    }

    /** Returns the text of a scalar; numbers as a program can read them. */
    static String text(String field, Object value) {
        return switch (value) {
            case String s -> s;
            case Number n -> n.toString();
            case Boolean b -> b.toString();
            case null, default ->
                    throw wrong(field, "%s is not a text or a number.".formatted(shown(value)));
        };
    }

    int integer(String key, int smallest, int standard) {
        Object value = map.get(key);
        if (value == null) {
            return standard;
        }
        if (value instanceof Number n
                && n.doubleValue() == n.intValue()
                && n.intValue() >= smallest) {
            return n.intValue();
        }
        if (value instanceof String s // some sections keep their spelling
                && s.matches("\\d{1,9}")
                && Integer.parseInt(s) >= smallest) {
            return Integer.parseInt(s);
        }
        throw wrong(
                at(key), "%s is not an integer of at least %d.".formatted(shown(value), smallest));
    }

    boolean truth(String key) {
        Object value = map.getOrDefault(key, false);
        if (value instanceof Boolean || value.equals("true") || value.equals("false")) {
            return Boolean.parseBoolean(value.toString()); // some sections keep their spelling
        }
        throw wrong(at(key), "%s is neither true nor false.".formatted(shown(value)));
    }

    List<Object> list(String key) {
        return list(at(key), map.getOrDefault(key, List.of()));
    }

    static List<Object> list(String field, Object value) {
        if (value instanceof List<?> l) {
            return new ArrayList<>(l);
        }
        throw wrong(field, "%s is not a list.".formatted(shown(value)));
    }

    /** Returns the value of one of these texts. */
    String oneOf(String key, List<String> known, String standard) {
        Object value = map.getOrDefault(key, standard);
        if (known.contains(value)) {
            return (String) value;
        }
        throw wrong(
                at(key),
                "%s is not known.%s Known are: %s."
                        .formatted(
                                shown(value),
                                NearestName.hint(String.valueOf(value), known),
                                String.join(", ", known)));
    }

    /** Returns a duration in seconds: a positive number of them, or a text with a unit. */
    static double seconds(String field, Object value) {
        double seconds = Double.NaN;
        if (value instanceof Number n) {
            seconds = n.doubleValue();
        } else if (value instanceof String s) {
            seconds = Format.seconds(s).orElse(Double.NaN);
        }
        if (seconds > 0 && seconds < Double.POSITIVE_INFINITY) {
            return seconds;
        }
        throw wrong(
                field,
                "%s is no duration. Maybe write a number of seconds, or \"500ms\", \"60s\", \"2m\", \"1h\"."
                        .formatted(shown(value)));
    }

    /** Returns the texts of a list, or of one text, with placeholders. */
    List<Template> templates(String key, List<String> names) {
        var templates = new ArrayList<Template>();
        for (Object element : texts(key)) {
            String at = "%s[%d]".formatted(at(key), templates.size());
            templates.add(Template.parse(at, text(at, element), names));
        }
        return List.copyOf(templates);
    }

    /** Returns the texts of a list, or of one text, as they are. */
    List<String> lines(String key) {
        var lines = new ArrayList<String>();
        for (Object element : texts(key)) {
            lines.add(text("%s[%d]".formatted(at(key), lines.size()), element));
        }
        return List.copyOf(lines);
    }

    private List<Object> texts(String key) {
        Object given = get(key).orElse(List.of());
        return given instanceof List ? list(key) : List.of(given);
    }

    /** Returns an expression over the names of the problem. */
    Expression expression(String key, String standard, List<String> names) {
        String text = textOr(key, standard);
        try {
            Expression expression = Expression.parse(text);
            expression.bind(names);
            return expression;
        } catch (ExpressionException e) {
            throw wrong(at(key), e.getMessage());
        }
    }

    /** Returns a pattern. */
    Pattern pattern(String key, int groups) {
        try {
            Pattern pattern = Pattern.compile(text(key));
            if (pattern.matcher("").groupCount() != groups) {
                throw wrong(
                        at(key),
                        "'%s' has not %d groups in parentheses.".formatted(text(key), groups));
            }
            return pattern;
        } catch (PatternSyntaxException e) {
            throw wrong(
                    at(key),
                    "'%s' is no regular expression: %s.".formatted(text(key), e.getDescription()));
        }
    }

    /** Returns a duration in seconds, this one where the key is missing. */
    double secondsOr(String key, double standard) {
        return get(key).map(v -> seconds(at(key), v)).orElse(standard);
    }

    static String shown(Object value) {
        return value instanceof String s ? "'" + s + "'" : String.valueOf(value);
    }
}
