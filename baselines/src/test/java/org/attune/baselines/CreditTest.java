package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class CreditTest {
    private static Move use(String technique, boolean improved) {
        return new Move(technique, new double[0], 0, improved);
    }

    /** a: uses 1 0 1 of n = 3, area (1 + 3)/6; H = 4, so the bonus is C sqrt(2·2/3). */
    @Test
    void agreesWithTheFormula() {
        List<Move> uses = List.of(use("a", true), use("a", false), use("b", true), use("a", true));
        assertEquals(4 / 6.0 + 0.5 * Math.sqrt(4 / 3.0), Credit.of("a", uses, 0.5), 1e-15);
        assertEquals(1 + 0.5 * 2, Credit.of("b", uses, 0.5), 1e-15);
        assertEquals(Double.POSITIVE_INFINITY, Credit.of("c", uses, 0.5));
    }

    /** What a technique did 500 uses ago is forgotten. */
    @Test
    void forgets() {
        var uses = new ArrayList<Move>();
        uses.add(use("a", true));
        uses.add(use("a", false));
        for (int i = 0; i < 499; i++) {
            uses.add(use("b", false));
        }
        assertEquals(0, Credit.of("a", uses, 0));
        assertEquals(2 / 3.0 - 1 / 3.0, Credit.of("a", uses.subList(0, 500), 0), 1e-15);
    }
}
