package org.attune.testkit;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.FidelityParameter;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Small problems, one for each thing that a tuner has to cope with. */
public final class TestProblems {
    private TestProblems() {}

    /** Returns all of them. */
    public static List<TestProblem> all() {
        return List.of(
                real(),
                logInteger(),
                ordinal(),
                categorical(),
                conditional(),
                constrained(),
                equality(),
                divisors(),
                partlyFixed(),
                onePoint(),
                finite(),
                finiteConstrained(),
                severalTasks(),
                maximised());
    }

    /**
     * Returns a bowl over two reals, one of them on a log scale, with its minimum 1 at x = 0.3,
     * rate = 0.01.
     */
    public static TestProblem real() {
        return of(
                "real",
                named("real")
                        .parameter(Parameter.real("x", -1, 1))
                        .parameter(Parameter.real("rate", 1e-4, 1).log()),
                c -> 1 + square(x(c, "x") - 0.3) + square(Math.log10(x(c, "rate")) + 2));
    }

    /**
     * Returns a count of the pairs of six items that stand in another order than they are listed
     * in, beside an integer; one item is held at its place, and one stands before another. For
     * tuners of permutations.
     */
    public static TestProblem permutation() {
        List<String> items = List.of("a", "b", "c", "d", "e", "f");
        return of(
                "permutation",
                named("permutation")
                        .parameter(Parameter.permutation("order", items))
                        .parameter(Parameter.integer("depth", 1, 8))
                        .constraint(Constraint.of("first", "position(a) == 0"))
                        .constraint(Constraint.of("data", "before(order, 'b', 'e')")),
                c -> {
                    List<?> order = (List<?>) c.configuration().get("order");
                    double turned = 0;
                    for (int i = 0; i < order.size(); i++) {
                        for (int j = 0; j < i; j++) {
                            turned +=
                                    items.indexOf(order.get(i)) < items.indexOf(order.get(j))
                                            ? 1
                                            : 0;
                        }
                    }
                    return 1 + turned + square(x(c, "depth") - 3);
                });
    }

    /**
     * Returns a bowl that can be evaluated at a quarter of the cost, where its minimum is
     * elsewhere; for tuners that use fidelities.
     */
    public static TestProblem fidelities() {
        return bowl("fidelities", FidelityParameter.levels("grid", 12, 24, 48));
    }

    /** Returns the same, where a run goes on from one at a lower level and costs the difference. */
    public static TestProblem resumed() {
        return bowl("resumed", FidelityParameter.levels("steps", 12, 24, 48).resumed());
    }

    private static TestProblem bowl(String name, FidelityParameter fidelity) {
        return of(
                name,
                named(name)
                        .parameter(Parameter.real("x", -1, 1))
                        .parameter(Parameter.real("z", -1, 1))
                        .fidelity(fidelity),
                c ->
                        square(x(c, "x") - 0.3)
                                + square(x(c, "z") + 0.2 * (1 - c.fidelity().value())));
    }

    /** Returns two integers on log scales and a real. */
    public static TestProblem logInteger() {
        return of(
                "log-integer",
                named("log-integer")
                        .parameter(Parameter.integer("tile", 1, 1024).log().withDefault(64))
                        .parameter(Parameter.integer("threads", 1, 16).log())
                        .parameter(Parameter.real("x", 0, 1)),
                c ->
                        square(Math.log(x(c, "tile") / 100))
                                + square(x(c, "threads") - 5)
                                + x(c, "x"));
    }

    /** Returns ordinals of numbers and of strings. */
    public static TestProblem ordinal() {
        return of(
                "ordinal",
                named("ordinal")
                        .parameter(Parameter.ordinal("block", List.of(1, 2, 4, 8, 16, 32, 64)))
                        .parameter(Parameter.ordinal("level", List.of("low", "mid", "high")))
                        .parameter(Parameter.integer("n", 0, 50)),
                c ->
                        square(x(c, "block") - 8)
                                + c.configuration().get("level").toString().length()
                                + x(c, "n"));
    }

    /** Returns two categories beside a real. */
    public static TestProblem categorical() {
        return of(
                "categorical",
                named("categorical")
                        .parameter(Parameter.categorical("order", List.of("ijk", "ikj", "jki")))
                        .parameter(Parameter.categorical("pack", List.of("yes", "no")))
                        .parameter(Parameter.real("x", 0, 1)),
                c ->
                        (c.configuration().get("order").equals("ikj") ? 0 : 2)
                                + (c.configuration().get("pack").equals("yes") ? 0.5 : 1)
                                + square(x(c, "x") - 0.5));
    }

    /** Returns parameters that matter only under conditions, one of them nested in another. */
    public static TestProblem conditional() {
        return of(
                "conditional",
                named("conditional")
                        .parameter(Parameter.categorical("solver", List.of("amg", "cg", "lu")))
                        .parameter(Parameter.integer("levels", 1, 8).activeIf("solver == 'amg'"))
                        .parameter(Parameter.real("omega", 0, 2).activeIf("levels > 3"))
                        .parameter(Parameter.real("tol", 1e-8, 1e-2).log())
                        .constraint(Constraint.of("coarse", "levels < 8 or omega > 0.5")),
                c -> {
                    Point p = c.configuration();
                    double levels = p.has("levels") ? p.number("levels") : 5;
                    double omega = p.has("omega") ? p.number("omega") : 0;
                    return square(levels - 4) + square(omega - 1.2) - Math.log10(p.number("tol"));
                });
    }

