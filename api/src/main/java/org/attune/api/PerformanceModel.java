package org.attune.api;

import org.attune.api.expression.Expression;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;

/**
 * A cheap formula for something that the runs of an application depend on: its time, or only its
 * operations, messages or memory. Model-based tuners take its values as further coordinates of a
 * configuration and learn from the runs what they are worth. A model touches no record, and its
 * scale and unit do not matter.
 *
 * <p>A model sees a {@link Point} of all that is known before a run: constants, {@code nodes} and
 * {@code cores}, task, configuration and derived values by name. Where it cannot be computed it
 * throws or returns NaN; tuners then do without it there.
 *
 * <p>Implementations are pure: equal runs give equal fits, and a fit may be asked by several
 * threads.
 */
public interface PerformanceModel {
    /** Returns its name. */
    String name();

    /** Returns the objective that it says something of; empty for all. */
    default Optional<String> objective() {
        return Optional.empty();
    }

    /**
     * Returns the model as it is after these runs.
     *
     * @param runs of one task that gave a value, in the order of their outcomes; may be few or none
     */
    Fit fit(List<Run> runs);

    /** Returns the model as data: whoever goes on with a study is told when it has changed. */
    default Object description() {
        return "java";
    }

    /** What a model can learn from: what was known before a run, and the value of the objective. */
    record Run(Point known, double value) {
        /** Checks the point. */
        public Run {
            Objects.requireNonNull(known, "known");
        }
    }

    /** A model that is ready for use. */
    interface Fit {
        /** Returns its value; NaN where there is none. */
        double value(Point known);

        /** Returns what was learned from the runs, by name. */
        default SequencedMap<String, Double> coefficients() {
            return new LinkedHashMap<>();
        }
    }

    /** Returns a model without anything to learn. */
    static PerformanceModel of(String name, ToDoubleFunction<Point> formula) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(formula, "formula");
        return new PerformanceModel() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Fit fit(List<Run> runs) {
                return formula::applyAsDouble;
            }
        };
    }

    /**
     * Returns a model that is an expression.
     *
     * @param objective that it says something of; empty for all
     */
    static PerformanceModel of(String name, Expression expression, Optional<String> objective) {
        return FormulaModel.of(name, objective, expression);
    }

    /**
     * Returns the model Σ_k c_k term_k with coefficients c_k ≥ 0 that are fitted to the runs of
     * each task.
     *
     * <p>Where all values are positive it is the sum of the squared relative errors that is least,
     * else that of the squared errors.
     *
     * @param terms by name, such as flops, messages and words
     * @param objective that it is fitted to; empty for each that a tuner models
     * @throws IllegalArgumentException without terms
     */
    static PerformanceModel ofTerms(
            String name, Map<String, Expression> terms, Optional<String> objective) {
        return FormulaModel.of(name, objective, terms);
    }
}
