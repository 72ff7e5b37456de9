package org.attune.studies.report;

import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The single measurements behind an aggregated output. */
public final class Repetitions {
    private Repetitions() {}

    /**
     * Returns the value of an output, measured or derived, in each repetition of a trial; empty
     * where the trial was not measured. Outputs that were repeated less often count with what they
     * have.
     */
    public static double[] of(TuningProblem problem, Trial trial, String output) {
        if (!(trial.outcome() instanceof Outcome.Measured measured)) {
            return new double[0];
        }
        int count = measured.outputs().values().stream().mapToInt(List::size).max().orElseThrow();
        return IntStream.range(0, count)
                .mapToObj(i -> problem.value(trial.with(only(measured, i)), output))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    private static Outcome only(Outcome.Measured measured, int repetition) {
        Map<String, List<Double>> one = new LinkedHashMap<>();
        measured.outputs()
                .forEach((n, v) -> one.put(n, List.of(v.get(Math.min(repetition, v.size() - 1)))));
        return new Outcome.Measured(one, measured.extra(), measured.elapsed());
    }
}
