package org.attune.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The usable trials of a task that no other one dominates: none is as good in every optimised
 * objective and better in one. Trials with equal values are all on the front.
 *
 * @param trials of the front, in the order in which they were given
 * @param reference a value of each optimised objective, in its own unit, that is worse than all of
 *     the front: the front's worst one, worsened by a tenth of the front's extent, or of the value
 *     itself where the front has no extent
 * @param hypervolume how much is dominated between front and reference, in the product of the
 *     objectives' units; 0 for an empty front
 */
public record ParetoFront(
        List<Trial> trials, SequencedMap<String, Double> reference, double hypervolume) {
    private static final double MARGIN = 0.1;

    /** Copies the collections. */
    public ParetoFront {
        trials = List.copyOf(trials);
        reference = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(reference));
    }

    /** Returns the front of these trials, which are of one task. */
    public static ParetoFront of(TuningProblem problem, List<Trial> trials) {
        List<Objective> objectives = problem.optimized();
        var usable = trials.stream().filter(t -> Study.isUsable(problem, t)).toList();
        var all = usable.stream().map(t -> values(problem, t)).toList();
        var front = new ArrayList<Trial>();
        var points = new ArrayList<double[]>();
        for (int i = 0; i < all.size(); i++) {
            double[] own = all.get(i);
            if (all.stream().noneMatch(other -> dominates(other, own))) {
                front.add(usable.get(i));
                points.add(own);
            }
        }
        var reference = new LinkedHashMap<String, Double>();
        if (front.isEmpty()) {
            return new ParetoFront(front, reference, 0);
        }
        double[] corner = corner(points, objectives.size());
        for (int k = 0; k < corner.length; k++) {
            Objective o = objectives.get(k);
            reference.put(o.name(), o.goal().sign() * corner[k]);
        }
        return new ParetoFront(front, reference, Hypervolume.of(points, corner));
    }

    /**
     * Returns how the hypervolume grew: what is dominated after each of these trials, between the
     * points so far and the reference of this front.
     *
     * @param all trials of the task, in the order in which they ended
     * @return as many numbers, rising to {@link #hypervolume}; no unusable trial adds anything
     */
    public List<Double> growth(TuningProblem problem, List<Trial> all) {
        double[] corner =
                problem.optimized().stream()
                        .mapToDouble(o -> o.goal().sign() * reference.getOrDefault(o.name(), 0.0))
                        .toArray();
        var points = new ArrayList<double[]>();
        var volumes = new ArrayList<Double>();
        for (Trial trial : all) {
            if (Study.isUsable(problem, trial)) {
                points.add(values(problem, trial));
            }
            volumes.add(reference.isEmpty() ? 0 : Hypervolume.of(points, corner));
        }
        return volumes;
    }

    private static double[] corner(List<double[]> points, int dimension) {
        double[] corner = new double[dimension];
        for (int k = 0; k < dimension; k++) {
            int column = k;
            var statistics = points.stream().mapToDouble(p -> p[column]).summaryStatistics();
            double worst = statistics.getMax();
            double extent = worst - statistics.getMin();
            double unit = extent > 0 ? extent : worst == 0 ? 1 : Math.abs(worst);
            corner[k] = Math.min(worst + MARGIN * unit, Double.MAX_VALUE); // stays finite
        }
        return corner;
    }

    /** Returns the values of the optimised objectives, turned so that smaller is better. */
    static double[] values(TuningProblem problem, Trial trial) {
        return problem.optimized().stream()
                .mapToDouble(o -> o.goal().sign() * problem.value(trial, o.name()).orElseThrow())
                .toArray();
    }

    /** Returns whether {@code a} is as good everywhere and better somewhere. */
    private static boolean dominates(double[] a, double[] b) {
        return noWorse(a, b) && !noWorse(b, a);
    }

    /** Returns whether {@code a} is as good everywhere; smaller is better. */
    static boolean noWorse(double[] a, double[] b) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] > b[i]) {
                return false;
            }
        }
        return true;
    }
}
