package org.attune.bayesopt.search;

import io.jenetics.DoubleChromosome;
import io.jenetics.DoubleGene;
import io.jenetics.EliteSelector;
import io.jenetics.GaussianMutator;
import io.jenetics.Genotype;
import io.jenetics.LineCrossover;
import io.jenetics.Mutator;
import io.jenetics.TournamentSelector;
import io.jenetics.UniformCrossover;
import io.jenetics.engine.Engine;
import io.jenetics.util.DoubleRange;
import io.jenetics.util.RandomRegistry;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The genetic algorithm of Jenetics: a gene for each axis, tournaments of three, the best one kept;
 * genes swapped between parents and mixed along their line, changed a little by normal steps, and
 * now and then drawn anew.
 *
 * <p>Evolution is continuous; a point is judged as the configuration that it decodes to. One that
 * is inadmissible or not fresh loses every tournament. Jenetics draws from the generator that is
 * handed over, in the calling thread; how it does so is its own, so that another version may find
 * other points.
 *
 * <p>Source: J. Holland, "Adaptation in natural and artificial systems" (1975).
 *
 * @param population its size, at least {@value #LEAST}
 * @param generations after the first, at least 0
 */
public record GeneticSearch(int population, int generations) implements Search {
    /** The smallest population: two parents. */
    public static final int LEAST = 2;

    private static final DoubleRange UNIT = new DoubleRange(0, Math.nextUp(1.0)); // excluded above
    private static final int TOURNAMENT = 3;
    private static final double SWAPPED = 0.3; // share of parents, and of their genes
    private static final double MIXED = 0.3;
    private static final double BEYOND = 0.25; // the line between two parents
    private static final double DRAWN = 0.1; // genes of an individual
    private static final double CHANGED = 0.15; // share of genes

    /**
     * Checks the sizes.
     *
     * @throws IllegalArgumentException if one is too small
     */
    public GeneticSearch {
        if (population < LEAST || generations < 0) {
            throw new IllegalArgumentException(
                    "A population of %d and %d generations find nothing; %d and 0 are the least."
                            .formatted(population, generations, LEAST));
        }
    }

    @Override
    public Optional<Found> maximize(
            AcquisitionFunction acquisition,
            Region region,
            List<double[]> incumbents,
            Predicate<double[]> fresh,
            Generator random) {
        var scorer = new Scorer(acquisition, region, fresh);
        List<Genotype<DoubleGene>> first =
                Arrays.stream(scorer.starts(population, incumbents, random))
                        .map(GeneticSearch::genotype)
                        .toList();
        RandomRegistry.with(random).run(() -> evolve(scorer, first));
        return scorer.best();
    }

    private void evolve(Scorer scorer, List<Genotype<DoubleGene>> first) {
        Engine.builder((Genotype<DoubleGene> g) -> scorer.score(unit(g)), first.getFirst())
                .populationSize(population)
                .maximizing()
                .executor(Runnable::run)
                .offspringSelector(new TournamentSelector<>(TOURNAMENT))
                .survivorsSelector(new EliteSelector<>(1))
                .alterers(
                        new UniformCrossover<>(SWAPPED, SWAPPED),
                        new LineCrossover<>(MIXED, BEYOND),
                        new GaussianMutator<>(CHANGED, new GaussianMutator.Shape(0, 5)),
                        new Mutator<>(DRAWN / scorer.dimension()))
                .build()
                .stream(first)
                .limit(generations + 1L)
                .forEach(generation -> {});
    }

    private static Genotype<DoubleGene> genotype(double[] unit) {
        return Genotype.of(
                DoubleChromosome.of(
                        Arrays.stream(unit)
                                .mapToObj(u -> DoubleGene.of(u, UNIT))
                                .toArray(DoubleGene[]::new)));
    }

    private static double[] unit(Genotype<DoubleGene> genotype) {
        return genotype.chromosome().stream().mapToDouble(DoubleGene::doubleValue).toArray();
    }
}
