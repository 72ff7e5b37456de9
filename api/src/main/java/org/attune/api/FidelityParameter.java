package org.attune.api;

import org.attune.api.expression.Expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The quantity that makes a run cheaper and less telling, such as the size of a grid or a number of
 * steps. The full run is at the dearer end.
 *
 * <p>Without bounds and levels the quantity is the share of the full cost itself.
 *
 * @param name as expressions, commands and templates read it
 * @param isInteger whether values between whole numbers make no sense
 * @param bounds the two ends in ascending order, or empty
 * @param levels the only values that are run, ascending; empty where all within the bounds are
 * @param cost what a run costs, in any unit: an expression over the quantity, constants, {@code
 *     nodes} and {@code cores}, positive and strictly monotone; the quantity itself if empty
 * @param resume whether a run goes on from one of the same configuration at a lower level, as from
 *     a checkpoint, and costs the difference
 */
public record FidelityParameter(
        String name,
        boolean isInteger,
        List<Double> bounds,
        List<Double> levels,
        Optional<Expression> cost,
        boolean resume) {
    /**
     * Checks bounds and levels.
     *
     * @throws IllegalArgumentException if they are not finite, not in order, or contradict each
     *     other
     */
    public FidelityParameter {
        Objects.requireNonNull(name, "name");
        bounds = List.copyOf(bounds);
        levels = levels.stream().sorted().toList();
        Objects.requireNonNull(cost, "cost");
        for (List<Double> values : List.of(bounds, levels)) {
            for (double v : values) {
                require(Double.isFinite(v), name, "%s is not finite.".formatted(Format.exact(v)));
                require(
                        !isInteger || v == Math.rint(v),
                        name,
                        "%s is not an integer.".formatted(Format.exact(v)));
            }
        }
        if (!bounds.isEmpty()) {
            require(
                    bounds.size() == 2,
                    name,
                    "it needs two bounds, not %s.".formatted(Format.exact(bounds)));
            double lower = bounds.get(0);
            double upper = bounds.get(1);
            require(
                    lower < upper,
                    name,
                    "upper_bound %s is not above lower_bound %s."
                            .formatted(Format.exact(upper), Format.exact(lower)));
            for (double v : levels) {
                require(
                        lower <= v && v <= upper,
                        name,
                        "level %s is not in [%s, %s]."
                                .formatted(
                                        Format.exact(v), Format.exact(lower), Format.exact(upper)));
            }
        }
        require(
                levels.stream().distinct().count() == levels.size(),
                name,
                "a level stands twice in %s.".formatted(levels));
        require(
                levels.size() != 1,
                name,
                "one level is no choice. Maybe name a cheaper one, or leave 'fidelity' out.");
        require(
                !bounds.isEmpty() || !levels.isEmpty() || cost.isEmpty(),
                name,
                "without bounds and levels it is the share of the full cost itself, and has no cost"
                        + " of its own. Maybe add 'levels'.");
    }

    /** A quantity at each of whose values runs start from the beginning. */
    public FidelityParameter(
            String name,
            boolean isInteger,
            List<Double> bounds,
            List<Double> levels,
            Optional<Expression> cost) {
        this(name, isInteger, bounds, levels, cost, false);
    }

    /** Returns a quantity that is a real number within bounds. */
    public static FidelityParameter real(String name, double lower, double upper) {
        return new FidelityParameter(
                name, false, List.of(lower, upper), List.of(), Optional.empty());
    }

    /** Returns a quantity that is a whole number within bounds. */
    public static FidelityParameter integer(String name, long lower, long upper) {
        return new FidelityParameter(
                name, true, List.of((double) lower, (double) upper), List.of(), Optional.empty());
    }

    /** Returns a quantity that has these values, whole numbers where all of them are. */
    public static FidelityParameter levels(String name, double... values) {
        boolean whole = Arrays.stream(values).allMatch(v -> v == Math.rint(v));
        List<Double> levels = DoubleStream.of(values).boxed().toList();
        return new FidelityParameter(name, whole, List.of(), levels, Optional.empty());
    }

    /** Returns the share of the full cost, anything in (0, 1], under this name. */
    public static FidelityParameter share(String name) {
        return new FidelityParameter(name, false, List.of(), List.of(), Optional.empty());
    }

    /** Returns a copy of which only these values are run. */
    public FidelityParameter withLevels(double... values) {
        return new FidelityParameter(
                name, isInteger, bounds, DoubleStream.of(values).boxed().toList(), cost, resume);
    }

    /** Returns a copy whose runs cost this, in any unit. */
    public FidelityParameter withCost(String expression) {
        return new FidelityParameter(
                name, isInteger, bounds, levels, Optional.of(Expression.parse(expression)), resume);
    }

    /** Returns a copy whose runs go on from those of the same configuration at lower levels. */
    public FidelityParameter resumed() {
        return new FidelityParameter(name, isInteger, bounds, levels, cost, true);
    }

    /** Returns it as data, with the keys of the problem file. */
    Map<String, Object> description() {
        var map = new LinkedHashMap<String, Object>();
        map.put("name", name);
        map.put("type", isInteger ? "integer" : "real");
        if (!bounds.isEmpty()) {
            map.put("lower_bound", value(bounds.get(0)));
            map.put("upper_bound", value(bounds.get(1)));
        }
        if (!levels.isEmpty()) {
            var values = new ArrayList<Object>();
            levels.forEach(v -> values.add(value(v)));
            map.put("levels", values);
        }
        cost.ifPresent(e -> map.put("cost", e.text()));
        if (resume) {
            map.put("resume", true);
        }
        return map;
    }

    /** Returns a value of the quantity as expressions and commands read it. */
    Object value(double quantity) {
        return isInteger ? (Object) Math.round(quantity) : (Object) quantity;
    }

    private static void require(boolean holds, String name, String message) {
        if (!holds) {
            throw new IllegalArgumentException("%s: %s".formatted(name, message));
        }
    }
}
