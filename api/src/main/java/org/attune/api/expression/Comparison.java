package org.attune.api.expression;

/** The comparison operators; all but the first two demand an order. */
enum Comparison {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL;

    boolean ordered() {
        return this != EQUAL && this != NOT_EQUAL;
    }

    boolean holds(double x, double y) {
        return switch (this) {
            case EQUAL -> x == y;
            case NOT_EQUAL -> x != y;
            case LESS -> x < y;
            case LESS_EQUAL -> x <= y;
            case GREATER -> x > y;
            case GREATER_EQUAL -> x >= y;
        };
    }

    /** Numbers among numbers, text among text; a number and text are unequal and have no order. */
    boolean holds(Object left, Object right) {
        if (left instanceof String a && right instanceof String b) {
            return holds(ordered() ? Values.order(a, b) : a.equals(b) ? 0 : 1, 0);
        }
        if (left instanceof String || right instanceof String) {
            if (ordered()) {
                throw new Fault(
                        Values.show(left)
                                + " and "
                                + Values.show(right)
                                + " have no order: one is text, one a number");
            }
            return this == NOT_EQUAL;
        }
        return holds(Values.number(left), Values.number(right));
    }
}
