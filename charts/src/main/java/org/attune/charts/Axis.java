package org.attune.charts;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A linear or logarithmic axis: where a value lies, and which values are marked.
 *
 * @param low lower end
 * @param high upper end, above the lower one
 * @param log whether equal ratios have equal lengths; then both ends are positive
 * @param named the marks, where they are of values that have names; else none, and round numbers
 *     are marked
 */
public record Axis(double low, double high, boolean log, List<Mark> named) {
    private static final int MARKS = 6;

    /**
     * A marked value.
     *
     * @param value where
     * @param label empty for a small mark
     */
    public record Mark(double value, String label) {}

    /**
     * Checks the ends.
     *
     * @throws IllegalArgumentException if they are not finite and ascending, or not positive on a
     *     logarithmic axis
     */
    public Axis {
        named = List.copyOf(named);
        if (!(low < high) || Double.isInfinite(low) || Double.isInfinite(high) || log && low <= 0) {
            throw new IllegalArgumentException(
                    "There is no %s axis from %s to %s."
                            .formatted(log ? "logarithmic" : "linear", low, high));
        }
    }

    /** Makes an axis on which round numbers are marked. */
    public Axis(double low, double high, boolean log) {
        this(low, high, log, List.of());
    }

    /** Returns a linear axis of names: the first at 0, the others 1, 2, ... */
    public static Axis of(List<String> names) {
        var marks = new ArrayList<Mark>();
        names.forEach(n -> marks.add(new Mark(marks.size(), n)));
        return new Axis(-0.5, Math.max(names.size() - 0.5, 0.5), false, marks);
    }

    /**
     * Returns an axis with a little air around the values; non-finite ones are ignored.
     *
     * @param values in any order, maybe none
     * @param log whether it is logarithmic; values that are not positive, or subnormal, are ignored
     *     then
     */
    public static Axis around(double[] values, boolean log) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double v : values) {
            if (Double.isFinite(v) && (!log || v >= Double.MIN_NORMAL)) {
                low = Math.min(low, v);
                high = Math.max(high, v);
            }
        }
        if (low > high) {
            return new Axis(log ? 0.1 : 0, 1, log);
        }
        if (log) {
            double air = Math.max(Math.pow(high / low, 0.04), 1.1);
            return new Axis(
                    Math.max(low / air, Double.MIN_NORMAL),
                    Math.min(high * air, Double.MAX_VALUE),
                    true);
        }
        double size = Math.max(Math.abs(high), Math.abs(low));
        // values that differ in their last digits only: marks of so many digits fit nowhere
        double air = high - low > 1e-4 * size ? 0.04 * (high - low) : 0.1 * size;
        air = air > 0 ? air : 1;
        double bound = 0.999 * Double.MAX_VALUE;
        return new Axis(Math.max(low - air, -bound), Math.min(high + air, bound), false);
    }

    /** Returns the same ends with these marks. */
    public Axis marked(List<Mark> marks) {
        return new Axis(low, high, log, marks);
    }

    /** Returns where a value lies between the ends: 0 at the lower, 1 at the upper one. */
    public double share(double value) {
        return log
                ? (Math.log(Math.max(value, Double.MIN_VALUE)) - Math.log(low))
                        / (Math.log(high) - Math.log(low))
                : share(value, low, high);
    }

    /** Returns where a value lies on a linear scale, whose length may be more than a number. */
    static double share(double value, double low, double high) {
        return (value / 4 - low / 4) / (high / 4 - low / 4);
    }

    List<Mark> marks() {
        if (!named.isEmpty()) {
            return named;
        }
        double decades = log ? Math.log10(high / low) : 0;
        return decades >= 1 ? decades(decades) : steps();
    }

    /** Marks multiples of 1, 2 or 5 times a power of ten. */
    private List<Mark> steps() {
        double rough = (high / 4 - low / 4) / MARKS * 4;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * (rough / power < 2 ? 2 : rough / power < 5 ? 5 : 10);
        var marks = new ArrayList<Mark>();
        for (double k = Math.ceil(low / step); k * step <= high * (1 + 1e-12); k++) {
            marks.add(new Mark(k * step, label(k * step, step)));
            if (marks.size() > 20) {
                break; // steps below the precision of the ends
            }
        }
        return marks;
    }

    private List<Mark> decades(double decades) {
        int stride = (int) Math.ceil(decades / MARKS);
        var marks = new ArrayList<Mark>();
        int first = (int) Math.floor(Math.log10(low));
        for (int e = first; e <= Math.log10(high); e++) {
            for (int digit = 1; digit < 10; digit++) {
                double value = Double.parseDouble(digit + "e" + e);
                boolean labelled =
                        digit == 1
                                ? Math.floorMod(e, stride) == 0
                                : decades < 2 && (digit == 2 || digit == 5);
                boolean shown = labelled || stride == 1 || digit == 1 && stride <= 10;
                if (shown && value >= low && value <= high) {
                    marks.add(new Mark(value, labelled ? label(value, value) : ""));
                }
            }
        }
        return marks;
    }

    /** Returns a value with as many digits as the step between marks has. */
    private static String label(double value, double step) {
        double size = Math.max(Math.abs(value), step);
        if (size >= 1e5 || size < 1e-3) {
            if (value == 0) {
                return "0";
            }
            int digits =
                    1
                            + Math.max(
                                    0,
                                    (int) Math.floor(Math.log10(Math.abs(value)) + 1e-9)
                                            - (int) Math.floor(Math.log10(step) + 1e-9));
            String[] parts =
                    String.format(Locale.ROOT, "%." + (digits - 1) + "e", value).split("e");
            return parts[0] + "e" + Integer.parseInt(parts[1]);
        }
        int decimals = Math.max(0, -(int) Math.floor(Math.log10(step) + 1e-9));
        return new BigDecimal(value, MathContext.DECIMAL64)
                .setScale(decimals, java.math.RoundingMode.HALF_EVEN)
                .toPlainString();
    }
}
