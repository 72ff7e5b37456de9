package org.attune.studies.report;

import org.attune.api.Objective;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A stored trial beside a new run of it.
 *
 * @param study that has the stored one
 * @param ratio of each output, now to before; empty where one is missing or the old one is 0
 */
public record RunAgain(
        String study, TrialData before, TrialData now, Map<String, OptionalDouble> ratio) {

    /** Compares two trials, the outputs of the problem first. */
    public static RunAgain of(String study, TuningProblem problem, Trial before, Trial now) {
        var ratios = new LinkedHashMap<String, OptionalDouble>();
        problem.objectives().stream().map(Objective::name).forEach(n -> ratios.put(n, null));
        problem.outputs(before).keySet().forEach(n -> ratios.put(n, null));
        problem.outputs(now).keySet().forEach(n -> ratios.put(n, null));
        ratios.replaceAll((n, none) -> ratio(problem.value(before, n), problem.value(now, n)));
        return new RunAgain(
                study, TrialData.of(problem, before), TrialData.of(problem, now), ratios);
    }

    private static OptionalDouble ratio(OptionalDouble before, OptionalDouble now) {
        return before.isEmpty() || now.isEmpty() || before.getAsDouble() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(now.getAsDouble() / before.getAsDouble());
    }
}
