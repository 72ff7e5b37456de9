package org.attune.bayesopt.regimes;

import org.attune.api.Seed;

import java.util.List;
import java.util.Optional;

/** Makes partitions that may be regimes; what is measured decides between them. */
@FunctionalInterface
public interface Candidates {
    /**
     * A partition.
     *
     * @param partition of the observations
     * @param boundary draws the boundary that it comes with, where it has one of its own
     */
    record Candidate(Partition partition, Optional<Boundary.Fitter> boundary) {
        /** Makes a candidate whose boundary is to be learned. */
        public Candidate(Partition partition) {
            this(partition, Optional.empty());
        }
    }

    /**
     * Makes them.
     *
     * @param seed of whatever is drawn
     */
    List<Candidate> of(RegimeData data, Seed seed);

    /** Returns the clusters of configurations and outputs, see {@link JointSamples}. */
    static Candidates clusters(Clustering clustering) {
        return (data, seed) ->
                List.of(
                        new Candidate(
                                clustering.cluster(
                                        JointSamples.of(data.axes(), data.data().x(), data.z()),
                                        seed)));
    }
}
