package org.attune.api.expression;

/**
 * A valid expression that has no value for the given names: a division by zero, the root of a
 * negative number, a result too large for a double, text where a number is needed. The message
 * names the expression and what happened.
 */
public final class EvaluationException extends ArithmeticException {
    private static final long serialVersionUID = 1L;

    private final String expression;

    EvaluationException(String expression, String problem) {
        super("cannot evaluate \"" + expression + "\": " + problem);
        this.expression = expression;
    }

    /** The text of the expression. */
    public String expression() {
        return expression;
    }
}
