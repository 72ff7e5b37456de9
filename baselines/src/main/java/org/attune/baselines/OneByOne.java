package org.attune.baselines;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Generator;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.Suggestion;
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
 * What the tuners of this package share: one configuration for each proposal, for the neediest
 * task, from that task's own trials, and never one twice; the end where the space is exhausted.
 */
abstract class OneByOne implements Tuner {
    final TuningProblem problem;
    final TuningRequest request;
    final Axes axes;

    private final Optional<List<Point>> listed;
    private final Map<Point, AdmissibleSampler> samplers = new HashMap<>(); // saves time only
    private final Map<Point, PointSequence> designs = new HashMap<>(); // too

    /** What a tuner chooses, and by which technique. */
    record Choice(Point configuration, Origin origin) {}

    OneByOne(TuningRequest request) {
        this.problem = request.problem();
        this.request = request;
        this.axes = new Axes(problem.parameterSpace(), false);
        this.listed = problem.parameterSpace().points(Untried.LISTED);
    }

    /**
     * Chooses a configuration.
     *
     * @param untried among which to choose
     * @param trials of the task by number
     * @return empty where all are known
     */
    abstract Optional<Choice> choose(Untried untried, List<Trial> trials);

    @Override
    public final Proposal propose(Records records, Demand demand) {
        Point task = demand.tasksInTurn().getFirst();
        List<Trial> trials = records.trials(task);
        var sampler = samplers.computeIfAbsent(task, t -> new AdmissibleSampler(problem, t));
        var untried = new Untried(problem, task, axes, listed, trials, sampler);
        Optional<Choice> choice =
                untried.isExhausted() ? Optional.empty() : choose(untried, trials);
        if (choice.isEmpty()) {
            return new Proposal.Done(
                    "all admissible configurations%s have been tried"
                            .formatted(task.after(" of task ")));
        }
        return Proposal.run(
                List.of(
                        new Suggestion(
                                Candidate.of(task, choice.get().configuration()),
                                choice.get().origin())));
    }

    /**
     * Returns the next point of the initial design: a scrambled Sobol sequence for each task,
     * random points beyond its dimensions.
     */
    final Optional<Choice> initial(Untried untried) {
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
    final Generator generator(String label, Point task, int number) {
        return request.seed().generator(label + " " + task, number);
    }
}
