package org.attune.api;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Measured values that stand for a run that failed, as programs return them that were tuned by a
 * tool without failures: 1e30, or the time limit. A surrogate that takes such a number for a
 * measurement sees nothing else.
 *
 * <p>An output may say from which value on ({@link Objective#withPenalty}), or that there are none.
 * Otherwise they are found among the trials of one task at one fidelity, at least three of which
 * have better values: the worst values are penalties
 *
 * <ul>
 *   <li>where several trials have the very same one, and the next better value is farther from it
 *       than a third of the range of all better ones;
 *   <li>or where the worst ones, the same or not, lie beyond the better ones by a thousand times
 *       the range and the size of these; of positive values that are minimised, also farther than
 *       twice their range on a scale of logarithms.
 * </ul>
 *
 * <p>What was measured stays what it is in the records: only tuners take it for a failure ({@link
 * TunerView}).
 */
public final class Penalties {
    private static final int FEWEST = 3; // better values
    private static final double OF_TIED = 1 / 3.0; // of the range of the better ones
    private static final double FAR = 1000; // times their range and size
    private static final double LOG_FAR = 2; // times their range in logarithms

    private final TuningProblem problem;
    private final Map<String, OptionalDouble> limits = new HashMap<>(); // oriented, by output

    /** Looks at trials of one task and one fidelity. */
    private Penalties(TuningProblem problem, List<Trial> trials) {
        this.problem = problem;
        for (Objective output : problem.optimized()) {
            int sign = output.goal().sign();
            double[] values =
                    trials.stream()
                            .flatMapToDouble(t -> problem.value(t, output.name()).stream())
                            .map(v -> sign * v)
                            .toArray();
            limits.put(
                    output.name(),
                    output.penalty().isPresent()
                            ? OptionalDouble.of(sign * output.penalty().getAsDouble())
                            : limit(values));
        }
    }

    /**
     * Returns from which value on values are penalties; empty where there seem to be none.
     *
     * @param values of the trials of one task, smaller being better
     */
    static OptionalDouble limit(double[] values) {
        double[] y = values.clone();
        Arrays.sort(y);
        for (int i = FEWEST; i < y.length; i++) {
            if (isPenalty(y, i)) {
                return OptionalDouble.of(y[i]);
            }
        }
        return OptionalDouble.empty();
    }

    /** Returns whether the values from here on are penalties beside those before. */
    private static boolean isPenalty(double[] y, int from) {
        double best = y[0];
        double worst = y[from - 1];
        double gap = y[from] - worst;
        double range = worst - best;
        boolean tied = from < y.length - 1 && y[from] == y[y.length - 1];
        if (tied && range > 0 && gap > OF_TIED * range) {
            return true;
        }
        double size = Math.max(range, Math.max(Math.abs(best), Math.abs(worst)));
        return size > 0
                && gap >= FAR * size
                && (best <= 0 || Math.log(y[from] / worst) >= LOG_FAR * Math.log(worst / best));
    }

    private Optional<String> of(Trial trial) {
        for (Objective output : problem.optimized()) {
            OptionalDouble value = problem.value(trial, output.name());
            OptionalDouble limit = limits.get(output.name());
            if (value.isPresent()
                    && limit.isPresent()
                    && output.goal().sign() * value.getAsDouble() >= limit.getAsDouble()) {
                return Optional.of(
                        "%s = %s".formatted(output.name(), Format.number(value.getAsDouble())));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns which trials have a penalty, by number, and which one, in words such as {@code
     * seconds = 1e+30}.
     *
     * @param trials numbered differently, of any tasks, at any fidelity
     */
    public static SortedMap<Long, String> among(TuningProblem problem, List<Trial> trials) {
        var found = new TreeMap<Long, String>();
        trials.stream()
                .filter(t -> t.outcome() instanceof Outcome.Measured)
                .collect(Collectors.groupingBy(t -> List.of(t.task(), t.candidate().fidelity())))
                .values()
                .forEach(some -> {
                    var penalties = new Penalties(problem, some);
                    some.forEach(t -> penalties.of(t).ifPresent(w -> found.put(t.number(), w)));
                });
        return found;
    }

    /**
     * Returns the trials, those with a penalty as ones that failed, whose detail is its value.
     *
     * @param trials numbered differently, of any tasks, at any fidelity
     */
    public static List<Trial> asFailures(TuningProblem problem, List<Trial> trials) {
        return asFailures(trials, among(problem, trials));
    }

    static List<Trial> asFailures(List<Trial> trials, Map<Long, String> penalties) {
        return penalties.isEmpty()
                ? trials
                : trials.stream()
                        .map(t -> penalties.containsKey(t.number()) ? failed(t, penalties) : t)
                        .toList();
    }

    private static Trial failed(Trial trial, Map<Long, String> penalties) {
        return new Trial(
                trial.number(),
                trial.candidate(),
                trial.origin(),
                new Outcome.Failed(
                        FailureCause.WRONG_ANSWER,
                        penalties.get(trial.number()),
                        trial.outcome().elapsed()),
                trial.provenance());
    }
}
