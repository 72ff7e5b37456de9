package org.attune.baselines;

import org.attune.api.Generator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A swarm of three particles that move in turn, each drawn to its own best point and to the best of
 * all techniques.
 *
 * <pre>
 *   v = χ (x - x' + φ u₁ (p - x) + φ u₂ (g - x)),   χ = 0.7298, φ = 2.05, |v_d| ≤ 1/2
 * </pre>
 *
 * x and x' are the particle's last two points, so that a particle is every third move of this
 * technique and nothing else. Particle i starts from the i-th best configuration at rest. A
 * category is kept, or that of p or of g, with equal chances. A particle at rest where p and g are
 * is kicked by a normal step of deviation 0.1 along some axes, for otherwise it would stay.
 *
 * <p>Sources: J. Kennedy and R. Eberhart, "Particle swarm optimization", ICNN 1995,
 * doi:10.1109/ICNN.1995.488968; M. Clerc and J. Kennedy, IEEE Trans. Evol. Comput. 6 (2002),
 * doi:10.1109/4235.985692.
 */
final class ParticleFlight implements Technique {
    private static final int PARTICLES = 3; // of a dozen moves in all each gets a few
    private static final double CONSTRICTION = 0.7298;
    private static final double ATTRACTION = 2.05;
    private static final double FASTEST = 0.5;
    private static final double RATE = 0.3;
    private static final double KICK = 0.1;
    private static final int TRIES = 10;

    @Override
    public String name() {
        return "particle-swarm";
    }

    @Override
    public Stream<double[]> wishes(Known known, List<Move> own, Generator random) {
        int particle = own.size() % PARTICLES;
        var path = new ArrayList<Move>();
        IntStream.range(0, own.size())
                .filter(i -> i % PARTICLES == particle)
                .forEach(i -> path.add(own.get(i)));
        double[] start = known.best(particle % known.bestFirst().size());
        double[] x = path.isEmpty() ? start : path.getLast().x();
        double[] before = path.size() < 2 ? x : path.get(path.size() - 2).x();
        double[] ownBest =
                path.stream()
                        .filter(m -> !m.isPending())
                        .min(Comparator.comparingInt(Move::position))
                        .map(Move::x)
                        .orElse(start);
        return Stream.concat(
                Stream.generate(() -> flown(known, x, before, ownBest, random)).limit(TRIES),
                Stream.generate(() -> GreedyMutation.mutant(known, x, RATE, KICK, random))
                        .limit(TRIES));
    }

    private static double[] flown(
            Known known, double[] x, double[] before, double[] ownBest, Generator random) {
        double[] best = known.best(0);
        double[] to = x.clone();
        for (int d = 0; d < x.length; d++) {
            if (known.axes().isCategorical(d)) {
                to[d] = List.of(x, ownBest, best).get(random.nextInt(3))[d];
                continue;
            }
            double pull =
                    random.nextDouble() * (ownBest[d] - x[d])
                            + random.nextDouble() * (best[d] - x[d]);
            double v = CONSTRICTION * (x[d] - before[d] + ATTRACTION * pull);
            to[d] = x[d] + Math.min(Math.max(v, -FASTEST), FASTEST);
            to[d] = Math.min(Math.max(to[d], 0), 1);
        }
        return to;
    }
}
