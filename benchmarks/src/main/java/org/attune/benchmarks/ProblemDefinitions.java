package org.attune.benchmarks;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Which problems results are of, where problem files say that and may have been edited since. */
public final class ProblemDefinitions {
    private ProblemDefinitions() {}

    /**
     * Returns the definitions that results state, by problem.
     *
     * @throws IllegalArgumentException if two of a problem differ, for then its values cannot be
     *     compared
     */
    public static Map<String, String> of(Collection<RunResult> results) {
        var stated = new TreeMap<String, String>();
        for (RunResult result : results) {
            result.definition().ifPresent(d -> add(stated, result.key().problem(), d));
        }
        return stated;
    }

    /**
     * Adds a problem to those that are known.
     *
     * @throws IllegalArgumentException if it is known by another definition
     */
    static void add(Map<String, String> stated, String problem, String definition) {
        String other = stated.putIfAbsent(problem, definition);
        if (other != null && !other.equals(definition)) {
            throw new IllegalArgumentException(
                    "The problem file of '%s' was changed between these runs, which cannot be compared. Maybe write the new ones to another file."
                            .formatted(problem));
        }
    }
}
