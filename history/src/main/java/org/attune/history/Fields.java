package org.attune.history;

import org.attune.api.Point;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of a JSON object by key and type.
 *
 * <p>Every method throws {@link IllegalArgumentException} where the key is missing or has a value
 * of another type.
 */
record Fields(Map<String, Object> map) {
    boolean has(String key) {
        return map.containsKey(key);
    }

    String string(String key) {
        return typed(key, String.class, "a string");
    }

    long integer(String key) {
        return typed(key, Long.class, "an integer");
    }

    /** Returns a real; other programs write 3.0 as 3. */
    double real(String key) {
        return typed(key, Number.class, "a number").doubleValue();
    }

    List<Double> reals(String key) {
        var reals = new ArrayList<Double>();
        for (Object item : typed(key, List.class, "a list")) {
            if (!(item instanceof Number n)) {
                throw new IllegalArgumentException("'%s' has the item %s".formatted(key, item));
            }
            reals.add(n.doubleValue());
        }
        return reals;
    }

    Fields object(String key) {
        return object(key, typed(key, Map.class, "an object"));
    }

    List<?> list(String key) {
        return typed(key, List.class, "a list");
    }

    List<Fields> objects(String key) {
        var objects = new ArrayList<Fields>();
        list(key).forEach(item -> objects.add(object(key, item)));
        return objects;
    }

    List<Point> points(String key) {
        return objects(key).stream().map(o -> Point.of(o.map())).toList();
    }

    Map<String, String> strings() {
        var strings = new LinkedHashMap<String, String>();
        map.keySet().forEach(key -> strings.put(key, string(key)));
        return strings;
    }

    Map<String, Double> numbers() {
        var numbers = new LinkedHashMap<String, Double>();
        map.keySet().forEach(key -> numbers.put(key, real(key)));
        return numbers;
    }

    private static Fields object(String key, Object value) {
        if (!(value instanceof Map<?, ?>)) {
            throw new IllegalArgumentException("'%s' is no object: %s".formatted(key, value));
        }
        @SuppressWarnings("unchecked") // the keys of JSON are strings
        Map<String, Object> map = (Map<String, Object>) value;
        return new Fields(map);
    }

    private <T> T typed(String key, Class<T> type, String what) {
        Object value = map.get(key);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                    value == null
                            ? "'%s' is missing".formatted(key)
                            : "'%s' is %s, not %s".formatted(key, value, what));
        }
        return type.cast(value);
    }
}
