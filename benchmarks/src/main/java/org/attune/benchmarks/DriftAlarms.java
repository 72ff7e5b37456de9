package org.attune.benchmarks;

import org.attune.api.DriftChange;
import org.attune.api.Generator;
import org.attune.api.LevelShift;
import org.attune.api.Seed;

import java.util.List;
import java.util.Locale;

/**
 * Prints how often a change of the machine is said: {@code DriftAlarms [SERIES]}, where nothing has
 * changed (false alarms), and where the level rises by a share in the middle.
 *
 * <p>A series is what a study has at its end; somebody looks after each of its values, as {@code
 * tune} does. Noise of 3 % is normal, of Student's distribution with 3 degrees of freedom (heavy
 * tails), of the exponential distribution (skewed), or normal with a correlation of 0.3 between
 * neighbours.
 */
public final class DriftAlarms {
    private static final double NOISE = 0.03;
    private static final List<String> KINDS = List.of("normal", "heavy", "skewed", "correlated");
    private static final int[] LENGTHS = {8, 16, 32};
    private static final double[] RISES = {0, 0.05, 0.1, 0.3};

    private DriftAlarms() {}

    /** Prints a line for each kind of noise and rise. */
    public static void main(String[] args) {
        int series = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
        System.out.println("| noise, 3 % | rises by | said, of 8 measurements | of 16 | of 32 |");
        System.out.println("|---|---|---|---|---|");
        for (String kind : KINDS) {
            for (double rise : RISES) {
                var line = new StringBuilder();
                for (int length : LENGTHS) {
                    line.append(
                            String.format(
                                    Locale.ROOT,
                                    " %.1f %% |",
                                    100 * share(kind, rise, length, series)));
                }
                System.out.printf(Locale.ROOT, "| %s | %.0f %% |%s%n", kind, 100 * rise, line);
            }
        }
    }

    private static double share(String kind, double rise, int length, int series) {
        int said = 0;
        for (int s = 0; s < series; s++) {
            Generator random = new Seed(s).generator("alarms of drift, " + kind, length);
            double[] y = new double[length];
            double before = random.nextGaussian();
            for (int i = 0; i < length; i++) {
                double noise =
                        switch (kind) {
                            case "heavy" -> student(random);
                            case "skewed" -> -Math.log(1 - random.nextDouble()) - 1;
                            case "correlated" ->
                                    before =
                                            0.3 * before
                                                    + Math.sqrt(1 - 0.09) * random.nextGaussian();
                            default -> random.nextGaussian();
                        };
                y[i] = NOISE * noise + (i >= length / 2 ? Math.log(1 + rise) : 0);
            }
            said += LevelShift.changes(y, DriftChange.LEVEL).isEmpty() ? 0 : 1;
        }
        return (double) said / series;
    }

    /** Returns a draw with 3 degrees of freedom and the standard deviation 1. */
    private static double student(Generator random) {
        double squares = 0;
        for (int i = 0; i < 3; i++) {
            double z = random.nextGaussian();
            squares += z * z;
        }
        return random.nextGaussian() / Math.sqrt(squares / 3) / Math.sqrt(3);
    }
}
