package org.attune.bayesopt.numerics;

/**
 * Density, distribution function and quantile of the normal distribution with mean 0 and variance
 * 1.
 *
 * <pre>
 *   φ(z) = exp(-z²/2) / √(2π),   Φ(z) = ∫_{-∞}^{z} φ(t) dt
 * </pre>
 *
 * Relative error below 2e-15 wherever the result is a normal double, in both tails of {@link
 * #logCdf} too. The lower tail of Φ is the density times a Chebyshev sum for Φ(-t)/φ(t); nothing is
 * subtracted from 1 there. NaN gives NaN.
 */
public final class StandardNormal {
    /** log √(2π) */
    static final double LOG_ROOT_2PI = 0.91893853320467274178;

    private static final double INVERSE_ROOT_2PI = 0.39894228040143267794;

    /**
     * φ is 0 in double precision from here on (the smallest subnormal is 4.9e-324, φ(39) = 1e-331).
     */
    private static final double UNDERFLOW = 39;

    private StandardNormal() {}

    /**
     * Returns φ(z).
     *
     * <p>exp(-z²/2) is taken as exp(-h²/2) exp(-(z - h)(z + h)/2) with h = z rounded to sixteenths:
     * h² is exact, so the rounding of z² (a relative error of 1e-13 at z = 38) does not enter the
     * exponent.
     */
    public static double pdf(double z) {
        if (Math.abs(z) > UNDERFLOW) {
            return 0;
        }
        double h = Math.rint(z * 16) / 16;
        return INVERSE_ROOT_2PI * Math.exp(-0.5 * h * h) * Math.exp(-0.5 * (z - h) * (z + h));
    }

    /** Returns log φ(z). */
    public static double logPdf(double z) {
        return -0.5 * z * z - LOG_ROOT_2PI;
    }

    /** Returns the log density at a distance from the mean, of another variance than 1. */
    public static double logPdf(double off, double variance) {
        return logPdf(off / Math.sqrt(variance)) - 0.5 * Math.log(variance);
    }

    /** Returns Φ(z); 0 below z = -38.5, where {@link #logCdf} goes on. */
    public static double cdf(double z) {
        if (z < 0) {
            return pdf(z) * MillsRatio.ratio(-z);
        }
        return 1 - pdf(z) * MillsRatio.ratio(z);
    }

    /** Returns log Φ(z). */
    public static double logCdf(double z) {
        if (z < 0) {
            return logPdf(z) + Math.log(MillsRatio.ratio(-z));
        }
        return Math.log1p(-pdf(z) * MillsRatio.ratio(z));
    }

    /** Returns φ(z) / Φ(z), the derivative of log Φ; close to -z far below 0. */
    public static double logCdfDerivative(double z) {
        if (z < 0) {
            return 1 / MillsRatio.ratio(-z);
        }
        double density = pdf(z);
        return density / (1 - density * MillsRatio.ratio(z));
    }

    /**
     * Returns the z with Φ(z) = p; ∓∞ at p = 0 and 1.
     *
     * <p>Relative error below 1e-14 in z. Source: M. J. Wichura, Algorithm AS 241 (PPND16), Applied
     * Statistics 37 (1988), doi:10.2307/2347330.
     *
     * @throws IllegalArgumentException if p is outside [0, 1] or NaN
     */
    public static double quantile(double p) {
        if (!(p >= 0 && p <= 1)) {
            throw new IllegalArgumentException(
                    "p is %s, but a probability is in [0, 1]. Maybe it was computed with rounding errors."
                            .formatted(p));
        }
        double q = p - 0.5;
        if (Math.abs(q) <= 0.425) {
            return q * rational(CENTRE, 0.180625 - q * q);
        }
        double tail = q < 0 ? p : 1 - p;
        if (tail == 0) {
            return Math.copySign(Double.POSITIVE_INFINITY, q);
        }
        double r = Math.sqrt(-Math.log(tail));
        double z = r <= 5 ? rational(MIDDLE, r - 1.6) : rational(FAR, r - 5);
        return Math.copySign(z, q);
    }

    /** Numerator and denominator coefficients of AS 241, the highest power first. */
    private static final double[][] CENTRE = {
        {
            2509.0809287301226727, 33430.575583588128105, 67265.770927008700853,
                    45921.953931549871457,
            13731.693765509461125, 1971.5909503065514427, 133.14166789178437745,
                    3.387132872796366608
        },
        {
            5226.495278852854561,
            28729.085735721942674,
            39307.89580009271061,
            21213.794301586595867,
            5394.1960214247511077,
            687.1870074920579083,
            42.313330701600911252,
            1
        }
    };

    private static final double[][] MIDDLE = {
        {
            7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
                    1.27045825245236838258,
            3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959,
                    1.42343711074968357734
        },
        {
            1.05075007164441684324e-9,
            5.475938084995344946e-4,
            0.0151986665636164571966,
            0.14810397642748007459,
            0.68976733498510000455,
            1.6763848301838038494,
            2.05319162663775882187,
            1
        }
    };

    private static final double[][] FAR = {
        {
            2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386,
                    0.026532189526576123093,
            0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699,
                    6.6579046435011037772
        },
        {
            2.04426310338993978564e-15,
            1.4215117583164458887e-7,
            1.8463183175100546818e-5,
            7.868691311456132591e-4,
            0.0148753612908506148525,
            0.13692988092273580531,
            0.59983220655588793769,
            1
        }
    };

    private static double rational(double[][] coefficients, double r) {
        return horner(coefficients[0], r) / horner(coefficients[1], r);
    }

    private static double horner(double[] coefficients, double r) {
        double sum = 0;
        for (double c : coefficients) {
            sum = sum * r + c;
        }
        return sum;
    }
}
