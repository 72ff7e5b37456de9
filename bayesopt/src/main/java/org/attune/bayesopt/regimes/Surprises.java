package org.attune.bayesopt.regimes;

import org.attune.api.Seed;
import org.attune.bayesopt.regimes.Candidates.Candidate;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two partitions: observations that are far below what the others let expect, against the rest; and
 * those far above. Behind a jump every observation is such.
 *
 * @param deviations how far
 */
public record Surprises(double deviations) implements Candidates {
    @Override
    public List<Candidate> of(RegimeData data, Seed seed) {
        return Stream.of(-1, 1)
                .map(sign ->
                        IntStream.range(0, data.z().length)
                                .map(i -> sign * data.surprise(i) > deviations ? 1 : 0)
                                .toArray())
                .map(labels -> new Candidate(Partition.of(labels)))
                .toList();
    }
}
