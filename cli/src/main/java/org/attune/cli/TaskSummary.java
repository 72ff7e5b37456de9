package org.attune.cli;

import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a study has found for one task.
 *
 * @param problem whose task it is
 * @param task values of the task parameters
 * @param standard the default configuration, if the problem has one
 * @param measuredStandard the trial that measured it
 * @param best trial of a problem with one objective
 * @param pareto trials of a problem with several objectives that no other trial dominates, by
 *     number
 * @param trials that have ended
 */
record TaskSummary(
        TuningProblem problem,
        Point task,
        Optional<Point> standard,
        Optional<Trial> measuredStandard,
        Optional<Trial> best,
        List<Trial> pareto,
        List<Trial> trials) {

    static TaskSummary of(TuningProblem problem, Records records, Point task) {
        List<Trial> ended = records.trials(task).stream().filter(t -> !t.isPending()).toList();
        Optional<Point> standard = problem.parameterSpace().defaultPoint();
        boolean several = problem.optimized().size() > 1;
        return new TaskSummary(
                problem,
                task,
                standard,
                ended.stream()
                        .filter(t -> t.outcome() instanceof Outcome.Measured)
                        .filter(t -> standard.equals(Optional.of(t.configuration())))
                        .findFirst(),
                several ? Optional.empty() : Study.best(problem, records, task),
                several ? front(problem, ended) : List.of(),
                ended);
    }

    long failed() {
        return trials.stream().filter(t -> t.outcome() instanceof Outcome.Failed).count();
    }

    /** Returns the usable trials, the best value of the first objective first. */
    List<Trial> ranked() {
        Objective objective = problem.optimized().getFirst();
        int sign = objective.goal().sign();
        return trials.stream()
                .filter(t -> acceptable(problem, t))
                .sorted(
                        Comparator.comparingDouble(
                                t -> sign * problem.value(t, objective.name()).orElseThrow()))
                .toList();
    }

    /** Returns how often each cause of failure occurred. */
    Map<FailureCause, Integer> causes() {
        var causes = new EnumMap<FailureCause, Integer>(FailureCause.class);
        for (Trial trial : trials) {
            if (trial.outcome() instanceof Outcome.Failed failed) {
                causes.merge(failed.cause(), 1, Integer::sum);
            }
        }
        return causes;
    }

    /**
     * Returns by which factor a trial improves the first objective over the default; empty where
     * there is none.
     */
    OptionalDouble gain(Trial trial) {
        Objective objective = problem.optimized().getFirst();
        OptionalDouble before =
                measuredStandard.isEmpty()
                        ? OptionalDouble.empty()
                        : problem.value(measuredStandard.get(), objective.name());
        OptionalDouble after = problem.value(trial, objective.name());
        if (before.isEmpty() || after.isEmpty()) {
            return OptionalDouble.empty();
        }
        return gain(objective, before.getAsDouble(), after.getAsDouble());
    }

    /** Returns how many times better {@code after} is; empty unless both are positive. */
    static OptionalDouble gain(Objective objective, double before, double after) {
        if (!(before > 0 && after > 0)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                objective.goal() == Objective.Goal.MINIMIZE ? before / after : after / before);
    }

    private static List<Trial> front(TuningProblem problem, List<Trial> trials) {
        List<Trial> usable = trials.stream().filter(t -> acceptable(problem, t)).toList();
        return usable.stream()
                .filter(t -> usable.stream().noneMatch(other -> dominates(problem, other, t)))
                .toList();
    }

    private static boolean acceptable(TuningProblem problem, Trial trial) {
        return trial.candidate().fidelity().equals(Fidelity.FULL)
                && problem.objectives().stream()
                        .allMatch(o -> {
                            OptionalDouble v = problem.value(trial, o.name());
                            return v.isPresent() && o.accepts(v.getAsDouble());
                        });
    }

    private static boolean dominates(TuningProblem problem, Trial a, Trial b) {
        boolean better = false;
        for (Objective o : problem.optimized()) {
            double difference =
                    o.goal().sign()
                            * (problem.value(a, o.name()).orElseThrow()
                                    - problem.value(b, o.name()).orElseThrow());
            if (difference > 0) {
                return false;
            }
            better |= difference < 0;
        }
        return better;
    }
}
