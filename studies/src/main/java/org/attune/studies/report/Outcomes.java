package org.attune.studies.report;

import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;

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
            case Outcome.Measured m -> {
                var parts = new ArrayList<String>();
                problem.outputs(trial).forEach((n, v) -> parts.add(n + "=" + Format.number(v)));
                yield String.join(" ", parts);
            }
        };
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
