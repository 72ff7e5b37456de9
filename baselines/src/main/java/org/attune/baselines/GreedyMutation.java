package org.attune.baselines;

import org.attune.api.Generator;

import java.util.List;
import java.util.stream.Stream;

/**
 * Changes three in ten parameters of the best configuration, at least one: a category to any, an
 * ordered coordinate by a normal step of deviation 0.1.
 *
 * <p>Source: J. Ansel et al., "OpenTuner: an extensible framework for program autotuning", PACT
 * 2014, doi:10.1145/2628071.2628092 (its greedy mutation).
 */
final class GreedyMutation implements Technique {
    private static final double RATE = 0.3;
    private static final double DEVIATION = 0.1;
    private static final int TRIES = 20;

    @Override
    public String name() {
        return "greedy-mutation";
    }

    @Override
    public Stream<double[]> wishes(Known known, List<Move> own, Generator random) {
        return Stream.generate(() -> mutant(known, known.best(0), RATE, DEVIATION, random))
                .limit(TRIES);
    }

    /** Changes each axis with this probability, and one at least. */
    static double[] mutant(
            Known known, double[] from, double rate, double deviation, Generator random) {
        double[] x = from.clone();
        int certain = random.nextInt(x.length);
        for (int d = 0; d < x.length; d++) {
            if (d == certain || random.nextDouble() < rate) {
                x[d] = Breeding.moved(known.axes(), d, x[d], deviation, random);
            }
        }
        return x;
    }
}
