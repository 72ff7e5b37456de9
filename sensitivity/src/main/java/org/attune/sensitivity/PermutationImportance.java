package org.attune.sensitivity;

import org.attune.api.Generator;
import org.attune.api.Seed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much worse a model predicts its runs when the values of one parameter are exchanged among
 * them.
 *
 * <pre>
 *   importance of i = (mean squared error with x_i permuted - without) / (2 variance of the outputs)
 * </pre>
 *
 * For an exact model and independent inputs that is the total Sobol' index; for real runs it counts
 * where the runs are, and a model without skill gets no more than chance. The interval is that of
 * the permutations.
 *
 * <p>Source: L. Breiman, Machine Learning 45 (2001); A. Fisher, C. Rudin and F. Dominici, JMLR 20
 * (2019), arXiv:1801.01489 (the factor 2 and the variance are ours).
 */
public final class PermutationImportance {
    private static final int PERMUTATIONS = 30;

    private PermutationImportance() {}

    /**
     * Estimates the importance of each parameter.
     *
     * @param model one function
     * @param x n rows of D, the runs
     * @param y n outputs on the scale of the model
     * @throws IllegalArgumentException if there are fewer than two runs
     */
    public static List<Estimate> of(Response model, double[][] x, double[] y, Seed seed) {
        if (x.length < 2) {
            throw new IllegalArgumentException(
                    "%d runs cannot be permuted. Maybe measure more.".formatted(x.length));
        }
        Unit unit = Unit.of(y);
        double[] outputs = unit.in(y);
        Response predicted = at -> unit.in(model.values(at));
        double mean = Arrays.stream(outputs).average().orElseThrow();
        double variance =
                Arrays.stream(outputs).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
        double error = error(predicted, x, outputs);
        var all = new ArrayList<Estimate>();
        for (int d = 0; d < x[0].length; d++) {
            double[][][] rows = new double[1][PERMUTATIONS][1];
            for (int p = 0; p < PERMUTATIONS; p++) {
                Generator random = seed.generator("permutation " + d, p);
                int[] order = IntStream.range(0, x.length).toArray();
                random.shuffle(order);
                double[][] permuted = new double[x.length][];
                for (int i = 0; i < x.length; i++) {
                    permuted[i] = x[i].clone();
                    permuted[i][d] = x[order[i]][d];
                }
                rows[0][p][0] = (error(predicted, permuted, outputs) - error) / (2 * variance);
            }
            all.add(variance > 0 ? new Replicates(rows).estimate(s -> s[0]) : Estimate.NONE);
        }
        return all;
    }

    private static double error(Response model, double[][] x, double[] y) {
        double[] predicted = model.values(x)[0];
        double sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += (predicted[i] - y[i]) * (predicted[i] - y[i]) / y.length;
        }
        return sum;
    }
}
