package org.attune.band;

/** What share of the full cost a budget stands for. */
final class FidelityMap {
    private FidelityMap() {}

    /** Returns b / b_max. */
    static double share(double b, double full) {
        return Math.min(b / full, 1);
    }

    /**
     * Returns the cost that is linear in the budget between its ends, as in GPTune's example of a
     * grid with k points along each axis, where k³ goes from k_min³ at b_min to k_max³ at b_max:
     *
     * <pre>
     *   c(b) = c_min + (1 - c_min) (b - b_min) / (b_max - b_min),   c_min = k_min³ / k_max³
     * </pre>
     *
     * <p>The problem's cost, {@code k**3}, makes k of it.
     *
     * <p>Source: GPTune User Guide 4.0, section 5.5.
     *
     * @param cheapest c_min, cost of the problem's cheapest run as a share of the full one
     */
    static double ends(double b, double least, double full, double cheapest) {
        return least == full
                ? 1
                : Math.clamp(cheapest + (1 - cheapest) * (b - least) / (full - least), cheapest, 1);
    }
}
