package org.attune.api;

import static org.attune.api.ParameterRules.parsed;
import static org.attune.api.ParameterRules.requireName;

import org.attune.api.expression.Expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * An order of items, such as the nesting of loops: every item once. Values are lists of the items.
 *
 * <p>In a {@link Space} a permutation has one axis for each item, in the order in which the items
 * are listed. The coordinate of an axis is the item's <em>random key</em>: {@link #decodeKeys}
 * sorts the items by their keys, so that keys drawn uniformly give every order the same chance, and
 * any design of the unit cube is one of orders. Of the many keys of one order, {@link #encodeKeys}
 * gives the canonical ones: the middle of the p-th of n equal intervals for the item at position p.
 *
 * <p>Expressions read the positions of items, which begin at 0: {@code position(order, 'j') == 0},
 * {@code before(order, 'i', 'k')}. Where no other permutation has these items, {@code position(j)}
 * and {@code before(i, k)} do.
 *
 * @see <a href="https://doi.org/10.1287/ijoc.6.2.154">J. C. Bean, Genetic algorithms and random
 *     keys for sequencing and optimization (1994)</a>
 */
public record Permutation(
        String name,
        List<String> items,
        String separator,
        boolean held,
        Optional<Object> defaultValue,
        Optional<Expression> activeIf)
        implements Parameter {
    /** Stands between the items of an order where it is written as a text. */
    static final String COMMA = ",";

    /** The number of orders of so many items is finite as a double. */
    private static final int MOST = 100;

    /**
     * Checks items and default.
     *
     * @param name as in expressions and templates
     * @param items at least two and at most 100, distinct, in the order that counts as the first
     * @param separator what stands between the items where a template writes the order
     * @param held whether the default is the only value
     * @param defaultValue a list of all items
     * @param activeIf condition over the other parameters
     * @throws IllegalArgumentException if there are too few or too many items, one is listed twice
     *     or has a character that it cannot have, the default is no order of them, or is missing
     *     where it is the only value
     */
    public Permutation {
        requireName(name);
        items = List.copyOf(items);
        requireItems(name, items);
        List<String> known = items;
        defaultValue = defaultValue.map(v -> ordered(name, known, separator, v));
        if (held && defaultValue.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: an order that is held needs a default.".formatted(name));
        }
    }

    private static void requireItems(String name, List<String> items) {
        for (String item : items) {
            if (!item.matches("[^\\s,\\[\\]'\"]+")) {
                throw new IllegalArgumentException(
                        "%s: the item '%s' must have a character, and no space, comma, quote or bracket."
                                .formatted(name, item));
            }
        }
        var seen = new HashSet<String>();
        for (String item : items) {
            if (!seen.add(item)) {
                throw new IllegalArgumentException(
                        "%s: the item '%s' is listed twice.".formatted(name, item));
            }
        }
        if (items.size() < 2 || items.size() > MOST) {
            throw new IllegalArgumentException(
                    "%s: a permutation has 2 to %d items, not %d."
                            .formatted(name, MOST, items.size()));
        }
    }

    /** Returns n, the number of items. */
    public int length() {
        return items.size();
    }

    /** Returns a copy between whose items templates write this. */
    public Permutation separatedBy(String text) {
        return new Permutation(name, items, text, held, defaultValue, activeIf);
    }

    /** Returns how templates and environment variables write an order. */
    public String written(Object canonical) {
        return String.join(separator, orderOf(canonical));
    }

    /**
     * Returns the position of each item, in the order in which items are listed.
     *
     * @param canonical an order of the items
     * @return n positions from 0
     */
    public int[] positions(Object canonical) {
        List<String> order = orderOf(canonical);
        int[] positions = new int[items.size()];
        for (int p = 0; p < positions.length; p++) {
            positions[items.indexOf(order.get(p))] = p;
        }
        return positions;
    }

    /**
     * Returns the items sorted by their keys, of equal keys the one listed first.
     *
     * @param unit coordinates, of which those from {@code from} on are the n keys
     */
    public List<String> decodeKeys(double[] unit, int from) {
        if (held) {
            return orderOf(defaultValue.orElseThrow());
        }
        return new ItemOrder(
                IntStream.range(0, items.size())
                        .boxed()
                        .sorted((a, b) -> Double.compare(unit[from + a], unit[from + b]))
                        .map(items::get)
                        .toList());
    }

    /** Sets the n coordinates from {@code from} on to the canonical keys of an order. */
    public void encodeKeys(Object canonical, double[] unit, int from) {
        int[] positions = positions(canonical);
        for (int i = 0; i < positions.length; i++) {
            unit[from + i] = held ? 0.5 : (positions[i] + 0.5) / positions.length;
        }
    }

    /**
     * Returns what its axes look like to a model: the position of each item, an integer named
     * {@code order[i]}.
     */
    public List<Parameter> axes() {
        int[] only = held ? positions(defaultValue.orElseThrow()) : new int[0];
        var axes = new ArrayList<Parameter>();
        for (int i = 0; i < items.size(); i++) {
            axes.add(
                    new Int(
                            axis(items.get(i)),
                            held ? only[i] : 0,
                            held ? only[i] : items.size() - 1,
                            Scale.LINEAR,
                            Optional.empty(),
                            activeIf));
        }
        return axes;
    }

    /**
     * Sets the slots from {@code from} on to the positions of the items, and returns the next slot.
     *
     * @param canonical an order, or null to leave them without a value
     */
    int fill(Object canonical, Object[] slots, int from) {
        if (canonical != null) {
            int[] positions = positions(canonical);
            for (int i = 0; i < positions.length; i++) {
                slots[from + i] = (long) positions[i];
            }
        }
        return from + items.size();
    }

    /** Returns the name of the axis of an item. */
    String axis(String item) {
        return "%s[%s]".formatted(name, item);
    }

    /**
     * Returns the order at this share of the lexicographic sequence of all orders; 0 is the order
     * in which items are listed. A space does not use it: see {@link #decodeKeys}.
     */
    @Override
    public List<String> decode(double unit) {
        return at((long) Math.min(Math.floor(ParameterRules.clamp(unit) * size()), size() - 1));
    }

    /** Returns the order of this number in lexicographic sequence. */
    List<String> at(long index) {
        if (held) {
            return orderOf(defaultValue.orElseThrow());
        }
        var left = new ArrayList<>(items);
        var order = new ArrayList<String>();
        long rest = index;
        while (!left.isEmpty()) {
            double orders = orders(left.size() - 1);
            int next = (int) Math.min(Math.floor(rest / orders), left.size() - 1);
            rest -= (long) (next * orders);
            order.add(left.remove(next));
        }
        return new ItemOrder(order);
    }

    /**
     * Returns the share of the lexicographic sequence at which an order stands; beyond 18 items a
     * double cannot tell neighbours apart.
     */
    @Override
    public double encode(Object canonical) {
        if (held) {
            return 0.5;
        }
        var left = new ArrayList<>(items);
        double before = 0;
        for (String item : orderOf(canonical)) {
            int next = left.indexOf(item);
            left.remove(next);
            before += next * orders(left.size());
        }
        return (before + 0.5) / size();
    }

    @Override
    public List<String> canonical(Object value) {
        List<String> order = ordered(name, items, separator, value);
        if (held && !order.equals(defaultValue.orElseThrow())) {
            throw new IllegalArgumentException(
                    "%s: '%s' is not its only value %s."
                            .formatted(name, order, defaultValue.orElseThrow()));
        }
        return order;
    }

    @Override
    public double size() {
        return held ? 1 : orders(items.size());
    }

    private static double orders(int n) {
        double product = 1;
        for (int i = 2; i <= n; i++) {
            product *= i;
        }
        return product;
    }

    @Override
    public Permutation withDefault(Object value) {
        return new Permutation(name, items, separator, held, Optional.of(value), activeIf);
    }

    @Override
    public Permutation activeIf(String condition) {
        return new Permutation(name, items, separator, held, defaultValue, parsed(condition));
    }

    private List<String> orderOf(Object canonical) {
        return ordered(name, items, separator, canonical);
    }

    /** Returns a list of all items, given as a list or as a text with commas or separators. */
    private static ItemOrder ordered(
            String name, List<String> items, String separator, Object value) {
        if (value instanceof ItemOrder order && isOrder(items, order)) {
            return order;
        }
        List<String> given =
                switch (value) {
                    case List<?> list -> list.stream().map(String::valueOf).toList();
                    case String text -> words(items, separator, text);
                    case null, default -> List.of(String.valueOf(value));
                };
        if (isOrder(items, given)) {
            return new ItemOrder(given);
        }
        throw new IllegalArgumentException(name + ": " + mistake(items, given));
    }

    private static boolean isOrder(List<String> items, List<String> given) {
        return given.size() == items.size() && new HashSet<>(given).equals(new HashSet<>(items));
    }

    private static List<String> words(List<String> items, String separator, String text) {
        List<String> words = split(text, COMMA);
        return isOrder(items, words) ? words : split(text, separator, words);
    }

    private static List<String> split(String text, String by, List<String> otherwise) {
        List<String> words = split(text, by);
        return words.size() > otherwise.size() ? words : otherwise;
    }

    private static List<String> split(String text, String by) {
        String[] words = by.isEmpty() ? text.split("") : text.split(Pattern.quote(by), -1);
        return Arrays.stream(words).map(String::strip).toList();
    }

    private static String mistake(List<String> items, List<String> given) {
        String all = String.join(COMMA, items);
        var seen = new HashSet<String>();
        for (String item : given) {
            if (!items.contains(item)) {
                return "'%s' is not one of its items %s.".formatted(item, all);
            }
            if (!seen.add(item)) {
                return "'%s' has '%s' twice; every item of %s must stand once."
                        .formatted(String.join(COMMA, given), item, all);
            }
        }
        List<String> missing = items.stream().filter(i -> !given.contains(i)).toList();
        return "'%s' lacks %s; every item of %s must stand once."
                .formatted(String.join(COMMA, given), String.join(COMMA, missing), all);
    }
}
