package org.attune.baselines;

import org.attune.api.Generator;

import java.util.List;
import java.util.stream.Stream;

/** A child of two of the best configurations: see {@link Breeding}. */
final class GeneticAlgorithm implements Technique {
    private static final int POPULATION = 10;
    private static final int TRIES = 20;

    @Override
    public String name() {
        return "genetic";
    }

    @Override
    public Stream<double[]> wishes(Known known, List<Move> own, Generator random) {
        List<Result> population = known.front(POPULATION);
        return Stream.generate(() -> Breeding.child(known.axes(), population, random)).limit(TRIES);
    }
}
