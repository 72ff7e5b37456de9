package org.attune.bayesopt;

import org.attune.api.Generator;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.FailureModel;
import org.attune.bayesopt.surrogate.FailureProbability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is assumed of pending trials whose runs may fail: each fails, or does not, as is drawn with
 * the probability of it, given what was drawn of those before. Without that, all proposals of a
 * round would rely on the same boundary, and go to the same side of it.
 *
 * <p>Source: J. Snoek, H. Larochelle and R. P. Adams, "Practical Bayesian optimization of machine
 * learning algorithms", NeurIPS 2012, section 3.2, for outcomes of pending runs that are drawn; of
 * outputs what is expected does better here (docs/ablation.md).
 *
 * @param failures how probable they are after what was drawn
 * @param running coordinates of the trials that are assumed to run
 */
record PendingFailures(FailureProbability failures, List<double[]> running) {
    /**
     * Draws.
     *
     * @param model by the outcomes of finished trials
     * @param labels of these, 1 for a run that failed, 0 for one that did not
     * @param pending coordinates of pending trials, in the order of their numbers
     */
    static PendingFailures drawn(
            FailureModel model, Dataset labels, List<double[]> pending, Generator random) {
        var running = new ArrayList<double[]>();
        int n = labels.size();
        double[][] x = Arrays.copyOf(labels.x(), n + pending.size());
        double[] failed = Arrays.copyOf(labels.y(), x.length);
        FailureModel now = model;
        for (double[] place : pending) {
            x[n] = place;
            failed[n] = random.nextDouble() < now.probability(place) ? 1 : 0;
            if (failed[n] == 0) {
                running.add(place);
            }
            n++;
            now =
                    now.of(new Dataset(Arrays.copyOf(x, n), Arrays.copyOf(failed, n)))
                            .orElse(now); // rounding: the next is drawn without this one
        }
        return new PendingFailures(now, running);
    }
}
