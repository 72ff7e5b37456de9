package org.attune.bayesopt;

import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.bayesopt.design.SobolSequence;
import org.attune.bayesopt.search.Enumeration;
import org.attune.bayesopt.search.Region;

import java.util.Optional;
import java.util.Set;

/**
 * Space-filling configurations of one task: a scrambled Sobol sequence of which inadmissible and
 * known points are left out. The sequence does not depend on the budget, so that a longer study
 * starts like a shorter one.
 */
final class InitialDesign {
    private static final int SEQUENCE_TRIED = 20_000;
    private static final int DRAWS = 1_000_000;

    private final Region region;
    private final Seed seed;
    private final SobolSequence sequence;

    InitialDesign(Region region, Seed seed) {
        this.region = region;
        this.seed = seed;
        this.sequence = new SobolSequence(region.axes().dimension(), seed.generator("sobol", 0));
    }

    /**
     * Returns the next point of the design.
     *
     * @param number of trials so far; keys the random draws that follow where the sequence finds
     *     nothing
     * @param known configurations that must not come again
     * @throws IllegalStateException if no other admissible configuration is found
     */
    double[] next(int number, Set<Point> known) {
        for (int i = 0; i < SEQUENCE_TRIED; i++) {
            double[] x = region.canonical(sequence.point(i));
            if (region.admits(x) && !known.contains(region.decode(x))) {
                return x;
            }
        }
        if (region.size() <= 1e6) {
            Optional<double[]> left =
                    Enumeration.of(region).stream()
                            .filter(x -> !known.contains(region.decode(x)))
                            .findFirst();
            if (left.isPresent()) {
                return left.get();
            }
        }
        return region.sample(seed.generator("design", number), DRAWS)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "No admissible configuration was found in %d draws. Maybe the constraints contradict each other: see 'attune check'."
                                        .formatted(DRAWS)));
    }
}
