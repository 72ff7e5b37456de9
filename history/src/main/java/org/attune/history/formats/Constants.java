package org.attune.history.formats;

import org.attune.api.TuningProblem;

import java.util.Map;

/** Constants of a problem, in records of other programs. */
final class Constants {
    private Constants() {}

    /**
     * Refuses a run with other values of the problem's constants; what is not there is not checked.
     *
     * @param record values by name, also of other things
     * @throws IllegalArgumentException if one differs
     */
    static void require(TuningProblem problem, Map<String, ?> record) {
        problem.constants()
                .forEach((name, ours) -> {
                    Object theirs = record.get(name);
                    if (theirs != null && !isSame(theirs, ours)) {
                        throw new IllegalArgumentException(
                                "constants: %s is %s, but %s in the problem"
                                        .formatted(name, theirs, ours));
                    }
                });
    }

    private static boolean isSame(Object theirs, Object ours) {
        if (!(ours instanceof Number b)) {
            return theirs.toString().equals(ours.toString());
        }
        if (theirs instanceof Number a) {
            return a.doubleValue() == b.doubleValue();
        }
        String text = theirs.toString().strip();
        return DeclaredValue.isNumber(text) && Double.parseDouble(text) == b.doubleValue();
    }
}
