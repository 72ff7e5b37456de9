package org.attune.cgp;

import org.attune.api.Seed;
import org.attune.bayesopt.regimes.Clustering;
import org.attune.bayesopt.regimes.JointSamples;
import org.attune.bayesopt.regimes.Partition;

import smile.clustering.KMeans;

import java.util.Arrays;

/**
 * K-means, by Smile.
 *
 * @param clusters their number; fewer where there are fewer different samples
 */
record MeansClustering(int clusters) implements Clustering {
    @Override
    public Partition cluster(JointSamples samples, Seed seed) {
        long different = Arrays.stream(samples.rows()).map(Arrays::toString).distinct().count();
        int k = (int) Math.min(clusters, different);
        return k < 2
                ? Partition.whole(samples.size())
                : Partition.of(
                        Serially.run(
                                seed.generator("means", 0), () -> KMeans.fit(samples.rows(), k).y));
    }
}
