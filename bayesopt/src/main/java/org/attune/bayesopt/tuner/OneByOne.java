package org.attune.bayesopt.tuner;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Demand;
import org.attune.api.Fidelity;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.design.SobolSequence;
import org.attune.bayesopt.surrogate.Axes;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A tuner that chooses one configuration for each proposal, for the neediest task, from that task's
 * own trials, and never one twice. It ends where the space is exhausted, and takes any untried
 * configuration where {@link #choose} has no wish. A study that wants several asks again, with the
 * earlier ones pending.
 *
 * <p>A subclass may keep what saves time, but nothing that a fresh instance would not compute again
 * from the same trials (see {@link Tuner}).
 */
public abstract class OneByOne implements Tuner {
    private final TuningRequest request;
    private final TuningProblem problem;
    private final Axes axes;
    private final Optional<List<Point>> listed;
    private final Map<Point, AdmissibleSampler> samplers = new HashMap<>(); // saves time only
    private final Map<Point, PointSequence> designs = new HashMap<>(); // too

    /** Prepares a tuner for this request. */
    protected OneByOne(TuningRequest request) {
        this.request = request;
        this.problem = request.problem();
        this.axes = new Axes(problem.parameterSpace(), false);
        this.listed = problem.parameterSpace().points(Untried.LISTED);
    }

    /**
     * Chooses a configuration.
     *
     * @param untried among which to choose
     * @param trials of the task by number, pending and failed ones included
     * @return empty where there is no wish: any untried one is then taken, as far as one is left
     */
    protected abstract Optional<Choice> choose(Untried untried, List<Trial> trials);

    /** Returns what is tuned. */
    protected final TuningProblem problem() {
        return problem;
    }

    /** Returns the axes of the space, categories without an order. */
    protected final Axes axes() {
        return axes;
    }

    @Override
    public final Proposal propose(Records records, Demand demand) {
        long start = System.nanoTime();
        Point task = demand.tasksInTurn().getFirst();
        List<Trial> trials = records.trials(task);
        var sampler = samplers.computeIfAbsent(task, t -> new AdmissibleSampler(problem, t));
        var untried = new Untried(problem, task, axes, listed, trials, sampler);
        Optional<Choice> choice =
                untried.isExhausted() ? Optional.empty() : choose(untried, trials);
        return choice.or(() -> any(untried, trials.size()))
                .<Proposal>map(c ->
                        new Proposal.Run(
                                List.of(c.of(task)), List.of(), List.of(), c.effort(start)))
                .orElseGet(() ->
                        new Proposal.Done(
                                "all admissible configurations%s have been tried"
                                        .formatted(task.after(" of task "))));
    }

    private Optional<Choice> any(Untried untried, int number) {
        return untried.isExhausted()
                ? Optional.empty()
                : untried.any(generator("any", untried.task(), number))
                        .map(p -> new Choice(p, new Origin(Origin.Phase.SEARCH, "random")));
    }

    /**
     * Returns whether the task has too few trials to learn from: fewer than {@code initial}, or
     * none at full fidelity whose outputs are all within their ranges.
     */
    protected final boolean isBeginning(List<Trial> trials, int initial) {
        return trials.size() < initial
                || trials.stream()
                        .noneMatch(t ->
                                t.candidate().fidelity().equals(Fidelity.FULL)
                                        && problem.isInRange(t));
    }

    /**
     * Returns the values of the first optimised objective, with the sign by which smaller is
     * better.
     *
     * @param trials that have such a value, as all whose outputs are within their ranges do
     */
    protected final double[] losses(List<Trial> trials) {
        Objective first = problem.optimized().getFirst();
        return trials.stream()
                .mapToDouble(t -> problem.value(t, first.name()).orElseThrow())
                .map(v -> first.goal().sign() * v)
                .toArray();
    }

    /**
     * Returns the next point of the initial design: a scrambled Sobol sequence for each task,
     * random points beyond its dimensions.
     */
    protected final Optional<Choice> initial(Untried untried) {
        boolean sobol = axes.dimension() <= SobolSequence.MAX_DIMENSION;
        return designs.computeIfAbsent(
                        untried.task(),
                        task ->
                                new PointSequence(
                                        problem,
                                        sobol ? sobol(task) : n -> uniform(task, n),
                                        n -> generator("constructed", task, n)))
                .first(untried)
                .map(p ->
                        new Choice(
                                p, new Origin(Origin.Phase.INITIAL, sobol ? "sobol" : "random")));
    }

    private IntFunction<double[]> sobol(Point task) {
        return new SobolSequence(axes.dimension(), generator("sobol", task, 0))::point;
    }

    private double[] uniform(Point task, int number) {
        Generator random = generator("design", task, number);
        double[] x = new double[axes.dimension()];
        Arrays.setAll(x, d -> random.nextDouble());
        return x;
    }

    /** Returns the generator of a decision about a task, keyed by the number of its trials. */
    protected final Generator generator(String label, Point task, int number) {
        return request.seed().generator(label + " " + task, number);
    }
}
