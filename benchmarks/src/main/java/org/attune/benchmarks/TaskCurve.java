package org.attune.benchmarks;

import org.attune.api.Effort;
import org.attune.api.Objective.Goal;
import org.attune.benchmarks.problems.ReferencePoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How good the best trials of one task are, evaluation by evaluation: the best value of one
 * objective, or the hypervolume of several.
 */
final class TaskCurve {
    private final Goal goal;
    private final Optional<ReferencePoint> reference;
    private final List<double[]> outcomes = new ArrayList<>();
    private final List<Double> best = new ArrayList<>();
    private final List<Double> costs = new ArrayList<>(); // of each of them, in full runs
    private final List<Double> overhead = new ArrayList<>();
    private double bestObserved = Double.POSITIVE_INFINITY; // times the goal's sign
    private double truthOfBest = Double.NaN;
    private int failures;
    private double sum;
    private double objective;
    private Effort effort = Effort.NONE;

    /**
     * Starts a curve.
     *
     * @param goal of the first objective
     * @param reference point of the hypervolume, where there are several objectives
     */
    TaskCurve(Goal goal, Optional<ReferencePoint> reference) {
        this.goal = goal;
        this.reference = reference;
    }

    /**
     * Returns whether an evaluation would be the best so far, of several objectives: make the
     * hypervolume grow.
     *
     * @param observed what the tuner was told of the first objective, empty without a usable value
     * @param measured values of the objectives
     */
    boolean isBetter(OptionalDouble observed, double[] measured) {
        if (observed.isEmpty() || reference.isEmpty()) {
            return isBetter(observed);
        }
        var with = new ArrayList<>(outcomes);
        with.add(measured);
        return reference.get().volume(with) > now();
    }

    private boolean isBetter(OptionalDouble observed) {
        return observed.isPresent() && goal.sign() * observed.getAsDouble() < bestObserved;
    }

    /**
     * Adds an evaluation.
     *
     * @param observed what the tuner was told of the first objective, empty for a run without a
     *     usable value, and for one at less than full fidelity
     * @param isFailure whether it has no usable value
     * @param truths values of the objectives without noise, as far as they are known
     * @param seconds CPU time of the suggestion
     * @param elapsed wall seconds of the evaluation
     * @param spent what the tuner reports of the suggestion
     */
    void add(
            OptionalDouble observed,
            boolean isFailure,
            double[] truths,
            double seconds,
            double elapsed,
            Effort spent) {
        failures += isFailure ? 1 : 0;
        sum += observed.isPresent() ? sign() * truths[0] : 0;
        objective += elapsed;
        effort = effort.plus(spent);
        if (isBetter(observed)) {
            bestObserved = goal.sign() * observed.getAsDouble();
            truthOfBest = truths[0];
        }
        if (observed.isPresent()) {
            outcomes.add(truths);
        }
        overhead.add(seconds);
    }

    /**
     * Notes how good the best trials so far are.
     *
     * @param cost in full runs, since it was last noted
     */
    void mark(double cost) {
        best.add(now());
        costs.add(cost);
    }

    /** Returns the sign of the first objective's values, which are minimised where several are. */
    private double sign() {
        return reference.isPresent() ? goal.sign() : 1;
    }

    private double now() {
        return reference.isPresent() ? reference.get().volume(outcomes) : truthOfBest;
    }

    /**
     * Returns the result; a tuner that stopped early keeps its best value for the rest of the
     * budget, which is padded where every evaluation is a full run.
     *
     * @param together whether other tasks were tuned in the same study
     */
    RunResult result(RunResult.Key key, Optional<String> failed, boolean together) {
        var padded = new ArrayList<>(best);
        boolean full = costs.stream().allMatch(c -> c == 1);
        while (full && padded.size() < key.budget()) {
            padded.add(now());
        }
        var account =
                new Account(together, failures, sum, objective, effort.model(), effort.search());
        return new RunResult(
                key,
                padded,
                overhead,
                failed,
                Optional.of(
                        reference.isPresent() || goal == Goal.MAXIMIZE ? "maximize" : "minimize"),
                Optional.of(account),
                Optional.empty(),
                reference.map(r -> Arrays.stream(r.values()).boxed().toList()),
                Optional.empty(),
                full ? List.of() : costs);
    }
}
