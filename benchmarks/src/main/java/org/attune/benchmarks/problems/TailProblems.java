package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.DrawnProblem.axes;
import static org.attune.benchmarks.problems.DrawnProblem.coordinates;
import static org.attune.benchmarks.problems.Landscape.between;

import org.attune.api.Generator;
import org.attune.api.Parameter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Problems whose outputs have a heavy tail: where memory thrashes, a method diverges or threads
 * contend, a run takes tens to thousands of times as long as the best one. Of {@code throughput4}
 * the tail is on the other side: few configurations reach much. In two halves, one to decide by and
 * one that reports. Each seed has an instance of its own, whose values are divided by the size of
 * its best one.
 */
public final class TailProblems {
    private TailProblems() {}

    /** Returns the half by which decisions are made. */
    public static List<DrawnProblem> decide() {
        return List.of(
                DrawnProblem.ofReals("exp-bowl4", 0, 4, random -> exponentials(random, 0.1)),
                thrashing(),
                iterations(),
                powers(),
                capped(),
                energy(),
                DrawnProblem.ofReals("floor4", 0, 4, random -> exponentials(random, 100)),
                throughput());
    }

    /** Returns the other half. */
    public static List<DrawnProblem> report() {
        return List.of(pageFaults(), stepSize(), locks(), searchSpace(), misfit(), profit());
    }

    /** The sum of w_i |x_i - c_i|^power, its center drawn from [0.2, 0.8]. */
    private record Bowl(double[] center, double[] weight, double power) {
        static Bowl drawn(
                Generator random, int dimension, double power, double lightest, double heaviest) {
            return new Bowl(
                    between(random, dimension, 0.2, 0.8),
                    between(random, dimension, lightest, heaviest),
                    power);
        }

        double value(double[] x) {
            double sum = 0;
            for (int i = 0; i < center.length; i++) {
                sum += weight[i] * Math.pow(Math.abs(x[i] - center[i]), power);
            }
            return sum;
        }
    }

    /**
     * The time of a code whose cost grows exponentially in how far its settings are off, as of
     * backtracking, beside a fixed time.
     */
    private static ToDoubleFunction<double[]> exponentials(Generator random, double fixed) {
        Bowl bowl = Bowl.drawn(random, 4, 2, 3, 9);
        return x -> fixed + Math.expm1(2 * bowl.value(x));
    }

    /** A program with buffers that gain time, up to the memory there is: beyond it, it swaps. */
    private static DrawnProblem thrashing() {
        int n = 5;
        var parameters = new ArrayList<>(axes("x", n));
        parameters.add(Parameter.categorical("c", List.of("small", "mid", "big")));
        return DrawnProblem.ofRatios(
                "thrashing",
                0,
                parameters,
                random -> {
                    double memory = between(random, 0.9, 1.6);
                    Bowl bowl = Bowl.drawn(random, n, 2, 1.5, 1.5);
                    return p -> {
                        double[] x = coordinates(p, "x", n);
                        Object c = p.get("c");
                        double used = x[0] + 0.7 * x[1] + (c.equals("big") ? 0.3 : 0);
                        double seconds =
                                1
                                        + bowl.value(x)
                                        + (c.equals("small") ? 0.4 : 0)
                                        - 0.6 * Math.min(used, memory);
                        return seconds * (1 + 1000 * Math.pow(Math.max(0, used - memory), 1.5));
                    };
                });
    }

