package org.attune.problemfile;

import java.util.List;

/**
 * What is wrong with a problem file: every defect that was found, in the order of the lines.
 *
 * <p>A defect reads {@code problem.yaml:12: parameter_space[2].upper_bound: 3 is below lower_bound
 * 5.} That of an expression is followed by two indented lines that show the place.
 */
public final class ProblemFileException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> defects;

    ProblemFileException(List<String> defects) {
        super(String.join("\n", defects));
        this.defects = List.copyOf(defects);
    }

    /** Returns the defects, at least one. */
    public List<String> defects() {
        return defects == null ? getMessage().lines().toList() : defects;
    }
}
