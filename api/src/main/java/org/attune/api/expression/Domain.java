package org.attune.api.expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The values that a name may have: a list, a range of integers, or an interval of reals; and
 * perhaps none at all. See {@link DomainPredicate}.
 */
public final class Domain {
    private final Object[] listed; // empty for a range or an interval
    private final double low; // of a range or an interval
    private final double high;
    private final boolean whole;
    private final boolean undefined;
    private final Extent extent;
    private final double size;

    private Domain(Object[] listed, double low, double high, boolean whole, boolean undefined) {
        this.listed = listed;
        this.low = low;
        this.high = high;
        this.whole = whole;
        this.undefined = undefined;
        double ranged = whole ? high - low + 1 : high < low ? 0 : Double.POSITIVE_INFINITY;
        this.size = listed.length + ranged + (undefined ? 1 : 0);
        Extent hull = low <= high ? Extent.of(low, high) : Extent.NOTHING;
        for (Object value : listed) {
            hull = hull.or(Extent.of(value));
        }
        this.extent = undefined ? hull.or(Extent.UNDEFINED) : hull;
    }

    /** Returns the domain of these values, each a Double, Long, String or Boolean. */
    public static Domain of(Object... values) {
        return new Domain(values.clone(), 0, -1, false, false);
    }

    /** Returns the integers from {@code low} to {@code high}, which are at most 2^53 in size. */
    public static Domain integers(long low, long high) {
        return new Domain(new Object[0], low, high, true, false);
    }

    /** Returns the reals from {@code low} to {@code high}, both finite. */
    public static Domain reals(double low, double high) {
        return low == high ? of(low) : new Domain(new Object[0], low, high, false, false);
    }

    /** Returns the domain of a name without a value. */
    public static Domain undefined() {
        return new Domain(new Object[0], 0, -1, true, true);
    }

    /** Returns the domain in which the name may also have no value. */
    public Domain orUndefined() {
        return new Domain(listed, low, high, whole, true);
    }

    /** Returns how many values there are, having none counted as one; infinite for an interval. */
    double size() {
        return size;
    }

    /** Returns a value of a finite domain by its index; null where the name has none. */
    Object value(int index) {
        int i = undefined ? index - 1 : index;
        return i < 0 ? null : whole ? (Object) ((long) low + i) : listed[i];
    }

    /** Returns the values of a domain of texts, else none. */
    List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (Object value : listed) {
            if (value instanceof String text) {
                texts.add(text);
            }
        }
        return texts.size() == listed.length ? texts : List.of();
    }

    /** Returns whether all values are numbers. */
    boolean isNumbers() {
        return Arrays.stream(listed).noneMatch(String.class::isInstance);
    }

    /** Returns what reading the name may give. */
    Extent extent() {
        return extent;
    }

    @Override
    public String toString() {
        String values =
                listed.length > 0
                        ? Arrays.toString(listed)
                        : high < low
                                ? "nothing"
                                : whole
                                        ? "%.0f..%.0f".formatted(low, high)
                                        : "[%s, %s]".formatted(low, high);
        return undefined && (listed.length > 0 || low <= high) ? values + " or nothing" : values;
    }
}
