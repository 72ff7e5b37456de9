package org.attune.api;

/**
 * The share of the full cost at which a candidate is evaluated.
 *
 * @param value in (0, 1]; 1 is the real thing
 */
public record Fidelity(double value) {
    /** The real thing. */
    public static final Fidelity FULL = new Fidelity(1);

    /** Shares, and sums of shares, that differ by no more are the same: nine ninths are 1. */
    public static final double TOLERANCE = 1e-9;

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the value is not in (0, 1]
     */
    public Fidelity {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException("Fidelity %s is not in (0, 1].".formatted(value));
        }
    }

    /** Returns whether it is the real thing. */
    public boolean isFull() {
        return value == 1;
    }
}
