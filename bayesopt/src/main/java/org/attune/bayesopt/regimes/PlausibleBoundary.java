package org.attune.bayesopt.regimes;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A boundary for a search, beyond which there is nothing of a regime that is less probable than n
 * observations can tell, t = 1 / (n + 2) by Laplace's rule of succession (see {@link
 * DoubtfulBoundary}):
 *
 * <pre>
 *   p'_k(x) = max(p_k(x) - t, 0) / Σ_j max(p_j(x) - t, 0)
 * </pre>
 *
 * <p>A classifier is never quite sure of a regime, not even at a place next to which it was seen
 * several times. Multiplied with what another regime would promise there, that exceeds what is left
 * to be gained where the best one is known well, so that a search without this looks for the best
 * regime a hair away from runs of another one, or among categories that are known to be of another
 * one, again and again.
 */
final class PlausibleBoundary implements Boundary {
    private final Boundary certain;
    private final double least; // t

    private PlausibleBoundary(Boundary certain, double least) {
        this.certain = certain;
        this.least = least;
    }

    /**
     * Makes a boundary.
     *
     * @param certain without doubt
     * @param observations n
     */
    static PlausibleBoundary of(Boundary certain, int observations) {
        // of many regimes that are equally probable one at least is left
        double most = 0.5 / certain.regimes();
        return new PlausibleBoundary(certain, Math.min(1.0 / (observations + 2), most));
    }

    @Override
    public int regimes() {
        return certain.regimes();
    }

    @Override
    public double[] probabilities(double[] x) {
        return plausible(certain.probabilities(x));
    }

    private double[] plausible(double[] p) {
        double[] left = Arrays.stream(p).map(v -> Math.max(v - least, 0)).toArray();
        double sum = Arrays.stream(left).sum();
        return Arrays.stream(left).map(v -> v / sum).toArray();
    }

    @Override
    public Optional<double[][]> leaveOneOut() {
        return certain.leaveOneOut()
                .map(p -> Arrays.stream(p).map(this::plausible).toArray(double[][]::new));
    }

    @Override
    public double[] probabilities(double[] x, double[][] gradients) {
        double[] p = certain.probabilities(x, gradients);
        for (int k = 0; k < p.length; k++) {
            if (p[k] <= least) {
                Arrays.fill(gradients[k], 0);
            }
            p[k] = Math.max(p[k] - least, 0);
        }
        double sum = Arrays.stream(p).sum();
        double[] shares = Arrays.stream(p).map(v -> v / sum).toArray();
        for (int d = 0; d < x.length; d++) {
            int axis = d;
            double all = IntStream.range(0, p.length).mapToDouble(k -> gradients[k][axis]).sum();
            for (int k = 0; k < p.length; k++) {
                gradients[k][d] = (gradients[k][d] - shares[k] * all) / sum;
            }
        }
        return shares;
    }

    @Override
    public boolean isAligned() {
        return certain.isAligned();
    }

    @Override
    public Boundary of(double[][] x, int[] labels) {
        return new PlausibleBoundary(certain.of(x, labels), least);
    }
}
