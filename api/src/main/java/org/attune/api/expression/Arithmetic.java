package org.attune.api.expression;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Python's arithmetic on doubles. Integers up to 2^53 come out exact, because every operation here
 * is exact where operands and result are such integers. A finite input never gives an infinity or
 * NaN: it is a {@link Fault}. Infinities and NaNs that come in are passed on as IEEE 754 says.
 *
 * <p>Elementary functions are {@link StrictMath}'s: the same bits on every machine, interpreted or
 * compiled.
 */
final class Arithmetic {
    /** Rounding to more decimals than this changes no double, to fewer than minus this gives 0. */
    private static final int MAX_DECIMALS = 400;

    private static final double LN2 = StrictMath.log(2);

    private Arithmetic() {}

    static double add(double x, double y) {
        double z = x + y;
        return Double.isFinite(z) ? z : checked(z, x, "+", y);
    }

    static double subtract(double x, double y) {
        double z = x - y;
        return Double.isFinite(z) ? z : checked(z, x, "-", y);
    }

    static double multiply(double x, double y) {
        double z = x * y;
        return Double.isFinite(z) ? z : checked(z, x, "*", y);
    }

    static double divide(double x, double y) {
        if (y == 0) {
            throw new Fault("division by zero (" + Values.show(x) + " / 0)");
        }
        double z = x / y;
        return Double.isFinite(z) ? z : checked(z, x, "/", y);
    }

    /** The largest whole number not above x / y, found through the exact remainder. */
    static double floorDivide(double x, double y) {
        if (y == 0) {
            throw new Fault("division by zero (" + Values.show(x) + " // 0)");
        }
        if (smallPositive(x) && smallPositive(y)) {
            return (int) x / (int) y;
        }
        double rest = x % y;
        double quotient = (x - rest) / y;
        if (rest != 0 && rest < 0 != y < 0) {
            quotient -= 1;
        }
        if (quotient == 0) {
            return Math.copySign(0, x / y);
        }
        double whole = Math.floor(quotient);
        double z = quotient - whole > 0.5 ? whole + 1 : whole; // the division above was rounded
        return Double.isFinite(z) ? z : checked(z, x, "//", y);
    }

    /** The remainder with the sign of y. */
    static double remainder(double x, double y) {
        if (y == 0) {
            throw new Fault("modulo by zero (" + Values.show(x) + " % 0)");
        }
        if (smallPositive(x) && smallPositive(y)) {
            return (int) x % (int) y;
        }
        double rest = x % y;
        if (rest == 0) {
            return Math.copySign(0, y);
        }
        return rest < 0 != y < 0 ? rest + y : rest;
    }

    static double power(double x, double y) {
        if (y == 2) {
            return multiply(x, x);
        }
        if (x == 2 && y == (int) y && Math.abs(y) < 1000) {
            return Math.scalb(1.0, (int) y);
        }
        if (x == 1 || x == -1 && Double.isInfinite(y)) {
            return 1; // Java says NaN where y is NaN or infinite
        }
        if (x == 0 && y < 0) {
            throw new Fault("zero cannot be raised to the negative power " + Values.show(y));
        }
        if (x < 0 && y != Math.rint(y) && Double.isFinite(x)) {
            throw new Fault(Values.show(x) + " ** " + Values.show(y) + " is not a real number");
        }
        double z = StrictMath.pow(x, y);
        return Double.isFinite(z) ? z : checked(z, x, "**", y);
    }

    static double sqrt(double x) {
        if (x < 0) {
            throw new Fault("sqrt of the negative number " + Values.show(x));
        }
        return Math.sqrt(x);
    }

    static double log(double x) {
        return StrictMath.log(positive("log", x));
    }

    static double log(double x, double base) {
        return divide(log(x), log(base));
    }

    static double log10(double x) {
        return StrictMath.log10(positive("log10", x));
    }

    /** The exponent plus the logarithm of the mantissa in [0.75, 1.5): exact for powers of two. */
    static double log2(double x) {
        positive("log2", x);
        if (!Double.isFinite(x)) {
            return x;
        }
        double normal = x < Double.MIN_NORMAL ? x * 0x1p54 : x;
        int exponent = Math.getExponent(normal);
        double mantissa = Math.scalb(normal, -exponent);
        if (mantissa >= 1.5) {
            mantissa /= 2;
            exponent++;
        }
        return StrictMath.log(mantissa) / LN2 + (x < Double.MIN_NORMAL ? exponent - 54 : exponent);
    }

    static double exp(double x) {
        double z = StrictMath.exp(x);
        if (Double.isInfinite(z) && Double.isFinite(x)) {
            throw new Fault("exp(" + Values.show(x) + ") is too large");
        }
        return z;
    }

    static double floor(double x) {
        return Math.floor(finite("floor", x)) + 0.0; // an int has no -0
    }

    static double ceil(double x) {
        return Math.ceil(finite("ceil", x)) + 0.0;
    }

    static double truncate(double x) {
        return (finite("int", x) < 0 ? Math.ceil(x) : Math.floor(x)) + 0.0;
    }

    /** To the nearest whole number, ties to even. */
    static double round(double x) {
        return Math.rint(finite("round", x)) + 0.0;
    }

    /** To so many decimals (negative: tens, hundreds), ties of the exact value to even. */
    static double round(double x, double decimals) {
        if (!Double.isFinite(x) || decimals > MAX_DECIMALS) {
            return x;
        }
        if (decimals < -MAX_DECIMALS) {
            return Math.copySign(0, x);
        }
        BigDecimal exact = new BigDecimal(x);
        double z = exact.setScale((int) decimals, RoundingMode.HALF_EVEN).doubleValue();
        return checked(z == 0 ? Math.copySign(0, x) : z, x, "rounded to decimals", decimals);
    }

    private static boolean smallPositive(double x) {
        return x > 0 && x == (int) x;
    }

    private static double positive(String function, double x) {
        if (x <= 0) {
            throw new Fault(function + " of " + Values.show(x) + ", which is not positive");
        }
        return x;
    }

    private static double finite(String function, double x) {
        if (!Double.isFinite(x)) {
            throw new Fault(function + "(" + x + "): there is no such integer");
        }
        return x;
    }

    private static double checked(double z, double x, String operation, double y) {
        if (Double.isInfinite(z) && Double.isFinite(x) && Double.isFinite(y)) {
            throw new Fault(
                    Values.show(x) + " " + operation + " " + Values.show(y) + " is too large");
        }
        return z;
    }
}
