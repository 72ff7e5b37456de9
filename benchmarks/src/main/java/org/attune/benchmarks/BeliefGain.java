package org.attune.benchmarks;

import org.attune.api.Parameter;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints what a user's beliefs are worth, right ones and wrong ones: the best value by the number
 * of trials, as medians over seeds. {@code BeliefGain SEEDS TRIALS}.
 *
 * <p>A <i>narrow</i> belief is a range of a fifth of each axis that contains the optimum off its
 * middle, a <i>wide</i> one of two fifths; <i>half</i> is a narrow one about every other parameter;
 * a <i>wrong</i> one is a narrow range half an axis away from the optimum.
 */
public final class BeliefGain {
    private static final Map<String, double[]> OPTIMA = new LinkedHashMap<>(); // unit coordinates

    static {
        OPTIMA.put("hartmann6", new double[] {0.2017, 0.15, 0.4769, 0.2753, 0.3117, 0.6573});
        OPTIMA.put("rosenbrock4", new double[] {0.4, 0.4, 0.4, 0.4});
        OPTIMA.put("ackley5", new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0, 1 / 3.0, 1 / 3.0});
    }

    private BeliefGain() {}

    /** Prints a table for each problem. */
    public static void main(String[] args) {
        int seeds = Integer.parseInt(args[0]);
        int trials = Integer.parseInt(args[1]);
        OPTIMA.forEach((name, optimum) -> {
            Benchmark benchmark = Suites.named("public").problem(name);
            System.out.println("%s, median of %d seeds".formatted(name, seeds));
            ModelGain.heading(trials);
            var beliefs = new LinkedHashMap<String, double[]>();
            beliefs.put("none", new double[] {0, 0, 1});
            beliefs.put("narrow", new double[] {0.2, 0, 1});
            beliefs.put("wide", new double[] {0.4, 0, 1});
            beliefs.put("half", new double[] {0.2, 0, 2});
            beliefs.put("wrong", new double[] {0.2, 0.5, 1});
            beliefs.forEach((belief, b) ->
                    ModelGain.row(
                            belief,
                            believing(benchmark.problem(), optimum, b[0], b[1], (int) b[2]),
                            benchmark,
                            benchmark.tasks().getFirst(),
                            seeds,
                            trials));
        });
    }

    /**
     * Adds beliefs about every so manieth parameter.
     *
     * @param width of the range that is likely, 0 for none
     * @param away how far it is moved, round the axis
     */
    private static TuningProblem believing(
            TuningProblem problem, double[] optimum, double width, double away, int step) {
        var builder = ModelGain.copy(problem);
        List<Parameter> parameters = problem.parameterSpace().parameters();
        for (int d = 0; width > 0 && d < optimum.length; d += step) {
            double at = (optimum[d] + away) % 1;
            double lower = Math.min(Math.max(at - 0.3 * width, 0), 1 - width);
            Parameter p = parameters.get(d);
            builder.belief(p.name(), p.decode(lower), p.decode(lower + width));
        }
        return builder.build();
    }
}
