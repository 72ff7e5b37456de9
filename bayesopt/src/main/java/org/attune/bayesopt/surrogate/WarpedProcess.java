package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A Gaussian process of warped outputs: predictions are on the warped scale, on which smaller is
 * better as on the raw one.
 *
 * @param process conditioned on the warped outputs
 * @param warp from outputs to the scale of the process
 * @param data raw
 * @param logEvidence log density of the raw outputs at the posterior mode, with the prior of the
 *     hyperparameters
 */
public record WarpedProcess(
        GaussianProcess process, OutputWarp warp, Dataset data, double logEvidence)
        implements Posterior {
    @Override
    public int dimension() {
        return process.dimension();
    }

    @Override
    public void predict(double[] x, double[] out) {
        process.predict(x, out);
    }

    @Override
    public void predict(
            double[] x, double[] out, double[] meanGradient, double[] varianceGradient) {
        process.predict(x, out, meanGradient, varianceGradient);
    }

    /**
     * Returns the process that would result if points without a value had one, so that the search
     * for the next point keeps away from them. A pending point gives what the rule assumes: its own
     * neighbourhood is then no longer uncertain. A failed one gives what is predicted or the median
     * output, whichever is worse: what lies behind it promises no more than a middling run. The
     * hyperparameters stay those of the measured outputs.
     *
     * @param pending coordinates of points whose evaluation is under way
     * @param failed coordinates of points whose evaluation gave no value
     */
    public Optional<GaussianProcess> assuming(
            PendingRule rule,
            LinearAlgebra algebra,
            Axes axes,
            RadialKernel kernel,
            List<double[]> pending,
            List<double[]> failed) {
        if (pending.isEmpty() && failed.isEmpty()) {
            return Optional.of(process);
        }
        double[] outputs = data.y();
        double[] z = Arrays.stream(outputs).map(warp::forward).toArray();
        double lie = Arrays.stream(z).min().orElseThrow();
        double median = Arrays.stream(z).sorted().toArray()[z.length / 2];
        var x = new ArrayList<double[]>(List.of(data.x()));
        double[] y = Arrays.copyOf(z, z.length + pending.size() + failed.size());
        double[] out = new double[2];
        for (double[] point : pending) {
            process.predict(point, out);
            y[x.size()] = rule == PendingRule.LIAR ? lie : out[0];
            x.add(point);
        }
        for (double[] point : failed) {
            process.predict(point, out);
            y[x.size()] = Math.max(median, out[0]);
            x.add(point);
        }
        return GaussianProcess.condition(
                algebra, axes, kernel, process.hyperparameters(), x.toArray(new double[0][]), y);
    }

    /**
     * Returns the smallest posterior mean at an observed point, on the warped scale: the incumbent
     * under noise.
     */
    public double incumbent() {
        double smallest = Double.POSITIVE_INFINITY;
        double[] out = new double[2];
        for (double[] point : data.x()) {
            process.predict(point, out);
            smallest = Math.min(smallest, out[0]);
        }
        return smallest;
    }
}
