package org.attune.api.expression;

/** The binary arithmetic operators. */
enum Operator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    FLOOR_DIVIDE,
    REMAINDER,
    POWER;

    double apply(double x, double y) {
        return switch (this) {
            case ADD -> Arithmetic.add(x, y);
            case SUBTRACT -> Arithmetic.subtract(x, y);
            case MULTIPLY -> Arithmetic.multiply(x, y);
            case DIVIDE -> Arithmetic.divide(x, y);
            case FLOOR_DIVIDE -> Arithmetic.floorDivide(x, y);
            case REMAINDER -> Arithmetic.remainder(x, y);
            case POWER -> Arithmetic.power(x, y);
        };
    }

    /** The same on values: an integer where Python's result is an int. */
    Object apply(Object left, Object right) {
        double y = Values.number(right);
        double z = apply(Values.number(left), y);
        boolean integer =
                Values.integral(left)
                        && Values.integral(right)
                        && this != DIVIDE
                        && (this != POWER || y >= 0);
        return integer ? Values.integer(z) : (Object) z;
    }
}
