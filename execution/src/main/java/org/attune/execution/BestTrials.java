package org.attune.execution;

import org.attune.api.ParetoFront;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The best trials of each task so far: one, or with several objectives those of the front. */
final class BestTrials {
    private final TuningProblem problem;
    private final Map<Point, List<Trial>> best = new HashMap<>();

    BestTrials(TuningProblem problem) {
        this.problem = problem;
    }

    /** Takes note of a trial that has ended. */
    synchronized void add(Trial trial) {
        best.put(trial.task(), with(trial));
    }

    /** Returns whether a trial, measured so far, would be one of the best. */
    synchronized boolean wouldHave(Trial trial) {
        return with(trial).contains(trial);
    }

    private List<Trial> with(Trial trial) {
        var all = new ArrayList<>(best.getOrDefault(trial.task(), List.of()));
        all.removeIf(t -> t.number() == trial.number());
        all.add(trial);
        return ParetoFront.of(problem, all).trials();
    }
}
