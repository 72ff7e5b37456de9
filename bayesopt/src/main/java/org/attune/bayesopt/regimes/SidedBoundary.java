package org.attune.bayesopt.regimes;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A boundary by answers of yes or no: of two regimes whether it is the smaller one; of more, one
 * answer for each against the others, whose probabilities q are divided by their sum.
 *
 * <pre>
 *   p_k = q_k / Σ_j q_j
 * </pre>
 */
abstract class SidedBoundary implements Boundary {
    private static final double FLOOR = 1e-12; // of a sum of probabilities

    private final int regimes;

    SidedBoundary(int regimes) {
        this.regimes = regimes;
    }

    /**
     * Returns the answers of n observations.
     *
     * @param labels n regimes below K
     * @return a row for each side: none of one regime, regime 1 of two, all K of more
     */
    static boolean[][] sided(int[] labels, int regimes) {
        return IntStream.range(regimes - sides(regimes), regimes)
                .mapToObj(k -> is(labels, k))
                .toArray(boolean[][]::new);
    }

    private static int sides(int regimes) {
        return regimes > 2 ? regimes : regimes - 1;
    }

    private static boolean[] is(int[] labels, int regime) {
        boolean[] yes = new boolean[labels.length];
        for (int i = 0; i < yes.length; i++) {
            yes[i] = labels[i] == regime;
        }
        return yes;
    }

    /** Returns the share of yes. */
    static double share(boolean[] yes) {
        return (double) IntStream.range(0, yes.length).filter(i -> yes[i]).count() / yes.length;
    }

    /** Returns q of each side. */
    abstract double[] sides(double[] x);

    /**
     * Does so with derivatives.
     *
     * @param gradients receives those of each side in a row
     */
    abstract double[] sides(double[] x, double[][] gradients);

    /** Returns q of each side that can say it at each observation, as the others say. */
    abstract List<double[]> sidesLeftOut();

    @Override
    public final int regimes() {
        return regimes;
    }

    @Override
    public final double[] probabilities(double[] x) {
        return joined(sides(x));
    }

    @Override
    public final double[] probabilities(double[] x, double[][] gradients) {
        if (regimes == 1) {
            Arrays.fill(gradients[0], 0);
            return new double[] {1};
        }
        if (regimes == 2) {
            double[] q = sides(x, new double[][] {gradients[1]});
            Arrays.setAll(gradients[0], d -> -gradients[1][d]);
            return joined(q);
        }
        return shares(sides(x, gradients), gradients);
    }

    @Override
    public final Optional<double[][]> leaveOneOut() {
        List<double[]> of = sidesLeftOut();
        return of.isEmpty() || of.size() < sides(regimes)
                ? Optional.empty()
                : Optional.of(
                        IntStream.range(0, of.getFirst().length)
                                .mapToObj(i -> joined(of.stream().mapToDouble(q -> q[i]).toArray()))
                                .toArray(double[][]::new));
    }

    private double[] joined(double[] q) {
        return regimes == 1
                ? new double[] {1}
                : regimes == 2 ? new double[] {1 - q[0], q[0]} : shares(q, new double[0][]);
    }

    /** Divides by the sum; the derivatives as well, where there are some. */
    private static double[] shares(double[] q, double[][] gradients) {
        double sum = Math.max(Arrays.stream(q).sum(), FLOOR);
        double[] p = Arrays.stream(q).map(v -> v / sum).toArray();
        for (int d = 0; gradients.length > 0 && d < gradients[0].length; d++) {
            double all = 0;
            for (double[] gradient : gradients) {
                all += gradient[d];
            }
            for (int k = 0; k < q.length; k++) {
                gradients[k][d] = (gradients[k][d] - p[k] * all) / sum;
            }
        }
        return p;
    }
}
