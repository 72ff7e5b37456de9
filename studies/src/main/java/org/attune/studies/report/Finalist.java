package org.attune.studies.report;

import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.List;
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
    /** What the default is called. */
    public static final String DEFAULT = "default";

    /**
     * It as data.
     *
     * @param what it is, such as the default
     * @param trial number in the study
     * @param before outputs there, by name
     * @param again outputs measured now
     * @param repetitions of the first objective, measured now
     * @param gain by which factor it is better than the default, where that is known
     */
    public record Data(
            Point task,
            String what,
            long trial,
            Point configuration,
            Map<String, Double> before,
            Map<String, Double> again,
            List<Double> repetitions,
            OptionalDouble gain) {}

    /** Returns it as data. */
    public Data data(TuningProblem problem, double[] repetitions, OptionalDouble gain) {
        return new Data(
                before.task(),
                label,
                before.number(),
                before.configuration(),
                problem.outputs(before),
                problem.outputs(after),
                Arrays.stream(repetitions).boxed().toList(),
                gain);
    }
}
