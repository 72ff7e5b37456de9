package org.attune.hybrid;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which branches lead to configurations that are admissible and not known: constraints and
 * conditions prune the tree. A branch is dropped where a search of its whole box shows that it has
 * none; where that search is given up, the branch stays.
 */
final class Branches {
    private static final int PATIENCE = 2000; // boxes looked at for one branch

    private final TuningProblem problem;
    private final AdmissibleSampler sampler;
    private final boolean free;
    private final boolean finite;

    /** Makes the branches of a task. */
    Branches(TuningProblem problem, Point task) {
        this.problem = problem;
        this.sampler = new AdmissibleSampler(problem, task);
        this.free = problem.constraints().isEmpty() && !problem.parameterSpace().isConditional();
        this.finite = Double.isFinite(problem.parameterSpace().size());
    }

    /**
     * Returns the branches of a level below a prefix, {@link Level#INACTIVE} among them where the
     * parameter may have no value.
     *
     * @param prefix branches by level
     * @param known configurations that have been proposed
     */
    List<Integer> of(Map<Level, Integer> prefix, Level level, Set<Point> known, Generator random) {
        var branches = new ArrayList<Integer>();
        var longer = new HashMap<>(prefix);
        for (int b = 0; b < level.values().size(); b++) {
            longer.put(level, b);
            if (isOpen(longer, known, random)) {
                branches.add(b);
            }
        }
        longer.put(level, Level.INACTIVE);
        if (level.parameter().activeIf().isPresent() && isOpen(longer, known, random)) {
            branches.add(Level.INACTIVE);
        }
        return branches;
    }

    private boolean isOpen(Map<Level, Integer> prefix, Set<Point> known, Generator random) {
        boolean unconstrained = free && (!finite || size(prefix) > known.size());
        if (unconstrained) {
            return true;
        }
        double[] lower = new double[problem.parameterSpace().dimension()];
        double[] upper = new double[lower.length];
        Arrays.fill(upper, 1);
        prefix.forEach((level, branch) -> {
            if (branch != Level.INACTIVE) {
                double at = level.parameter().encode(level.values().get(branch));
                lower[level.axis()] = at;
                upper[level.axis()] = at;
            }
        });
        AdmissibleSampler.Found found =
                sampler.draw(
                        lower,
                        upper,
                        p -> follows(p, prefix) && (!finite || !known.contains(p)),
                        PATIENCE,
                        random);
        return found.configuration().isPresent() || !found.complete();
    }

    /** Returns whether a configuration is below a prefix. */
    static boolean follows(Point p, Map<Level, Integer> prefix) {
        return prefix.entrySet().stream().allMatch(e -> e.getKey().branch(p) == e.getValue());
    }

    /** Returns the number of configurations below a prefix, were nothing constrained. */
    private double size(Map<Level, Integer> prefix) {
        return prefix.keySet().stream()
                .mapToDouble(l -> 1.0 / l.values().size())
                .reduce(problem.parameterSpace().size(), (a, b) -> a * b);
    }
}
