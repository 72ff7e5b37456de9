package org.attune.bayesopt;

import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.bayesopt.search.Enumeration;
import org.attune.bayesopt.search.Region;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Space-filling configurations of one task: the points of a {@link Design} of which inadmissible
 * and known ones are left out. Where hardly any is admissible, of some that are constructed the one
 * farthest from all known ones.
 */
final class InitialDesign {
    private static final int SEQUENCE_TRIED = 20_000;
    private static final int SELDOM = 2000; // of the sequence, if none is admissible
    private static final int CONSTRUCTED = 40; // to choose one of

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
     * @return empty where every admissible configuration is known
     * @throws IllegalStateException if no other admissible configuration is found
     */
    Optional<double[]> next(int size, int number, Set<Point> known) {
        if (size != count) {
            count = size;
            sequence = design.points(region.axes().dimension(), size, seed);
        }
        boolean seldom = true;
        for (int i = 0; i < (seldom ? SELDOM : SEQUENCE_TRIED); i++) {
            double[] x = region.canonical(sequence.point(i));
            boolean admissible = region.admits(x);
            seldom &= !admissible;
            if (admissible && !known.contains(region.decode(x))) {
                return Optional.of(x);
            }
        }
        List<double[]> left =
                region.all()
                        .or(() ->
                                region.size() <= 1e6
                                        ? Optional.of(Enumeration.of(region))
                                        : Optional.empty())
                        .map(all -> unknown(all, known))
                        .orElseGet(() -> constructed(number, known));
        return left.stream().max(Comparator.comparingDouble(x -> distance(x, known)));
    }

    private List<double[]> unknown(List<double[]> all, Set<Point> known) {
        return all.stream().filter(x -> !known.contains(region.decode(x))).toList();
    }

    /** Constructs some configurations that are not known, none where there are none. */
    private List<double[]> constructed(int number, Set<Point> known) {
        Generator random = seed.generator("design", number);
        var made = new ArrayList<double[]>();
        for (int i = 0; i < CONSTRUCTED; i++) {
            var found = region.unknown(known, random);
            if (found.isEmpty()) { // nothing is constrained
                return region.sample(random, 1).stream().toList();
            }
            found.get().configuration().map(region::encode).ifPresent(made::add);
            if (found.get().configuration().isEmpty() && made.isEmpty()) {
                if (found.get().complete()) {
                    return made;
                }
                throw region.nothingAdmissible();
            }
        }
        return made;
    }

    /** Squared distance to the nearest known configuration. */
    private double distance(double[] x, Set<Point> known) {
        double nearest = Double.POSITIVE_INFINITY;
        for (Point point : known) {
            double[] other = region.encode(point);
            double sum = 0;
            for (int d = 0; d < x.length; d++) {
                sum += region.axes().squaredDifference(d, x[d], other[d]);
            }
            nearest = Math.min(nearest, sum);
        }
        return nearest;
    }
}
