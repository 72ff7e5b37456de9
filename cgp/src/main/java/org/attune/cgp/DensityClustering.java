package org.attune.cgp;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.SampleStatistics;
import org.attune.bayesopt.numerics.Vectors;
import org.attune.bayesopt.regimes.Clustering;
import org.attune.bayesopt.regimes.JointSamples;
import org.attune.bayesopt.regimes.Partition;

import smile.clustering.DBSCAN;

import java.util.Arrays;

/**
 * DBSCAN, by Smile: a cluster has samples with three neighbours or more within 1.5 times the median
 * distance to the third nearest one. What belongs to none is a regime of its own, all of it.
 */
record DensityClustering() implements Clustering {
    private static final int NEIGHBORS = 3;
    private static final double FACTOR = 1.5;

    @Override
    public Partition cluster(JointSamples samples, Seed seed) {
        double[][] rows = samples.rows();
        if (rows.length <= NEIGHBORS) {
            return Partition.whole(rows.length);
        }
        double[] third =
                Arrays.stream(rows)
                        .mapToDouble(a ->
                                Math.sqrt(
                                        Arrays.stream(rows)
                                                .mapToDouble(b -> Vectors.squaredDistance(a, b))
                                                .sorted()
                                                .toArray()[NEIGHBORS]))
                        .toArray();
        double radius = FACTOR * SampleStatistics.median(third);
        return radius > 0
                ? Partition.of(
                        Serially.run(
                                seed.generator("density", 0),
                                () -> DBSCAN.fit(rows, NEIGHBORS + 1, radius).y))
                : Partition.whole(rows.length);
    }
}
