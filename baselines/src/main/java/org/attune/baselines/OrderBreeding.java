package org.attune.baselines;

import io.jenetics.Chromosome;
import io.jenetics.EnumGene;
import io.jenetics.PartiallyMatchedCrossover;
import io.jenetics.PermutationChromosome;
import io.jenetics.ShiftMutator;
import io.jenetics.SwapMutator;
import io.jenetics.util.ISeq;
import io.jenetics.util.MSeq;

import org.attune.bayesopt.surrogate.Axes;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The operators of Jenetics for permutations, on the coordinates of a permutation's axes: partially
 * matched crossover (D. Goldberg and R. Lingle, 1985), swaps, and shifts of a range of items.
 */
final class OrderBreeding {
    private static final Crossing CROSSING = new Crossing();

    private OrderBreeding() {}

    /** Opens the crossover to sequences that are part of others. */
    private static final class Crossing extends PartiallyMatchedCrossover<Integer, Integer> {
        Crossing() {
            super(1);
        }

        void cross(MSeq<EnumGene<Integer>> first, MSeq<EnumGene<Integer>> second) {
            crossover(first, second);
        }
    }

    private static final class Swapping extends SwapMutator<EnumGene<Integer>, Integer> {
        Chromosome<EnumGene<Integer>> of(
                Chromosome<EnumGene<Integer>> order, RandomGenerator random) {
            return mutate(order, 1.0 / order.length(), random).result();
        }
    }

    private static final class Shifting extends ShiftMutator<EnumGene<Integer>, Integer> {
        Shifting() {
            super(1);
        }

        Chromosome<EnumGene<Integer>> of(
                Chromosome<EnumGene<Integer>> order, RandomGenerator random) {
            return mutate(order, 1, random).result();
        }
    }

    /** Makes of the coordinates of two parents those of two children. */
    static void mate(Axes.Order order, double[] first, double[] second) {
        MSeq<EnumGene<Integer>> a = genes(order, first).asMSeq();
        MSeq<EnumGene<Integer>> b = genes(order, second).asMSeq();
        CROSSING.cross(a, b);
        write(order, a.asList(), first);
        write(order, b.asList(), second);
    }

    /** Swaps a few items, or shifts a range of them. */
    static void mutate(Axes.Order order, double[] x, RandomGenerator random) {
        Chromosome<EnumGene<Integer>> chromosome = new PermutationChromosome<>(genes(order, x));
        boolean shifted = random.nextInt(2) == 0;
        Chromosome<EnumGene<Integer>> mutated =
                shifted
                        ? new Shifting().of(chromosome, random)
                        : new Swapping().of(chromosome, random);
        write(order, mutated.stream().toList(), x);
    }

    private static ISeq<EnumGene<Integer>> genes(Axes.Order order, double[] x) {
        double[] snapped = x.clone();
        order.snap(snapped);
        int n = order.length();
        int[] itemAt = new int[n];
        for (int i = 0; i < n; i++) {
            itemAt[(int) (snapped[order.from() + i] * n)] = i;
        }
        ISeq<Integer> items = IntStream.range(0, n).boxed().collect(ISeq.toISeq());
        return Arrays.stream(itemAt).mapToObj(i -> EnumGene.of(i, items)).collect(ISeq.toISeq());
    }

    private static void write(Axes.Order order, List<EnumGene<Integer>> genes, double[] x) {
        for (int p = 0; p < genes.size(); p++) {
            x[order.from() + genes.get(p).allele()] = (p + 0.5) / genes.size();
        }
    }
}
