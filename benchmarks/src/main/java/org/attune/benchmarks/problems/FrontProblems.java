package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** Test problems with several objectives, all minimised. */
public final class FrontProblems {
    private FrontProblems() {}

    /** Returns those on which other tuners' results are known. */
    public static List<Benchmark> known() {
        return List.of(zdt("zdt1_3", (f1, g) -> 1 - Math.sqrt(f1 / g)));
    }

    /** Returns the others. */
    public static List<Benchmark> others() {
        return List.of(
                zdt("zdt2_3", (f1, g) -> 1 - Math.pow(f1 / g, 2)),
                zdt(
                        "zdt3_3",
                        (f1, g) -> 1 - Math.sqrt(f1 / g) - f1 / g * Math.sin(10 * Math.PI * f1)),
                dtlz2(),
                braninCurrin(),
                timeAndMemory(),
                superLu());
    }

    /**
     * Returns those of three tasks each: ZDT1 in four variables and DTLZ2 in five, with two
     * objectives, whose tasks have the same front at shifted places, x₂ = x₃ = … = {@code shift},
     * as in Y. Yuan and others (2017), "Evolutionary multitasking for multiobjective continuous
     * optimization", arXiv:1706.02766.
     */
    public static List<Benchmark> ofTasks() {
        return List.of(
                shifted(
                        "zdt1_shifts",
                        4,
                        new double[] {1.1, 4.0},
                        d -> {
                            double g = 1 + 3 * (Math.abs(d[1]) + Math.abs(d[2]) + Math.abs(d[3]));
                            return new double[] {d[0], g * (1 - Math.sqrt(d[0] / g))};
                        }),
                shifted(
                        "dtlz2_shifts",
                        5,
                        new double[] {1.1, 1.1},
                        d -> {
                            double r = 1 + d[1] * d[1] + d[2] * d[2] + d[3] * d[3] + d[4] * d[4];
                            double a = Math.PI / 2 * d[0];
                            return new double[] {r * Math.cos(a), r * Math.sin(a)};
                        }));
    }

    /**
     * Makes a problem of three tasks.
     *
     * @param f of x₁ and of how far the other coordinates are from the shift of the task
     */
    private static FrontProblem shifted(
            String name, int dimension, double[] reference, Function<double[], double[]> f) {
        var builder = builder(name, dimension, reference.length);
        return new FrontProblem(
                name,
                builder.task(Parameter.real("shift", 0, 1)).build(),
                DoubleStream.of(0.3, 0.4, 0.5).mapToObj(s -> Point.of("shift", s)).toList(),
                new ReferencePoint(reference, false),
                candidate -> {
                    double[] d = coordinates(candidate, dimension);
                    for (int i = 1; i < dimension; i++) {
                        d[i] -= candidate.task().number("shift");
                    }
                    return f.apply(d);
                });
    }

    /**
     * ZDT1 to ZDT3 in three variables, of E. Zitzler, K. Deb and L. Thiele (2000), "Comparison of
     * multiobjective evolutionary algorithms", Evolutionary Computation 8(2): a convex, a concave
     * and a disconnected front, at x₂ = x₃ = 0.
     *
     * @param h f₂ / g by f₁ and g
     */
    private static FrontProblem zdt(String name, DoubleBinaryOperator h) {
        return problem(
                name,
                3,
                new double[] {1.1, 4.0},
                x -> {
                    double g = 1 + 9.0 / 2 * (x[1] + x[2]);
                    return new double[] {x[0], g * h.applyAsDouble(x[0], g)};
                });
    }

    /**
     * DTLZ2 in five variables with three objectives, of K. Deb, L. Thiele, M. Laumanns and E.
     * Zitzler (2002), "Scalable multi-objective optimization test problems", CEC: the front is an
     * eighth of the unit sphere, at x₃ = x₄ = x₅ = ½.
     */
    private static FrontProblem dtlz2() {
        return problem(
                "dtlz2_5",
                5,
                new double[] {1.1, 1.1, 1.1},
                x -> {
                    double r = 1;
                    for (int i = 2; i < 5; i++) {
                        r += Math.pow(x[i] - 0.5, 2);
                    }
                    double a = Math.PI / 2 * x[0];
                    double b = Math.PI / 2 * x[1];
                    return new double[] {
                        r * Math.cos(a) * Math.cos(b),
                        r * Math.cos(a) * Math.sin(b),
                        r * Math.sin(a)
                    };
                });
    }

