package org.attune.history;

/**
 * Doubles of decimal digits, faster than the JDK, which turns to long integers for more than 15
 * digits. Most of the time of reading a number would go there: doubles have up to 17.
 */
final class Decimals {
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    }; // exact, and no others are

    private static final long EXACT = 1L << 53; // up to here every long is a double
    private static final double DOUBT = 1e-3; // of half a unit in the last place

    private Decimals() {}

    /**
     * Returns the double that is nearest to {@code digits * 10^exponent}, or NaN where that cannot
     * be said at once.
     *
     * <p>Dividing by p = 10^-exponent, the quotient q of doubles leaves the remainder {@code digits
     * - q p}, which a fused multiplication gives without error. The remainder over p is so small
     * that its own error, 2^-52 of it, decides nothing but where {@code digits / p} is very close
     * to the middle of two doubles.
     *
     * @param digits from 0 to 10^18
     */
    static double nearest(long digits, int exponent) {
        if (exponent >= POWERS.length || -exponent >= POWERS.length) {
            return digits == 0 ? 0 : Double.NaN;
        }
        if (digits <= EXACT) {
            return exponent < 0 ? digits / POWERS[-exponent] : digits * POWERS[exponent];
        }
        if (exponent >= 0) {
            return exponent == 0 ? digits : Double.NaN;
        }
        double power = POWERS[-exponent];
        double high = digits;
        double low = digits - (long) high;
        double quotient = high / power;
        double correction = (Math.fma(-quotient, power, high) + low) / power;
        double sum = quotient + correction;
        double error = Math.abs(correction - (sum - quotient));
        double half = Math.ulp(sum) / 2;
        return error < half * (1 - DOUBT) && sum > Math.scalb(1, Math.getExponent(sum))
                ? sum
                : Double.NaN;
    }
}
