package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Space;

import java.util.List;
import java.util.stream.Stream;

/** Configurations at which drawn problems are looked at. */
final class RandomPoints {
    private RandomPoints() {}

    static List<Point> of(Benchmark problem, long seed, int count) {
        Space space = problem.problem().parameterSpace();
        Generator random = new Seed(seed).generator("points", 0);
        return Stream.generate(() -> space.sample(random)).limit(count).toList();
    }
}
