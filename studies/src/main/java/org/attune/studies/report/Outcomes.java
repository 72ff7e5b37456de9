package org.attune.studies.report;

import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Outcomes of trials, for humans. */
public final class Outcomes {
    private Outcomes() {}

    /** Returns the outputs, or cause and detail of a failure, in one line. */
    public static String line(TuningProblem problem, Trial trial) {
        return switch (trial.outcome()) {
            case Outcome.Pending p -> "pending";
            case Outcome.Failed f ->
                    f.cause().text()
                            + (f.detail().isBlank()
                                    ? ""
                                    : ": " + f.detail().strip().lines().findFirst().orElseThrow());
            case Outcome.Measured m -> values(problem.outputs(trial));
        };
    }

    /**
     * Returns the same; where a value is taken for a penalty, with this in front.
     *
     * @param penalties of the study, by the number of the trial
     */
    public static String line(TuningProblem problem, Trial trial, Map<Long, String> penalties) {
        return (penalties.containsKey(trial.number()) ? "taken for a penalty: " : "")
                + line(problem, trial);
    }

    /** Returns measured or pending, or the cause of a failure. */
    public static String word(Trial trial) {
        return trial.outcome() instanceof Outcome.Failed f ? f.cause().text() : state(trial);
    }

    /**
     * Returns the outcome of a trial in one line, beside that of the same trial at another time:
     * where both are measured, only the outputs that differ, or else the measurements.
     */
    public static String changed(TuningProblem problem, Trial trial, Trial other) {
        if (!(trial.outcome() instanceof Outcome.Measured measured)
                || !(other.outcome() instanceof Outcome.Measured before)) {
            return line(problem, trial);
        }
        var values = new LinkedHashMap<>(problem.outputs(trial));
        values.entrySet().removeAll(problem.outputs(other).entrySet());
        return values.isEmpty() ? further(measured, before) : values(values);
    }

    /** Returns what differs among all measurements; a dash where there is only less. */
    private static String further(Outcome.Measured measured, Outcome.Measured other) {
        var further = new LinkedHashMap<>(measured.outputs());
        further.entrySet().removeAll(other.outputs().entrySet());
        return further.isEmpty()
                ? "-"
                : further.entrySet().stream()
                        .map(e ->
                                e.getKey()
                                        + e.getValue().stream()
                                                .map(Format::number)
                                                .collect(Collectors.joining(",", "=", "")))
                        .collect(Collectors.joining(" "));
    }

    private static String values(Map<String, Double> outputs) {
        var parts = new ArrayList<String>();
        outputs.forEach((n, v) -> parts.add(n + "=" + Format.number(v)));
        return String.join(" ", parts);
    }

    /** Returns task, configuration and fidelity of a trial, shortened. */
    public static String brief(TuningProblem problem, Trial trial) {
        return Format.brief(
                trial.task(), trial.configuration(), problem.fidelity(trial.candidate()));
    }

    /** Returns measured, failed or pending. */
    public static String state(Trial trial) {
        return switch (trial.outcome()) {
            case Outcome.Pending p -> "pending";
            case Outcome.Measured m -> "measured";
            case Outcome.Failed f -> "failed";
        };
    }
}
