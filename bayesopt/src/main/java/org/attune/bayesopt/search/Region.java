package org.attune.bayesopt.search;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.surrogate.Alignment;
import org.attune.bayesopt.surrogate.Axes;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The admissible configurations of one task, in unit coordinates.
 *
 * <p>Coordinates handed out are canonical: encoded from a decoded point, so that discrete ones
 * stand in the middle of their cells and those of inactive parameters at 0.5.
 */
public final class Region {
    /** Configurations that are listed if constraints leave no more. */
    private static final int LISTED = 2000;

    private static final int LIST_PATIENCE = 20_000;
    private static final int PATIENCE = 2000;
    private static final int NEIGHBOUR_PATIENCE = 100;
    private static final double REACH = 0.2; // of every other neighbour
    private static final double APART = 0.05; // of the range of an axis

    private final TuningProblem problem;
    private final Space space;
    private final Point task;
    private final Axes axes;
    private final TrustRegion box;
    private final Set<Integer> held; // axes
    private final Alignment alignment;
    private final Optional<AdmissibleSampler> sampler; // empty without constraints
    private final Optional<List<double[]>> all; // of the whole region, where they are few

    /** Makes the region of a task. */
    public Region(TuningProblem problem, Point task, Axes axes) {
        this.problem = problem;
        this.space = problem.parameterSpace();
        this.task = task;
        this.axes = axes;
        this.box = TrustRegion.everything(axes.dimension());
        this.held = Set.of();
        this.alignment = Alignment.none(axes);
        this.sampler =
                problem.constraints().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new AdmissibleSampler(problem, task));
        this.all =
                sampler.flatMap(s -> s.all(LISTED, LIST_PATIENCE))
                        .map(points -> points.stream().map(space::encode).toList());
    }

    private Region(Region whole, TrustRegion box, Set<Integer> held, Alignment alignment) {
        this.problem = whole.problem;
        this.space = whole.space;
        this.task = whole.task;
        this.axes = whole.axes;
        this.box = box;
        this.held = held;
        this.alignment = alignment;
        this.sampler = whole.sampler;
        this.all = whole.all;
    }

    /** Returns the part of this region that lies within a box. */
    public Region within(TrustRegion newBox) {
        double[] lower = newBox.lower().clone();
        double[] upper = newBox.upper().clone();
        for (int d : held) {
            lower[d] = box.lower()[d];
            upper[d] = box.upper()[d];
        }
        return new Region(this, new TrustRegion(lower, upper), held, alignment);
    }

    /**
     * Returns the part of this region in which some parameters have these values, or are inactive.
     *
     * @param values of some of the parameters
     * @throws IllegalArgumentException if a value is not one of its parameter, or there is no such
     *     parameter
     */
    public Region holding(Point values) {
        double[] lower = box.lower().clone();
        double[] upper = box.upper().clone();
        var fixed = new HashSet<>(held);
        for (String name : values.values().keySet()) {
            int d = axis(name);
            if (space.owner(d) instanceof Permutation order) {
                order.encodeKeys(order.canonical(values.get(name)), lower, d);
                for (int i = d; i < d + order.length(); i++) {
                    upper[i] = lower[i];
                    fixed.add(i);
                }
                continue;
            }
            Parameter parameter = axes.parameter(d);
            lower[d] = parameter.encode(parameter.canonical(values.get(name)));
            upper[d] = lower[d];
            fixed.add(d);
        }
        return new Region(this, new TrustRegion(lower, upper), Set.copyOf(fixed), alignment);
    }

    /** Returns the same region for a search that looks at multiples of powers of two as well. */
    public Region aligned() {
        return new Region(this, box, held, Alignment.of(axes));
    }

    /** Returns of which axes a search looks at multiples of powers of two. */
    Alignment alignment() {
        return alignment;
    }

    private int axis(String name) {
        if (space.parameters().stream().anyMatch(p -> p.name().equals(name))) {
            return space.axis(name);
        }
        throw new IllegalArgumentException(
                "There is no parameter '%s' to hold. Known are: %s."
                        .formatted(
                                name,
                                String.join(
                                        ", ",
                                        space.parameters().stream()
                                                .map(Parameter::name)
                                                .toList())));
    }

    /** Returns the box to which this region is confined, the unit cube if nothing else is said. */
    TrustRegion box() {
        return box;
    }

    /** Returns the task. */
    public Point task() {
        return task;
    }

    /** Returns the axes. */
    public Axes axes() {
        return axes;
    }

    /**
     * Returns the number of configurations, admissible or not; {@code +∞} with a real parameter
     * that is not held.
     */
    public double size() {
        double size = held.isEmpty() ? space.size() : 1;
        for (int d = 0; d < axes.dimension() && !held.isEmpty(); d++) {
            size *= isHeld(d) || axes.isPosition(d) ? 1 : axes.cells(d);
        }
        for (Permutation p : held.isEmpty() ? List.<Permutation>of() : space.permutations()) {
            size *= isHeld(space.axis(p.name())) ? 1 : p.size();
        }
        return size;
    }

    /** Returns whether the parameter of an axis is held. */
    boolean isHeld(int axis) {
        return held.contains(axis);
    }

    /** Returns the error that no admissible configuration was found. */
    public IllegalStateException nothingAdmissible() {
        return problem.nothingAdmissible(task);
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

    /** Returns the canonical coordinates of the point at x, held parameters having their values. */
    public double[] canonical(double[] x) {
        return held.isEmpty() ? snapped(x) : snapped(box.held(x, held));
    }

    private double[] snapped(double[] x) {
        if (space.isConditional()) {
            return space.encode(space.decode(x));
        }
        double[] snapped = new double[x.length];
        for (int d = 0; d < x.length; d++) {
            snapped[d] = axes.isPosition(d) ? x[d] : axes.snap(d, x[d]);
        }
        axes.orders().forEach(o -> o.snap(snapped));
        return snapped;
    }

    /** Returns whether all constraints hold at x, and it lies within the box. */
    public boolean admits(double[] x) {
        return contains(x)
                && (problem.constraints().isEmpty() || problem.admits(task, space.decode(x)));
    }

    /**
     * Returns whether x differs from each of these places along some axis: in a category or a
     * position, or by more than {@value #APART} of the range.
     */
    public boolean isApart(double[] x, List<double[]> others) {
        return others.stream()
                .noneMatch(o ->
                        IntStream.range(0, x.length)
                                .allMatch(d -> Math.abs(x[d] - o[d]) <= apart(d)));
    }

    private double apart(int axis) {
        return axes.isCategorical(axis) || axes.isPosition(axis) ? 0 : APART;
    }

    /** Returns whether the parameter of an axis has a value in a configuration. */
    public boolean isActive(int axis, Point configuration) {
        return configuration.has(space.owner(axis).name());
    }

    /** Returns whether x lies within the box, but for held parameters that are inactive there. */
    private boolean contains(double[] x) {
        if (held.isEmpty() || !space.isConditional()) {
            return box.contains(x);
        }
        Point point = space.decode(x);
        Set<Integer> inactive =
                held.stream().filter(d -> !isActive(d, point)).collect(Collectors.toSet());
        return box.contains(box.held(x, inactive));
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
            axes.orders().forEach(o -> o.snap(x)); // a box bounds positions, not keys
            if (admits(x)) {
                return Optional.of(canonical(x));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns canonical coordinates of all admissible points where they are few: of a space that is
     * small, or that constraints leave little of.
     */
    public Optional<List<double[]>> few() {
        return size() <= MixedSearch.ENUMERABLE ? Optional.of(Enumeration.of(this)) : all();
    }

    /** Returns canonical coordinates of every admissible point of a small space. */
    List<double[]> points() {
        return space.points(1_000_000).orElseThrow().stream()
                .map(space::encode)
                .filter(this::admits)
                .toList();
    }

    /** Returns coordinates with a random swap or insertion of the order whose axis this is. */
    double[] moved(double[] x, int axis, Generator random) {
        return isHeld(axis) ? x : new OrderMoves(axes.order(axis)).random(x, random);
    }

    /**
     * Returns canonical coordinates of all admissible points, in no order; empty where they may be
     * more than a few thousand, or nothing is constrained.
     */
    public Optional<List<double[]>> all() {
        return all.map(points -> points.stream().filter(this::contains).toList());
    }

    /**
     * Constructs an admissible point, where draws find none; not uniform. Always empty without
     * constraints.
     */
    public Optional<double[]> construct(Generator random) {
        return sampler.flatMap(s ->
                        s.draw(box.lower(), box.upper(), p -> true, PATIENCE, random)
                                .configuration())
                .map(space::encode);
    }

    /**
     * Constructs an admissible configuration that is not known.
     *
     * @return with what is known of the search; empty without constraints
     */
    public Optional<AdmissibleSampler.Found> unknown(Set<Point> known, Generator random) {
        return sampler.map(
                s -> s.draw(p -> !known.contains(p), AdmissibleSampler.PATIENCE, random));
    }

    /**
     * Constructs another admissible point that differs from this one in an axis and in one or two
     * of those that constraints tie to it. Always empty without constraints.
     */
    public Optional<double[]> neighbour(double[] center, Generator random) {
        if (sampler.isEmpty()) {
            return Optional.empty();
        }
        double[] lower = held.isEmpty() ? center.clone() : canonical(center);
        double[] upper = lower.clone();
        double reach = random.nextInt(2) == 0 ? 1 : REACH;
        int first = random.nextInt(center.length);
        if (axes.isPosition(first)) {
            freeOrder(center, first, random, lower, upper);
        }
        int[] tied = sampler.get().tied(first).stream().filter(d -> d != first).toArray();
        random.shuffle(tied);
        free(first, reach, lower, upper);
        for (int i = 0; i < Math.min(tied.length, 1 + random.nextInt(2)); i++) {
            free(tied[i], reach, lower, upper);
        }
        Point self = decode(center);
        return sampler.get()
                .draw(lower, upper, p -> !p.equals(self), NEIGHBOUR_PATIENCE, random)
                .configuration()
                .map(space::encode);
    }

    /** Frees an item and what stands between it and its new place, or all near positions. */
    private void freeOrder(
            double[] center, int axis, Generator random, double[] lower, double[] upper) {
        double[] moved = moved(center, axis, random);
        Axes.Order order = axes.order(axis);
        for (int d = order.from(); d < order.from() + order.length(); d++) {
            lower[d] = Math.max(Math.min(lower[d], moved[d]), box.lower()[d]);
            upper[d] = Math.min(Math.max(upper[d], moved[d]), box.upper()[d]);
        }
    }

    private void free(int axis, double reach, double[] lower, double[] upper) {
        double far = axes.isCategorical(axis) ? 1 : Math.max(reach, 1.01 / axes.cells(axis));
        lower[axis] = Math.max(lower[axis] - far, box.lower()[axis]);
        upper[axis] = Math.min(upper[axis] + far, box.upper()[axis]);
    }
}
