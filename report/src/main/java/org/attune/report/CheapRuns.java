package org.attune.report;

import org.attune.api.Fidelity;
import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The runs of a study that cost less than a full one, by level, as pictures show them. They tell of
 * full runs, and none of them is ever the best.
 */
final class CheapRuns {
    /** From the cheapest level to the dearest; no hue is that of a full run or of a failure. */
    private static final List<String> COLORS = List.of("#dba9cb", "#c57bab", "#a34a85", "#742a5d");

    private CheapRuns() {}

    /**
     * A level, or neighbouring ones where there are many, as of runs that were ended early.
     *
     * @param name what is run there and what share of a full run that costs
     * @param color of its points
     * @param low its least share of the full cost
     * @param high its largest share of the full cost
     */
    record Level(String name, String color, double low, double high) {
        boolean has(Trial trial) {
            double share = trial.candidate().fidelity().value();
            return !trial.isFull() && low <= share && share <= high;
        }
    }

    /** Returns the levels of these trials, the cheapest first; empty where all are full runs. */
    static List<Level> levels(TuningProblem problem, List<Trial> trials) {
        double[] shares =
                trials.stream()
                        .filter(t -> !t.isFull())
                        .mapToDouble(t -> t.candidate().fidelity().value())
                        .sorted()
                        .distinct()
                        .toArray();
        int groups = Math.min(shares.length, COLORS.size());
        var levels = new ArrayList<Level>();
        for (int g = 0; g < groups; g++) {
            double low = shares[g * shares.length / groups];
            double high = shares[(g + 1) * shares.length / groups - 1];
            String color =
                    groups == 1
                            ? COLORS.get(2)
                            : COLORS.get(g * (COLORS.size() - 1) / (groups - 1));
            levels.add(new Level(name(problem, low, high), color, low, high));
        }
        return List.copyOf(levels);
    }

    private static String name(TuningProblem problem, double low, double high) {
        String from = quantity(problem, low);
        String to = quantity(problem, high);
        String share =
                low == high
                        ? Format.number(low)
                        : Format.number(low) + " to " + Format.number(high);
        return problem.fidelity()
                .map(f ->
                        "cheap, %s %s (%s of a full run)"
                                .formatted(
                                        f.name(),
                                        from.equals(to) ? from : from + " to " + to,
                                        share))
                .orElse("cheap, %s of a full run".formatted(share));
    }

    private static String quantity(TuningProblem problem, double share) {
        return problem.fidelity()
                .map(f ->
                        f.quantity(new Fidelity(share)) instanceof Number n
                                ? Format.number(n.doubleValue())
                                : "")
                .orElse("");
    }

    /** Returns the quantity at which a trial was run, NaN where the problem has none. */
    static double quantity(TuningProblem problem, Trial trial) {
        return problem.fidelity()
                .map(f -> ((Number) f.quantity(trial.candidate().fidelity())).doubleValue())
                .orElse(Double.NaN);
    }

    /**
     * Returns whether a cheap run has values to show: it was measured, within the ranges of
     * outputs, of a configuration that satisfies the constraints.
     */
    static boolean isShown(TuningProblem problem, Trial trial) {
        return !trial.isFull()
                && trial.outcome() instanceof Outcome.Measured
                && problem.isInRange(trial)
                && problem.admits(trial.candidate());
    }

    /** Says in words how many of these trials were cheap and what all cost, where any was. */
    static Optional<String> words(List<Trial> trials) {
        long cheap = trials.stream().filter(t -> !t.isFull()).count();
        double cost = trials.stream().mapToDouble(Trial::cost).sum();
        return cheap == 0
                ? Optional.empty()
                : Optional.of(
                        "%d of them cheap runs, at the cost of %s full runs in all"
                                .formatted(cheap, Format.number(cost)));
    }
}
