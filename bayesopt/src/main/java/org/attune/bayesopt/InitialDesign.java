package org.attune.bayesopt;

import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.bayesopt.search.Enumeration;
import org.attune.bayesopt.search.Region;

import java.util.Optional;
import java.util.Set;

/**
 * Space-filling configurations of one task: the points of a {@link Design} of which inadmissible
 * and known ones are left out.
 */
final class InitialDesign {
    private static final int SEQUENCE_TRIED = 20_000;
    private static final int DRAWS = 1_000_000;

    private final Region region;
    private final Design design;
    private final Seed seed;
    private int count = -1; // for which the sequence was made
    private Design.Points sequence = i -> new double[0];

    InitialDesign(Region region, Design design, Seed seed) {
        this.region = region;
        this.design = design;
        this.seed = seed;
    }

    /**
     * Returns the next point of the design.
     *
     * @param size number of points of the design
     * @param number of trials so far; keys the random draws that follow where the sequence finds
     *     nothing
     * @param known configurations that must not come again
     * @throws IllegalStateException if no other admissible configuration is found
     */
    double[] next(int size, int number, Set<Point> known) {
        if (size != count) {
            count = size;
            sequence = design.points(region.axes().dimension(), size, seed);
        }
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
