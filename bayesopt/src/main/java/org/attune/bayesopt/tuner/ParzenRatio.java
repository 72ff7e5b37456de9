package org.attune.bayesopt.tuner;

import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.tuner.ParzenEstimator.Observation;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ratio l/g of two {@link ParzenEstimator}s, of good configurations and of the others: where it
 * is large a configuration is likely to be good.
 */
public final class ParzenRatio {
    private static final int DRAWS = 20; // for each candidate, where constraints refuse most

    private final TuningProblem problem;
    private final ParzenEstimator l;
    private final ParzenEstimator g;

    /**
     * Estimates both densities.
     *
     * @param good configurations, in the order in which they were proposed
     * @param others likewise
     */
    public ParzenRatio(TuningProblem problem, Axes axes, List<Point> good, List<Point> others) {
        this.problem = problem;
        this.l = new ParzenEstimator(axes, good.stream().map(this::observation).toList());
        this.g = new ParzenEstimator(axes, others.stream().map(this::observation).toList());
    }

    /**
     * Returns the one of the largest ratio among untried configurations drawn from l; one near a
     * draw where none of them is untried.
     *
     * @param candidates drawn
     * @return empty where nothing is left
     */
    public Optional<Point> next(Untried untried, int candidates, Generator random) {
        var drawn = new LinkedHashSet<Point>(); // among equals the first
        for (int i = 0; i < DRAWS * candidates && drawn.size() < candidates; i++) {
            untried.at(l.sample(random)).ifPresent(drawn::add);
        }
        return drawn.isEmpty()
                ? untried.near(l.sample(random), random)
                : drawn.stream()
                        .map(p -> Map.entry(p, observation(p)))
                        .max(
                                Comparator.comparingDouble(e ->
                                        l.logDensity(e.getValue()) - g.logDensity(e.getValue())))
                        .map(Map.Entry::getKey);
    }

    private Observation observation(Point configuration) {
        Space space = problem.parameterSpace();
        boolean[] active = new boolean[space.dimension()];
        for (int d = 0; d < active.length; d++) {
            active[d] = configuration.has(space.owner(d).name());
        }
        return new Observation(problem.parameterSpace().encode(configuration), active);
    }
}
