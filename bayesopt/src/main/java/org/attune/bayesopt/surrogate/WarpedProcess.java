package org.attune.bayesopt.surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A Gaussian process of one task's warped outputs: predictions are on the warped scale, on which
 * smaller is better as on the raw one. The process may have observations of other tasks too.
 *
 * @param process conditioned on the warped outputs
 * @param task where this task stands in the process, {@link TaskPlace#ALONE} in a process of its
 *     own
 * @param hyperparameters as they are for this task
 * @param warp from outputs to the scale of the process
 * @param data raw, of this task
 * @param logEvidence log density of the raw outputs at the posterior mode, with the prior of the
 *     hyperparameters; NaN in a process of several tasks
 * @param parameters number of hyperparameters that were learned
 */
public record WarpedProcess(
        GaussianProcess process,
        TaskPlace task,
        Hyperparameters hyperparameters,
        OutputWarp warp,
        Dataset data,
        double logEvidence,
        int parameters)
        implements Posterior {
    @Override
    public int dimension() {
        return process.dimension() - task.models().size();
    }

    @Override
    public void predict(double[] x, double[] out) {
        process.predict(task.of(x), out);
        addMean(x, out);
    }

    private void addMean(double[] x, double[] out) {
        if (!task.mean().isNone()) {
            out[0] += task.mean().at(x);
        }
    }

    @Override
    public void predict(
            double[] x, double[] out, double[] meanGradient, double[] varianceGradient) {
        if (task.models().size() == 0) {
            process.predict(task.of(x), out, meanGradient, varianceGradient);
        } else {
            double[][] by = new double[2][process.dimension()];
            process.predict(task.of(x), out, by[0], by[1]);
            task.models().addSlopes(x, by, new double[][] {meanGradient, varianceGradient});
        }
        addMean(x, out);
        task.mean().addSlope(x, meanGradient);
    }

    /**
     * Returns an output, of which smaller is better, on the scale of the process; an end of the
     * scale where the warp does not reach it.
     */
    public double warped(double output) {
        if (Double.isInfinite(output)) {
            return output;
        }
        double z = warp.forward(output);
        return Double.isNaN(z) ? Double.NEGATIVE_INFINITY : z; // logarithm of a negative number
    }

    /** Returns the warped outputs of this task. */
    public double[] warped() {
        return Arrays.stream(data.y()).map(warp::forward).toArray();
    }

    /**
     * Predicts each of this task's observations from those of other places, see {@link
     * GaussianProcess#leaveOneOut}.
     *
     * @return rows of mean and variance, the noise included
     */
    public double[][] leaveOneOut() {
        double[][] predictions = process.leaveOneOut(task.rows(data.size()));
        for (int i = 0; i < predictions.length && !task.mean().isNone(); i++) {
            predictions[i][0] += task.mean().atRun(i);
        }
        return predictions;
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
    public Optional<WarpedProcess> assuming(
            PendingRule rule, List<double[]> pending, List<double[]> failed) {
        if (pending.isEmpty() && failed.isEmpty()) {
            return Optional.of(this);
        }
        double[] z = warped();
        double lie = Arrays.stream(z).min().orElse(0);
        double median = z.length == 0 ? 0 : Arrays.stream(z).sorted().toArray()[z.length / 2];
        var places = new ArrayList<double[]>();
        double[] assumed = new double[pending.size() + failed.size()]; // beside the mean
        double[] out = new double[2];
        for (double[] point : pending) {
            predict(point, out);
            assumed[places.size()] =
                    (rule == PendingRule.LIAR ? lie : out[0]) - task.mean().at(point);
            places.add(task.of(point));
        }
        for (double[] point : failed) {
            predict(point, out);
            assumed[places.size()] = Math.max(median, out[0]) - task.mean().at(point);
            places.add(task.of(point));
        }
        return process.with(places, assumed)
                .map(p ->
                        new WarpedProcess(
                                p, task, hyperparameters, warp, data, logEvidence, parameters));
    }

    /**
     * Returns the smallest posterior mean at any of these points, on the warped scale: of the
     * observed ones, the incumbent under noise.
     */
    public double incumbent(List<double[]> places) {
        double smallest = Double.POSITIVE_INFINITY;
        double[] out = new double[2];
        for (double[] point : places) {
            predict(point, out);
            smallest = Math.min(smallest, out[0]);
        }
        return smallest;
    }
}
