package org.attune.studies.report;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says which measured values are taken for penalties, and how to object. */
public final class PenaltyLine {
    private static final int NAMED = 2; // values

    private PenaltyLine() {}

    /** Returns the line; empty where no value is one. */
    public static Optional<String> of(List<TaskSummary> tasks) {
        var values = new TreeSet<String>();
        int count = 0;
        for (TaskSummary task : tasks) {
            values.addAll(task.penalties().values());
            count += task.penalties().size();
        }
        return count == 0
                ? Optional.empty()
                : Optional.of(
                        "Of these, %d %s a value that is taken for a penalty (%s%s). Where that is wrong, say 'penalty: none' of the output in the problem file."
                                .formatted(
                                        count,
                                        count == 1 ? "has" : "have",
                                        values.stream()
                                                .limit(NAMED)
                                                .collect(Collectors.joining(", ")),
                                        values.size() > NAMED ? ", ..." : ""));
    }
}
