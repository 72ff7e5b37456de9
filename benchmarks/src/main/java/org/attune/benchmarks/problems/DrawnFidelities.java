package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.FidelityParameter;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Families on which rules were tried by which {@code mf} uses cheap runs: levels that mislead (the
 * opposite, something else, a constant, noise, a better place than the best one) and levels that
 * help. Each seed has an instance of its own. Of our own making.
 */
public final class DrawnFidelities {
    private static final FidelityParameter TENTH = FidelityParameter.levels("s", 0.1, 1);
    private static final FidelityParameter NINTHS =
            FidelityParameter.levels("s", 1 / 9.0, 1 / 3.0, 1);
    private static final FidelityParameter RANGE = FidelityParameter.real("s", 0.1, 1);

    /** The value of a run that costs the share s of a full one, in unit coordinates. */
    private interface Runs {
        double of(double[] x, double s);
    }

    private DrawnFidelities() {}

    /**
     * Returns all of them: opposite, partly opposite, unrelated, constant and noisy levels, one
     * with a decoy, then four that help.
     */
    public static List<DrawnProblem> decide() {
        return List.of(
                opposite("opposite2", 2, TENTH, 0),
                opposite("opposite4", 4, RANGE, 0.3),
                partly("partly3", 3),
                unrelated("unrelated3", 3),
                constant("constant2", 2, TENTH),
                constant("constant5", 5, RANGE),
                noisy("noisy3", 3, 3),
                noisy("blurred3", 3, 0.3),
                decoy("decoy2", 2),
                moved("moved2", 2, NINTHS),
                moved("moved6", 6, RANGE),
                scaled("scaled4", 4),
                mixed("mixed4"));
    }

    private static DrawnProblem problem(
            String name,
            int dimension,
            FidelityParameter fidelity,
            Function<Generator, Runs> drawn) {
        List<String> axes = IntStream.rangeClosed(1, dimension).mapToObj(i -> "x" + i).toList();
        var builder = TuningProblem.named(name).fidelity(fidelity);
        axes.forEach(a -> builder.parameter(Parameter.real(a, 0, 1)));
        return drawn(
                name,
                builder,
                random -> {
                    Runs runs = drawn.apply(random);
                    return c ->
                            runs.of(
                                    axes.stream()
                                            .mapToDouble(a -> c.configuration().number(a))
                                            .toArray(),
                                    c.fidelity().value());
                },
                false);
    }

    private static DrawnProblem drawn(
            String name,
            TuningProblem.Builder builder,
            Function<Generator, ToDoubleFunction<Candidate>> drawn,
            boolean seconds) {
        return DrawnProblem.withFidelity(
                name,
                builder.objective(Objective.minimize(BenchmarkProblem.OUTPUT)).build(),
                drawn,
                seconds);
    }

    /** A bowl that is drawn, with waves of a length and height that are, too. */
    private static ToDoubleFunction<double[]> smooth(Generator random, int dimension) {
        Landscape bowl = Landscape.drawn(random, dimension);
        var waves = new ArrayList<double[]>();
        for (int i = 0; i < 3; i++) {
            double[] wave = Landscape.between(random, dimension + 1, -6, 6);
            wave[dimension] = Math.PI * (1 + wave[dimension] / 6);
            waves.add(wave);
        }
        double height = 0.1 + 0.4 * random.nextDouble();
        return x -> {
            double sum = bowl.value(x);
            for (double[] wave : waves) {
                double phase = wave[dimension];
                for (int d = 0; d < dimension; d++) {
                    phase += wave[d] * x[d] / Math.sqrt(dimension / 2.0);
                }
                sum += height * Math.sin(phase);
            }
            return sum;
        };
    }

    /** Cheap runs are high where full ones are low, but for something else as a share of it. */
    private static DrawnProblem opposite(
            String name, int dimension, FidelityParameter fidelity, double share) {
        return problem(
                name,
                dimension,
                fidelity,
                random -> {
                    var f = smooth(random, dimension);
                    var g = smooth(random, dimension);
                    return (x, s) ->
                            s == 1
                                    ? f.applyAsDouble(x)
                                    : -f.applyAsDouble(x) + share * g.applyAsDouble(x);
                });
    }

    /** One of two parts turns around in cheap runs, the other does not. */
    private static DrawnProblem partly(String name, int dimension) {
        return problem(
                name,
                dimension,
                TENTH,
                random -> {
                    var f = smooth(random, dimension);
                    var g = smooth(random, dimension);
                    return (x, s) ->
                            f.applyAsDouble(x) * (s == 1 ? 1 : -0.6) + 0.5 * g.applyAsDouble(x);
                });
    }

