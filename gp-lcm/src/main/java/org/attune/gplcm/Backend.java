package org.attune.gplcm;

import org.attune.api.ModelRecord;
import org.attune.api.Records;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.MathFunctions;

import java.util.Map;
import java.util.Optional;

/**
 * Records with a study what computes: linear algebra, once matrices are so large that the bits of
 * the result depend on it, and the JVM's functions where they are not the usual ones. Proposals are
 * a function of the records only as long as both stay the same.
 */
final class Backend {
    private static final String KEY = "linear-algebra";
    private static final String USUAL = "usual Math functions";

    private Backend() {}

    /** Returns what is to be recorded before the next proposal from so many observations. */
    static Optional<ModelRecord> record(LinearAlgebra algebra, Records records, int observations) {
        return record(algebra, MathFunctions.unusual(), records, observations);
    }

    /** Likewise, with what tells the JVM's functions from the usual ones. */
    static Optional<ModelRecord> record(
            LinearAlgebra algebra, Optional<String> functions, Records records, int observations) {
        Optional<ModelRecord> before = records.model(KEY);
        if (before.isEmpty() && functions.isEmpty() && algebra.isPortable(observations)) {
            return Optional.empty();
        }
        String now = algebra.identity() + functions.map(f -> ", Math functions " + f).orElse("");
        return before.filter(r -> r.basis().equals(now)).isPresent()
                ? Optional.empty()
                : Optional.of(new ModelRecord(KEY, now, Map.of("backend", now)));
    }

    /** Returns what to tell a user whose study goes on with another one. */
    static Optional<String> note(Records records, Optional<ModelRecord> now) {
        return now.flatMap(n ->
                before(records, n)
                        .map(before ->
                                ("What computes is now '%s' and was '%s': from here on,"
                                                + " proposals may differ in small ways from those"
                                                + " that the other one would have made.")
                                        .formatted(n.basis(), before)));
    }

    /** A study without a record has been computed with what is usual. */
    private static Optional<String> before(Records records, ModelRecord now) {
        Optional<String> usual =
                now.basis().contains("Math functions") && !records.finished().isEmpty()
                        ? Optional.of(USUAL)
                        : Optional.empty();
        return records.model(KEY).map(ModelRecord::basis).or(() -> usual);
    }
}
