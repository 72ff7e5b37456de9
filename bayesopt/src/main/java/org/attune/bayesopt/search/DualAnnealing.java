package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Generalised simulated annealing, each new best point improved by a climb.
 *
 * <pre>
 *   T(t) = T₀ (2^(q-1) - 1) / ((t + 2)^(q-1) - 1),   T₀ = 5230,  q = 2.62
 *   p    = [1 - (1 - a) ΔE (t + 1) / T(t)]^(1/(1 - a)),  0 where [..] ≤ 0,   a = -5
 * </pre>
 *
 * with ΔE what a step loses, accepted with probability p; gains always are. A sweep has D steps of
 * all axes and one of each axis alone. Steps have Tsallis' visiting distribution, of density
 * proportional to
 *
 * <pre>
 *   [1 + (q - 1) s² / T^(2/(3-q))]^(-1/(q-1))
 * </pre>
 *
 * which is Student's with ν = (3-q)/(q-1) degrees of freedom times T^(1/(3-q)) / √(3-q); it is
 * drawn exactly, by Bailey's method. A point that leaves the cube comes in again at the other side.
 * T runs through 1000 values, the published number, in as many sweeps as evaluations allow. A point
 * is judged as the configuration that it decodes to, and never accepted where it does not count.
 *
 * <p>Sources: C. Tsallis and D. Stariolo, "Generalized simulated annealing", Physica A 233 (1996),
 * doi:10.1016/S0378-4371(96)00271-3; Y. Xiang, D. Sun, W. Fan and X. Gong, "Generalized simulated
 * annealing algorithm and its application to the Thomson model", Phys. Lett. A 233 (1997),
 * doi:10.1016/S0375-9601(97)00474-X; R. Bailey, "Polar generation of random variates with the
 * t-distribution", Math. Comput. 62 (1994), doi:10.1090/S0025-5718-1994-1219702-8.
 *
 * @param evaluations about so many, at least one sweep; climbs come on top
 */
public record DualAnnealing(int evaluations) implements Search {
    private static final double HOTTEST = 5230; // T₀
    private static final double VISITING = 2.62; // q
    private static final double ACCEPTANCE = -5; // a
    private static final double LENGTH = 1000; // of the schedule
    private static final double FAR = 1e8; // a step whose end is uniform
    private static final double FREEDOM = (3 - VISITING) / (VISITING - 1); // ν

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if nothing may be evaluated
     */
    public DualAnnealing {
        if (evaluations < 1) {
            throw new IllegalArgumentException(
                    "%d evaluations find nothing: at least 1 is needed.".formatted(evaluations));
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
        double[] drawn = scorer.start(random);
        double[] at = incumbents.isEmpty() ? drawn : scorer.place(incumbents.getFirst());
        double score = scorer.score(at);
        double highest = Double.NEGATIVE_INFINITY;
        int sweeps = Math.max(evaluations / (2 * at.length), 1);
        for (int i = 0; i < sweeps; i++) {
            double time = i * LENGTH / sweeps;
            for (int j = 0; j < 2 * at.length; j++) {
                double[] to = stepped(at, j, temperature(time), random);
                double worth = scorer.score(to);
                if (worth > score || random.nextDouble() < acceptance(score - worth, time)) {
                    at = to;
                    score = worth;
                }
            }
            Optional<Found> best = scorer.best();
            if (best.isPresent() && best.get().value() > highest) {
                Found top = scorer.ascent().from(best.get(), random);
                scorer.offer(top);
                at = scorer.place(top.x());
                score = top.value();
                highest = score;
            }
        }
        return scorer.best();
    }

    /** Step j of a sweep: of all axes, from D on of one. */
    private static double[] stepped(double[] from, int j, double temperature, Generator random) {
        double[] to = from.clone();
        for (int d = 0; d < to.length; d++) {
            if (j < to.length || d == j - to.length) {
                double moved = to[d] + step(temperature, random);
                to[d] =
                        Math.abs(moved) < FAR
                                ? moved - Math.floor(moved)
                                : random.nextDouble(); // no digits are left of the fraction
            }
        }
        return to;
    }

    /** Returns T(t). */
    static double temperature(double time) {
        double power = VISITING - 1;
        return HOTTEST * (Math.pow(2, power) - 1) / (Math.pow(time + 2, power) - 1);
    }

    /** Returns p for a loss; 0 where the loss is not a number. */
    static double acceptance(double loss, double time) {
        double base = 1 - (1 - ACCEPTANCE) * loss * (time + 1) / temperature(time);
        return base > 0 ? Math.pow(base, 1 / (1 - ACCEPTANCE)) : 0;
    }

    /** Draws from the visiting distribution. */
    static double step(double temperature, Generator random) {
        double u = 1 - random.nextDouble(); // not 0
        double student =
                Math.sqrt(FREEDOM * (Math.pow(u, -2 / FREEDOM) - 1))
                        * Math.cos(2 * Math.PI * random.nextDouble());
        return student * Math.pow(temperature, 1 / (3 - VISITING)) / Math.sqrt(3 - VISITING);
    }
}
