package org.attune.benchmarks.problems;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;

/** Test problems with several objectives. */
public final class FrontProblems {
    private FrontProblems() {}

    /** Returns all of them. */
    public static List<Benchmark> all() {
        return List.of(zdt1());
    }

    /**
     * ZDT1 in three variables, of E. Zitzler, K. Deb and L. Thiele (2000), "Comparison of
     * multiobjective evolutionary algorithms", Evolutionary Computation 8(2): with x₂ = x₃ = 0 the
     * front f₂ = 1 - √f₁.
     */
    private static FrontProblem zdt1() {
        var problem =
                TuningProblem.named("zdt1_3")
                        .parameter(Parameter.real("x1", 0, 1))
                        .parameter(Parameter.real("x2", 0, 1))
                        .parameter(Parameter.real("x3", 0, 1))
                        .objective(Objective.minimize("f1"))
                        .objective(Objective.minimize("f2"))
                        .build();
        return new FrontProblem(
                "zdt1_3",
                problem,
                new ReferencePoint(new double[] {1.1, 4.0}, false),
                candidate -> {
                    Point p = candidate.configuration();
                    double f1 = p.number("x1");
                    double g = 1 + 9.0 / 2 * (p.number("x2") + p.number("x3"));
                    return new double[] {f1, g * (1 - Math.sqrt(f1 / g))};
                });
    }
}
