package org.attune.studies.report;

import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.ParetoFront;
import org.attune.api.Penalties;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.studies.text.Json.IfPresent;
import org.attune.studies.text.Json.Inline;
import org.attune.studies.text.Json.Named;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * What a study has found for one task.
 *
 * @param problem whose task it is
 * @param task values of the task parameters
 * @param standard the default configuration, if the problem has one
 * @param measuredStandard the full run that measured it
 * @param best trial of a problem with one objective
 * @param pareto the front of a problem with several objectives
 * @param trials that have ended, at whatever fidelity; those with a penalty as failed ones
 * @param penalties which values were taken for such, in words, by the number of the trial
 * @param times where the time of all its trials went
 */
public record TaskSummary(
        TuningProblem problem,
        Point task,
        Optional<Point> standard,
        Optional<Trial> measuredStandard,
        Optional<Trial> best,
        Optional<ParetoFront> pareto,
        List<Trial> trials,
        SortedMap<Long, String> penalties,
        Times times) {

    /**
     * A summary as data.
     *
     * @param standard the default and its outputs, if the problem has one
     * @param neverInRange outputs that were never in their ranges
     * @param trials how many have ended
     * @param fullRuns what they cost, where there are cheaper ones
     * @param penalties how many have a value that is taken for a penalty, where some have
     * @param spread how many are spread over the space, where the tuner has looked elsewhere
     */
    public record Data(
            Point task,
            @Named("default") Optional<Standard> standard,
            Optional<Found> best,
            List<Found> pareto,
            @Inline Fronts.Measures front,
            List<Ranges.Nearest> neverInRange,
            int trials,
            @IfPresent OptionalDouble fullRuns,
            long failed,
            @IfPresent OptionalLong penalties,
            @IfPresent OptionalLong spread,
            Times times) {}

    /** The default and its outputs, none where it has not been measured. */
    public record Standard(Point configuration, Map<String, Double> outputs) {}

    /** A trial with its outputs. */
    public record Found(long trial, Point configuration, Map<String, Double> outputs) {}

    /** Sums up the trials of a task. */
    public static TaskSummary of(TuningProblem problem, Records records, Point task) {
        List<Trial> told = records.trials(task).stream().filter(t -> !t.isPending()).toList();
        var penalties = Penalties.of(problem, records);
        List<Trial> ended = penalties.asFailures(told);
        Optional<Point> standard = problem.parameterSpace().defaultPoint();
        boolean several = problem.optimized().size() > 1;
        return new TaskSummary(
                problem,
                task,
                standard,
                ended.stream()
                        .filter(t -> t.isFull() && t.outcome() instanceof Outcome.Measured)
                        .filter(t -> standard.equals(Optional.of(t.configuration())))
                        .findFirst(),
                several ? Optional.empty() : Study.best(problem, records, task),
                several ? Optional.of(ParetoFront.of(problem, ended)) : Optional.empty(),
                ended,
                penalties.in(told),
                Times.of(records.trials(task)));
    }

    /** Returns the same as data. */
    public Data data() {
        Map<String, Double> outputs =
                measuredStandard.<Map<String, Double>>map(problem::outputs).orElse(Map.of());
        return new Data(
                task,
                standard.map(p -> new Standard(p, outputs)),
                best.map(this::found),
                front().stream().map(this::found).toList(),
                Fronts.Measures.of(this),
                Ranges.never(this).stream().map(Ranges.Miss::data).toList(),
                trials.size(),
                problem.fidelity().isPresent() ? OptionalDouble.of(cost()) : OptionalDouble.empty(),
                failed(),
                penalties().isEmpty() ? OptionalLong.empty() : OptionalLong.of(penalties().size()),
                Coverage.of(this)
                        .map(c -> OptionalLong.of(c.spread()))
                        .orElse(OptionalLong.empty()),
                times);
    }

    private Found found(Trial trial) {
        return new Found(trial.number(), trial.configuration(), problem.outputs(trial));
    }

    /** Returns how many trials failed. */
    public long failed() {
        return trials.stream().filter(t -> t.outcome() instanceof Outcome.Failed).count();
    }

    /** Returns what the trials that have ended cost, in full runs. */
    public double cost() {
        return trials.stream().mapToDouble(Trial::cost).sum();
    }

    /** Returns the trials of the Pareto front, none where there is one objective. */
    public List<Trial> front() {
        return pareto.map(ParetoFront::trials).orElse(List.of());
    }

    /** Returns the same trials, the best value of the first objective first. */
    public List<Trial> rankedFront() {
        return ranked(front().stream());
    }

    /** Returns the usable trials, the best value of the first objective first. */
    public List<Trial> ranked() {
        return ranked(trials.stream().filter(t -> Study.isUsable(problem, t)));
    }

    private List<Trial> ranked(Stream<Trial> usable) {
        Objective objective = problem.optimized().getFirst();
        int sign = objective.goal().sign();
        return usable.sorted(
                        Comparator.comparingDouble(
                                t -> sign * problem.value(t, objective.name()).orElseThrow()))
                .toList();
    }

    /** Returns how often each cause of failure occurred. */
    public Map<FailureCause, Integer> causes() {
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
    public OptionalDouble gain(Trial trial) {
        return gain(problem, problem.optimized().getFirst(), measuredStandard, trial);
    }

    /** Returns what a factor over the default is called. */
    public static String gainName(Objective objective) {
        return objective.isTime() ? "speed-up" : "gain";
    }

    /**
     * Returns how many times better a trial is than the default; empty unless the values of both
     * are positive.
     */
    public static OptionalDouble gain(
            TuningProblem problem, Objective objective, Optional<Trial> standard, Trial trial) {
        double before =
                standard.map(t -> problem.value(t, objective.name()))
                        .orElse(OptionalDouble.empty())
                        .orElse(Double.NaN);
        double after = problem.value(trial, objective.name()).orElse(Double.NaN);
        if (!(before > 0 && after > 0)) {
            return OptionalDouble.empty();
        }
        boolean smaller = objective.goal() == Objective.Goal.MINIMIZE;
        return OptionalDouble.of(smaller ? before / after : after / before);
    }
}
