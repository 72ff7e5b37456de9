package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;
import org.attune.api.expression.UndefinedNameException;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * A model that is an expression, or a sum of expressions with coefficients c_k ≥ 0 that are fitted
 * to the runs of each task:
 *
 * <pre>
 *   ỹ = Σ_k c_k t_k,   Σ_i ((y_i - ỹ_i) / y_i)² least (without the divisor where some y_i ≤ 0)
 * </pre>
 *
 * <p>Source: the terms of eq. (18) of the MLA/TLA paper of GPTune, where the coefficients came from
 * plain linear regression and could be negative.
 */
final class FormulaModel implements PerformanceModel {
    private final String name;
    private final Optional<String> objective;
    private final SequencedMap<String, Expression> terms;
    private final boolean fitted;
    private final Optional<Expression.Bound[]> compiled;

    private FormulaModel(
            String name,
            Optional<String> objective,
            SequencedMap<String, Expression> terms,
            boolean fitted,
            Optional<Expression.Bound[]> compiled) {
        this.name = Objects.requireNonNull(name, "name");
        this.objective = Objects.requireNonNull(objective, "objective");
        this.terms = terms;
        this.fitted = fitted;
        this.compiled = compiled;
    }

    /** Makes a model without anything to learn. */
    static FormulaModel of(String name, Optional<String> objective, Expression expression) {
        var terms = new LinkedHashMap<>(Map.of(name, expression));
        return new FormulaModel(name, objective, terms, false, Optional.empty());
    }

    /** Makes a sum of terms. */
    static FormulaModel of(String name, Optional<String> objective, Map<String, Expression> terms) {
        if (terms.isEmpty()) {
            throw new IllegalArgumentException(
                    "Performance model '%s' has no terms.".formatted(name));
        }
        var copy = new LinkedHashMap<>(terms);
        return new FormulaModel(name, objective, copy, true, Optional.empty());
    }

    /**
     * Returns the same model, compiled for points of these names in this order.
     *
     * @throws org.attune.api.expression.ExpressionException if it reads another name
     */
    FormulaModel bound(List<String> names) {
        var bound =
                terms.values().stream().map(e -> e.bind(names)).toArray(Expression.Bound[]::new);
        return new FormulaModel(name, objective, terms, fitted, Optional.of(bound));
    }

    /** Returns its expressions. */
    Collection<Expression> expressions() {
        return terms.values();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<String> objective() {
        return objective;
    }

    @Override
    public Object description() {
        Object what = terms.get(name) == null ? "" : terms.get(name).text();
        if (fitted) {
            var texts = new LinkedHashMap<String, Object>();
            terms.forEach((term, e) -> texts.put(term, e.text()));
            what = texts;
        }
        var map = new LinkedHashMap<String, Object>();
        map.put(fitted ? "terms" : "expression", what);
        objective.ifPresent(o -> map.put("objective", o));
        return map;
    }

    @Override
    public Fit fit(List<Run> runs) {
        return fitted ? new Sum(coefficients(runs)) : known -> values(known)[0];
    }

    private double[] coefficients(List<Run> runs) {
        double[][] t = new double[runs.size()][];
        double[] y = new double[runs.size()];
        int rows = 0;
        boolean positive = runs.stream().allMatch(r -> r.value() > 0);
        for (Run run : runs) {
            try {
                double[] values = values(run.known());
                double weight = positive ? 1 / run.value() : 1;
                t[rows] = Arrays.stream(values).map(v -> v * weight).toArray();
                y[rows] = run.value() * weight;
                rows += Arrays.stream(t[rows]).allMatch(Double::isFinite) ? 1 : 0;
            } catch (EvaluationException | UndefinedNameException withoutValue) {
                continue; // as good as not run, for the model
            }
        }
        return NonNegativeLeastSquares.solve(
                Arrays.copyOf(t, rows), Arrays.copyOf(y, rows), terms.size());
    }

    boolean isFitted() {
        return fitted;
    }

    /** Returns the names of the terms. */
    List<String> terms() {
        return List.copyOf(terms.keySet());
    }

    /**
     * Returns the value of a term.
     *
     * @throws EvaluationException if it cannot be computed
     */
    double term(int k, Point known) {
        if (compiled.isPresent()) {
            return compiled.get()[k].number(known.slots());
        }
        Expression term = terms.get(terms().get(k));
        return term.bind(List.copyOf(known.values().keySet()))
                .number(known.values().values().toArray());
    }

    private double[] values(Point known) {
        double[] values = new double[terms.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = term(k, known);
        }
        return values;
    }

    /** The sum of the terms. */
    private final class Sum implements Fit {
        private final double[] coefficients;

        Sum(double[] coefficients) {
            this.coefficients = coefficients;
        }

        @Override
        public double value(Point known) {
            double sum = 0;
            double[] values = values(known);
            for (int k = 0; k < values.length; k++) {
                sum += coefficients[k] == 0 ? 0 : coefficients[k] * values[k];
            }
            return sum;
        }

        @Override
        public SequencedMap<String, Double> coefficients() {
            var map = new LinkedHashMap<String, Double>();
            int k = 0;
            for (String term : terms.keySet()) {
                map.put(term, coefficients[k++]);
            }
            return map;
        }
    }
}