    /** Branin's function, and Currin's exponential one with its sign turned. */
    private static FrontProblem braninCurrin() {
        return problem(
                "branin_currin",
                2,
                new double[] {100, -1},
                x -> {
                    double a = x[0];
                    double currin =
                            (1 - Math.exp(-0.5 / Math.max(x[1], 1e-8)))
                                    * (2300 * a * a * a + 1900 * a * a + 2092 * a + 60)
                                    / (100 * a * a * a + 500 * a * a + 4 * a + 20);
                    return new double[] {TestFunctions.branin(15 * x[0] - 5, 15 * x[1]), -currin};
                });
    }

    /** Seconds against megabytes of a made-up blocked program: integers, steps and ridges. */
    private static FrontProblem timeAndMemory() {
        var builder = TuningProblem.named("time_memory");
        List.of("block", "unroll", "buffers", "ahead")
                .forEach(name -> builder.parameter(Parameter.integer(name, 1, 64)));
        TuningProblem problem =
                builder.objective(Objective.minimize("seconds"))
                        .objective(Objective.minimize("megabytes"))
                        .build();
        return new FrontProblem(
                "time_memory",
                problem,
                List.of(Point.EMPTY),
                new ReferencePoint(new double[] {60, 400}, false),
                candidate -> {
                    Point p = candidate.configuration();
                    double block = p.number("block");
                    double unroll = p.number("unroll");
                    double buffers = p.number("buffers");
                    double ahead = p.number("ahead");
                    double misses = block > 32 ? 3 : 1;
                    double seconds =
                            40 / Math.sqrt(buffers)
                                    + 3 * Math.abs(Math.log(block / 8) / Math.log(2))
                                    + 0.1 * Math.ceil(64 / unroll)
                                    + 0.05 * ahead * misses;
                    double megabytes =
                            10
                                    + 4 * buffers
                                    + 0.5 * block * unroll / 8
                                    + 2 * Math.pow(ahead / 16, 2);
                    return new double[] {seconds, megabytes};
                });
    }

    /**
     * CPU seconds against megabytes of a sparse factorisation by SuperLU_DIST: forests grown on 525
     * random configurations of {@code benchmarks/applications/slu}, measured on one busy machine.
     * Leaves of eight runs average the noise of their times out; megabytes have none.
     */
    private static FrontProblem superLu() {
        List<Parameter> parameters =
                List.of(
                        Parameter.categorical(
                                        "colperm",
                                        List.of(
                                                "metis_at_plus_a",
                                                "mmd_at_plus_a",
                                                "mmd_ata",
                                                "parmetis"))
                                .withDefault("metis_at_plus_a"),
                        Parameter.categorical("rowperm", List.of("none", "hwpm"))
                                .withDefault("none"),
                        Parameter.integer("lookahead", 0, 20).withDefault(10),
                        Parameter.integer("nsup", 8, 512).log().withDefault(256),
                        Parameter.integer("nrel", 2, 128).log().withDefault(60));
        var builder = TuningProblem.named("slu");
        parameters.forEach(builder::parameter);
        TuningProblem problem =
                builder.constraint(Constraint.of("supernodes", "nrel <= nsup"))
                        .objective(Objective.minimize("seconds"))
                        .objective(Objective.minimize("megabytes"))
                        .build();
        MeasuredRuns runs = MeasuredRuns.read("slu.csv");
        Space space = Space.of(parameters);
        var seconds =
                runs.emulator(
                        space, "seconds", 8, AblationProblems.SEED.generator("slu seconds", 1));
        var megabytes =
                runs.emulator(
                        space, "megabytes", 2, AblationProblems.SEED.generator("slu bytes", 1));
        return new FrontProblem(
                "slu",
                problem,
                List.of(Point.EMPTY),
                new ReferencePoint(new double[] {1.5, 40}, false),
                candidate -> {
                    Point p = candidate.configuration();
                    return new double[] {seconds.applyAsDouble(p), megabytes.applyAsDouble(p)};
                });
    }

    private static FrontProblem problem(
            String name, int dimension, double[] reference, Function<double[], double[]> f) {
        return new FrontProblem(
                name,
                builder(name, dimension, reference.length).build(),
                List.of(Point.EMPTY),
                new ReferencePoint(reference, false),
                candidate -> f.apply(coordinates(candidate, dimension)));
    }

    private static TuningProblem.Builder builder(String name, int dimension, int objectives) {
        var builder = TuningProblem.named(name);
        for (int i = 1; i <= dimension; i++) {
            builder.parameter(Parameter.real("x" + i, 0, 1));
        }
        for (int k = 1; k <= objectives; k++) {
            builder.objective(Objective.minimize("f" + k));
        }
        return builder;
    }

    private static double[] coordinates(Candidate candidate, int dimension) {
        double[] x = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            x[i] = candidate.configuration().number("x" + (i + 1));
        }
        return x;
    }
}
