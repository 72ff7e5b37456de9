package org.attune.api;

import org.attune.api.expression.Domain;
import org.attune.api.expression.DomainPredicate;
import org.attune.api.expression.Prospect;

import java.util.BitSet;

/**
 * A condition on configurations that can be decided for many at once.
 *
 * @param test of its expression
 * @param definedOnly whether the expression need only have a value, or none because a parameter is
 *     inactive; else it must be true or have none
 * @param axes that it reads, or that decide whether what it reads is active
 */
record Rule(DomainPredicate test, boolean definedOnly, BitSet axes) {
    /** What is known of a rule. */
    enum Verdict {
        HOLDS,
        VIOLATED,
        OPEN
    }

    Verdict of(Domain[] domains) {
        Prospect p = test.of(domains);
        boolean mayHold = p.holds() || p.undefined() || definedOnly && p.isFalse();
        boolean mayNot = p.fails() || !definedOnly && p.isFalse();
        return !mayHold ? Verdict.VIOLATED : mayNot ? Verdict.OPEN : Verdict.HOLDS;
    }
}
