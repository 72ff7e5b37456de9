package org.attune.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SequencedMap;

/**
 * Values by name: a task or a configuration.
 *
 * <p>A value is a {@link Double}, a {@link Long}, a {@link String}, or for a {@link Permutation} a
 * list of strings; other number types are widened on entry. A conditional parameter that is
 * inactive has no value and is not listed. Two points are equal when they give the same names the
 * same values, in whatever order; 3 and 3.0 differ here and are made equal by {@link
 * Space#canonical}.
 */
public final class Point {
    /** The point without any names, the task of a problem that has no task parameters. */
    public static final Point EMPTY = new Point(new String[0], new Object[0]);

    private final String[] names; // shared by the points of one space
    private final Object[] values; // null where the parameter is inactive

    Point(String[] names, Object[] values) {
        this.names = names;
        this.values = values;
    }

    /**
     * Returns the point with these values, in the map's order.
     *
     * @throws IllegalArgumentException if a value is not a number, a string or a list of strings
     */
    public static Point of(Map<String, ?> values) {
        var names = new ArrayList<String>();
        var kept = new ArrayList<Object>();
        values.forEach((name, value) -> {
            names.add(name);
            kept.add(widened(name, value));
        });
        return new Point(names.toArray(new String[0]), kept.toArray());
    }

    /**
     * Returns the point of alternating names and values: {@code Point.of("n", 384, "order",
     * "ijk")}.
     *
     * @throws IllegalArgumentException if the count is odd, a name is not a string or stands twice,
     *     or a value is not a number, a string or a list of strings
     */
    public static Point of(Object... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "%s must alternate names and values."
                            .formatted(Arrays.toString(namesAndValues)));
        }
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (!(namesAndValues[i] instanceof String name)
                    || map.put(name, namesAndValues[i + 1]) != null) {
                throw new IllegalArgumentException(
                        "'%s' is no name or stands twice.".formatted(namesAndValues[i]));
            }
        }
        return of(map);
    }

    /** Returns whether there is a value of this name. */
    public boolean has(String name) {
        return valueOrNull(name) != null;
    }

    /**
     * Returns the value of this name.
     *
     * @throws NoSuchElementException if there is none, which for a conditional parameter means that
     *     it is inactive
     */
    public Object get(String name) {
        Object value = valueOrNull(name);
        if (value == null) {
            throw new NoSuchElementException("No value of '%s' in %s.".formatted(name, this));
        }
        return value;
    }

    /**
     * Returns the number of this name.
     *
     * @throws NoSuchElementException if there is none
     * @throws IllegalArgumentException if it is a string
     */
    public double number(String name) {
        if (get(name) instanceof Number n) {
            return n.doubleValue();
        }
        throw new IllegalArgumentException("'%s' of %s is not a number.".formatted(name, this));
    }

    /** Returns the values by name, in order, without inactive ones; a copy. */
    public SequencedMap<String, Object> values() {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < names.length; i++) {
            if (values[i] != null) {
                map.put(names[i], values[i]);
            }
        }
        return map;
    }

    /** Returns the values in the order of the names, null where inactive; not a copy. */
    Object[] slots() {
        return values;
    }

    Object valueOrNull(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return values[i];
            }
        }
        return null;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Point p)) {
            return false;
        }
        return names == p.names ? Arrays.equals(values, p.values) : values().equals(p.values());
    }

    @Override
    public int hashCode() {
        int sum = 0;
        for (int i = 0; i < names.length; i++) {
            if (values[i] != null) {
                // mixed, or else the many points of one sum of small integers would collide
                sum += (int) Seed.mix(((long) names[i].hashCode() << 32) + values[i].hashCode());
            }
        }
        return sum;
    }

    /** Returns {@code n=384 order=ijk}, or {@code -} for the empty point. */
    @Override
    public String toString() {
        List<String> parts =
                values().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
        return parts.isEmpty() ? "-" : String.join(" ", parts);
    }

    /**
     * Returns these words and the point, as {@link Format#brief} prints it; nothing for the empty
     * point, as the only task is.
     */
    public String after(String words) {
        return values().isEmpty() ? "" : words + Format.brief(this);
    }

    private static boolean isOrder(List<?> items) {
        return !items.isEmpty() && items.stream().allMatch(String.class::isInstance);
    }

    private static Object widened(String name, Object value) {
        return switch (value) {
            case Double d -> d;
            case Long l -> l;
            case String s -> s;
            case Integer i -> i.longValue();
            case Short s -> s.longValue();
            case Byte b -> b.longValue();
            case Float f -> f.doubleValue();
            case java.math.BigInteger i when i.bitLength() < Long.SIZE -> i.longValue();
            case java.math.BigInteger i ->
                    throw new IllegalArgumentException(
                            "'%s' is an integer of %d bits, but must have at most 64."
                                    .formatted(name, i.bitLength() + 1));
            case java.math.BigDecimal d -> d.doubleValue();
            case Boolean b -> b.toString();
            case ItemOrder order -> order;
            case List<?> items when isOrder(items) ->
                    new ItemOrder(items.stream().map(String.class::cast).toList());
            case null, default ->
                    throw new IllegalArgumentException(
                            "'%s' is %s, but must be a number, a string or a list of strings."
                                    .formatted(name, value));
        };
    }
}
