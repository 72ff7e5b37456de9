package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Problems whose runs fail for eight kinds of reasons, by which predicted probabilities of failing
 * are judged: those of even index decided, the others did not.
 */
public final class CrashPatterns {
    private CrashPatterns() {}

    /** Returns all eight. */
    public static List<BenchmarkProblem> all() {
        return List.of(
                backend(),
                ranks(),
                corner(),
                flaky(),
                rare(),
                grid(),
                preconditioner(),
                staircase());
    }

    /** One of four back ends does not run at all, another with large blocks only. */
    private static BenchmarkProblem backend() {
        var builder =
                TuningProblem.named("crash-backend")
                        .parameter(Parameter.categorical("backend", List.of("a", "b", "c", "d")))
                        .parameter(Parameter.integer("block", 1, 256).log())
                        .parameter(Parameter.real("overlap", 0, 1))
                        .parameter(Parameter.categorical("pinned", List.of("no", "yes")));
        return problem(
                "crash-backend",
                builder,
                c -> {
                    Point p = c.configuration();
                    String backend = (String) p.get("backend");
                    double block = p.number("block");
                    if (backend.equals("c") || (backend.equals("b") && block < 24)) {
                        return Double.NaN;
                    }
                    double level = backend.equals("a") ? 2 : backend.equals("b") ? 1 : 1.5;
                    return level
                            + 0.1 * Math.pow(Math.log(block / 20), 2)
                            + 0.5 * Math.pow(p.number("overlap") - 0.4, 2)
                            + (p.get("pinned").equals("yes") ? 0 : 0.2);
                });
    }

    /** Memory per rank: more ranks and larger fronts are faster, until a node is full. */
    private static BenchmarkProblem ranks() {
        var builder =
                TuningProblem.named("crash-ranks")
                        .parameter(Parameter.integer("ranks", 1, 64).log())
                        .parameter(Parameter.integer("front", 16, 2048).log())
                        .parameter(Parameter.integer("buffers", 1, 8))
                        .parameter(
                                Parameter.categorical("ordering", List.of("amd", "metis", "rcm")))
                        .parameter(Parameter.real("relax", 0, 1));
        return problem(
                "crash-ranks",
                builder,
                c -> {
                    Point p = c.configuration();
                    double ranks = p.number("ranks");
                    double front = p.number("front");
                    double fill = p.get("ordering").equals("rcm") ? 4 : 1;
                    double gib = fill * (2 + ranks * (0.2 + p.number("buffers") * front / 4000));
                    if (gib > 40) {
                        return Double.NaN;
                    }
                    return 1
                            + 10 / ranks
                            + 40 / front
                            + 0.3 / p.number("buffers")
                            + (p.get("ordering").equals("metis") ? 0 : 0.3)
                            + 0.2 * p.number("relax");
                });
    }

    /** A corner of six axes, of which two matter to it. */
    private static BenchmarkProblem corner() {
        return AblationProblems.unit(
                "crash-corner",
                6,
                x -> {
                    if (x[1] > 0.65 && x[4] < 0.5) {
                        return Double.NaN;
                    }
                    double sum = 1;
                    for (int d = 0; d < 6; d++) {
                        sum += (1 + d) * Math.pow(x[d] - 0.3 - 0.08 * d, 2);
                    }
                    return sum;
                });
    }

    /** A fifth of the runs crash, wherever they are. */
    private static BenchmarkProblem flaky() {
        var builder =
                TuningProblem.named("crash-flaky")
                        .parameter(Parameter.categorical("kind", List.of("x", "y", "z")))
                        .parameter(Parameter.real("a", 0, 1))
                        .parameter(Parameter.real("b", 0, 1));
        return problem(
                "crash-flaky",
                builder,
                c -> {
                    Point p = c.configuration();
                    double a = p.number("a");
                    double b = p.number("b");
                    long place = Double.doubleToLongBits(a) * 31 + Double.doubleToLongBits(b);
                    if (new Seed(place).generator("crash", 0).nextDouble() < 0.2) {
                        return Double.NaN;
                    }
                    return 1 + (a - 0.3) * (a - 0.3) + b + (p.get("kind").equals("y") ? 0 : 1);
                });
    }

