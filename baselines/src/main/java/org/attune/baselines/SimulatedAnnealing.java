package org.attune.baselines;

import org.attune.api.Generator;

import java.util.List;
import java.util.stream.Stream;

/**
 * A walk of random steps that also goes uphill, ever more rarely and in ever smaller steps. It is
 * walked again from its first move at each proposal.
 *
 * <p>A worse point is accepted with probability {@code exp(-Δ/T)}, Δ the share of all results that
 * lie between the two: ranks need no scale. T is {@code 0.2 · 0.9^k} and the deviation of a step
 * {@code 0.2 · 0.95^k} after k moves. The walk starts from the best configuration, and returns to
 * it every tenth move.
 *
 * <p>Source: S. Kirkpatrick, C. Gelatt and M. Vecchi, "Optimization by simulated annealing",
 * Science 220 (1983), doi:10.1126/science.220.4598.671.
 */
final class SimulatedAnnealing implements Technique {
    private static final double HOT = 0.2;
    private static final double COOLING = 0.9;
    private static final double WIDE = 0.2;
    private static final double NARROWING = 0.95;
    private static final int RETURN = 10;
    private static final double RATE = 0.5;
    private static final int TRIES = 20;

    @Override
    public String name() {
        return "simulated-annealing";
    }

    @Override
    public Stream<double[]> wishes(Known known, List<Move> own, Generator random) {
        double[] x = known.best(0);
        int position = 0;
        int from = own.size() / RETURN * RETURN;
        for (int k = from; k < own.size(); k++) {
            Move move = own.get(k);
            if (move.isPending()) {
                continue;
            }
            double worse = (move.position() - position) / (double) known.bestFirst().size();
            if (random.nextDouble() < Math.exp(-worse / (HOT * Math.pow(COOLING, k)))) {
                x = move.x();
                position = move.position();
            }
        }
        double[] start = x;
        double deviation = WIDE * Math.pow(NARROWING, own.size());
        return Stream.generate(() -> GreedyMutation.mutant(known, start, RATE, deviation, random))
                .limit(TRIES);
    }
}
