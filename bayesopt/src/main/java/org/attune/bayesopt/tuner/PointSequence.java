package org.attune.bayesopt.tuner;

import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The admissible configurations of one task in the order of a sequence of points of the unit cube,
 * each once, as far as they were needed. Where constraints refuse nearly all points, admissible
 * configurations are constructed instead.
 */
public final class PointSequence {
    private static final int MOST_REFUSED = 20_000; // points of the sequence in a row

    private final TuningProblem problem;
    private final IntFunction<double[]> points;
    private final IntFunction<Generator> construction;
    private final List<Point> found = new ArrayList<>();
    private final Set<Point> seen = new HashSet<>();
    private int next;
    private boolean left; // the sequence, because it finds nothing

    /**
     * Makes a sequence.
     *
     * @param points of the unit cube, by their index
     * @param construction generator of what is constructed after so many configurations
     */
    public PointSequence(
            TuningProblem problem,
            IntFunction<double[]> points,
            IntFunction<Generator> construction) {
        this.problem = problem;
        this.points = points;
        this.construction = construction;
    }

    /** Returns the first one that is untried, empty where nothing is left. */
    public Optional<Point> first(Untried untried) {
        for (int i = 0; i < found.size() || findAnother(untried); i++) {
            if (untried.contains(found.get(i))) {
                return Optional.of(found.get(i));
            }
        }
        return Optional.empty();
    }

    /** Whether there is another one. */
    private boolean findAnother(Untried untried) {
        for (int refused = 0; refused < MOST_REFUSED && !left; refused++) {
            Point configuration = problem.parameterSpace().decode(points.apply(next++));
            if (problem.admits(untried.task(), configuration) && seen.add(configuration)) {
                return found.add(configuration);
            }
        }
        left = true;
        Optional<Point> built = untried.constructed(seen, construction.apply(found.size()));
        built.ifPresent(seen::add);
        return built.map(found::add).orElse(false);
    }
}