    /** A ball that few runs meet, about 4 % of the space. */
    private static BenchmarkProblem rare() {
        return AblationProblems.unit(
                "crash-rare",
                3,
                x -> {
                    double r =
                            Math.pow(x[0] - 0.7, 2)
                                    + Math.pow(x[1] - 0.3, 2)
                                    + Math.pow(x[2] - 0.5, 2);
                    return r < 0.045 ? Double.NaN : 1 + Math.sqrt(r) + 0.3 * Math.sin(8 * x[1]);
                });
    }

    /** A process grid that must fit a number of ranks that the tuner is not told. */
    private static BenchmarkProblem grid() {
        var builder =
                TuningProblem.named("crash-grid")
                        .parameter(Parameter.integer("px", 1, 16))
                        .parameter(Parameter.integer("py", 1, 16))
                        .parameter(Parameter.integer("threads", 1, 8))
                        .parameter(Parameter.categorical("bind", List.of("core", "socket", "none")))
                        .parameter(Parameter.real("ratio", 0.1, 10).log());
        return problem(
                "crash-grid",
                builder,
                c -> {
                    Point p = c.configuration();
                    double x = p.number("px");
                    double y = p.number("py");
                    double cores = x * y * p.number("threads");
                    double most = p.get("bind").equals("none") ? 256 : 128;
                    if (cores > most || (p.get("bind").equals("socket") && x > 2 * y)) {
                        return Double.NaN;
                    }
                    return 200 / (cores + 5)
                            + 0.3 * Math.abs(Math.log(x / y))
                            + Math.pow(Math.log(p.number("ratio")), 2);
                });
    }

    /** A preconditioner that breaks down for most of its settings, and two that do not. */
    private static BenchmarkProblem preconditioner() {
        var builder =
                TuningProblem.named("crash-preconditioner")
                        .parameter(
                                Parameter.categorical(
                                        "method", List.of("jacobi", "ilu", "multigrid")))
                        .parameter(
                                Parameter.real("drop", 1e-6, 0.1).log().activeIf("method == 'ilu'"))
                        .parameter(Parameter.integer("fill", 1, 50).activeIf("method == 'ilu'"))
                        .parameter(
                                Parameter.integer("levels", 2, 10)
                                        .activeIf("method == 'multigrid'"))
                        .parameter(Parameter.real("omega", 0.2, 1.8));
        return problem(
                "crash-preconditioner",
                builder,
                c -> {
                    Point p = c.configuration();
                    double omega = p.number("omega");
                    return switch ((String) p.get("method")) {
                        case "jacobi" -> omega > 1.5 ? Double.NaN : 5 + Math.pow(omega - 0.9, 2);
                        case "ilu" -> {
                            double drop = Math.log10(p.number("drop"));
                            boolean breaks = drop > -3.5 || p.number("fill") < 12;
                            yield breaks
                                    ? Double.NaN
                                    : 1.5 + 0.2 * Math.abs(drop + 4) + 0.02 * p.number("fill");
                        }
                        default ->
                                2
                                        + 0.2 * Math.abs(p.number("levels") - 5)
                                        + Math.pow(omega - 0.6, 2);
                    };
                });
    }

    /** Half of a space of four axes, behind a bent border. */
    private static BenchmarkProblem staircase() {
        return AblationProblems.unit(
                "crash-staircase",
                4,
                x -> {
                    double border = 0.9 + 0.25 * Math.sin(7 * x[0]) + 0.2 * Math.rint(2 * x[2]);
                    if (x[1] + x[3] > border) {
                        return Double.NaN;
                    }
                    return 3
                            - x[1]
                            - x[3]
                            + Math.pow(x[0] - 0.4, 2)
                            + 0.4 * Math.pow(x[2] - 0.7, 2);
                });
    }

    private static BenchmarkProblem problem(
            String name, TuningProblem.Builder builder, ToDoubleFunction<Candidate> truth) {
        var problem = builder.objective(Objective.minimize(BenchmarkProblem.OUTPUT)).build();
        return new BenchmarkProblem(name, problem, List.of(Point.EMPTY), 0, truth);
    }
}
