package org.attune.gplcm;

import org.attune.api.ModelRecord;
import org.attune.api.Records;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Map;
import java.util.Optional;

/**
 * Records with a study what computes its large matrices, once they are so large that the bits of
 * the result depend on it: proposals are a function of the records only as long as it stays the
 * same.
 */
final class Backend {
    private static final String KEY = "linear-algebra";

    private Backend() {}

    /** Returns what is to be recorded before the next proposal from so many observations. */
    static Optional<ModelRecord> record(LinearAlgebra algebra, Records records, int observations) {
        Optional<ModelRecord> before = records.model(KEY);
        if (before.isEmpty() && algebra.isPortable(observations)) {
            return Optional.empty();
        }
        String now = algebra.identity();
        return before.filter(r -> r.basis().equals(now)).isPresent()
                ? Optional.empty()
                : Optional.of(new ModelRecord(KEY, now, Map.of("backend", now)));
    }

    /** Returns what to tell a user whose study goes on with another one. */
    static Optional<String> note(Records records, Optional<ModelRecord> now) {
        return now.flatMap(n ->
                records.model(KEY)
                        .map(before ->
                                ("The linear algebra is now '%s' and was '%s': from here on,"
                                                + " proposals may differ in small ways from those"
                                                + " that the other one would have made.")
                                        .formatted(n.basis(), before.basis())));
    }
}
