package org.attune.studies.report;

import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.studies.text.Json.IfPresent;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A trial as {@code history list --json} shows it.
 *
 * @param trial its number, unless it is of no study
 * @param state measured, failed or pending
 * @param fidelity what it costs, in full runs, where there are cheaper ones
 * @param quantity the value of the fidelity parameter, likewise
 * @param outputs by name, repetitions aggregated
 * @param cause of its failure
 * @param detail of its failure
 * @param penalty the value that is taken for a penalty, in words
 */
public record TrialData(
        @IfPresent OptionalLong trial,
        String state,
        Point task,
        Point configuration,
        @IfPresent OptionalDouble fidelity,
        @IfPresent Optional<Point> quantity,
        Map<String, Double> outputs,
        Optional<String> cause,
        @IfPresent Optional<String> detail,
        @IfPresent Optional<String> penalty) {

    /** Returns a trial of a study. */
    public static TrialData of(TuningProblem problem, Trial trial) {
        return of(problem, trial, Map.of());
    }

    /**
     * Returns a trial of a study.
     *
     * @param penalties of the study, by the number of the trial
     */
    public static TrialData of(TuningProblem problem, Trial trial, Map<Long, String> penalties) {
        return of(
                problem,
                trial,
                OptionalLong.of(trial.number()),
                Optional.ofNullable(penalties.get(trial.number())));
    }

    /** Returns a trial that no study has. */
    public static TrialData alone(TuningProblem problem, Trial trial) {
        return of(problem, trial, OptionalLong.empty(), Optional.empty());
    }

    private static TrialData of(
            TuningProblem problem, Trial trial, OptionalLong number, Optional<String> penalty) {
        boolean full = problem.fidelity().isEmpty() && trial.isFull();
        Optional<Outcome.Failed> failure =
                trial.outcome() instanceof Outcome.Failed f ? Optional.of(f) : Optional.empty();
        return new TrialData(
                number,
                Outcomes.state(trial),
                trial.task(),
                trial.configuration(),
                full
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(trial.candidate().fidelity().value()),
                full ? Optional.empty() : Optional.of(problem.fidelity(trial.candidate())),
                problem.outputs(trial),
                failure.map(f -> f.cause().text()),
                failure.map(Outcome.Failed::detail),
                penalty);
    }
}
