package org.attune.api.expression;

/**
 * What the evaluation of a node may give: numbers in [low, high], none where low is above high;
 * something else than a finite number; a {@link Fault}; or a name without value.
 */
record Extent(double low, double high, boolean other, boolean fails, boolean undefined) {
    static final Extent NOTHING =
            new Extent(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, false, false, false);
    static final Extent UNDEFINED = new Extent(NOTHING.low, NOTHING.high, false, false, true);
    static final Extent FAULT = new Extent(NOTHING.low, NOTHING.high, false, true, false);

    /** Any value or failure. */
    static final Extent ANYTHING =
            new Extent(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true, true, false);

    static final Extent REALS = of(-Double.MAX_VALUE, Double.MAX_VALUE);
    static final Extent FALSE = of(0, 0);
    static final Extent TRUE = of(1, 1);

    static Extent of(double low, double high) {
        return new Extent(low, high, false, false, false);
    }

    static Extent of(Object value) {
        if (value instanceof String) {
            return ANYTHING;
        }
        double number = Values.number(value);
        return Double.isFinite(number) ? of(number, number) : ANYTHING;
    }

    /** False, True or both. */
    static Extent truth(boolean mayHold, boolean mayNot) {
        return mayHold ? mayNot ? of(0, 1) : TRUE : mayNot ? FALSE : NOTHING;
    }

    /** Either this or that. */
    Extent or(Extent that) {
        return new Extent(
                Math.min(low, that.low),
                Math.max(high, that.high),
                other || that.other,
                fails || that.fails,
                undefined || that.undefined);
    }

    /** This, or what goes wrong in an operand. */
    Extent after(Extent operand) {
        return (fails || !operand.fails) && (undefined || !operand.undefined)
                ? this
                : new Extent(
                        low, high, other, fails || operand.fails, undefined || operand.undefined);
    }

    /** This, or a fault. */
    Extent orFault() {
        return fails ? this : or(FAULT);
    }

    boolean hasNumbers() {
        return low <= high;
    }

    boolean hasValues() {
        return hasNumbers() || other;
    }

    boolean single() {
        return low == high && !other;
    }

    boolean contains(double x) {
        return low <= x && x <= high;
    }

    boolean mayBeTrue() {
        return other || low < 0 || high > 0;
    }

    boolean mayBeFalse() {
        return other || contains(0);
    }
}
