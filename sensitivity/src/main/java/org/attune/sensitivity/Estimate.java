package org.attune.sensitivity;

/**
 * A number that has been estimated.
 *
 * @param value the estimate; NaN where there is nothing to estimate, as of a function that does not
 *     vary
 * @param half half the width of its 95 % interval, which lies around it
 */
public record Estimate(double value, double half) {
    /** What is not known. */
    static final Estimate NONE = new Estimate(Double.NaN, Double.NaN);

    /** Returns the lower end of the interval. */
    public double lower() {
        return value - half;
    }

    /** Returns the upper end of the interval. */
    public double upper() {
        return value + half;
    }

    /** Returns whether there is a number. */
    public boolean isKnown() {
        return Double.isFinite(value) && Double.isFinite(half);
    }

    /** Returns whether the interval has this number in it. */
    public boolean covers(double truth) {
        return Math.abs(truth - value) <= half;
    }
}
