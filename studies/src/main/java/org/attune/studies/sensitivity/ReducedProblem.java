package org.attune.studies.sensitivity;

import org.attune.sensitivity.Reduction;
import org.attune.studies.StudyFile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A problem file with parameters held, which no output of no task needs. */
public final class ReducedProblem {
    private ReducedProblem() {}

    /**
     * Returns the parameters that can be held for all tasks and outputs that were looked at, with
     * the values of the first of them; none that another one wants at another value.
     */
    public static Map<String, Object> common(List<SensitivityView> views) {
        List<Reduction> all = views.stream().flatMap(v -> v.reduction().stream()).toList();
        var held = new LinkedHashMap<String, Object>();
        if (!all.isEmpty()) {
            held.putAll(all.getFirst().held());
            all.forEach(r ->
                    held.entrySet().removeIf(e -> !e.getValue().equals(r.held().get(e.getKey()))));
        }
        return held;
    }

    /** Returns the text of the file, JSON, which YAML readers read too. */
    public static String text(StudyFile file, Map<String, Object> held) {
        return file.file().holding(held);
    }
}
