package org.attune.benchmarks.report;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.benchmarks.Quantiles;

import java.util.Arrays;

/** Ranks of tuners by their median values: 1 is the best, equal ones share the mean of theirs. */
final class Ranks {
    /** Values that differ by less than this share of the larger one are equal. */
    static final double TIE = 1e-6;

    /** How often the seeds are drawn again. */
    static final int DRAWS = 400;

    /**
     * An average rank and how far it is due to the seeds.
     *
     * @param average over problems
     * @param lower 5 % quantile when each tuner's runs are drawn again with replacement
     * @param upper 95 % quantile
     * @param deviation standard deviation
     */
    record Spread(double average, double lower, double upper, double deviation) {}

    private Ranks() {}

    /** Returns the ranks within each row. */
    static double[][] of(double[][] values) {
        return Arrays.stream(values).map(Ranks::of).toArray(double[][]::new);
    }

    private static double[] of(double[] row) {
        var ranks = new double[row.length];
        for (int i = 0; i < row.length; i++) {
            ranks[i] = 1;
            for (int j = 0; j < row.length; j++) {
                if (j != i) {
                    ranks[i] += isTie(row[i], row[j]) ? 0.5 : row[j] < row[i] ? 1 : 0;
                }
            }
        }
        return ranks;
    }

    static boolean isTie(double a, double b) {
        return a == b || Math.abs(a - b) <= TIE * Math.max(finite(a), finite(b));
    }

    private static double finite(double v) {
        return Double.isInfinite(v) ? 0 : Math.abs(v);
    }

    /** Returns the mean of each column. */
    static double[] averages(double[][] ranks) {
        var averages = new double[ranks[0].length];
        for (double[] row : ranks) {
            for (int t = 0; t < averages.length; t++) {
                averages[t] += row[t] / ranks.length;
            }
        }
        return averages;
    }

    /** Returns for each tuner the average rank with its spread, from a fixed seed. */
    static Spread[] spread(Sample sample) {
        double[] averages = averages(of(sample.medians()));
        var drawn = new double[averages.length][DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            double[] again = averages(of(again(sample, new Seed(0).generator("ranks", draw))));
            for (int t = 0; t < again.length; t++) {
                drawn[t][draw] = again[t];
            }
        }
        var spread = new Spread[averages.length];
        for (int t = 0; t < spread.length; t++) {
            double mean = Arrays.stream(drawn[t]).average().orElseThrow();
            double variance =
                    Arrays.stream(drawn[t])
                            .map(v -> (v - mean) * (v - mean))
                            .average()
                            .orElseThrow();
            spread[t] =
                    new Spread(
                            averages[t],
                            Quantiles.of(drawn[t], 0.05),
                            Quantiles.of(drawn[t], 0.95),
                            Math.sqrt(variance));
        }
        return spread;
    }

    private static double[][] again(Sample sample, Generator random) {
        double[][][] values = sample.values();
        var medians = new double[values.length][];
        for (int p = 0; p < values.length; p++) {
            medians[p] = new double[values[p].length];
            for (int t = 0; t < values[p].length; t++) {
                double[] own = values[p][t];
                double[] drawn = new double[own.length];
                for (int i = 0; i < own.length; i++) {
                    drawn[i] = own[random.nextInt(own.length)];
                }
                medians[p][t] = Quantiles.median(drawn);
            }
        }
        return medians;
    }
}
