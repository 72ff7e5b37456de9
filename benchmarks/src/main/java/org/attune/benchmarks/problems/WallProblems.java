package org.attune.benchmarks.problems;

import org.attune.api.Generator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Bowls whose least values lie beside runs that fail: beyond a sum, a product or a ball of two
 * parameters, or a sum of all, that is not known. In two halves, one to decide by and one that
 * reports. Each seed has an instance of its own, whose values are divided by that of its best one.
 */
public final class WallProblems {
    private static final double APART = 0.07; // of the middle of the bowl from the wall, about

    private WallProblems() {}

    /** Returns the half by which decisions are made: two and four parameters. */
    public static List<DrawnProblem> decide() {
        return of(2, 4);
    }

    /** Returns the half that decides nothing: three and five parameters. */
    public static List<DrawnProblem> report() {
        return of(3, 5);
    }

    /** Returns problems whose runs fail where what they use is more than 1. */
    private static List<DrawnProblem> of(int... dimensions) {
        Map<String, ToDoubleFunction<double[]>> used = new LinkedHashMap<>();
        used.put("sum", x -> (x[0] + x[1]) / 0.8);
        used.put("product", x -> x[0] * x[1] / 0.2);
        used.put("ball", x -> (x[0] * x[0] + x[1] * x[1]) / 0.5);
        used.put("all", x -> Arrays.stream(x).sum() / (0.45 * x.length));
        var problems = new ArrayList<DrawnProblem>();
        for (int n : dimensions) {
            used.forEach((name, use) ->
                    problems.add(
                            DrawnProblem.ofReals(
                                    name + "-limit" + n, 0, n, random -> bowl(n, use, random))));
        }
        return List.copyOf(problems);
    }

    private static ToDoubleFunction<double[]> bowl(
            int n, ToDoubleFunction<double[]> used, Generator random) {
        double[] middle;
        do {
            middle = Landscape.between(random, n, 0.3, 0.95);
        } while (used.applyAsDouble(Arrays.stream(middle).map(m -> m - APART).toArray()) <= 1);
        double[] best = middle;
        double[] weight = Landscape.between(random, n, 0, 2);
        double mixed = Landscape.between(random, -0.5, 0.5);
        double base = Landscape.between(random, 0.2, 2);
        return x -> {
            double value = base;
            for (int i = 0; i < n; i++) {
                double off = x[i] - best[i];
                value += Math.exp(weight[i]) * (Math.cosh(2 * off) - 1);
                value += i > 0 ? mixed * off * (x[i - 1] - best[i - 1]) : 0;
            }
            return used.applyAsDouble(x) > 1 ? Double.NaN : value;
        };
    }
}
