package org.attune.baselines;

import org.attune.api.Generator;
import org.attune.bayesopt.tuner.Untried;

import java.util.List;
import java.util.stream.Stream;

/**
 * Differential evolution on the best configurations of all techniques.
 *
 * <pre>
 *   v = t + F (p - t) + F (a - b),   F uniform in [0.5, 1)
 * </pre>
 *
 * with the target t, a and b drawn from the population and p from its better third. Each axis takes
 * v's coordinate with probability 0.7, one at least, otherwise t's. A category is p's with
 * probability F where a and b agree, a's where they do not, otherwise t's.
 *
 * <p>Sources: R. Storn and K. Price, J. Global Optim. 11 (1997), doi:10.1023/A:1008202821328; J.
 * Zhang and A. Sanderson, "JADE", IEEE Trans. Evol. Comput. 13 (2009),
 * doi:10.1109/TEVC.2009.2014613 (the step towards p).
 */
final class DifferentialEvolution implements Technique {
    private static final int POPULATION = 15;
    private static final int SMALLEST = 4;
    private static final double CROSSOVER = 0.7;
    private static final int TRIES = 20;

    @Override
    public String name() {
        return "differential-evolution";
    }

    @Override
    public Stream<double[]> wishes(Known known, List<Move> own, Generator random) {
        List<Result> population = known.front(POPULATION);
        return population.size() < SMALLEST
                ? Stream.empty()
                : Stream.generate(() -> trialVector(known, population, random)).limit(TRIES);
    }

    private static double[] trialVector(Known known, List<Result> population, Generator random) {
        int[] order = new int[population.size()];
        java.util.Arrays.setAll(order, i -> i);
        random.shuffle(order);
        double[] target = population.get(order[0]).x();
        double[] a = population.get(order[1]).x();
        double[] b = population.get(order[2]).x();
        double[] better = population.get(random.nextInt((population.size() + 2) / 3)).x();
        double scale = 0.5 + 0.5 * random.nextDouble();
        double[] x = target.clone();
        int certain = random.nextInt(x.length);
        for (int d = 0; d < x.length; d++) {
            if (d != certain && random.nextDouble() >= CROSSOVER) {
                continue;
            }
            if (known.axes().isCategorical(d)) {
                double other = a[d] == b[d] ? better[d] : a[d];
                x[d] = random.nextDouble() < scale ? other : target[d];
            } else {
                double step = scale * (better[d] - target[d] + a[d] - b[d]);
                x[d] = Untried.reflected(target[d] + step);
            }
        }
        return x;
    }
}
