package org.attune.bayesopt;

import org.attune.api.Generator;
import org.attune.api.ModelView.Influence;
import org.attune.api.Parameter;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a process believes of each parameter. Its importance is the total effect on the posterior
 * mean m, on the scale of the process:
 *
 * <pre>
 *   T_d = Σ_i (m(x_i) - m(x_i with a new coordinate d))² / (2 n var m)
 * </pre>
 *
 * over random admissible x_i, and no more than 1, which chance and constraints can exceed; the new
 * coordinate is uniform, whatever the constraints say.
 *
 * <p>Source: M. J. W. Jansen, "Analysis of variance designs for model output", Computer Physics
 * Communications 117 (1999), doi:10.1016/S0010-4655(98)00154-4.
 */
final class Influences {
    private static final int POINTS = 256;
    private static final int DRAWS = 200;
    private static final double FLAT = 1e-12; // variance of a mean that does not vary
    private static final double UNEVEN = 0.1; // shift of a quarter or half of the range

    private final TuningProblem problem;
    private final Region region;
    private final Surrogate process;

    Influences(TuningProblem problem, Region region, Surrogate process) {
        this.problem = problem;
        this.region = region;
        this.process = process;
    }

    /** Returns all parameters, the most important one first. */
    List<Influence> all(Generator random) {
        List<double[]> points = randomPoints(region, random);
        double[] at = points.stream().mapToDouble(this::mean).toArray();
        double average = Arrays.stream(at).average().orElse(0);
        double variance =
                Arrays.stream(at).map(m -> (m - average) * (m - average)).average().orElse(0);
        double[] lengthscales = process.lengthscales().orElse(unknown());
        var influences = new ArrayList<Influence>();
        for (int d = 0; d < process.dimension(); d++) {
            double moved = 0;
            for (int i = 0; i < at.length; i++) {
                double[] x = points.get(i).clone();
                x[d] = random.nextDouble();
                moved += Math.pow(mean(region.canonical(x)) - at[i], 2);
            }
            Parameter parameter = problem.parameterSpace().parameters().get(d);
            influences.add(
                    new Influence(
                            parameter.name(),
                            variance > FLAT ? Math.min(moved / (2 * at.length * variance), 1) : 0,
                            lengthscales[d],
                            finer(d)));
        }
        influences.sort(Comparator.comparingDouble(Influence::importance).reversed());
        return influences;
    }

    /** Returns random admissible points, constructed where constraints refuse draws. */
    static List<double[]> randomPoints(Region region, Generator random) {
        var points = new ArrayList<double[]>();
        for (int i = 0; i < POINTS; i++) {
            Optional<double[]> x = region.sample(random, DRAWS);
            x.or(() -> region.construct(random)).ifPresent(points::add);
        }
        return points;
    }

    private double[] unknown() {
        double[] none = new double[process.dimension()];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    private String finer(int axis) {
        return process.kernel()
                .filter(k -> region.axes().isWarpable(axis))
                .map(k -> finer(k.logA()[axis], k.logB()[axis]))
                .orElse("nowhere");
    }

    /** Says which part of the range the warp 1 - (1 - x^a)^b gives more room. */
    static String finer(double logA, double logB) {
        double below = warped(logA, logB, 0.5) - 0.5;
        double within = warped(logA, logB, 0.75) - warped(logA, logB, 0.25) - 0.5;
        if (Math.abs(below) > UNEVEN) {
            return below > 0 ? "low values" : "high values";
        }
        if (Math.abs(within) > UNEVEN) {
            return within > 0 ? "the middle" : "both ends";
        }
        return "nowhere";
    }

    private static double warped(double logA, double logB, double x) {
        return 1 - Math.pow(1 - Math.pow(x, Math.exp(logA)), Math.exp(logB));
    }

    private double mean(double[] x) {
        double[] moments = new double[2];
        process.predict(x, moments);
        return moments[0];
    }
}
