package org.attune.baselines;

import org.attune.api.Candidate;
import org.attune.api.Demand;
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
import org.attune.bayesopt.design.SobolSequence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The points of a scrambled Sobol sequence in their order, one sequence for each task; those that
 * are inadmissible, or have been evaluated, are left out.
 *
 * <p>The sequence fills the unit cube more evenly than random points do: with n points the error of
 * an average falls like 1/n instead of 1/√n, up to logarithms. Under constraints the time for a
 * point grows with the inverse of the admissible share.
 */
public final class SobolTuner implements Tuner {
    /** A few seconds of the sequence. */
    private static final int MAX_POINTS = 5_000_000;

    private final TuningProblem problem;
    private final TuningRequest request;
    private final SmallSpace smallSpace;
    private final Map<Point, Design> designs = new HashMap<>(); // saves time only

    SobolTuner(TuningRequest request) {
        this.problem = request.problem();
        this.request = request;
        this.smallSpace = new SmallSpace(problem);
    }

    /** Proposes one configuration, for the neediest task; the study asks again for more. */
    @Override
    public Proposal propose(Records records, Demand demand) {
        Point task = demand.tasksInTurn().getFirst();
        List<Trial> trials = records.trials(task);
        if (smallSpace.untried(task, trials).filter(List::isEmpty).isPresent()) {
            return SmallSpace.exhausted(task);
        }
        Point configuration =
                designs.computeIfAbsent(task, Design::new)
                        .firstWithout(SmallSpace.configurations(trials));
        return Proposal.run(
                List.of(new Suggestion(Candidate.of(task, configuration), Origin.of("sobol"))));
    }

    /**
     * The admissible configurations of one task in the order of the sequence, as far as they were
     * needed.
     */
    private final class Design {
        private final Point task;
        private final SobolSequence sequence;
        private final List<Point> found = new ArrayList<>();
        private final Set<Point> seen = new HashSet<>();
        private int next;

        Design(Point task) {
            this.task = task;
            this.sequence =
                    new SobolSequence(
                            problem.parameterSpace().dimension(),
                            request.seed().generator("sobol " + task, 0));
        }

        Point firstWithout(Set<Point> tried) {
            for (int i = 0; ; i++) {
                if (i == found.size()) {
                    findAnother();
                }
                if (!tried.contains(found.get(i))) {
                    return found.get(i);
                }
            }
        }

        private void findAnother() {
            Space space = problem.parameterSpace();
            for (int last = next + MAX_POINTS; next < last; next++) {
                Point configuration = space.decode(sequence.point(next));
                if (problem.admits(task, configuration) && seen.add(configuration)) {
                    found.add(configuration);
                    next++;
                    return;
                }
            }
            throw SmallSpace.nothingFound(problem, task, MAX_POINTS);
        }
    }

    /** Makes Sobol tuners; the services file names this class. */
    public static final class Provider implements TunerProvider {
        /** For the service loader. */
        public Provider() {}

        @Override
        public String name() {
            return "sobol";
        }

        @Override
        public String summary() {
            return "A scrambled Sobol sequence: fills the space evenly and learns nothing.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new SobolTuner(request);
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.empty();
        }
    }
}