    /** Cheap runs show another function. */
    private static DrawnProblem unrelated(String name, int dimension) {
        return problem(
                name,
                dimension,
                NINTHS,
                random -> {
                    var f = smooth(random, dimension);
                    var g = smooth(random, dimension);
                    return (x, s) -> s == 1 ? f.applyAsDouble(x) : g.applyAsDouble(x) + s;
                });
    }

    /** Cheap runs are all alike. */
    private static DrawnProblem constant(String name, int dimension, FidelityParameter fidelity) {
        return problem(
                name,
                dimension,
                fidelity,
                random -> {
                    var f = smooth(random, dimension);
                    return (x, s) -> s == 1 ? f.applyAsDouble(x) : 3;
                });
    }

    /** Cheap runs have noise of this deviation, which a configuration always has alike. */
    private static DrawnProblem noisy(String name, int dimension, double deviation) {
        return problem(
                name,
                dimension,
                TENTH,
                random -> {
                    var f = smooth(random, dimension);
                    long salt = random.nextInt(1 << 30);
                    return (x, s) -> f.applyAsDouble(x) + (s == 1 ? 0 : deviation * noise(x, salt));
                });
    }

    /** A sum of twelve uniform numbers by a hash of the coordinates, less 6. */
    private static double noise(double[] x, long salt) {
        long state = salt;
        for (double v : x) {
            state = mixed(state ^ Double.doubleToLongBits(v));
        }
        double sum = -6;
        for (int i = 0; i < 12; i++) {
            state = mixed(state + i);
            sum += (state >>> 11) * 0x1p-53;
        }
        return sum;
    }

    private static long mixed(long state) {
        long z = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L + 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /** Cheap runs are true, but for a place of their own that looks best. */
    private static DrawnProblem decoy(String name, int dimension) {
        return problem(
                name,
                dimension,
                TENTH,
                random -> {
                    var f = smooth(random, dimension);
                    double[] at = Landscape.between(random, dimension, 0, 1);
                    return (x, s) -> {
                        double near = 0;
                        for (int d = 0; d < dimension; d++) {
                            near += (x[d] - at[d]) * (x[d] - at[d]);
                        }
                        return f.applyAsDouble(x) - (s == 1 ? 0 : 6 * Math.exp(-near / 0.06));
                    };
                });
    }

    /** Cheap runs are moved a little, and have a wave of their own. */
    private static DrawnProblem moved(String name, int dimension, FidelityParameter fidelity) {
        return problem(
                name,
                dimension,
                fidelity,
                random -> {
                    var f = smooth(random, dimension);
                    var g = smooth(random, dimension);
                    double[] by = Landscape.between(random, dimension, -0.1, 0.1);
                    return (x, s) -> {
                        double[] there = x.clone();
                        for (int d = 0; d < dimension; d++) {
                            there[d] += (1 - s) * by[d];
                        }
                        return f.applyAsDouble(there) + 0.1 * (1 - s) * g.applyAsDouble(x);
                    };
                });
    }

    /** Cheap runs are flatter, on a slope. */
    private static DrawnProblem scaled(String name, int dimension) {
        return problem(
                name,
                dimension,
                TENTH,
                random -> {
                    var f = smooth(random, dimension);
                    double slope = 2 * random.nextDouble() - 1;
                    return (x, s) ->
                            s == 1
                                    ? f.applyAsDouble(x)
                                    : 0.5 * f.applyAsDouble(x) + slope * x[0] - 4;
                });
    }

    /** Seconds that grow with the grid, of one of three methods; each has a best block. */
    private static DrawnProblem mixed(String name) {
        List<String> methods = List.of("a", "b", "c");
        var builder =
                TuningProblem.named(name)
                        .fidelity(FidelityParameter.integer("n", 20, 60).withCost("n**3"))
                        .parameter(Parameter.categorical("method", methods))
                        .parameter(Parameter.integer("block", 1, 256).log())
                        .parameter(Parameter.real("w", 0, 1))
                        .parameter(Parameter.real("v", 0, 1));
        return drawn(
                name,
                builder,
                random -> {
                    double[] base = Landscape.between(random, 3, 0, 0.5);
                    double[] best = Landscape.between(random, 3, 0.3, 0.8);
                    var f = smooth(random, 2);
                    return c -> {
                        Point p = c.configuration();
                        double s = c.fidelity().value();
                        int m = methods.indexOf(p.get("method"));
                        double coarse = 1 - Math.cbrt(s);
                        double block = Math.log(p.number("block")) / Math.log(256) - best[m];
                        double log =
                                base[m] * (1 - 0.2 * coarse * m)
                                        + 2 * Math.pow(block + 0.1 * coarse, 2)
                                        + 0.2
                                                * f.applyAsDouble(
                                                        new double[] {p.number("w"), p.number("v")})
                                        + 0.1 * coarse * Math.sin(7 * p.number("w"));
                        return s * Math.exp(log);
                    };
                },
                true);
    }
}