    /** Returns three integers of which 455 in a million combinations are admissible. */
    public static TestProblem constrained() {
        return of(
                "constrained",
                named("constrained")
                        .parameter(Parameter.integer("a", 0, 99))
                        .parameter(Parameter.integer("b", 0, 99))
                        .parameter(Parameter.integer("c", 0, 99))
                        .constraint(Constraint.of("sum", "a + b + c <= 12")),
                c -> square(x(c, "a") - 5) + square(x(c, "b") - 2) - x(c, "c"));
    }

    /** Returns processes and threads for 64 cores: 28 of 262 144 combinations are admissible. */
    public static TestProblem equality() {
        return of(
                "equality",
                named("equality")
                        .parameter(Parameter.integer("p", 1, 64))
                        .parameter(Parameter.integer("q", 1, 64))
                        .parameter(Parameter.integer("threads", 1, 64))
                        .constraint(Constraint.of("cores", "p*q*threads == 64")),
                c ->
                        1
                                + square(Math.log(x(c, "p") / 8))
                                + square(Math.log(x(c, "q") / 2))
                                + 0.1 * x(c, "threads") / 64);
    }

    /**
     * Returns tiles that must divide each other, as in a matrix product on a GPU, beside a real:
     * one point in three million is admissible, too few to be found by drawing and refusing.
     */
    public static TestProblem divisors() {
        return of(
                "divisors",
                named("divisors")
                        .parameter(Parameter.integer("tile", 1, 256))
                        .parameter(Parameter.integer("depth", 1, 256))
                        .parameter(Parameter.integer("threads", 1, 256))
                        .parameter(Parameter.integer("loaders", 1, 256))
                        .parameter(Parameter.integer("vector", 1, 16))
                        .parameter(Parameter.real("x", 0, 1))
                        .constraint(Constraint.of("tile", "tile % (threads*vector) == 0"))
                        .constraint(Constraint.of("load", "tile % (loaders*vector) == 0"))
                        .constraint(Constraint.of("depth", "depth % (threads*16/loaders) == 0"))
                        .constraint(Constraint.of("busy", "threads >= 16 and vector > 1")),
                c ->
                        1
                                + square(Math.log(x(c, "tile") / 128))
                                + square(Math.log(x(c, "depth") / 32))
                                + square(Math.log(x(c, "vector") / 4))
                                + square(x(c, "x") - 0.3));
    }

    /** Returns a real between two parameters whose bounds coincide. */
    public static TestProblem partlyFixed() {
        return of(
                "partly-fixed",
                named("partly-fixed")
                        .parameter(Parameter.integer("nodes", 4, 4))
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("share", 0.1, 0.1).log()),
                c -> square(x(c, "x") - x(c, "share")));
    }

    /** Returns a space of one point. */
    public static TestProblem onePoint() {
        return of(
                "one-point",
                named("one-point")
                        .parameter(Parameter.integer("n", 7, 7))
                        .parameter(Parameter.categorical("c", List.of("only"))),
                c -> 1);
    }

    /** Returns a space of seven points, some parameters conditional. */
    public static TestProblem finite() {
        return of(
                "finite",
                named("finite")
                        .parameter(Parameter.categorical("kind", List.of("plain", "blocked")))
                        .parameter(
                                Parameter.ordinal("block", List.of(8, 16))
                                        .activeIf("kind == 'blocked'"))
                        .parameter(Parameter.integer("depth", 1, 3).activeIf("block == 16"))
                        .parameter(Parameter.integer("unroll", 1, 1)),
                c -> c.configuration().has("depth") ? x(c, "depth") : 5);
    }

    /** Returns nine points of which four are admissible. */
    public static TestProblem finiteConstrained() {
        return of(
                "finite-constrained",
                named("finite-constrained")
                        .parameter(Parameter.integer("p", 1, 3))
                        .parameter(Parameter.integer("q", 1, 3))
                        .constraint(Constraint.of("product", c -> x(c, "p") * x(c, "q") >= 4)),
                c -> x(c, "p") - x(c, "q"));
    }

    /** Returns three tasks whose optima differ, with a constraint that reads the task. */
    public static TestProblem severalTasks() {
        var problem =
                named("several-tasks")
                        .task(Parameter.integer("n", 1, 100))
                        .parameter(Parameter.integer("b", 1, 100).withDefault(1))
                        .parameter(Parameter.real("x", 0, 1).withDefault(0.5))
                        .constraint(Constraint.of("fits", "b <= 2*n"))
                        .build();
        return new TestProblem(
                "several-tasks",
                problem,
                List.of(Point.of("n", 5), Point.of("n", 20), Point.of("n", 80)),
                c -> square(x(c, "b") / c.task().number("n") - 1) + square(x(c, "x") - 0.2));
    }

    /** Returns a hill to climb. */
    public static TestProblem maximised() {
        var problem =
                TuningProblem.named("maximised")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.integer("n", 1, 9))
                        .objective(Objective.maximize("y").withUnit("GF/s"))
                        .build();
        return new TestProblem(
                "maximised",
                problem,
                List.of(Point.EMPTY),
                c -> 100 - square(x(c, "n") - 3) - square(x(c, "x") - 0.7));
    }

    private static TuningProblem.Builder named(String name) {
        return TuningProblem.named(name).objective(Objective.minimize("y").withUnit("s"));
    }

    private static TestProblem of(
            String name, TuningProblem.Builder builder, ToDoubleFunction<Candidate> function) {
        return new TestProblem(name, builder.build(), List.of(Point.EMPTY), function);
    }

    private static double x(Candidate candidate, String name) {
        return candidate.configuration().number(name);
    }

    private static double square(double v) {
        return v * v;
    }
}
