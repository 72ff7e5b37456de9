package org.attune.benchmarks;

import org.attune.api.Effort;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Best value so far on one task, evaluation by evaluation. */
final class TaskCurve {
    private final List<Double> best = new ArrayList<>();
    private final List<Double> overhead = new ArrayList<>();
    private double bestObserved = Double.POSITIVE_INFINITY;
    private double truthOfBest = Double.NaN;
    private int failures;
    private double sum;
    private double objective;
    private Effort effort = Effort.NONE;

    /**
     * Adds an evaluation.
     *
     * @param observed what the tuner was told, empty for a failed run
     * @param truth the value without noise
     * @param seconds CPU time of the suggestion
     * @param elapsed wall seconds of the evaluation
     * @param spent what the tuner reports of the suggestion
     */
    void add(OptionalDouble observed, double truth, double seconds, double elapsed, Effort spent) {
        failures += observed.isPresent() ? 0 : 1;
        sum += observed.isPresent() ? truth : 0;
        objective += elapsed;
        effort = effort.plus(spent);
        if (observed.isPresent() && observed.getAsDouble() < bestObserved) {
            bestObserved = observed.getAsDouble();
            truthOfBest = truth;
        }
        overhead.add(seconds);
    }

    /** Notes the best value so far. */
    void mark() {
        best.add(truthOfBest);
    }

    /**
     * Returns the result; a tuner that stopped early keeps its best value for the rest of the
     * budget.
     *
     * @param together whether other tasks were tuned in the same study
     */
    RunResult result(RunResult.Key key, Optional<String> failed, boolean together) {
        var padded = new ArrayList<>(best);
        while (padded.size() < key.budget()) {
            padded.add(truthOfBest);
        }
        var account =
                new Account(together, failures, sum, objective, effort.model(), effort.search());
        return new RunResult(
                key,
                padded,
                overhead,
                failed,
                Optional.of("minimize"),
                Optional.of(account),
                Optional.empty());
    }
}
