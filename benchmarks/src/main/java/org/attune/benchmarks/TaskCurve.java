package org.attune.benchmarks;

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

    /**
     * Adds an evaluation.
     *
     * @param observed what the tuner was told, empty for a failed run
     * @param truth the value without noise
     * @param seconds CPU time of the suggestion
     */
    void add(OptionalDouble observed, double truth, double seconds) {
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
     */
    RunResult result(RunResult.Key key, Optional<String> failed) {
        var padded = new ArrayList<>(best);
        while (padded.size() < key.budget()) {
            padded.add(truthOfBest);
        }
        return new RunResult(key, padded, overhead, failed);
    }
}
