package org.attune.bayesopt;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Enumeration;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Alignment;
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Space-filling configurations of one task: the points of a {@link Design} of which inadmissible
 * and known ones are left out. Where hardly any is admissible, of some that are constructed the one
 * farthest from all known ones.
 *
 * <p>Beside them it knows the middle of the space: each parameter at its default, else in the
 * middle of its range. Categories and orders have no middle, and of two values in the middle
 * neither is the one; there the choice is that of a point which the design itself does not reach.
 */
final class InitialDesign {
    private static final int SEQUENCE_TRIED = 20_000;
    private static final int SELDOM = 2000; // of the sequence, if none is admissible
    private static final int CONSTRUCTED = 40; // to choose one of

    private final List<Parameter> parameters;
    private final Region region;
    private final Design design;
    private final double reach;
    private final Alignment alignment;
    private final Seed seed;
    private int count = -1; // for which the sequence was made
    private Design.Points sequence = i -> new double[0];

    /**
     * Makes the design of a task.
     *
     * @param settings its layout; whether some whole numbers are rounded to multiples of powers of
     *     two, so that each power occurs about as often; and its reach
     */
    InitialDesign(TuningProblem problem, Region region, EngineSettings settings, Seed seed) {
        this.parameters = problem.parameterSpace().parameters();
        this.region = region;
        this.design = settings.design().in(region.axes().dimension());
        this.reach = settings.reach();
        this.alignment =
                settings.alignment() ? Alignment.of(region.axes()) : Alignment.none(region.axes());
        this.seed = seed;
    }

    /** Returns how its points are laid out. */
    Design layout() {
        return design;
    }

    /**
     * Returns the middle of the space, admissible or not.
     *
     * @param size number of points of the design
     */
    double[] center(int size) {
        Axes axes = region.axes();
        double[] x = sequence(size).point(size);
        for (int d = 0; d < x.length; d++) {
            if (!axes.isCategorical(d) && !axes.isPosition(d)) {
                x[d] = 0.5 + (x[d] - 0.5) / axes.cells(d); // of a real there are infinitely many
            }
        }
        var defaults = new LinkedHashMap<String, Object>();
        for (Parameter parameter : parameters) {
            parameter.defaultValue().ifPresent(v -> defaults.put(parameter.name(), v));
        }
        return region.holding(Point.of(defaults)).canonical(x);
    }

    /**
     * Returns the middle of the space with all ordered parameters at an end of their ranges,
     * admissible or not.
     *
     * @param size number of points of the design
     * @param end 0 for the least values, 1 for the largest
     */
    double[] end(int size, double end) {
        double[] x = center(size);
        for (int d = 0; d < x.length; d++) {
            if (!region.axes().isCategorical(d) && !region.axes().isPosition(d)) {
                x[d] = end;
            }
        }
        return region.canonical(x);
    }

    private Design.Points sequence(int size) {
        if (size != count) {
            count = size;
            sequence = design.points(region.axes().dimension(), size, seed);
        }
        return sequence;
    }

    /**
     * Returns the next point of the design.
     *
     * @param size number of points of the design
     * @param number of trials so far; keys the random draws that follow where the sequence finds
     *     nothing
     * @param known configurations that must not come again
     * @param place near which the points are; none for a design all over
     * @return empty where every admissible configuration is known
     * @throws IllegalStateException if no other admissible configuration is found
     */
    Optional<double[]> next(int size, int number, Set<Point> known, Optional<double[]> place) {
        Design.Points everywhere = sequence(size);
        Design.Points points = place.map(p -> near(p, everywhere)).orElse(everywhere);
        boolean seldom = true;
        for (int i = 0; i < (seldom ? SELDOM : SEQUENCE_TRIED); i++) {
            double[] x = aligned(i, region.canonical(points.point(i)));
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

    /** Returns points whose ordered parameters go a share of the way from a place. */
    private Design.Points near(double[] place, Design.Points everywhere) {
        return i -> {
            double[] x = everywhere.point(i).clone();
            for (int d = 0; d < x.length; d++) {
                if (!region.axes().isCategorical(d) && !region.axes().isPosition(d)) {
                    x[d] = place[d] + reach * (x[d] - place[d]);
                }
            }
            return x;
        };
    }

    /**
     * Rounds the whole numbers of a point, each to a level that is drawn, where that is admitted.
     */
    private double[] aligned(int index, double[] x) {
        if (alignment.isEmpty()) {
            return x;
        }
        Generator random = seed.generator("aligned", index);
        double[] rounded = x.clone();
        for (int d : alignment.axes()) {
            int level = random.nextInt(alignment.highest(d) + 1);
            rounded[d] = alignment.roundedNearby(d, x[d], level);
        }
        return region.admits(rounded) ? region.canonical(rounded) : x;
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
