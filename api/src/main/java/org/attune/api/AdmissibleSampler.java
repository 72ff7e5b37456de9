package org.attune.api;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Constructs admissible configurations of one task, also where they are one of 10^12.
 *
 * <p>Branch and prune: a box of ranges is split in two again and again, and what violates a
 * constraint as a whole is dropped. Which half comes first is drawn by size, so that a descent ends
 * at a random configuration; it goes back where it finds nothing, and starts anew, with more
 * patience, where it is lost. Configurations come out at random and each has a chance, but not the
 * same one: values that leave few possibilities for the others come more often than among points
 * drawn uniformly and refused. {@link #sample} draws a few of those first.
 *
 * <p>What is constructed has passed {@link TuningProblem#admits} too. Constraints that are Java
 * predicates cannot be judged over a box, and are tested point by point.
 *
 * <p>Results depend on problem, task, arguments and generator alone. Instances are immutable.
 */
public final class AdmissibleSampler {
    /** Boxes to look at before giving up; a tenth of a second or so. */
    public static final int PATIENCE = 50_000;

    private static final int REFUSED = 200; // draws, which suffice down to a share of a percent
    private static final int FIRST_DESCENT = 200;
    private static final int TRIES = 4; // points drawn of a box in which every one should do

    private final Space space;
    private final Predicate<Point> admissible;
    private final Rules rules;
    private final SplitAxis[] axes;
    private final Optional<Box> everything;

    /**
     * What a search has found.
     *
     * @param configuration admissible and wanted
     * @param complete whether all was searched, so that without a configuration there is none
     */
    public record Found(Optional<Point> configuration, boolean complete) {}

    /** Makes the sampler of a task. */
    public AdmissibleSampler(TuningProblem problem, Point task) {
        this(
                problem,
                task,
                problem.constraints(),
                configuration -> problem.admits(task, configuration));
    }

    /** Takes some of the constraints for all. */
    AdmissibleSampler(TuningProblem problem, Point task, List<Constraint> constraints) {
        this(
                problem,
                task,
                constraints,
                p -> {
                    List<Constraint> violated = problem.violated(Candidate.of(task, p));
                    return constraints.stream().noneMatch(violated::contains);
                });
    }

    private AdmissibleSampler(
            TuningProblem problem,
            Point task,
            List<Constraint> constraints,
            Predicate<Point> admissible) {
        this.space = problem.parameterSpace();
        this.admissible = admissible;
        this.rules = new Rules(problem, task, constraints);
        this.axes = space.axes().stream().map(SplitAxis::new).toArray(SplitAxis[]::new);
        double[] last = Arrays.stream(axes).mapToDouble(SplitAxis::last).toArray();
        this.everything = Box.of(rules, axes, new double[axes.length], last);
    }

    /**
     * Draws configurations uniformly, and constructs one if a few hundred of them are refused.
     *
     * @param wanted false for what must not come, such as known configurations
     * @param patience how many boxes to look at
     */
    public Found sample(Predicate<Point> wanted, int patience, Generator random) {
        for (int i = 0; i < REFUSED; i++) {
            Point point = space.sample(random);
            if (admissible.test(point) && wanted.test(point)) {
                return new Found(Optional.of(point), false);
            }
        }
        return draw(wanted, patience, random);
    }

    /** Constructs an admissible configuration, with the standard patience. */
    public Found draw(Generator random) {
        return search(everything, Optional.empty(), PATIENCE, random);
    }

    /**
     * Constructs an admissible configuration that is wanted.
     *
     * @param wanted false for what must not come, such as known configurations
     * @param patience how many boxes to look at
     */
    public Found draw(Predicate<Point> wanted, int patience, Generator random) {
        return search(everything, Optional.of(wanted), patience, random);
    }

    /**
     * The same within bounds.
     *
     * @param lower least unit coordinate of each parameter
     * @param upper greatest
     */
    public Found draw(
            double[] lower,
            double[] upper,
            Predicate<Point> wanted,
            int patience,
            Generator random) {
        double[] low = new double[axes.length];
        double[] high = new double[axes.length];
        for (int d = 0; d < low.length; d++) {
            low[d] = axes[d].at(lower[d]);
            high[d] = axes[d].at(upper[d]);
        }
        return search(Box.of(rules, axes, low, high), Optional.of(wanted), patience, random);
    }

    /**
     * Returns all admissible configurations.
     *
     * @param limit on their number
     * @param patience how many boxes to look at
     * @return empty where there are more, or where patience ends or a real range is reached before
     *     all are known
     */
    public Optional<List<Point>> all(int limit, int patience) {
        if (!(space.size() < Double.POSITIVE_INFINITY)) {
            return Optional.empty();
        }
        var random = new Generator(0); // of the order only
        Set<Point> found = new LinkedHashSet<>();
        Deque<Box> left = new ArrayDeque<>();
        everything.ifPresent(left::push);
        for (int looked = 0; !left.isEmpty() && looked < patience; looked++) {
            Box box = left.pop();
            if (box.isPoint()) {
                Point point = space.decode(box.draw(random));
                if (admissible.test(point) && found.add(point) && found.size() > limit) {
                    return Optional.empty();
                }
            } else {
                box.halves(box.axisToSplit(random), random).forEach(left::push);
            }
        }
        return left.isEmpty() ? Optional.of(List.copyOf(found)) : Optional.empty();
    }

    /**
     * Returns the axes that constraints tie to this one: those which some constraint reads together
     * with it, all of them if a constraint is a Java predicate.
     */
    public BitSet tied(int axis) {
        var tied = new BitSet();
        tied.set(0, rules.opaque() ? axes.length : 0);
        for (Rule rule : rules.rules()) {
            if (rule.axes().get(axis)) {
                tied.or(rule.axes());
            }
        }
        return tied;
    }

    private Found search(
            Optional<Box> whole,
            Optional<Predicate<Point>> wanted,
            int patience,
            Generator random) {
        int left = patience;
        for (int steps = FIRST_DESCENT; left > 0; steps = Math.min(2 * steps, patience)) {
            var descent = new Descent(wanted, Math.min(steps, left), random);
            Found found = descent.from(whole);
            if (found.complete() || found.configuration().isPresent()) {
                return found;
            }
            left -= descent.looked;
        }
        return new Found(Optional.empty(), false);
    }

    /** One depth-first search. */
    private final class Descent {
        private final Optional<Predicate<Point>> wanted;
        private final int steps;
        private final Generator random;
        private int looked;

        Descent(Optional<Predicate<Point>> wanted, int steps, Generator random) {
            this.wanted = wanted;
            this.steps = steps;
            this.random = random;
        }

        Found from(Optional<Box> whole) {
            boolean complete = true;
            Deque<Box> left = new ArrayDeque<>();
            whole.ifPresent(left::push);
            for (; !left.isEmpty(); looked++) {
                if (looked == steps) {
                    return new Found(Optional.empty(), false);
                }
                Box box = left.pop();
                Optional<Point> point = tried(box);
                if (point.isPresent()) {
                    return new Found(point, false);
                }
                int axis = box.isPoint() ? -1 : box.axisToSplit(random);
                if (axis >= 0) {
                    box.halves(axis, random).forEach(left::push);
                } else {
                    complete &= box.isPoint();
                }
            }
            return new Found(Optional.empty(), complete);
        }

        private Optional<Point> tried(Box box) {
            int tries = box.isDecided() && !box.isPoint() ? TRIES : 1;
            for (int i = 0; i < tries; i++) {
                Point point = space.decode(box.draw(random));
                if (admissible.test(point) && (wanted.isEmpty() || wanted.get().test(point))) {
                    return Optional.of(point);
                }
            }
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "Sampler of admissible configurations, " + space;
    }
}