    /**
     * An iterative solver that converges at a rate of its preconditioner and two settings; close to
     * 1 it takes up to 20000 iterations.
     */
    private static DrawnProblem iterations() {
        Map<String, Double> rates = Map.of("jacobi", 0.9, "ilu", 0.6, "amg", 0.3);
        Map<String, Double> costs = Map.of("jacobi", 1.0, "ilu", 2.2, "amg", 5.0);
        return DrawnProblem.ofRatios(
                "iterations",
                0.02,
                List.of(
                        Parameter.real("omega", 0.2, 2),
                        Parameter.real("theta", 0, 1),
                        Parameter.categorical("pc", List.of("jacobi", "ilu", "amg"))),
                random -> {
                    double omega = between(random, 1.2, 1.9);
                    double theta = between(random, 0.2, 0.7);
                    return p -> {
                        Object pc = p.get("pc");
                        double rate =
                                rates.get(pc)
                                        + 0.35 * Math.abs(p.number("omega") - omega)
                                        + 0.3 * Math.abs(p.number("theta") - theta);
                        double count = Math.min(20_000, -20 / Math.log(Math.min(0.99999, rate)));
                        double cost = costs.get(pc) * (1 + 0.5 * p.number("theta"));
                        return 0.5 + 0.01 * count * cost;
                    };
                });
    }

    /** A kernel of six block sizes, each of which multiplies the time where it does not fit. */
    private static DrawnProblem powers() {
        int n = 6;
        return DrawnProblem.ofRatios(
                "powers6",
                0.02,
                IntStream.range(0, n)
                        .mapToObj(i -> Parameter.integer("n" + i, 1, 1024).log())
                        .toList(),
                random -> {
                    double[] best = between(random, n, 1, 9);
                    double[] weight = between(random, n, 0.05, 0.5);
                    return p -> {
                        double product = 1;
                        for (int i = 0; i < n; i++) {
                            double off = TestFunctions.log2(p.number("n" + i)) - best[i];
                            product *= 1 + weight[i] * off * off;
                        }
                        return product;
                    };
                });
    }

    /** Jobs of a queue that ends them after an hour: many take just that. */
    private static DrawnProblem capped() {
        return DrawnProblem.ofReals(
                "capped-time5",
                0.01,
                5,
                random -> {
                    Bowl bowl = Bowl.drawn(random, 5, 1.5, 2, 12);
                    return x -> Math.min(3600, 2 * Math.exp(1.6 * bowl.value(x)));
                });
    }

    /** The energy of a molecule: negative where it is bound, steep where atoms come too close. */
    private static DrawnProblem energy() {
        return DrawnProblem.ofReals(
                "energy4",
                0,
                4,
                random -> {
                    Bowl bowl = Bowl.drawn(random, 4, 2, 6, 6);
                    double[] rest = bowl.center();
                    return x -> {
                        double close = Math.max(0, x[0] - rest[0] + x[1] - rest[1]);
                        return -5
                                + 4 * Math.exp(bowl.value(x))
                                + 600 * close * close * close
                                + 2 * Math.sin(9 * (x[2] - rest[2]));
                    };
                });
    }

    /** Requests per second, negated, of a server that serves hardly any with most settings. */
    private static DrawnProblem throughput() {
        return DrawnProblem.ofReals(
                "throughput4",
                0.02,
                4,
                random -> {
                    Bowl bowl = Bowl.drawn(random, 4, 2, 3, 9);
                    return x -> -1000 * Math.exp(-2 * bowl.value(x));
                });
    }

    /**
     * A program whose buffers save time until their pages no longer fit, by a power of the rest.
     */
    private static DrawnProblem pageFaults() {
        return DrawnProblem.ofRatios(
                "page-faults",
                0.02,
                List.of(
                        Parameter.integer("block", 4, 512).log(),
                        Parameter.integer("bufs", 1, 64),
                        Parameter.integer("th", 1, 16),
                        Parameter.categorical("alloc", List.of("libc", "je", "tc"))),
                random -> {
                    int capacity = 900 + random.nextInt(1601);
                    double power = between(random, 2, 3);
                    return p -> {
                        double block = p.number("block");
                        double bufs = p.number("bufs");
                        double over = Math.max(0, block * bufs / capacity - 1);
                        return 8000 / (block + 20)
                                + 30 / bufs
                                + 0.4 * Math.abs(p.number("th") - 6)
                                + (p.get("alloc").equals("libc") ? 3 : 0)
                                + 50 * Math.pow(over, power);
                    };
                });
    }

