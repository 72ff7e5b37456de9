package org.attune.bayesopt.surrogate;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What is expected of an output before anything is measured, on the scale of a surrogate: the
 * process models what the outputs are beside it, so that data overrule it where there are some.
 *
 * <p>The problem can give one, see {@link FittedMean}; a tuner that knows something of the output
 * from elsewhere makes its own.
 *
 * <p>Source: Rasmussen and Williams (2006), section 2.7.
 */
public interface PriorMean {
    /** Expects a middling run everywhere. */
    PriorMean NONE = new MiddlingRun();

    /**
     * Returns the mean that the problem gives for the output of an enrichment; {@link #NONE} where
     * it gives none.
     *
     * @param data of the task
     * @param warp of its outputs
     */
    static PriorMean of(Enrichment enrichment, Dataset data, OutputWarp warp) {
        return enrichment
                .mean(data)
                .<PriorMean>map(m -> new FittedMean(m, enrichment, warp, data.y()))
                .orElse(NONE);
    }

    /** Returns the means of several tasks. */
    static List<PriorMean> of(
            List<Enrichment> enrichments, List<Dataset> data, List<OutputWarp> warps) {
        return IntStream.range(0, data.size())
                .mapToObj(t -> of(enrichments.get(t), data.get(t), warps.get(t)))
                .toList();
    }

    /** Returns whether it is 0 everywhere. */
    default boolean isNone() {
        return false;
    }

    /** Returns M(x). */
    double at(double[] x);

    /** Returns M at run i. */
    double atRun(int i);

    /** Returns M at run i by a mean that has not been fitted to it. */
    double heldOut(int i);

    /** Returns the same mean, of more runs than those that it was fitted to. */
    PriorMean with(List<double[]> runs);

    /** Adds the derivatives of M by the D coordinates to a gradient, and returns M(x). */
    double addSlope(double[] x, double[] gradient);
}
