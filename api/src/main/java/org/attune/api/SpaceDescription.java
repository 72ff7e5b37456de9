package org.attune.api;

import org.attune.api.expression.Expression;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Parameters as strings, numbers, lists and maps, with the keys of the problem file. */
public final class SpaceDescription {
    private SpaceDescription() {}

    /** Returns parameters as data. */
    public static List<Map<String, Object>> of(List<Parameter> parameters) {
        return parameters.stream().map(SpaceDescription::of).toList();
    }

    private static Map<String, Object> of(Parameter parameter) {
        var map = new LinkedHashMap<String, Object>();
        map.put("name", parameter.name());
        switch (parameter) {
            case Parameter.Real r -> bounds(map, "real", r.lower(), r.upper(), r.scale());
            case Parameter.Int i -> bounds(map, "integer", i.lower(), i.upper(), i.scale());
            case Parameter.Ordinal o -> {
                map.put("type", "ordinal");
                map.put("values", o.values());
            }
            case Parameter.Categorical c -> {
                map.put("type", "categorical");
                map.put("categories", c.values());
            }
            case Permutation p -> {
                map.put("type", "permutation");
                map.put("items", p.items());
                if (!p.separator().equals(Permutation.COMMA)) {
                    map.put("separator", p.separator());
                }
                if (p.held()) {
                    map.put("held", true);
                }
            }
        }
        parameter.defaultValue().ifPresent(v -> map.put("default", v));
        parameter.activeIf().ifPresent(e -> map.put("active_if", e.text()));
        return map;
    }

    private static void bounds(
            Map<String, Object> map, String type, Number lower, Number upper, Scale scale) {
        map.put("type", type);
        map.put("lower_bound", lower);
        map.put("upper_bound", upper);
        map.put("scale", scale.name().toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the parameters of data that {@link #of(List)} gave, perhaps read back from a file.
     *
     * @throws IllegalArgumentException if a key is missing or has a value that it cannot have
     */
    public static List<Parameter> parameters(List<?> description) {
        return description.stream().map(SpaceDescription::parameter).toList();
    }

    private static Parameter parameter(Object item) {
        if (!(item instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("%s is no parameter".formatted(item));
        }
        String name = text(map, "name");
        Optional<Object> standard = Optional.ofNullable(map.get("default"));
        Optional<Expression> condition =
                Optional.ofNullable(map.get("active_if")).map(t -> Expression.parse(t.toString()));
        return switch (text(map, "type")) {
            case "real" ->
                    new Parameter.Real(
                            name,
                            number(map, "lower_bound").doubleValue(),
                            number(map, "upper_bound").doubleValue(),
                            scale(map),
                            standard,
                            condition);
            case "integer" ->
                    new Parameter.Int(
                            name,
                            number(map, "lower_bound").longValue(),
                            number(map, "upper_bound").longValue(),
                            scale(map),
                            standard,
                            condition);
            case "ordinal" ->
                    new Parameter.Ordinal(
                            name, List.copyOf(list(map, "values")), standard, condition);
            case "categorical" ->
                    new Parameter.Categorical(
                            name,
                            list(map, "categories").stream().map(String::valueOf).toList(),
                            standard,
                            condition);
            case "permutation" ->
                    new Permutation(
                            name,
                            list(map, "items").stream().map(String::valueOf).toList(),
                            map.get("separator") instanceof String s ? s : Permutation.COMMA,
                            Boolean.TRUE.equals(map.get("held")),
                            standard,
                            condition);
            default ->
                    throw new IllegalArgumentException(
                            "'%s' is of the type '%s', which is not known"
                                    .formatted(name, map.get("type")));
        };
    }

    private static String text(Map<?, ?> map, String key) {
        if (map.get(key) instanceof String s) {
            return s;
        }
        throw lacks(map, key, "a text");
    }

    private static Number number(Map<?, ?> map, String key) {
        if (map.get(key) instanceof Number n) {
            return n;
        }
        throw lacks(map, key, "a number");
    }

    private static List<?> list(Map<?, ?> map, String key) {
        if (map.get(key) instanceof List<?> l) {
            return l;
        }
        throw lacks(map, key, "a list");
    }

    private static Scale scale(Map<?, ?> map) {
        return "log".equals(map.get("scale")) ? Scale.LOG : Scale.LINEAR;
    }

    private static IllegalArgumentException lacks(Map<?, ?> map, String key, String what) {
        return new IllegalArgumentException(
                "'%s' of the parameter %s is %s, not %s"
                        .formatted(key, map.get("name"), map.get(key), what));
    }
}
