package org.attune.api;

import org.attune.api.expression.Expression;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A measured or derived output that is optimised, kept within a range, or both.
 *
 * <p>Made by {@link #minimize} or {@link #maximize} and the {@code with} methods: {@code
 * Objective.minimize("seconds").withUnit("s")}.
 *
 * @param name of the output
 * @param unit for tables and plots; may be empty
 * @param goal which direction is better
 * @param lower smallest acceptable value, {@code -∞} where there is none
 * @param upper largest acceptable value, {@code +∞} where there is none
 * @param optimize false for an output that must only stay within its range
 * @param aggregation of repeated measurements
 * @param expression of a derived output, over measured outputs, task, configuration, constants and
 *     derived values
 * @param penalty from which value on, in the direction that is worse, a value stands for a run that
 *     failed; infinite where none does, empty where {@link Penalties} are to be found
 */
public record Objective(
        String name,
        String unit,
        Goal goal,
        double lower,
        double upper,
        boolean optimize,
        Aggregation aggregation,
        Optional<Expression> expression,
        OptionalDouble penalty) {
    private static final Set<String> TIME_UNITS =
            Set.of("s", "ms", "us", "µs", "ns", "min", "h", "seconds", "minutes", "hours");

    /** Which direction is better. */
    public enum Goal {
        /** Smaller is better. */
        MINIMIZE,
        /** Larger is better. */
        MAXIMIZE;

        /** Returns 1 to minimise and -1 to maximise: the factor that makes smaller better. */
        public int sign() {
            return this == MINIMIZE ? 1 : -1;
        }
    }

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if it is empty, not a number, without a finite value, or
     *     absent although the output is not optimised
     */
    public Objective {
        Objects.requireNonNull(name, "name");
        if (!(lower <= upper)) {
            throw new IllegalArgumentException(
                    "%s: upper bound %s is below lower bound %s."
                            .formatted(name, Format.exact(upper), Format.exact(lower)));
        }
        if (lower == Double.POSITIVE_INFINITY || upper == Double.NEGATIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "%s: no finite value lies within [%s, %s]."
                            .formatted(name, Format.exact(lower), Format.exact(upper)));
        }
        if (!optimize && lower == Double.NEGATIVE_INFINITY && upper == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "%s is neither optimised nor kept in a range. Maybe give it a bound."
                            .formatted(name));
        }
    }

    /**
     * Returns an objective of which smaller is better, its repetitions aggregated by the median.
     */
    public static Objective minimize(String name) {
        return of(name, Goal.MINIMIZE);
    }

    /** Returns an objective of which larger is better, its repetitions aggregated by the median. */
    public static Objective maximize(String name) {
        return of(name, Goal.MAXIMIZE);
    }

    private static Objective of(String name, Goal goal) {
        return new Objective(
                name,
                "",
                goal,
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                true,
                Aggregation.MEDIAN,
                Optional.empty(),
                OptionalDouble.empty());
    }

    /** Returns a copy with this unit. */
    public Objective withUnit(String newUnit) {
        return new Objective(
                name, newUnit, goal, lower, upper, optimize, aggregation, expression, penalty);
    }

    /** Returns a copy whose acceptable values are [newLower, newUpper]. */
    public Objective within(double newLower, double newUpper) {
        return new Objective(
                name, unit, goal, newLower, newUpper, optimize, aggregation, expression, penalty);
    }

    /** Returns a copy that is only kept in its range. */
    public Objective rangeOnly() {
        return new Objective(
                name, unit, goal, lower, upper, false, aggregation, expression, penalty);
    }

    /** Returns a copy whose repetitions are aggregated so. */
    public Objective aggregatedBy(Aggregation newAggregation) {
        return new Objective(
                name, unit, goal, lower, upper, optimize, newAggregation, expression, penalty);
    }

    /**
     * Returns a copy that is computed from measured outputs, such as {@code 2*n**3/seconds/1e9}.
     */
    public Objective derivedAs(String newExpression) {
        Optional<Expression> derived = Optional.of(Expression.parse(newExpression));
        return new Objective(
                name, unit, goal, lower, upper, optimize, aggregation, derived, penalty);
    }

    /**
     * Returns a copy of which this value, and what is worse, stands for a run that failed.
     *
     * @throws IllegalArgumentException if it is not finite
     */
    public Objective withPenalty(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    "%s: a penalty is a finite number, not %s.".formatted(name, value));
        }
        return penalised(value);
    }

    /** Returns a copy no value of which stands for a run that failed. */
    public Objective withoutPenalty() {
        return penalised(goal.sign() * Double.POSITIVE_INFINITY);
    }

    private Objective penalised(double value) {
        OptionalDouble from = OptionalDouble.of(value);
        return new Objective(
                name, unit, goal, lower, upper, optimize, aggregation, expression, from);
    }

    /** Returns whether its unit is one of time. */
    public boolean isTime() {
        return TIME_UNITS.contains(unit);
    }

    /** Returns whether its unit is one of something per time, such as GB/s or Gflop/s. */
    public boolean isRate() {
        int slash = unit.lastIndexOf('/');
        return slash > 0 && TIME_UNITS.contains(unit.substring(slash + 1))
                || unit.toLowerCase(Locale.ROOT).endsWith("flops")
                || unit.endsWith("Hz");
    }

    /** Returns whether not all values are acceptable. */
    public boolean isRanged() {
        return lower > Double.NEGATIVE_INFINITY || upper < Double.POSITIVE_INFINITY;
    }

    /** Returns whether a value lies in the range, and is no {@link #penalty} that was declared. */
    public boolean accepts(double value) {
        return isInRange(value) && !isPenalty(value);
    }

    boolean isInRange(double value) {
        return value >= lower && value <= upper;
    }

    /** Returns whether a value is one that was declared to stand for a failed run. */
    boolean isPenalty(double value) {
        int sign = goal.sign();
        return penalty.isPresent() && sign * value >= sign * penalty.getAsDouble();
    }
}
