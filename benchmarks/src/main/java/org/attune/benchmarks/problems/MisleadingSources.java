package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Families whose first task is to be tuned, and whose others are sources that mislead: by names of
 * their tasks {@code target}, {@code negated}, {@code permuted} (the axes in the opposite order),
 * {@code noise} (a number of its own for every configuration), {@code unrelated} (random waves);
 * and two that do not, {@code shifted} by 0.03 along each axis and the same {@code hundredfold}.
 */
public final class MisleadingSources {
    private static final List<String> TASKS =
            List.of(
                    "target",
                    "negated",
                    "permuted",
                    "noise",
                    "unrelated",
                    "shifted",
                    "hundredfold");
    private static final int WAVES = 40;
    private static final double SHIFT = 0.03;

    private MisleadingSources() {}

    /** Returns those by which methods were decided. */
    public static List<BenchmarkProblem> decide() {
        return List.of(
                family("mislead-branin", 2, MisleadingSources::branin),
                family("mislead-hartmann", 6, TestFunctions::hartmann6));
    }

    /** Returns those on which they were reported. */
    public static List<BenchmarkProblem> report() {
        return List.of(
                family("mislead-rosenbrock", 3, MisleadingSources::rosenbrock),
                family("mislead-ripples", 4, MisleadingSources::ripples));
    }

    private static double branin(double[] u) {
        return TestFunctions.branin(15 * u[0] - 5, 15 * u[1]);
    }

    private static double rosenbrock(double[] u) {
        return 1 + TestFunctions.rosenbrock(Arrays.stream(u).map(v -> 4 * v - 2).toArray());
    }

    /** A bowl of other steepness along each axis, with ripples. */
    private static double ripples(double[] u) {
        double sum = 0.1;
        for (int d = 0; d < u.length; d++) {
            double delta = u[d] - 0.2 - 0.15 * d;
            sum += (d + 1) * delta * delta + 0.05 * (1 - Math.cos(15 * delta));
        }
        return sum;
    }

    private static BenchmarkProblem family(
            String name, int dimension, ToDoubleFunction<double[]> truth) {
        var builder =
                TuningProblem.named(name)
                        .task(Parameter.integer("t", 0, TASKS.size() - 1))
                        .objective(Objective.minimize(BenchmarkProblem.OUTPUT));
        PublicProblems.axes(dimension, 0, 1).forEach(builder::parameter);
        ToDoubleFunction<double[]> waves = waves(name, dimension);
        List<Point> points =
                IntStream.range(0, TASKS.size()).mapToObj(t -> Point.of("t", t)).toList();
        return new BenchmarkProblem(
                name,
                builder.build(),
                points,
                0,
                c -> {
                    double[] u =
                            IntStream.rangeClosed(1, dimension)
                                    .mapToDouble(d -> c.configuration().number("x" + d))
                                    .toArray();
                    return switch (TASKS.get((int) c.task().number("t"))) {
                        case "negated" -> -truth.applyAsDouble(u);
                        case "permuted" -> truth.applyAsDouble(reversed(u));
                        case "noise" -> noise(u);
                        case "unrelated" -> waves.applyAsDouble(u);
                        case "shifted" -> truth.applyAsDouble(shifted(u));
                        case "hundredfold" -> 100 * truth.applyAsDouble(shifted(u));
                        default -> truth.applyAsDouble(u);
                    };
                });
    }

    private static double[] reversed(double[] u) {
        double[] reversed = new double[u.length];
        Arrays.setAll(reversed, d -> u[u.length - 1 - d]);
        return reversed;
    }

    private static double[] shifted(double[] u) {
        return Arrays.stream(u).map(v -> v + SHIFT).toArray();
    }

    private static double noise(double[] u) {
        return new Seed(Arrays.hashCode(u)).generator("noise", 0).nextGaussian();
    }

    private static ToDoubleFunction<double[]> waves(String name, int dimension) {
        Generator random = AblationProblems.SEED.generator(name, 0);
        double[][] frequency = new double[WAVES][];
        for (int w = 0; w < WAVES; w++) {
            frequency[w] =
                    IntStream.range(0, dimension)
                            .mapToDouble(d -> random.nextGaussian() / 0.4)
                            .toArray();
        }
        double[] phase = random.doubles(WAVES).map(u -> 2 * Math.PI * u).toArray();
        return u -> {
            double sum = 0;
            for (int w = 0; w < WAVES; w++) {
                double angle = phase[w];
                for (int d = 0; d < u.length; d++) {
                    angle += frequency[w][d] * u[d];
                }
                sum += Math.cos(angle);
            }
            return 2 + sum * Math.sqrt(2.0 / WAVES);
        };
    }
}
