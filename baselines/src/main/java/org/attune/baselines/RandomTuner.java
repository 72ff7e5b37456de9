package org.attune.baselines;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Generator;
import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Random search over the admissible configurations, in a finite space without repeats.
 *
 * <p>The n-th configuration of a task depends on the seed, the task, n and, in a finite space, on
 * what has been tried, so the sequence is the same for every batch size and after every restart.
 *
 * <p>Configurations are drawn uniformly from the unit cube and refused while a constraint is
 * violated; where a few hundred are refused they are constructed ({@link AdmissibleSampler}), and
 * are no longer uniform.
 */
public final class RandomTuner implements Tuner {
    private final TuningProblem problem;
    private final TuningRequest request;
    private final SmallSpace smallSpace;
    private final Map<Point, AdmissibleSampler> samplers = new HashMap<>(); // saves time only

    RandomTuner(TuningRequest request) {
        this.problem = request.problem();
        this.request = request;
        this.smallSpace = new SmallSpace(problem);
    }

    /** Proposes one configuration, for the neediest task; the study asks again for more. */
    @Override
    public Proposal propose(Records records, Demand demand) {
        Point task = demand.tasksInTurn().getFirst();
        List<Trial> trials = records.trials(task);
        Generator random = request.seed().generator("random " + task, trials.size());
        Optional<List<Point>> untried = smallSpace.untried(task, trials);
        if (untried.isPresent() && untried.get().isEmpty()) {
            return SmallSpace.exhausted(task);
        }
        Optional<Point> configuration =
                untried.isPresent()
                        ? untried.map(left -> left.get(random.nextInt(left.size())))
                        : draw(task, SmallSpace.configurations(trials), random);
        if (configuration.isEmpty()) {
            return SmallSpace.exhausted(task);
        }
        return Proposal.run(
                List.of(
                        new Suggestion(
                                Candidate.of(task, configuration.get()), Origin.of("random"))));
    }

    /** Returns empty where all are known. */
    private Optional<Point> draw(Point task, Set<Point> tried, Generator random) {
        var found =
                samplers.computeIfAbsent(task, t -> new AdmissibleSampler(problem, t))
                        .sample(p -> !tried.contains(p), AdmissibleSampler.PATIENCE, random);
        if (found.configuration().isEmpty() && (tried.isEmpty() || !found.complete())) {
            throw SmallSpace.nothingFound(problem, task);
        }
        return found.configuration();
    }

    /** Makes random tuners; the services file names this class. */
    public static final class Provider implements TunerProvider {
        /** For the service loader. */
        public Provider() {}

        @Override
        public String name() {
            return "random";
        }

        @Override
        public String summary() {
            return "Uniform random search; the baseline every tuner must beat.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new RandomTuner(request);
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.empty();
        }
    }
}
