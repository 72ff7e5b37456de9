package org.attune.studies.report;

import org.attune.api.Format;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says which measured values are taken for penalties, and how to object. */
public final class PenaltyLine {
    private static final int NAMED = 2; // values

    private PenaltyLine() {}

    /** Returns the line after one of failures; empty where no value is one. */
    public static Optional<String> of(List<TaskSummary> tasks) {
        List<String> values = tasks.stream().flatMap(t -> t.penalties().values().stream()).toList();
        return line("Of these, " + values.size(), values);
    }

    /**
     * Returns the line where it stands alone; empty where no value is one.
     *
     * @param penalties in words, by the number of the trial
     */
    public static Optional<String> of(Map<Long, String> penalties) {
        return line(Format.count(penalties.size(), "trial"), penalties.values());
    }

    private static Optional<String> line(String which, Collection<String> values) {
        var different = new TreeSet<>(values);
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%s %s a value that is taken for a penalty (%s%s). Where that is wrong, say 'penalty: none' of the output in the problem file."
                                .formatted(
                                        which,
                                        values.size() == 1 ? "has" : "have",
                                        different.stream()
                                                .limit(NAMED)
                                                .collect(Collectors.joining(", ")),
                                        different.size() > NAMED ? ", ..." : ""));
    }
}
