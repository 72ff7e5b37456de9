package org.attune.bayesopt.regimes;

import org.attune.api.Seed;

/** Divides observations into clusters by their configurations and outputs together. */
@FunctionalInterface
public interface Clustering {
    /**
     * Divides them.
     *
     * @param samples at least one
     * @param seed of whatever is drawn
     */
    Partition cluster(JointSamples samples, Seed seed);
}
