package org.attune.api;

/**
 * Wall seconds that a tuner spent on a proposal; reported, never used to decide anything.
 *
 * @param model fitting models
 * @param search maximising acquisition functions
 */
public record Effort(double model, double search) {
    /** No time worth reporting. */
    public static final Effort NONE = new Effort(0, 0);

    /** Returns the sum. */
    public Effort plus(Effort other) {
        return new Effort(model + other.model, search + other.search);
    }
}
