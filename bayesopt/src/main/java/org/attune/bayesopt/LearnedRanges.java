package org.attune.bayesopt;

import org.attune.api.Generator;
import org.attune.api.ModelView.Influence;
import org.attune.api.Parameter;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a process has learned of the range of each parameter. */
final class LearnedRanges {
    private static final int POINTS = 256;
    private static final int DRAWS = 200;
    private static final double UNEVEN = 0.1; // shift of a quarter or half of the range

    private final TuningProblem problem;
    private final Region region;
    private final Surrogate process;

    LearnedRanges(TuningProblem problem, Region region, Surrogate process) {
        this.problem = problem;
        this.region = region;
        this.process = process;
    }

    /** Returns all parameters, in their order. */
    List<Influence> all() {
        double[] lengthscales = process.lengthscales().orElse(unknown());
        var influences = new ArrayList<Influence>();
        for (int d = 0; d < process.dimension(); d++) {
            if (region.axes().isPosition(d)
                    && problem.parameterSpace().axis(problem.parameterSpace().owner(d).name())
                            < d) {
                continue; // the metrics of an order together
            }
            Parameter parameter = problem.parameterSpace().owner(d);
            influences.add(new Influence(parameter.name(), lengthscales[d], finer(d)));
        }
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
}
