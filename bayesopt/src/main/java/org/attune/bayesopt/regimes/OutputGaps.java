package org.attune.bayesopt.regimes;

import org.attune.api.Seed;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Partitions at the widest gaps between neighbouring outputs: where a function jumps, values in
 * between are missing.
 *
 * @param most how many partitions
 */
public record OutputGaps(int most) implements Candidates {
    @Override
    public List<Candidate> of(RegimeData data, Seed seed) {
        double[] sorted = data.z().clone();
        Arrays.sort(sorted);
        return IntStream.range(1, sorted.length)
                .filter(i -> sorted[i] > sorted[i - 1])
                .boxed()
                .sorted(Comparator.comparingDouble(i -> sorted[i - 1] - sorted[i]))
                .limit(most)
                .map(i ->
                        new Candidate(
                                Partition.of(
                                        Arrays.stream(data.z())
                                                .mapToInt(v -> v < sorted[i] ? 0 : 1)
                                                .toArray())))
                .toList();
    }
}
