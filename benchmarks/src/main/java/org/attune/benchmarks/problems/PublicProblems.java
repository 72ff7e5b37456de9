package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The public single-objective test problems on which other tuners' results are known. */
public final class PublicProblems {
    private PublicProblems() {}

    /** Returns all of them. */
    public static List<BenchmarkProblem> all() {
        return List.of(
                demo(),
                reals(
                        "branin",
                        List.of(real("x1", -5, 10), real("x2", 0, 15)),
                        x -> TestFunctions.branin(x[0], x[1])),
                reals("hartmann6", axes(6, 0, 1), TestFunctions::hartmann6),
                reals("ackley5", axes(5, -5, 10), TestFunctions::ackley),
                reals("rosenbrock4", axes(4, -5, 10), TestFunctions::rosenbrock),
                func2c(),
                func3c(),
                QrProblems.pdgeqrf());
    }

    private static BenchmarkProblem demo() {
        var problem =
                TuningProblem.named("demo")
                        .task(Parameter.real("t", 0, 10))
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize(BenchmarkProblem.OUTPUT))
                        .build();
        List<Point> tasks =
                List.of(1.0, 2.0, 4.0, 6.0).stream().map(t -> Point.of("t", t)).toList();
        return new BenchmarkProblem("demo", problem, tasks, 0, PublicProblems::demo);
    }

    /** GPTune's demo function as printed in its paper. */
    private static double demo(Candidate candidate) {
        return DemoProblems.value(
                candidate.task().number("t"), candidate.configuration().number("x"));
    }

    private static BenchmarkProblem func2c() {
        return cocabo("func2c", false);
    }

    private static BenchmarkProblem func3c() {
        return cocabo("func3c", true);
    }

    /**
     * Func-2C and Func-3C of B. Ru et al., "Bayesian optimisation over multiple continuous and
     * categorical inputs".
     */
    private static BenchmarkProblem cocabo(String name, boolean third) {
        var five = List.of("k0", "k1", "k2", "k3", "k4");
        var builder =
                TuningProblem.named(name)
                        .parameter(Parameter.categorical("h1", List.of("ros", "cam", "bea")))
                        .parameter(Parameter.categorical("h2", five));
        if (third) {
            builder.parameter(Parameter.categorical("h3", five));
        }
        builder.parameter(real("x1", -1, 1)).parameter(real("x2", -1, 1));
        ToDoubleFunction<Candidate> truth =
                candidate -> {
                    Point p = candidate.configuration();
                    double a = 2 * p.number("x1");
                    double b = 2 * p.number("x2");
                    int h1 = List.of("ros", "cam", "bea").indexOf(p.get("h1"));
                    int h2 = five.indexOf(p.get("h2"));
                    double value =
                            TestFunctions.cocabo(h1, a, b)
                                    + TestFunctions.cocabo(Math.min(h2, 2), a, b);
                    if (!third) {
                        return value;
                    }
                    int h3 = five.indexOf(p.get("h3"));
                    return value
                            + switch (h3) {
                                case 0 -> 5 * TestFunctions.scaledCamel(a, b);
                                case 1 -> 2 * TestFunctions.scaledRosenbrock(a, b);
                                default -> h3 * TestFunctions.scaledBeale(a, b);
                            };
                };
        return single(name, builder, truth);
    }

    static Parameter real(String name, double lower, double upper) {
        return Parameter.real(name, lower, upper);
    }

    static List<Parameter> axes(int count, double lower, double upper) {
        var axes = new ArrayList<Parameter>();
        for (int i = 1; i <= count; i++) {
            axes.add(real("x" + i, lower, upper));
        }
        return axes;
    }

    static BenchmarkProblem reals(
            String name, List<Parameter> parameters, ToDoubleFunction<double[]> function) {
        var builder = TuningProblem.named(name);
        parameters.forEach(builder::parameter);
        return single(
                name,
                builder,
                c ->
                        function.applyAsDouble(
                                parameters.stream()
                                        .mapToDouble(p -> c.configuration().number(p.name()))
                                        .toArray()));
    }

    static BenchmarkProblem single(
            String name, TuningProblem.Builder builder, ToDoubleFunction<Candidate> truth) {
        var problem = builder.objective(Objective.minimize(BenchmarkProblem.OUTPUT)).build();
        return new BenchmarkProblem(name, problem, List.of(Point.EMPTY), 0, truth);
    }
}
