package org.attune.baselines;

import java.util.List;

/**
 * How promising a technique is, by its last uses: the area under the curve of its improvements, and
 * a bonus for having been used little.
 *
 * <pre>
 *   credit = 2/(n (n + 1)) Σ_i i V_i + C √(2 log₂ H / n)
 * </pre>
 *
 * V_i is 1 where its i-th use of n was better than all before, otherwise 0: late improvements count
 * more. H is the number of uses of all techniques, n and H within the last 500; {@code +∞} for a
 * technique that has not been used.
 *
 * <p>Sources: A. Fialho, M. Schoenauer and M. Sebag, "Toward comparison-based adaptive operator
 * selection", GECCO 2010, doi:10.1145/1830483.1830619; J. Ansel et al., "OpenTuner", PACT 2014,
 * doi:10.1145/2628071.2628092, section 4.3.
 */
final class Credit {
    private static final int WINDOW = 500;

    private Credit() {}

    /**
     * Returns the credit.
     *
     * @param uses of all techniques, by number
     * @param exploration C
     */
    static double of(String technique, List<Move> uses, double exploration) {
        List<Move> window = uses.subList(Math.max(uses.size() - WINDOW, 0), uses.size());
        int n = 0;
        double area = 0;
        for (Move use : window) {
            if (use.technique().equals(technique)) {
                n++;
                area += use.improved() ? n : 0;
            }
        }
        if (n == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double log2 = Math.log(window.size()) / Math.log(2);
        return 2 * area / (n * (n + 1.0)) + exploration * Math.sqrt(2 * log2 / n);
    }
}
