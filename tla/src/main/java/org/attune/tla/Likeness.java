package org.attune.tla;

import org.attune.api.Generator;
import org.attune.bayesopt.surrogate.Dataset;

import java.util.List;

/**
 * How well sources put the target's own trials in order. Each draw takes n of the n trials, or 40,
 * with replacement and predictions of every source with their uncertainty, and counts the pairs
 * that a source puts the wrong way round.
 *
 * <p>Source: M. Feurer, B. Letham, F. Hutter and E. Bakshy, "Practical transfer learning for
 * Bayesian optimization", arXiv:1802.02219, section 4.2, whose draws are of predictions alone.
 */
final class Likeness {
    private static final int DRAWS = 256;
    private static final int MOST = 40; // trials of a draw

    private final double[][] loss; // of each source in each draw, a share of the pairs

    /**
     * Compares.
     *
     * @param data of the target, at least two trials
     * @param random decides the draws
     */
    Likeness(Dataset data, List<LearnedSource> sources, Generator random) {
        int n = data.size();
        double[][][] said = new double[sources.size()][n][2];
        for (int k = 0; k < said.length; k++) {
            for (int i = 0; i < n; i++) {
                sources.get(k).predict(data.x()[i], said[k][i]);
            }
        }
        this.loss = new double[sources.size()][DRAWS];
        int[] rows = new int[Math.min(n, MOST)];
        for (int draw = 0; draw < DRAWS; draw++) {
            for (int i = 0; i < rows.length; i++) {
                rows[i] = random.nextInt(n);
            }
            for (int k = 0; k < said.length; k++) {
                double[] z = new double[n];
                for (int i = 0; i < n; i++) {
                    z[i] = said[k][i][0] + Math.sqrt(said[k][i][1]) * random.nextGaussian();
                }
                loss[k][draw] = loss(rows, data.y(), z);
            }
        }
    }

    /** Returns the share of pairs of different outputs in the wrong order; ½ without any. */
    private static double loss(int[] rows, double[] y, double[] z) {
        int pairs = 0;
        double wrong = 0;
        for (int a = 0; a < rows.length; a++) {
            for (int b = 0; b < a; b++) {
                if (y[rows[a]] != y[rows[b]]) {
                    pairs++;
                    if (z[rows[a]] == z[rows[b]]) {
                        wrong += 0.5;
                    } else if (y[rows[a]] < y[rows[b]] != z[rows[a]] < z[rows[b]]) {
                        wrong++;
                    }
                }
            }
        }
        return pairs == 0 ? 0.5 : wrong / pairs;
    }

    /** Returns in which share of the draws each source is the best; 1 in all. */
    double[] shares() {
        double[] shares = new double[loss.length];
        for (int draw = 0; draw < DRAWS; draw++) {
            double least = Double.POSITIVE_INFINITY;
            for (double[] l : loss) {
                least = Math.min(least, l[draw]);
            }
            int best = 0;
            for (double[] l : loss) {
                best += l[draw] == least ? 1 : 0;
            }
            for (int k = 0; k < loss.length; k++) {
                shares[k] += loss[k][draw] == least ? 1.0 / best / DRAWS : 0;
            }
        }
        return shares;
    }

    /** Returns the mean share of pairs in the right order. */
    double mean(int source) {
        double sum = 0;
        for (double l : loss[source]) {
            sum += (1 - l) / DRAWS;
        }
        return sum;
    }

    /** Returns the standard deviation of that share over the draws. */
    double deviation(int source) {
        double mean = mean(source);
        double sum = 0;
        for (double l : loss[source]) {
            sum += (1 - l - mean) * (1 - l - mean) / DRAWS;
        }
        return Math.sqrt(sum);
    }

    /** Returns the probability that the source puts more pairs right than wrong. */
    double better(int source) {
        double sum = 0;
        for (double l : loss[source]) {
            sum += l < 0.5 ? 1 : l == 0.5 ? 0.5 : 0;
        }
        return sum / DRAWS;
    }
}
