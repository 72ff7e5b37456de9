package org.attune.baselines;

import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Generator;
import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.Space;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;

import java.util.List;
import java.util.Optional;

/**
 * Uniform random search over the admissible configurations; in a small finite space without
 * repeats.
 *
 * <p>The n-th configuration of a task depends on the seed, the task, n and, in a small finite
 * space, on what has been tried, so the sequence is the same for every batch size and after every
 * restart.
 *
 * <p>Configurations are drawn uniformly from the unit cube and rejected while a constraint is
 * violated, so the time for one grows with the inverse of the admissible share; below about a
 * millionth none is found.
 */
public final class RandomTuner implements Tuner {
    /** A few seconds of drawing. */
    private static final int MAX_DRAWS = 5_000_000;

    private final TuningProblem problem;
    private final TuningRequest request;
    private final SmallSpace smallSpace;

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
        Point configuration =
                untried.map(left -> left.get(random.nextInt(left.size())))
                        .orElseGet(() -> draw(task, random));
        return Proposal.run(
                List.of(new Suggestion(Candidate.of(task, configuration), Origin.of("random"))));
    }

    private Point draw(Point task, Generator random) {
        Space space = problem.parameterSpace();
        for (int i = 0; i < MAX_DRAWS; i++) {
            Point configuration = space.sample(random);
            if (problem.admits(task, configuration)) {
                return configuration;
            }
        }
        throw SmallSpace.nothingFound(problem, task, MAX_DRAWS);
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
