package org.attune.bayesopt;

/**
 * What a proposer does while fewer than two trials of its task have been measured; one is enough
 * for improvements over it where surrogates know something beforehand.
 */
public enum Opening {
    /**
     * Spreads the first trials over the space; the surrogates are not asked before they are over.
     */
    DESIGN,
    /**
     * Goes where the surrogates predict the least mean: for tuners that know something beforehand.
     * Of several objectives the sum counts, each on the scale of its surrogate. The design is used
     * where there is no surrogate, and the bound while trials are pending.
     */
    LOWEST_MEAN,
    /** Like {@link #LOWEST_MEAN}, for the least confidence bound. */
    LOWEST_BOUND
}
