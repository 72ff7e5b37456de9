package org.attune.baselines;

import org.attune.api.Generator;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.OneByOne;
import org.attune.bayesopt.tuner.SmallProvider;
import org.attune.bayesopt.tuner.Untried;

import java.util.List;
import java.util.Optional;

/**
 * A genetic algorithm, and NSGA-II where there are several objectives, with the selection and the
 * alterers of Jenetics.
 *
 * <p>It is a steady-state algorithm, so that it can be told one outcome at a time and in any order:
 * the population is the best {@code population} of all trials that have ended, and each proposal is
 * one child of it. Best are first the acceptable ones, by their objective or, with several, by
 * non-dominated front and crowding distance; then those that leave a range by how far; then
 * failures ({@link Result#bestFirst}). A child that is inadmissible or known is replaced by another
 * one, or in the end by the next admissible configuration.
 *
 * <p>Sources: J. Holland, "Adaptation in natural and artificial systems" (1975); K. Deb et al., "A
 * fast and elitist multiobjective genetic algorithm: NSGA-II", IEEE Trans. Evol. Comput. 6 (2002),
 * doi:10.1109/4235.996017; alterers: see {@link Breeding}.
 */
public final class EvolutionaryTuner extends OneByOne {
    private static final Option<Integer> POPULATION =
            Option.integer("population", 10, 2, 1000, "parents, and trials of the initial design");

    private static final int CHILDREN = 20; // bred for one that is admissible and new

    private final int size;

    EvolutionaryTuner(TuningRequest request) {
        super(request);
        this.size = request.settings().get(POPULATION);
    }

    @Override
    protected Optional<Choice> choose(Untried untried, List<Trial> trials) {
        List<Result> ended = Result.of(problem(), trials);
        if (trials.size() < size || ended.isEmpty()) {
            return initial(untried);
        }
        Generator random = generator("child", untried.task(), trials.size());
        List<Result> population = Result.bestFirst(ended);
        return child(untried, population.subList(0, Math.min(size, population.size())), random)
                .map(p -> new Choice(p, Origin.of("genetic")));
    }

    private Optional<Point> child(Untried untried, List<Result> population, Generator random) {
        for (int i = 0; i < CHILDREN; i++) {
            Optional<Point> child = untried.at(Breeding.child(axes(), population, random));
            if (child.isPresent()) {
                return child;
            }
        }
        return untried.near(Breeding.child(axes(), population, random), random);
    }

    /** Makes evolutionary tuners; the services file names this class. */
    public static final class Provider extends SmallProvider {
        /** For the service loader. */
        public Provider() {
            super(
                    "evolutionary",
                    "Genetic algorithm; NSGA-II with several objectives (Jenetics).",
                    List.of(POPULATION),
                    EvolutionaryTuner::new);
        }
    }
}
