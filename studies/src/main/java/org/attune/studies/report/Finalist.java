package org.attune.studies.report;

import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A configuration that was measured again.
 *
 * @param label what it is, such as the default
 * @param before its trial in the study
 * @param after its trial with more repetitions
 */
public record Finalist(String label, Trial before, Trial after) {
    /**
     * Returns it as data.
     *
     * @param values the new repetitions
     * @param gain by which factor it is better than the default, where that is known
     */
    public Map<String, Object> json(TuningProblem problem, double[] values, OptionalDouble gain) {
        var map = new LinkedHashMap<String, Object>();
        map.put("task", before.task());
        map.put("what", label);
        map.put("trial", before.number());
        map.put("configuration", before.configuration());
        map.put("before", problem.outputs(before));
        map.put("again", problem.outputs(after));
        map.put("repetitions", Arrays.stream(values).boxed().toList());
        map.put("gain", gain.isPresent() ? gain.getAsDouble() : null);
        return map;
    }
}
