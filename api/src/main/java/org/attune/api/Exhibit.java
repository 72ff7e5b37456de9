package org.attune.api;

import java.util.List;
import java.util.Objects;

/**
 * Something that a tuner has learned, as data: a page can draw it, and a terminal can print it. See
 * {@link ModelProvider#exhibits}.
 */
public sealed interface Exhibit {
    /** Returns what is shown, in a few words. */
    String title();

    /** Returns how to read it, in a sentence or two; may be empty. */
    String note();

    /**
     * A table.
     *
     * @param title what is shown
     * @param note how to read it
     * @param columns headings, at least one
     * @param rows each with as many values as there are columns: texts, numbers (NaN where there is
     *     none) and truth values
     */
    record Table(String title, String note, List<String> columns, List<List<Object>> rows)
            implements Exhibit {
        /**
         * Checks and copies the rows.
         *
         * @throws IllegalArgumentException if there is no column, a row has more or fewer values,
         *     or a value is no text, number or truth value
         */
        public Table {
            requireTitle(title, note);
            columns = List.copyOf(columns);
            rows = rows.stream().map(r -> r.stream().map(Table::cell).toList()).toList();
            if (columns.isEmpty()) {
                throw new IllegalArgumentException("Table '%s' has no columns.".formatted(title));
            }
            for (List<Object> row : rows) {
                if (row.size() != columns.size()) {
                    throw new IllegalArgumentException(
                            "Table '%s' has the columns %s, but a row is %s."
                                    .formatted(title, columns, row));
                }
                for (Object value : row) {
                    if (!(value instanceof String
                            || value instanceof Number
                            || value instanceof Boolean)) {
                        throw new IllegalArgumentException(
                                "Table '%s' has the value %s of %s; allowed are texts, numbers and truth values."
                                        .formatted(title, value, value.getClass().getName()));
                    }
                }
            }
        }

        /** An order stands in a table as its text. */
        private static Object cell(Object value) {
            return value instanceof ItemOrder order ? order.toString() : value;
        }
    }

    /**
     * Curves, or points, in one frame.
     *
     * @param title what is shown
     * @param note how to read it
     * @param x horizontal axis
     * @param y vertical axis
     * @param curves at least one; those named first lie on top
     */
    record Plot(String title, String note, Axis x, Axis y, List<Curve> curves) implements Exhibit {
        /**
         * Copies the curves.
         *
         * @throws IllegalArgumentException if there is none, or two have one name
         */
        public Plot {
            requireTitle(title, note);
            Objects.requireNonNull(x, "x");
            Objects.requireNonNull(y, "y");
            curves = List.copyOf(curves);
            List<String> names = curves.stream().map(Curve::name).toList();
            if (names.isEmpty() || names.stream().distinct().count() < names.size()) {
                throw new IllegalArgumentException(
                        "Plot '%s' needs curves of different names, not %s."
                                .formatted(title, Format.list(names)));
            }
        }
    }

    /**
     * An axis of a plot.
     *
     * @param label with the unit
     * @param scale where it is logarithmic, values that are not positive are left out
     */
    record Axis(String label, Scale scale) {
        /** Rejects missing parts. */
        public Axis {
            Objects.requireNonNull(label, "label");
            Objects.requireNonNull(scale, "scale");
        }

        /** Returns a linear axis. */
        public static Axis linear(String label) {
            return new Axis(label, Scale.LINEAR);
        }
    }

    /**
     * A curve.
     *
     * @param name in the legend
     * @param x ascending, n of them, finite
     * @param y as many; NaN where there is none, so that the curve is interrupted
     */
    record Curve(String name, List<Double> x, List<Double> y) {
        /**
         * Checks and copies the values.
         *
         * @throws IllegalArgumentException if x is not ascending, or y has another size
         */
        public Curve {
            Objects.requireNonNull(name, "name");
            x = List.copyOf(x);
            y = List.copyOf(y);
            for (int i = 0; i < x.size(); i++) {
                if (!Double.isFinite(x.get(i)) || i > 0 && x.get(i) <= x.get(i - 1)) {
                    throw new IllegalArgumentException(
                            "Curve '%s' has x = %s, which does not ascend.".formatted(name, x));
                }
            }
            if (x.size() != y.size()) {
                throw new IllegalArgumentException(
                        "Curve '%s' has %d values of x and %d of y."
                                .formatted(name, x.size(), y.size()));
            }
        }

        /**
         * Returns whether several values are there and no two of them follow each other: such a
         * curve is drawn as points.
         */
        public boolean isPoints() {
            int there = 0;
            for (int i = 0; i < y.size(); i++) {
                boolean is = Double.isFinite(y.get(i));
                if (is && i > 0 && Double.isFinite(y.get(i - 1))) {
                    return false;
                }
                there += is ? 1 : 0;
            }
            return there > 1;
        }
    }

    private static void requireTitle(String title, String note) {
        if (title.isBlank()) {
            throw new IllegalArgumentException("An exhibit needs a title.");
        }
        Objects.requireNonNull(note, "note");
    }
}
