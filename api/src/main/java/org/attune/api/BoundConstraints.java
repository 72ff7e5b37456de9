package org.attune.api;

import org.attune.api.expression.EvaluationException;
import org.attune.api.expression.Expression;
import org.attune.api.expression.UndefinedNameException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The constraints of a problem, bound to the names that they read. */
final class BoundConstraints {
    private final List<Constraint> constraints;
    private final Scope scope;
    private final Expression.Bound[] expressions; // null for predicates

    BoundConstraints(List<Constraint> constraints, Scope scope) {
        this.constraints = constraints;
        this.scope = scope;
        this.expressions = new Expression.Bound[constraints.size()];
        for (int i = 0; i < expressions.length; i++) {
            Optional<Expression> e = constraints.get(i).expression();
            expressions[i] = e.isPresent() ? e.get().bind(scope.names()) : null;
        }
    }

    /** Returns whether every constraint holds for the candidate. */
    boolean admit(Candidate candidate) {
        if (constraints.isEmpty()) {
            return true;
        }
        Object[] slots = scope.slotsOrNull(candidate);
        for (int i = 0; i < expressions.length; i++) {
            if (slots == null || !holds(i, slots, candidate)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the constraints that do not hold for the candidate. */
    List<Constraint> violated(Candidate candidate) {
        Object[] slots = scope.slotsOrNull(candidate);
        var violated = new ArrayList<Constraint>();
        for (int i = 0; i < expressions.length; i++) {
            if (slots == null || !holds(i, slots, candidate)) {
                violated.add(constraints.get(i));
            }
        }
        return violated;
    }

    /**
     * Returns why a constraint cannot be evaluated for the candidate, as when it divides by zero;
     * empty if it can.
     */
    Optional<String> failure(Constraint constraint, Candidate candidate) {
        Object[] slots = scope.slotsOrNull(candidate);
        int i = constraints.indexOf(constraint);
        if (slots == null || expressions[i] == null) {
            return Optional.empty(); // a derived value that fails, which is said elsewhere
        }
        try {
            expressions[i].test(slots);
            return Optional.empty();
        } catch (UndefinedNameException inactive) {
            return Optional.empty();
        } catch (EvaluationException failed) {
            return Optional.of(String.valueOf(failed.getMessage()));
        }
    }

    private boolean holds(int i, Object[] slots, Candidate candidate) {
        if (expressions[i] == null) {
            return constraints.get(i).predicate().orElseThrow().test(candidate);
        }
        try {
            return expressions[i].test(slots);
        } catch (UndefinedNameException inactive) {
            return true;
        } catch (EvaluationException failed) {
            return false;
        }
    }
}
