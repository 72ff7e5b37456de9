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
        int[] all = IntStream.range(0, data.z().length).toArray();
        return above(data.z(), all, most).stream()
                .map(rows -> {
                    int[] labels = new int[all.length];
                    Arrays.stream(rows).forEach(i -> labels[i] = 1);
                    return new Candidate(Partition.of(labels));
                })
                .toList();
    }

    /** Returns, of some observations, those above each of the widest gaps between them. */
    static List<int[]> above(double[] z, int[] rows, int most) {
        double[] sorted = Arrays.stream(rows).mapToDouble(i -> z[i]).sorted().toArray();
        return IntStream.range(1, sorted.length)
                .filter(i -> sorted[i] > sorted[i - 1])
                .boxed()
                .sorted(Comparator.comparingDouble(i -> sorted[i - 1] - sorted[i]))
                .limit(most)
                .map(i -> Arrays.stream(rows).filter(r -> z[r] >= sorted[i]).toArray())
                .toList();
    }
}
