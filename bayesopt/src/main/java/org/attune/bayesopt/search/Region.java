package org.attune.bayesopt.search;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.surrogate.Axes;

import java.util.Optional;

/**
 * The admissible configurations of one task, in unit coordinates.
 *
 * <p>Coordinates handed out are canonical: encoded from a decoded point, so that discrete ones
 * stand in the middle of their cells and those of inactive parameters at 0.5.
 */
public final class Region {
    private final TuningProblem problem;
    private final Space space;
    private final Point task;
    private final Axes axes;
    private final TrustRegion box;

    /** Makes the region of a task. */
    public Region(TuningProblem problem, Point task, Axes axes) {
        this(problem, task, axes, TrustRegion.everything(axes.dimension()));
    }

    private Region(TuningProblem problem, Point task, Axes axes, TrustRegion box) {
        this.problem = problem;
        this.space = problem.parameterSpace();
        this.task = task;
        this.axes = axes;
        this.box = box;
    }

    /** Returns the part of this region that lies within a box. */
    public Region within(TrustRegion newBox) {
        return new Region(problem, task, axes, newBox);
    }

    /** Returns the axes. */
    public Axes axes() {
        return axes;
    }

    /**
     * Returns the number of configurations, admissible or not; {@code +∞} with a real parameter.
     */
    public double size() {
        return space.size();
    }

    /** Returns the configuration at these coordinates. */
    public Point decode(double[] x) {
        return space.decode(x);
    }

    /** Returns the candidate at these coordinates. */
    public Candidate candidate(double[] x) {
        return Candidate.of(task, space.decode(x));
    }

    /** Returns the canonical coordinates of a configuration. */
    public double[] encode(Point configuration) {
        return space.encode(configuration);
    }

    /** Returns the canonical coordinates of the point at x. */
    public double[] canonical(double[] x) {
        if (space.isConditional()) {
            return space.encode(space.decode(x));
        }
        double[] snapped = new double[x.length];
        for (int d = 0; d < x.length; d++) {
            snapped[d] = axes.snap(d, x[d]);
        }
        return snapped;
    }

    /** Returns whether all constraints hold at x, and it lies within the box. */
    public boolean admits(double[] x) {
        return box.contains(x)
                && (problem.constraints().isEmpty() || problem.admits(task, space.decode(x)));
    }

    /**
     * Returns canonical coordinates of a uniform admissible point, empty after {@code draws}
     * refusals.
     */
    public Optional<double[]> sample(Generator random, int draws) {
        for (int i = 0; i < draws; i++) {
            double[] x = new double[axes.dimension()];
            for (int d = 0; d < x.length; d++) {
                x[d] = box.lower()[d] + random.nextDouble() * (box.upper()[d] - box.lower()[d]);
            }
            if (admits(x)) {
                return Optional.of(canonical(x));
            }
        }
        return Optional.empty();
    }
}
