package org.attune.history.formats;

import org.attune.api.Outcome;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The key {@code attune} of a record of a {@link GptuneFile}. */
final class OwnRecord {
    /** What makes a record that of a trial of a study. */
    static final String KEY = "attune";

    /** Below it: outputs that the problem does not declare, for which GPTune has no place. */
    private static final String OTHERS = "outputs";

    private static final Set<String> OF_THE_OUTCOME =
            Set.of("evaluation_result", "evaluation_detail", "additional_output", "time");

    private OwnRecord() {}

    static Map<String, Object> attune(Map<String, Object> record) {
        return object(record.get(KEY));
    }

    static boolean isOf(Map<String, Object> record, String study) {
        Map<String, Object> attune = attune(record);
        return study.equals(attune.get("study")) && attune.get("trial") instanceof Number;
    }

    /** Returns the number of the trial. */
    static long number(Map<String, Object> record) {
        return integer(attune(record), "trial", 0);
    }

    /**
     * Returns the trial's place among those that have ended, the largest long before it has one.
     */
    static long order(Map<String, Object> record) {
        return integer(attune(record), "order", Long.MAX_VALUE);
    }

    /** Returns how often the trial was handed out. */
    static long offers(Map<String, Object> record) {
        return integer(attune(record), "offers", 1);
    }

    /** Puts the outputs that the problem does not declare beside the others. */
    static void putOthers(Map<String, Object> attune, Outcome outcome, TuningProblem problem) {
        if (outcome instanceof Outcome.Measured m) {
            var others = new LinkedHashMap<String, Object>(m.outputs());
            others.keySet().removeAll(problem.measuredOutputs());
            if (!others.isEmpty()) {
                attune.put(OTHERS, others);
            }
        }
    }

    /** Returns the outcome with the outputs that the problem does not declare. */
    static Outcome withOthers(Outcome.Measured measured, Map<String, Object> record) {
        var outputs = new LinkedHashMap<>(measured.outputs());
        object(attune(record).get(OTHERS))
                .forEach((name, list) -> {
                    var values = new ArrayList<Double>();
                    for (Object value : list instanceof List<?> all ? all : List.of()) {
                        if (value instanceof Number n) {
                            values.add(n.doubleValue());
                        }
                    }
                    outputs.putIfAbsent(name, values);
                });
        return new OwnTimes(attune(record)).measured(outputs, measured.extra());
    }

    /** Writes an outcome into a record; what else stands in it stays. */
    static void update(Map<String, Object> record, Map<String, Object> written) {
        written.forEach((key, value) -> {
            if (OF_THE_OUTCOME.contains(key)) {
                var merged = new LinkedHashMap<>(object(record.get(key)));
                merged.putAll(object(value));
                record.put(key, merged);
            } else {
                record.putIfAbsent(key, value);
            }
        });
    }

    private static long integer(Map<String, Object> map, String key, long otherwise) {
        return map.get(key) instanceof Number n ? n.longValue() : otherwise;
    }

    static Map<String, Object> object(Object value) {
        return GptuneRecord.object(value).orElse(Collections.emptyMap());
    }
}
