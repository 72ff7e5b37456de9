package org.attune.baselines;

import org.attune.api.AdmissibleSampler;
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
 * an average falls like 1/n instead of 1/√n, up to logarithms. Where constraints refuse nearly all
 * of them, random admissible configurations are constructed instead.
 */
public final class SobolTuner implements Tuner {
    private static final int MOST_REFUSED = 20_000; // points of the sequence in a row

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
        Optional<Point> configuration =
                designs.computeIfAbsent(task, Design::new)
                        .firstWithout(SmallSpace.configurations(trials));
        if (configuration.isEmpty()) {
            return SmallSpace.exhausted(task);
        }
        return Proposal.run(
                List.of(
                        new Suggestion(
                                Candidate.of(task, configuration.get()), Origin.of("sobol"))));
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
        private final AdmissibleSampler sampler;
        private int next;
        private boolean left; // the sequence, because it finds nothing

        Design(Point task) {
            this.task = task;
            this.sequence =
                    new SobolSequence(
                            problem.parameterSpace().dimension(),
                            request.seed().generator("sobol " + task, 0));
            this.sampler = new AdmissibleSampler(problem, task);
        }

        Optional<Point> firstWithout(Set<Point> tried) {
            for (int i = 0; i < found.size() || findAnother(); i++) {
                if (!tried.contains(found.get(i))) {
                    return Optional.of(found.get(i));
                }
            }
            return Optional.empty();
        }

        /** Whether there is another one. */
        private boolean findAnother() {
            Space space = problem.parameterSpace();
            for (int refused = 0; refused < MOST_REFUSED && !left; refused++) {
                Point configuration = space.decode(sequence.point(next++));
                if (problem.admits(task, configuration) && seen.add(configuration)) {
                    return found.add(configuration);
                }
            }
            left = true;
            var constructed =
                    sampler.draw(
                            p -> !seen.contains(p),
                            AdmissibleSampler.PATIENCE,
                            request.seed().generator("constructed " + task, found.size()));
            if (constructed.configuration().isEmpty()
                    && (found.isEmpty() || !constructed.complete())) {
                throw SmallSpace.nothingFound(problem, task);
            }
            constructed.configuration().ifPresent(seen::add);
            return constructed.configuration().map(found::add).orElse(false);
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
