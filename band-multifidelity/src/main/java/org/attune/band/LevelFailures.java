package org.attune.band;

import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.bayesopt.StandardWeights;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.PooledFailureFitter;
import org.attune.bayesopt.surrogate.PooledFailures;

import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What failures of a task's runs at all levels say of its runs at each of them, once a cheap run
 * has failed. The kind of a run is its rung, 0 for the cheapest and 1 for the full one.
 */
final class LevelFailures {
    private final Ladder ladder;
    private final PooledFailureFitter fitter;

    LevelFailures(Ladder ladder, Axes axes, boolean aligned, Seed seed) {
        this.ladder = ladder;
        this.fitter = new PooledFailureFitter(axes, aligned, seed.child("level failures", 0));
    }

    /**
     * Returns the probability that a full run fails; empty until a cheap one has.
     *
     * @param trials of the task, at all levels
     */
    Optional<PooledFailures> of(TaskTrials trials) {
        if (ladder.size() == 1) {
            return Optional.empty();
        }
        var x = new ArrayList<double[]>();
        var failed = new ArrayList<Double>();
        for (Trial trial : trials.finished()) {
            int rung = ladder.measured(trial);
            boolean says = !(trial.outcome() instanceof Outcome.Failed) || hasFailed(trial);
            if (says && rung >= 0) {
                x.add(PooledFailures.with(trials.encode(trial), kind(rung)));
                failed.add(hasFailed(trial) ? 1.0 : 0.0);
            }
        }
        double[] y = failed.stream().mapToDouble(f -> f).toArray();
        return fitter.fit(new Dataset(x.toArray(double[][]::new), y), StandardWeights.MOST);
    }

    /**
     * Returns the configurations that are not run again at any level: those that have failed, if
     * levels probably fail alike.
     *
     * @param trials of the task, at all levels
     * @param pooled what they say of failures; empty until a cheap one has failed
     */
    Set<Point> ruledOut(TaskTrials trials, Optional<PooledFailures> pooled) {
        return pooled.filter(p -> p.share() > 0.5).isEmpty()
                ? Set.of()
                : trials.trials().stream()
                        .filter(LevelFailures::hasFailed)
                        .map(Trial::configuration)
                        .collect(Collectors.toSet());
    }

    /** Returns k. */
    double kind(int rung) {
        return (double) rung / ladder.top();
    }

    /** Returns whether a trial failed in a way that says something of its configuration. */
    static boolean hasFailed(Trial trial) {
        return trial.outcome() instanceof Outcome.Failed f && f.cause().isInformative();
    }
}
