package org.attune.benchmarks.problems;

import org.attune.api.FidelityParameter;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.function.Function;

/**
 * Programs whose seconds grow with the cost of a run, with a default that is not the best: so many
 * time steps; the same after a start that takes a part of it; a grid whose cheap runs have their
 * best elsewhere; and one that crashes in a corner, however short the run. Nothing was decided by
 * them. Of our own making.
 */
public final class TimedLevels {
    private static final int FINEST = 64;
    private static final FidelityParameter STEPS = FidelityParameter.integer("steps", 10, 100);
    private static final FidelityParameter GRID =
            FidelityParameter.integer("grid", FINEST / 4, FINEST).withCost("grid**3");

    /** The seconds of a run; NaN where it crashes. */
    private interface Seconds {
        /**
         * Returns them.
         *
         * @param x where it is between the bounds of the three numbers
         * @param factor of the method and the flag
         * @param share of the full run's cost
         */
        double of(double[] x, double factor, double share);
    }

    private TimedLevels() {}

    /** Returns all of them. */
    public static List<DrawnProblem> all() {
        return List.of(
                problem("timed-steps", STEPS, TimedLevels::steps),
                problem("timed-start", STEPS, TimedLevels::start),
                problem("timed-grid", GRID, TimedLevels::grid),
                problem("timed-crash", STEPS, TimedLevels::crash));
    }

    private static Seconds steps(Generator random) {
        Landscape step = Landscape.drawn(random, 3);
        return (x, factor, share) -> share * factor * step.value(x);
    }

    private static Seconds start(Generator random) {
        Landscape step = Landscape.drawn(random, 3);
        double start = Landscape.between(random, 0.1, 0.5);
        return (x, factor, share) -> start + share * factor * step.value(x);
    }

    private static Seconds grid(Generator random) {
        Landscape step = Landscape.drawn(random, 3);
        double[] shift = Landscape.between(random, 3, -0.1, 0.1);
        return (x, factor, share) -> {
            double coarse = Math.log(1 / share) / 3;
            double[] moved = x.clone();
            for (int d = 0; d < x.length; d++) {
                moved[d] += coarse * shift[d];
            }
            return share * factor * step.value(moved);
        };
    }

    private static Seconds crash(Generator random) {
        Landscape step = Landscape.drawn(random, 3);
        double[] corner = Landscape.between(random, 2, 0.55, 0.85);
        return (x, factor, share) ->
                x[0] > corner[0] && x[2] > corner[1] ? Double.NaN : share * factor * step.value(x);
    }

    private static DrawnProblem problem(
            String name, FidelityParameter fidelity, Function<Generator, Seconds> drawn) {
        TuningProblem problem =
                TuningProblem.named(name)
                        .fidelity(fidelity)
                        .parameter(Parameter.integer("block", 4, 1024).log().withDefault(512))
                        .parameter(Parameter.integer("threads", 1, 32).withDefault(4))
                        .parameter(Parameter.real("tolerance", 1e-8, 0.1).log().withDefault(1e-3))
                        .parameter(
                                Parameter.categorical("method", List.of("a", "b", "c"))
                                        .withDefault("a"))
                        .parameter(
                                Parameter.categorical("reorder", List.of("no", "yes"))
                                        .withDefault("no"))
                        .objective(Objective.minimize(BenchmarkProblem.OUTPUT).withUnit("s"))
                        .build();
        return DrawnProblem.withFidelity(
                name,
                problem,
                random -> {
                    Seconds seconds = drawn.apply(random);
                    double[] methods = Landscape.between(random, 3, 0.7, 1);
                    double reorder = Landscape.between(random, 0.75, 1.1);
                    return c -> {
                        Point p = c.configuration();
                        double[] x = {
                            Math.log(p.number("block") / 4) / Math.log(256),
                            (p.number("threads") - 1) / 31,
                            Math.log(p.number("tolerance") / 1e-8) / Math.log(1e7)
                        };
                        double factor =
                                methods[p.get("method").toString().charAt(0) - 'a']
                                        * (p.get("reorder").equals("yes") ? reorder : 1);
                        return seconds.of(x, factor, c.fidelity().value());
                    };
                },
                true);
    }
}
