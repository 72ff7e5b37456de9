package org.attune.band;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which of some trials at one fidelity are the best: those with all outputs in range by their
 * objective, then those that leave a range by how far they do. With several objectives, trials go
 * by how many others dominate them. Among equals the earlier one is better. One that was ended
 * early was worse than others where it was, and stands behind all that were not.
 */
final class Standing {
    private Standing() {}

    private record Ranked(Trial trial, double violation, double[] losses) {
        boolean dominates(Ranked other) {
            boolean better = false;
            for (int i = 0; i < losses.length; i++) {
                if (losses[i] > other.losses[i]) {
                    return false;
                }
                better |= losses[i] < other.losses[i];
            }
            return better;
        }
    }

    /** Returns the measured ones of these trials, the best first. */
    static List<Trial> bestFirst(TuningProblem problem, List<Trial> trials) {
        var ranked = new ArrayList<Ranked>();
        for (Trial trial : trials) {
            if (trial.outcome() instanceof Outcome.Measured) {
                ranked.add(ranked(problem, trial));
            }
        }
        ranked.removeIf(r -> Double.isNaN(r.violation));
        List<Ranked> inRange = ranked.stream().filter(r -> r.violation == 0).toList();
        boolean single = problem.optimized().size() == 1;
        return ranked.stream()
                .sorted(
                        Comparator.comparing((Ranked r) -> r.trial.isEndedEarly())
                                .thenComparingDouble(Ranked::violation)
                                .thenComparingDouble(
                                        r -> single ? r.losses[0] : dominating(r, inRange))
                                .thenComparingLong(r -> r.trial.number()))
                .map(Ranked::trial)
                .toList();
    }

    private static double dominating(Ranked one, List<Ranked> others) {
        return others.stream().filter(o -> o.dominates(one)).count();
    }

    private static Ranked ranked(TuningProblem problem, Trial trial) {
        var losses = new ArrayList<Double>();
        double violation = 0;
        for (Objective o : problem.objectives()) {
            double value = problem.value(trial, o.name()).orElse(Double.NaN);
            violation += Math.max(Math.max(o.lower() - value, value - o.upper()), 0);
            if (o.optimize()) {
                losses.add(o.goal().sign() * value);
            }
        }
        return new Ranked(trial, violation, losses.stream().mapToDouble(v -> v).toArray());
    }
}
