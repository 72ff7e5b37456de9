package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Particle swarm: particles fly through the unit cube, drawn to the best point of their own and to
 * the best of all.
 *
 * <pre>
 *   v ← χ (v + φ u₁ (p - x) + φ u₂ (g - x)),   x ← x + v,   χ = 0.7298, φ = 2.05, |v_d| ≤ 1/2
 * </pre>
 *
 * with u uniform in [0, 1) for each axis, p the particle's best point and g the swarm's. A particle
 * that leaves the cube stops at its face. Flight is continuous; a point is judged as the
 * configuration that it decodes to, so that discrete axes are steps. Points that are inadmissible
 * or not fresh attract nobody. The swarm starts on the incumbents and on uniform admissible points,
 * at rest.
 *
 * <p>Sources: J. Kennedy and R. Eberhart, "Particle swarm optimization", ICNN 1995,
 * doi:10.1109/ICNN.1995.488968; constants of M. Clerc and J. Kennedy, IEEE Trans. Evol. Comput. 6
 * (2002), doi:10.1109/4235.985692.
 *
 * @param particles their number, at least 1
 * @param generations moves of each, at least 0
 */
public record ParticleSwarm(int particles, int generations) implements Search {
    private static final double CONSTRICTION = 0.7298;
    private static final double ATTRACTION = 2.05;
    private static final double FASTEST = 0.5;
    private static final int DRAWS =
            200; // for each particle's start, where constraints refuse most

    /**
     * Checks the sizes.
     *
     * @throws IllegalArgumentException if one is too small
     */
    public ParticleSwarm {
        if (particles < 1 || generations < 0) {
            throw new IllegalArgumentException(
                    "A swarm of %d particles and %d generations finds nothing."
                            .formatted(particles, generations));
        }
    }

    /** Returns a swarm of 100 particles and 100 generations: 10,100 evaluations. */
    public static ParticleSwarm standard() {
        return new ParticleSwarm(100, 100);
    }

    @Override
    public Optional<Found> maximize(
            AcquisitionFunction acquisition,
            Region region,
            List<double[]> incumbents,
            Predicate<double[]> fresh,
            Generator random) {
        double[][] x = starts(region, incumbents, random);
        double[][] velocity = new double[x.length][region.axes().dimension()];
        Found[] own = new Found[x.length];
        Optional<Found> best = Optional.empty();
        for (int generation = 0; generation <= generations; generation++) {
            for (int i = 0; i < x.length; i++) {
                if (generation > 0) {
                    double[] leader = best.orElse(own[i]).x();
                    move(x[i], velocity[i], own[i].x(), leader, random);
                }
                double[] point = region.canonical(x[i]);
                boolean counts = region.admits(point) && fresh.test(point);
                double value = counts ? acquisition.value(point) : Double.NEGATIVE_INFINITY;
                if (generation == 0 || value > own[i].value()) {
                    own[i] = new Found(x[i].clone(), value);
                }
                if (counts && (best.isEmpty() || value > best.get().value())) {
                    best = Optional.of(new Found(x[i].clone(), value));
                }
            }
        }
        return best.map(b -> new Found(region.canonical(b.x()), b.value()));
    }

    private double[][] starts(Region region, List<double[]> incumbents, Generator random) {
        double[][] x = new double[particles][];
        for (int i = 0; i < particles; i++) {
            if (i < incumbents.size() && i < particles / 2) {
                x[i] = incumbents.get(i).clone();
            } else {
                x[i] =
                        region.sample(random, DRAWS)
                                .or(() -> region.construct(random))
                                .orElseGet(() -> uniform(region, random));
            }
        }
        return x;
    }

    private static double[] uniform(Region region, Generator random) {
        double[] x = new double[region.axes().dimension()];
        for (int d = 0; d < x.length; d++) {
            x[d] = random.nextDouble();
        }
        return x;
    }

    private static void move(
            double[] x, double[] velocity, double[] own, double[] best, Generator random) {
        for (int d = 0; d < x.length; d++) {
            double pull =
                    random.nextDouble() * (own[d] - x[d]) + random.nextDouble() * (best[d] - x[d]);
            double v = CONSTRICTION * (velocity[d] + ATTRACTION * pull);
            velocity[d] = Math.clamp(v, -FASTEST, FASTEST);
            double to = x[d] + velocity[d];
            x[d] = Math.clamp(to, 0.0, 1.0);
            if (x[d] != to) {
                velocity[d] = 0;
            }
        }
    }
}
