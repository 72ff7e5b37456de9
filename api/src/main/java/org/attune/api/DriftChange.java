package org.attune.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A change of the level of a study's {@link Control}s: of the first optimised objective, on the
 * scale of logarithms where all values are positive.
 *
 * <p>The controls are looked at one by one, as they came; a change is one where {@link LevelShift}
 * has a p-value below {@link #LEVEL}. What follows is compared with what lies behind it, so that
 * everybody who looks at the same controls finds the same changes.
 *
 * @param first number of the first control of the new level
 * @param trialsBefore how many trials had ended at the control before it, or at the first one of a
 *     gradual change
 * @param trials how many trials had ended at it
 * @param ratio of the new level to the old one; NaN where not all values are positive
 * @param difference of the new level to the old one, in the objective's unit, where they are not
 * @param p of the look at which it was found
 * @param words what to say of it
 */
public record DriftChange(
        long first,
        int trialsBefore,
        int trials,
        double ratio,
        double difference,
        double p,
        String words) {
    /** A smaller p-value is a change. */
    public static final double LEVEL = 0.004;

    /**
     * Returns the changes, in their order.
     *
     * @param controls by number; those without a value are passed over
     */
    public static List<DriftChange> of(TuningProblem problem, List<Control> controls) {
        Objective objective = problem.optimized().getFirst();
        List<Control> measured = measured(problem, controls);
        double[] values =
                measured.stream()
                        .mapToDouble(c -> problem.value(c.run(), objective.name()).orElseThrow())
                        .toArray();
        boolean logs = Arrays.stream(values).allMatch(v -> v > 0);
        double[] y = logs ? Arrays.stream(values).map(Math::log).toArray() : values;
        var changes = new ArrayList<DriftChange>();
        for (LevelShift.Found found : LevelShift.changes(y, LEVEL)) {
            changes.add(
                    change(
                            objective,
                            measured.get(
                                    found.shift().gradual() ? found.begin() : found.first() - 1),
                            measured.get(found.first()),
                            logs ? Math.exp(found.shift().difference()) : Double.NaN,
                            found.shift()));
        }
        return List.copyOf(changes);
    }

    /** Returns the controls whose first objective has a value. */
    public static List<Control> measured(TuningProblem problem, List<Control> controls) {
        String objective = problem.optimized().getFirst().name();
        return controls.stream()
                .filter(c -> problem.value(c.run(), objective).isPresent())
                .toList();
    }

    private static DriftChange change(
            Objective objective, Control before, Control first, double ratio, LevelShift shift) {
        String by =
                Double.isNaN(ratio)
                        ? "'%s' of the same configuration is %s %s"
                                .formatted(
                                        objective.name(),
                                        Format.number(Math.abs(shift.difference())),
                                        shift.difference() > 0 ? "higher" : "lower")
                        : objective.isTime()
                                ? "the machine is %s %s"
                                        .formatted(percent(ratio), ratio > 1 ? "slower" : "faster")
                                : "'%s' of the same configuration is %s %s"
                                        .formatted(
                                                objective.name(),
                                                percent(ratio),
                                                ratio > 1 ? "higher" : "lower");
        return new DriftChange(
                first.run().number(),
                before.after(),
                first.after(),
                ratio,
                Double.isNaN(ratio) ? shift.difference() : Double.NaN,
                shift.p(),
                "%s %s (p %s)"
                        .formatted(
                                by,
                                shift.gradual()
                                        ? "after %d trials than after %d, bit by bit"
                                                .formatted(first.after(), before.after())
                                        : "since " + since(before.after(), first.after()),
                                shift.p() <= 2e-4
                                        ? "< 0.0003"
                                        : "= " + String.format(Locale.ROOT, "%.2g", shift.p())));
    }

    private static String since(int from, int to) {
        return from >= to - 1
                ? "trial " + to
                : "one of the trials %d to %d".formatted(from + 1, to);
    }

    private static String percent(double ratio) {
        return String.format(Locale.ROOT, "%.3g %%", 100 * Math.abs(ratio - 1));
    }

    /**
     * Returns whether the last of some values is off the others by so much that it should be
     * measured once more: by more than 4 standard deviations of a single one, where there are three
     * others.
     */
    static boolean isSurprising(double[] values) {
        int others = values.length - 1;
        if (others < 3) {
            return false;
        }
        double mean =
                IntStream.range(0, others).mapToDouble(i -> values[i]).average().orElseThrow();
        double squares =
                IntStream.range(0, others)
                        .mapToDouble(i -> (values[i] - mean) * (values[i] - mean))
                        .sum();
        double deviation = Math.sqrt(squares / (others - 1));
        return Math.abs(values[others] - mean) > 4 * deviation;
    }
}
