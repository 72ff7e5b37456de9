package org.attune.api.expression;

/**
 * How the test of an expression may turn out, over all values that its names may have. What is
 * false here never happens; what is true may.
 *
 * @param holds it may be true
 * @param isFalse it may be false
 * @param fails its arithmetic may fail with an {@link EvaluationException}
 * @param undefined it may reach a name without value, an {@link UndefinedNameException}
 */
public record Prospect(boolean holds, boolean isFalse, boolean fails, boolean undefined) {
    /** Nothing is known. */
    public static final Prospect OPEN = new Prospect(true, true, true, true);
}
