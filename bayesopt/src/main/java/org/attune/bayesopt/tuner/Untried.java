package org.attune.bayesopt.tuner;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.surrogate.Axes;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The admissible configurations of one task that have not been proposed yet. */
public final class Untried {
    /** Listing these takes milliseconds; in a larger space a study rarely comes to the end. */
    static final int LISTED = 10_000;

    private static final double[] RADII = {0.01, 0.03, 0.1, 0.3};
    private static final int STEPS = 8; // tried at each radius
    private static final int BOX_PATIENCE = 200;

    private final TuningProblem problem;
    private final Space space;
    private final Point task;
    private final Axes axes;
    private final Optional<List<Point>> left;
    private final Set<Point> tried = new HashSet<>();
    private final AdmissibleSampler sampler;
    private boolean noneLeft; // because a search through all of the space found none

    Untried(
            TuningProblem problem,
            Point task,
            Axes axes,
            Optional<List<Point>> listed,
            List<Trial> trials,
            AdmissibleSampler sampler) {
        this.problem = problem;
        this.space = problem.parameterSpace();
        this.task = task;
        this.axes = axes;
        this.sampler = sampler;
        trials.forEach(t -> tried.add(t.configuration()));
        this.left = listed.map(points -> points.stream().filter(this::contains).toList());
    }

    /**
     * Returns those of a task, for a tuner that is not {@link OneByOne}.
     *
     * @param axes of the space
     * @param trials of the task by number
     * @param sampler of the task
     */
    public static Untried of(
            TuningProblem problem,
            Point task,
            Axes axes,
            List<Trial> trials,
            AdmissibleSampler sampler) {
        return new Untried(
                problem, task, axes, problem.parameterSpace().points(LISTED), trials, sampler);
    }

    /** Returns the task. */
    public Point task() {
        return task;
    }

    /** Returns whether the configuration is admissible and has not been proposed. */
    public boolean contains(Point configuration) {
        return !tried.contains(configuration) && problem.admits(task, configuration);
    }

    /**
     * Returns whether nothing is left, as far as is known: in a space that is listed always, in
     * another one once something was looked for.
     *
     * @throws IllegalStateException if there has never been anything
     */
    public boolean isExhausted() {
        if (left.isPresent() && left.get().isEmpty() && tried.isEmpty()) {
            throw problem.nothingAdmissible(task);
        }
        return noneLeft || left.isPresent() && left.get().isEmpty();
    }

    /** Returns the configuration at these coordinates, empty where it is not one of these. */
    public Optional<Point> at(double[] x) {
        return Optional.of(space.decode(x)).filter(this::contains);
    }

    /** Returns whether the configuration at these coordinates is one of these. */
    public boolean has(double[] x) {
        return at(x).isPresent();
    }

    /** Returns canonical coordinates of the configurations of trials. */
    public List<double[]> encode(List<Trial> trials) {
        return trials.stream().map(t -> encode(t.configuration())).toList();
    }

    /** Returns canonical coordinates of a configuration. */
    public double[] encode(Point configuration) {
        return space.encode(configuration);
    }

    /**
     * Draws uniformly; where constraints refuse nearly everything, constructs.
     *
     * @return empty where nothing is left
     * @throws IllegalStateException if nothing is found although something may be left
     */
    public Optional<Point> any(Generator random) {
        if (left.isPresent()) {
            return left.filter(l -> !l.isEmpty()).map(l -> l.get(random.nextInt(l.size())));
        }
        return found(
                sampler.sample(p -> !tried.contains(p), AdmissibleSampler.PATIENCE, random),
                tried.isEmpty());
    }

    /**
     * Constructs one that is not among these either.
     *
     * @return empty where nothing is left
     * @throws IllegalStateException if nothing is found although something may be left
     */
    Optional<Point> constructed(Set<Point> others, Generator random) {
        return found(
                sampler.draw(p -> !others.contains(p), AdmissibleSampler.PATIENCE, random),
                others.isEmpty());
    }

    private Optional<Point> found(AdmissibleSampler.Found found, boolean first) {
        if (found.configuration().isEmpty() && (first || !found.complete())) {
            throw problem.nothingAdmissible(task);
        }
        noneLeft |= found.configuration().isEmpty();
        return found.configuration();
    }

    /**
     * Returns the configuration at these coordinates, or else one close by: the nearest where the
     * space is listed, otherwise the first that small and then larger random steps find.
     *
     * @return empty where nothing is left
     */
    public Optional<Point> near(double[] x, Generator random) {
        Optional<Point> here = at(x);
        if (here.isPresent()) {
            return here;
        }
        if (left.isPresent()) {
            double[] center = space.encode(space.decode(x));
            return left.get().stream()
                    .min(Comparator.comparingDouble(p -> squaredDistance(center, encode(p))));
        }
        for (double radius : RADII) {
            for (int i = 0; i < STEPS; i++) {
                Optional<Point> step = at(step(x, radius, random));
                if (step.isPresent()) {
                    return step;
                }
            }
            Optional<Point> built =
                    problem.constraints().isEmpty() ? here : within(x, radius, random);
            if (built.isPresent()) {
                return built;
            }
        }
        return any(random);
    }

    private double[] step(double[] x, double radius, Generator random) {
        double[] step = x.clone();
        for (int d = 0; d < x.length; d++) {
            if (axes.isCategorical(d)) {
                step[d] = random.nextDouble() < radius ? random.nextDouble() : x[d];
            } else {
                double reach = Math.max(radius, axes.isDiscrete(d) ? 1 / axes.cells(d) : 0);
                step[d] = reflected(x[d] + reach * (2 * random.nextDouble() - 1));
            }
        }
        return step;
    }

    private Optional<Point> within(double[] x, double radius, Generator random) {
        double[] lower = x.clone();
        double[] upper = x.clone();
        for (int d = 0; d < x.length; d++) {
            double reach = axes.isCategorical(d) ? 1 : Math.max(radius, 1.01 / axes.cells(d));
            lower[d] = Math.max(x[d] - reach, 0);
            upper[d] = Math.min(x[d] + reach, 1);
        }
        return sampler.draw(lower, upper, p -> !tried.contains(p), BOX_PATIENCE, random)
                .configuration();
    }

    private double squaredDistance(double[] a, double[] b) {
        double sum = 0;
        for (int d = 0; d < a.length; d++) {
            sum += axes.squaredDifference(d, a[d], b[d]);
        }
        return sum;
    }

    /** Returns a coordinate that lies at most one width outside [0, 1] mirrored at the bound. */
    public static double reflected(double u) {
        double inside = u < 0 ? -u : u > 1 ? 2 - u : u;
        return Math.min(Math.max(inside, 0), 1);
    }
}
