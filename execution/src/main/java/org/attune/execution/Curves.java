package org.attune.execution;

import org.attune.api.FidelityScale;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The curves of runs that have ended, and by them which run is to be ended. Thread-safe.
 *
 * <p>The user's own configurations are not ended, nor is any configuration a second time: a tuner
 * that asks for it again wants to know.
 */
final class Curves {
    /** Under this name curves are recorded among the further results of a trial. */
    static final String KEY = "progress";

    private final ProgressRule rule;
    private final FidelityScale scale;
    private final Map<Long, Curve> byNumber = new HashMap<>();
    private final Map<Point, Map<Long, Curve>> byTask = new HashMap<>();
    private final Set<List<Point>> endedBefore = new HashSet<>(); // task and configuration

    Curves(ProgressRule rule, FidelityScale scale) {
        this.rule = rule;
        this.scale = scale;
    }

    /** Takes note of a trial that has ended. */
    synchronized void add(Trial trial) {
        if (!(trial.outcome() instanceof Outcome.Measured m) || !m.extra().containsKey(KEY)) {
            return;
        }
        Curve curve = whole(trial, Curve.of(scale, m.extra().get(KEY)));
        byNumber.put(trial.number(), curve);
        byTask.computeIfAbsent(trial.task(), t -> new TreeMap<>()).put(trial.number(), curve);
        if (trial.isEndedEarly()) {
            endedBefore.add(List.of(trial.task(), trial.configuration()));
        }
    }

    private Curve whole(Trial trial, Curve own) {
        return trial.provenance()
                .parent()
                .map(p -> byNumber.get(p.trial()))
                .map(own::after)
                .orElse(own);
    }

    /** Returns whether a trial that has come to the end of this curve is to be ended. */
    synchronized boolean isHopeless(Trial trial, Curve curve) {
        Origin.Phase phase = trial.origin().phase();
        if (phase == Origin.Phase.DEFAULT
                || phase == Origin.Phase.GIVEN
                || endedBefore.contains(List.of(trial.task(), trial.configuration()))) {
            return false;
        }
        List<Curve> others =
                byTask.getOrDefault(trial.task(), Map.of()).entrySet().stream()
                        .filter(e -> e.getKey() != trial.number())
                        .map(Map.Entry::getValue)
                        .toList();
        return rule.isHopeless(whole(trial, curve), others);
    }
}