    /** An integrator: too small steps are many, too large ones or a wrong damping blow up. */
    private static DrawnProblem stepSize() {
        return DrawnProblem.ofRatios(
                "step-size",
                0,
                List.of(
                        Parameter.real("h", 1e-4, 1).log(),
                        Parameter.real("tol", 1e-9, 1e-3).log(),
                        Parameter.integer("order", 1, 8),
                        Parameter.real("damp", 0, 2)),
                random -> {
                    double[] best = between(random, 3, 0.3, 0.7);
                    return p -> {
                        double step = Math.log10(p.number("h")) + 2 - best[0];
                        double tolerance = Math.log10(p.number("tol")) + 6 - best[1];
                        double order = p.number("order") - 4;
                        return 3
                                + Math.pow(10, -1.1 * step)
                                + Math.pow(10, 2.5 * Math.max(0, step - 0.4))
                                + 2 * Math.pow(Math.abs(tolerance), 1.5)
                                + 1.25 * order * order
                                + Math.pow(10, 2 * Math.abs(p.number("damp") - best[2]));
                    };
                });
    }

    /** Threads that share the work and contend for a lock, most if they spin. */
    private static DrawnProblem locks() {
        int n = 3;
        var parameters = new ArrayList<Parameter>();
        parameters.add(Parameter.integer("threads", 1, 128));
        parameters.add(Parameter.categorical("lock", List.of("spin", "mutex", "rw")));
        parameters.addAll(axes("z", n));
        return DrawnProblem.ofRatios(
                "locks",
                0.03,
                parameters,
                random -> {
                    double power = between(random, 1.5, 2.5);
                    double few = between(random, 4, 20);
                    Bowl bowl = Bowl.drawn(random, n, 2, 4, 4);
                    return p -> {
                        double threads = p.number("threads");
                        double contended = power * (p.get("lock").equals("spin") ? 2 : 1.2);
                        return 40 / threads
                                + Math.pow(threads / few, contended)
                                + bowl.value(coordinates(p, "z", n));
                    };
                });
    }

    /** A search whose tree grows exponentially in how far seven heuristics are off. */
    private static DrawnProblem searchSpace() {
        return DrawnProblem.ofReals(
                "search-space7",
                0.01,
                7,
                random -> {
                    Bowl bowl = Bowl.drawn(random, 7, 1, 1, 6);
                    double[] best = bowl.center();
                    return x -> {
                        double both = Math.abs((x[0] - best[0]) * (x[1] - best[1]));
                        return 5 * Math.exp(0.9 * (bowl.value(x) + 2 * both));
                    };
                });
    }

    /** The misfit of a simulation to eight observations, 1 where only their noise is left. */
    private static DrawnProblem misfit() {
        return DrawnProblem.ofReals(
                "misfit3",
                0,
                3,
                random -> {
                    double[] truth = between(random, 3, 0.2, 0.8);
                    double[] observed = simulated(truth);
                    return x -> {
                        double[] values = simulated(x);
                        double sum = 1;
                        for (int k = 0; k < values.length; k++) {
                            sum += 900 * (values[k] - observed[k]) * (values[k] - observed[k]);
                        }
                        return sum;
                    };
                });
    }

    private static double[] simulated(double[] x) {
        double[] values = new double[8];
        Arrays.setAll(
                values, k -> x[0] * Math.exp(2 * x[1] * k / 7.0) + Math.sin(6 * x[2] * k / 7.0));
        return values;
    }

    /** Losses of a plan, of which a gain is negative: errors lose far more than there is to win. */
    private static DrawnProblem profit() {
        return DrawnProblem.ofReals(
                "profit5",
                0,
                5,
                random -> {
                    Bowl bowl = Bowl.drawn(random, 5, 2, 1, 4);
                    return x ->
                            -20
                                    + 3 * Math.exp(3 * bowl.value(x))
                                    - 4 * Math.cos(7 * (x[0] - bowl.center()[0]));
                });
    }
}
