package org.attune.baselines;

import org.attune.api.Generator;

import java.util.List;
import java.util.stream.Stream;

/**
 * A search technique of {@link BanditTuner}. It keeps nothing: what other algorithms remember from
 * step to step is computed from the results of all techniques and the moves of its own.
 */
interface Technique {
    /** Returns the name, which is kept with each of its trials. */
    String name();

    /**
     * Returns coordinates in the order in which it would like to see them evaluated, not canonical;
     * the first that is admissible and new is taken. At most a few hundred.
     *
     * @param known all that has been evaluated, at least one acceptable result
     * @param own moves of this technique, by number, pending ones included
     * @param random generator of this decision
     */
    Stream<double[]> wishes(Known known, List<Move> own, Generator random);

    /** Returns all techniques. */
    static List<Technique> all() {
        return List.of(
                new GreedyMutation(),
                new GeneticAlgorithm(),
                new DifferentialEvolution(),
                new NelderMead(),
                new PatternSearch(),
                new ParticleFlight(),
                new SimulatedAnnealing());
    }
}
