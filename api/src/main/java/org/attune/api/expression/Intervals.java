package org.attune.api.expression;

import java.util.function.DoubleUnaryOperator;

/**
 * {@link Arithmetic} on extents of finite numbers. Each bound is a bound of the rounded results:
 * rounding is monotone, so that the corners of a monotone operation bound it; where the computed
 * operation may not be monotone by a few units in the last place, the result is that much wider.
 */
final class Intervals {
    /** Quotients below are exact, so that their integer parts are right. */
    private static final double EXACT = 0x1p50;

    private Intervals() {}

    /** All results of the operator, with the operands' failures. */
    static Extent apply(Operator operator, Extent x, Extent y) {
        Extent result;
        if (x.other() || y.other()) {
            result = Extent.ANYTHING;
        } else if (!x.hasNumbers() || !y.hasNumbers()) {
            result = Extent.NOTHING;
        } else {
            result =
                    switch (operator) {
                        case ADD -> hull(x.low() + y.low(), x.high() + y.high());
                        case SUBTRACT -> hull(x.low() - y.high(), x.high() - y.low());
                        case MULTIPLY ->
                                hull(
                                        x.low() * y.low(),
                                        x.low() * y.high(),
                                        x.high() * y.low(),
                                        x.high() * y.high());
                        case DIVIDE -> divide(x, y);
                        case FLOOR_DIVIDE -> floorDivide(x, y);
                        case REMAINDER -> remainder(x, y);
                        case POWER -> power(x, y);
                    };
        }
        return result.after(x).after(y);
    }

    /** All results of a function that does not fall, for arguments not below {@code least}. */
    static Extent rising(DoubleUnaryOperator function, double least, Extent x) {
        if (x.other()) {
            return Extent.ANYTHING.after(x);
        }
        Extent result = Extent.NOTHING;
        if (x.high() >= least && x.hasNumbers()) {
            double low = function.applyAsDouble(Math.max(x.low(), least));
            result = hull(low, function.applyAsDouble(x.high()));
        }
        return (x.hasNumbers() && x.low() < least ? result.orFault() : result).after(x);
    }

    /** The same with bounds moved outward by a few units in the last place. */
    static Extent wider(Extent x) {
        if (!x.hasNumbers() || x.other()) {
            return x;
        }
        double margin = 4 * Math.ulp(Math.max(Math.abs(x.low()), Math.abs(x.high())));
        return hull(x.low() - margin, x.high() + margin).after(x);
    }

    static Extent negated(Extent x) {
        return x.other()
                ? Extent.ANYTHING.after(x)
                : new Extent(-x.high(), -x.low(), false, x.fails(), x.undefined());
    }

    static Extent absolute(Extent x) {
        if (x.other()) {
            return Extent.ANYTHING.after(x);
        }
        if (!x.hasNumbers() || x.low() >= 0) {
            return x;
        }
        return (x.high() <= 0 ? negated(x) : Extent.of(0, Math.max(-x.low(), x.high()))).after(x);
    }

    /** The least or the greatest of one value of each. */
    static Extent extremum(boolean least, Extent x, Extent y) {
        if (x.other() || y.other()) {
            return Extent.ANYTHING.after(x).after(y);
        }
        if (!x.hasNumbers() || !y.hasNumbers()) {
            return Extent.NOTHING.after(x).after(y);
        }
        Extent result =
                least
                        ? Extent.of(Math.min(x.low(), y.low()), Math.min(x.high(), y.high()))
                        : Extent.of(Math.max(x.low(), y.low()), Math.max(x.high(), y.high()));
        return result.after(x).after(y);
    }

    private static Extent divide(Extent x, Extent y) {
        if (y.contains(0)) {
            return (y.single() ? Extent.NOTHING : Extent.REALS).orFault();
        }
        return hull(x.low() / y.low(), x.low() / y.high(), x.high() / y.low(), x.high() / y.high());
    }

    private static Extent floorDivide(Extent x, Extent y) {
        Extent quotient = divide(x, y);
        if (!quotient.hasNumbers()) {
            return quotient;
        }
        if (Math.abs(quotient.low()) > EXACT || Math.abs(quotient.high()) > EXACT) {
            return wider(
                    hull(Math.floor(quotient.low()), Math.floor(quotient.high())).after(quotient));
        }
        return hull(
                Arithmetic.floorDivide(x.low(), y.low()),
                Arithmetic.floorDivide(x.low(), y.high()),
                Arithmetic.floorDivide(x.high(), y.low()),
                Arithmetic.floorDivide(x.high(), y.high()));
    }

    /** In [0, y) or (y, 0]; x - k y where the quotient k is the same for all. */
    private static Extent remainder(Extent x, Extent y) {
        if (y.contains(0)) {
            Extent any = Extent.of(Math.min(y.low(), 0), Math.max(y.high(), 0));
            return (y.single() ? Extent.NOTHING : any).orFault();
        }
        double low = Math.min(y.low(), 0);
        double high = Math.max(y.high(), 0);
        Extent quotient = floorDivide(x, y);
        double k = quotient.low();
        if (k != quotient.high() || Math.abs(k) > EXACT) {
            return Extent.of(low, high);
        }
        if (y.single()) {
            double a = Arithmetic.remainder(x.low(), y.low());
            double b = Arithmetic.remainder(x.high(), y.low());
            return hull(a, b);
        }
        Extent whole = Extent.of(k, k);
        Extent rest = apply(Operator.SUBTRACT, x, apply(Operator.MULTIPLY, whole, y));
        double margin = 4 * Math.ulp(Math.max(Math.abs(x.low()), Math.abs(x.high())));
        return Extent.of(Math.max(rest.low() - margin, low), Math.min(rest.high() + margin, high));
    }

    private static Extent power(Extent x, Extent y) {
        boolean corners = x.low() > 0 || x.low() == 0 && y.low() >= 0;
        boolean wholePower = y.single() && y.low() == Math.rint(y.low());
        boolean throughZero = x.contains(0);
        if (!corners && !(wholePower && (y.low() >= 0 || !throughZero))) {
            return Extent.REALS.orFault();
        }
        Extent result =
                power(x.low(), y.low())
                        .or(power(x.low(), y.high()))
                        .or(power(x.high(), y.low()))
                        .or(power(x.high(), y.high()));
        if (!corners && throughZero && y.low() > 0) {
            result = result.or(Extent.of(0, 0));
        }
        return result;
    }

    private static Extent power(double x, double y) {
        try {
            double z = Arithmetic.power(x, y);
            return z == Math.rint(z) ? Extent.of(z, z) : wider(Extent.of(z, z));
        } catch (Fault tooLarge) {
            double z = Math.copySign(Double.MAX_VALUE, x < 0 && y % 2 != 0 ? -1 : 1);
            return Extent.of(z, z).orFault();
        }
    }

    /** From the least to the greatest; what is too large for a double is a fault. */
    private static Extent hull(double... corners) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double z : corners) {
            low = Math.min(low, z);
            high = Math.max(high, z);
        }
        if (Double.isFinite(low) && Double.isFinite(high)) {
            return Extent.of(low, high);
        }
        double largest = Double.MAX_VALUE;
        return Extent.of(Math.clamp(low, -largest, largest), Math.clamp(high, -largest, largest))
                .orFault();
    }
}
