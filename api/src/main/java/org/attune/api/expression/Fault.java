package org.attune.api.expression;

/** What went wrong deep inside a closure; {@link Expression.Bound} adds the expression's text. */
final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Fault(String problem) {
        super(problem, null, false, false);
    }
}
