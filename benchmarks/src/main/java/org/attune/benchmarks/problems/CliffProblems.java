package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.Landscape.between;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Programs that are slower by a factor beyond a limit, and do not fail: they swap, spill registers,
 * or no longer fit into a cache. The best configurations lie beside the limit. In two halves, one
 * to decide by and one that reports. Each seed has an instance of its own, whose values are divided
 * by that of the best one that a local search has found, which may stop up to a hundredth beside
 * the best, at the limit.
 */
public final class CliffProblems {
    private static final List<String> BACKENDS = List.of("a", "b", "c");

    private CliffProblems() {}

    /** Returns the half by which decisions are made: two and four sizes. */
    public static List<DrawnProblem> decide() {
        return of(2, 4);
    }

    /** Returns the half that decides nothing: three and five sizes. */
    public static List<DrawnProblem> report() {
        return of(3, 5);
    }

    private static List<DrawnProblem> of(int... dimensions) {
        return IntStream.of(dimensions).boxed().flatMap(CliffProblems::ofSizes).toList();
    }

    private static Stream<DrawnProblem> ofSizes(int n) {
        return Stream.of(
                DrawnProblem.ofReals("swap" + n, 0, n, random -> swap(n, random)),
                DrawnProblem.ofReals("noisy-swap" + n, 0.03, n, random -> swap(n, random)),
                DrawnProblem.ofReals("spill" + n, 0, n, random -> spill(n, random)),
                backends(n));
    }

    /** What is beyond a limit of the sizes, and by how much. */
    private record Cliff(double factor, double slope) {
        static Cliff drawn(Generator random) {
            return new Cliff(Math.exp(between(random, 0.3, 3)), between(random, 0, 2));
        }

        double seconds(double within, double over) {
            return over > 0 ? within * factor * (1 + slope * over) : within;
        }
    }

    /** Time that falls with most sizes, as far as they go, and in which sizes act together. */
    private static ToDoubleFunction<double[]> gains(int n, Generator random) {
        double[] best = between(random, n, 0.6, 1.1);
        double[] weight = between(random, n, 0.3, 1);
        double[] mixed = between(random, n, -0.6, 0.6);
        return x -> {
            double value = 1;
            double together = 0;
            for (int i = 0; i < n; i++) {
                double off = x[i] - best[i];
                value += weight[i] * off * off;
                together += mixed[i] * off;
            }
            return value + together * together;
        };
    }

    /** A weighted sum of the sizes has to fit into memory. */
    private static ToDoubleFunction<double[]> swap(int n, Generator random) {
        ToDoubleFunction<double[]> gains = gains(n, random);
        var cliff = Cliff.drawn(random);
        double[] bytes = between(random, n, 0.4, 1.6);
        double memory = between(random, 0.45, 0.65) * sum(bytes);
        return x -> cliff.seconds(gains.applyAsDouble(x), used(bytes, x) - memory);
    }

    /** The limit is a curve around a place with few of everything. */
    private static ToDoubleFunction<double[]> spill(int n, Generator random) {
        ToDoubleFunction<double[]> gains = gains(n, random);
        var cliff = Cliff.drawn(random);
        double[] middle = between(random, n, 0.1, 0.5);
        double radius = between(random, 0.4, 0.6) * Math.sqrt(n / 2.0);
        return x -> {
            double squares = 0;
            for (int i = 0; i < n; i++) {
                squares += (x[i] - middle[i]) * (x[i] - middle[i]);
            }
            return cliff.seconds(gains.applyAsDouble(x), Math.sqrt(squares) - radius);
        };
    }

    /** Each back end has a limit and an overhead of its own. */
    private static DrawnProblem backends(int n) {
        var parameters = new ArrayList<Parameter>();
        parameters.add(Parameter.categorical("backend", BACKENDS));
        parameters.addAll(DrawnProblem.axes("x", n));
        return DrawnProblem.ofRatios("backends" + n, 0, parameters, random -> backends(n, random));
    }

    private static ToDoubleFunction<Point> backends(int n, Generator random) {
        ToDoubleFunction<double[]> gains = gains(n, random);
        var cliff = Cliff.drawn(random);
        double[] bytes = between(random, n, 0.4, 1.6);
        double[] memory = between(random, BACKENDS.size(), 0.4, 0.7);
        double[] overhead = between(random, BACKENDS.size(), 0, 0.2);
        return p -> {
            int which = BACKENDS.indexOf((String) p.get("backend"));
            double[] x = DrawnProblem.coordinates(p, "x", n);
            double over = used(bytes, x) - memory[which] * sum(bytes);
            return cliff.seconds(gains.applyAsDouble(x) + overhead[which], over);
        };
    }

    private static double used(double[] bytes, double[] x) {
        return IntStream.range(0, x.length).mapToDouble(i -> bytes[i] * x[i]).sum();
    }

    private static double sum(double[] values) {
        return Arrays.stream(values).sum();
    }
}
