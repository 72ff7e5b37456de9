package org.attune.bayesopt.surrogate;

import java.util.Arrays;

/**
 * The labels of a {@link FailureModel} as a kernel sees them.
 *
 * @param scale makes correlations of covariances
 * @param x n warped places
 * @param sections covariances with them
 * @param correlations n × n by rows
 * @param lines what the straight line adds, n × n by rows
 */
record LabelledPlaces(
        Covariance covariance,
        boolean isAligned,
        double scale,
        StraightLine line,
        double[][] x,
        Kernel.Sections sections,
        boolean[] failed,
        double[] correlations,
        double[] lines) {
    private static final double JITTER = 1e-6; // labels at equal places are told apart

    static LabelledPlaces of(
            ProcessPrior prior, double[] theta, StraightLine line, Dataset labels) {
        boolean isAligned = prior.hyperparameters(theta).isAligned();
        return of(prior.covariance(theta), isAligned, line, labels);
    }

    private static LabelledPlaces of(
            Covariance covariance, boolean isAligned, StraightLine line, Dataset labels) {
        int n = labels.size();
        double[][] x = Arrays.stream(labels.x()).map(covariance::warped).toArray(double[][]::new);
        boolean[] failed = new boolean[n];
        double[] correlations = covariance.values(x);
        double scale = 1 / correlations[0];
        double[] lines = new double[n * n];
        for (int i = 0; i < n; i++) {
            failed[i] = labels.y()[i] > 0.5;
            for (int j = 0; j < n; j++) {
                lines[i * n + j] = line.value(x[i], x[j]);
                correlations[i * n + j] *= scale;
            }
        }
        return new LabelledPlaces(
                covariance,
                isAligned,
                scale,
                line,
                x,
                covariance.sections(x),
                failed,
                correlations,
                lines);
    }

    /** Returns other labels as the same kernel sees them. */
    LabelledPlaces of(Dataset labels) {
        return of(covariance, isAligned, line, labels);
    }

    /** Returns whether a label is the same one as that of others with its number. */
    boolean isThatOf(LabelledPlaces others, int i) {
        return i < others.failed.length
                && failed[i] == others.failed[i]
                && Arrays.equals(x[i], others.x[i]);
    }

    /** Returns the prior covariance of the labels by a belief, n × n by rows. */
    double[] prior(FailureBelief belief) {
        double[] k = new double[lines.length];
        for (int i = 0; i < k.length; i++) {
            double jitter = i % (x.length + 1) == 0 ? JITTER : 0;
            k[i] = belief.covariance(correlations[i], lines[i]) + jitter;
        }
        return k;
    }
}
