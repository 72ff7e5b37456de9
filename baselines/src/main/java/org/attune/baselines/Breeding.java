package org.attune.baselines;

import io.jenetics.Alterer;
import io.jenetics.Chromosome;
import io.jenetics.Crossover;
import io.jenetics.DoubleChromosome;
import io.jenetics.DoubleGene;
import io.jenetics.Genotype;
import io.jenetics.Mutator;
import io.jenetics.MutatorResult;
import io.jenetics.Optimize;
import io.jenetics.Phenotype;
import io.jenetics.TournamentSelector;
import io.jenetics.util.ISeq;
import io.jenetics.util.MSeq;
import io.jenetics.util.RandomRegistry;

import org.attune.api.Generator;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.tuner.Untried;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One step of a genetic algorithm of Jenetics: two parents by tournament, crossover, mutation. The
 * population is given, the fitness is its order, and nothing is kept from step to step.
 *
 * <p>Jenetics draws from the generator that is handed over, in the calling thread; its draws of
 * bounded numbers are its own and those of the JDK, so that another version may breed other
 * children.
 */
final class Breeding {
    private static final int TOURNAMENT = 2;
    private static final double BEYOND_NEXT = 1.25; // cells: at one, an item ties with the next

    private Breeding() {}

    /**
     * Returns coordinates of a child, not canonical.
     *
     * @param bestFirst the population, at least one
     */
    static double[] child(Axes axes, List<Result> bestFirst, Generator random) {
        var individuals = new ArrayList<Phenotype<DoubleGene, Integer>>();
        for (int i = 0; i < bestFirst.size(); i++) {
            DoubleGene[] genes = new DoubleGene[axes.dimension()];
            for (int d = 0; d < genes.length; d++) {
                genes[d] = DoubleGene.of(bestFirst.get(i).x()[d], 0, 1);
            }
            individuals.add(Phenotype.of(Genotype.of(DoubleChromosome.of(genes)), 1, i));
        }
        return RandomRegistry.with(random)
                .call(() ->
                        child(axes, ISeq.of(individuals)).genotype().chromosome().stream()
                                .mapToDouble(DoubleGene::doubleValue)
                                .toArray());
    }

    private static Phenotype<DoubleGene, Integer> child(
            Axes axes, ISeq<Phenotype<DoubleGene, Integer>> individuals) {
        var selector = new TournamentSelector<DoubleGene, Integer>(TOURNAMENT);
        var parents = selector.select(individuals, 2, Optimize.MINIMUM);
        Alterer<DoubleGene, Integer> alterer = Alterer.of(new Mating(axes), new Mutation(axes));
        return alterer.alter(parents, 2).population().get(0);
    }

    /**
     * Extended line recombination on ordered axes; on categorical ones each child has the value of
     * one of its parents; {@link OrderBreeding} of permutations.
     *
     * <pre>
     *   a' = a + α (b - a),   b' = b + α (a - b),   α uniform in [-1/4, 5/4)
     * </pre>
     *
     * <p>Source: H. Mühlenbein and D. Schlierkamp-Voosen, "Predictive models for the breeder
     * genetic algorithm", Evol. Comput. 1 (1993), doi:10.1162/evco.1993.1.1.25.
     */
    static final class Mating extends Crossover<DoubleGene, Integer> {
        private static final double BEYOND = 0.25;

        private final Axes axes;

        Mating(Axes axes) {
            super(1);
            this.axes = axes;
        }

        @Override
        protected int crossover(MSeq<DoubleGene> first, MSeq<DoubleGene> second) {
            RandomGenerator random = RandomRegistry.random();
            double alpha = random.nextDouble() * (1 + 2 * BEYOND) - BEYOND;
            mateOrders(first, second);
            for (int d = 0; d < first.length(); d++) {
                if (axes.isPosition(d)) {
                    continue;
                }
                double a = first.get(d).doubleValue();
                double b = second.get(d).doubleValue();
                double share = alpha;
                if (axes.isCategorical(d)) {
                    share = random.nextDouble() < 0.5 ? 0 : 1;
                }
                first.set(d, DoubleGene.of(Untried.reflected(a + share * (b - a)), 0, 1));
                second.set(d, DoubleGene.of(Untried.reflected(b + share * (a - b)), 0, 1));
            }
            return first.length();
        }

        private void mateOrders(MSeq<DoubleGene> first, MSeq<DoubleGene> second) {
            double[] a = first.stream().mapToDouble(DoubleGene::doubleValue).toArray();
            double[] b = second.stream().mapToDouble(DoubleGene::doubleValue).toArray();
            for (Axes.Order order : axes.orders()) {
                OrderBreeding.mate(order, a, b);
                for (int d = order.from(); d < order.from() + order.length(); d++) {
                    first.set(d, DoubleGene.of(a[d], 0, 1));
                    second.set(d, DoubleGene.of(b[d], 0, 1));
                }
            }
        }
    }

    /**
     * Changes each axis with probability 1/D, at least one: a category to any, an ordered
     * coordinate by a normal step whose deviation is {@code 0.3 · 2^(-6u)}, u uniform, and at least
     * to the next value, and a permutation for each of its axes as {@link OrderBreeding} does.
     */
    static final class Mutation extends Mutator<DoubleGene, Integer> {
        private static final double WIDEST = 0.3;
        private static final double OCTAVES = 6;

        private final Axes axes;

        Mutation(Axes axes) {
            super(1);
            this.axes = axes;
        }

        @Override
        protected MutatorResult<Chromosome<DoubleGene>> mutate(
                Chromosome<DoubleGene> chromosome, double probability, RandomGenerator random) {
            int length = chromosome.length();
            double[] x = chromosome.stream().mapToDouble(DoubleGene::doubleValue).toArray();
            int certain = (int) (random.nextDouble() * length);
            double deviation = WIDEST * Math.pow(2, -OCTAVES * random.nextDouble());
            var genes = new ArrayList<DoubleGene>();
            double[] moved = x.clone();
            for (int d = 0; d < length; d++) {
                boolean changes = d == certain || random.nextDouble() < 1.0 / length;
                if (changes && axes.isPosition(d)) {
                    OrderBreeding.mutate(order(axes, d), moved, random);
                } else if (changes) {
                    moved[d] = moved(axes, d, x[d], deviation, random);
                }
            }
            for (double to : moved) {
                genes.add(DoubleGene.of(to, 0, 1));
            }
            return new MutatorResult<>(chromosome.newInstance(ISeq.of(genes)), 1);
        }
    }

    private static Axes.Order order(Axes axes, int d) {
        return axes.orders().stream()
                .filter(o -> d >= o.from() && d < o.from() + o.length())
                .findFirst()
                .orElseThrow();
    }

    /**
     * Returns another coordinate of an axis: any category, else a normal step away, and of a
     * discrete axis that of another value.
     */
    static double moved(Axes axes, int d, double x, double deviation, RandomGenerator random) {
        if (axes.isCategorical(d)) {
            return random.nextDouble();
        }
        double step = deviation * random.nextGaussian();
        double least = leastStep(axes, d);
        if (Math.abs(step) < least) {
            step = Math.copySign(least, step);
        }
        return axes.moved(d, x, Untried.reflected(x + step));
    }

    /** Returns the least step to another value of an ordered axis; 0 of a real one. */
    static double leastStep(Axes axes, int d) {
        return axes.isDiscrete(d) ? (axes.isPosition(d) ? BEYOND_NEXT : 1) / axes.cells(d) : 0;
    }
}
