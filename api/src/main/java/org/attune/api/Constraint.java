package org.attune.api;

import org.attune.api.expression.Expression;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A known condition on task and configuration; what violates it is never run.
 *
 * <p>Given either as an expression over task, configuration, constants and derived values, or as a
 * Java predicate. A constraint whose evaluation reads an inactive parameter holds: it does not
 * concern such a configuration. One whose evaluation fails, by a division by zero for example, does
 * not hold.
 */
public final class Constraint {
    private final String name;
    private final Optional<Expression> expression;
    private final Optional<Predicate<Candidate>> predicate;

    private Constraint(
            String name,
            Optional<Expression> expression,
            Optional<Predicate<Candidate>> predicate) {
        this.name = Objects.requireNonNull(name, "name");
        this.expression = expression;
        this.predicate = predicate;
    }

    /**
     * Returns the constraint that this expression is true.
     *
     * @throws IllegalArgumentException if the text is no expression
     */
    public static Constraint of(String name, String expression) {
        return new Constraint(name, Optional.of(Expression.parse(expression)), Optional.empty());
    }

    /**
     * Returns the constraint that this predicate is true; it must depend on the candidate alone.
     */
    public static Constraint of(String name, Predicate<Candidate> predicate) {
        return new Constraint(name, Optional.empty(), Optional.of(predicate));
    }

    /** Returns the name by which messages call it. */
    public String name() {
        return name;
    }

    /** Returns the expression, if it was given as one. */
    public Optional<Expression> expression() {
        return expression;
    }

    /** Returns the predicate, if it was given as one. */
    public Optional<Predicate<Candidate>> predicate() {
        return predicate;
    }

    /** Returns {@code 'tile' (8*bi*bk <= l2)}. */
    @Override
    public String toString() {
        return "'%s' (%s)".formatted(name, expression.map(Expression::text).orElse("Java"));
    }
}
