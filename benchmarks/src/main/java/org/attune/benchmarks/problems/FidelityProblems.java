package org.attune.benchmarks.problems;

import org.attune.api.FidelityParameter;
import org.attune.api.Parameter;
import org.attune.api.TuningProblem;

import java.util.List;

/**
 * Functions of the field that can be evaluated cheaply and less truly. The fidelity is {@code s},
 * which is also its cost; at s = 1 they are the functions whose minimum is sought.
 *
 * <p>The literature gives functions, not costs: where it has a high and a low one, the low one
 * costs a tenth here.
 */
public final class FidelityProblems {
    private static final FidelityParameter TENTH = FidelityParameter.levels("s", 0.1, 1);

    /** A function of configuration and fidelity. */
    private interface Function {
        double of(double[] x, double s);
    }

    private FidelityProblems() {}

    /** Returns all of them. */
    public static List<BenchmarkProblem> all() {
        return List.of(currin(), forrester(), park(), hartmann(), borehole(), misleading());
    }

    /**
     * 14 minus Currin's function at three levels; minimum 0.20128 at (0.216667, 0.022801).
     *
     * <p>Its cheap form is the mean of four neighbours: S. Xiong, P. Z. G. Qian and C. F. J. Wu,
     * "Sequential design and analysis of high-accuracy and low-accuracy computer codes",
     * Technometrics 55 (2013), doi:10.1080/00401706.2012.723572; with a wave added, as the
     * reference in Python has it.
     */
    private static BenchmarkProblem currin() {
        return problem(
                "currin_mf",
                FidelityParameter.levels("s", 1 / 9.0, 1 / 3.0, 1),
                PublicProblems.axes(2, 0, 1),
                (x, s) -> {
                    double low = Math.max(0, x[1] - 0.05);
                    double near =
                            (currin(x[0] + 0.05, x[1] + 0.05)
                                            + currin(x[0] + 0.05, low)
                                            + currin(x[0] - 0.05, x[1] + 0.05)
                                            + currin(x[0] - 0.05, low))
                                    / 4;
                    double weight = (s - 1 / 9.0) / (1 - 1 / 9.0);
                    return 14
                            - (weight * currin(x[0], x[1]) + (1 - weight) * near)
                            + 0.4 * (1 - weight) * Math.sin(9 * x[0]);
                });
    }

    private static double currin(double a, double b) {
        return (1 - Math.exp(-0.5 / Math.max(b, 1e-8)))
                * (2300 * a * a * a + 1900 * a * a + 2092 * a + 60)
                / (100 * a * a * a + 500 * a * a + 4 * a + 20);
    }

    /**
     * Forrester's function and half of it on a slope; minimum -6.02074 at 0.757249.
     *
     * <p>Source: A. I. J. Forrester, A. Sóbester and A. J. Keane, "Multi-fidelity optimization via
     * surrogate modelling", Proc. R. Soc. A 463 (2007), doi:10.1098/rspa.2007.1900.
     */
    private static BenchmarkProblem forrester() {
        return problem(
                "forrester_mf",
                TENTH,
                PublicProblems.axes(1, 0, 1),
                (x, s) -> {
                    double high = Math.pow(6 * x[0] - 2, 2) * Math.sin(12 * x[0] - 4);
                    return s == 1 ? high : 0.5 * high + 10 * (x[0] - 0.5) - 5;
                });
    }

    /**
     * Park's first function, negated, and its distortion; minimum -25.589254 at (1, 1, 1, 1).
     *
     * <p>Source: as for Currin's. The square root is written without a division by x1, which may be
     * 0.
     */
    private static BenchmarkProblem park() {
        return problem(
                "park_mf",
                TENTH,
                PublicProblems.axes(4, 0, 1),
                (x, s) -> {
                    double high =
                            (Math.sqrt(x[0] * x[0] + (x[1] + x[2] * x[2]) * x[3]) - x[0]) / 2
                                    + (x[0] + 3 * x[3]) * Math.exp(1 + Math.sin(x[2]));
                    return s == 1
                            ? -high
                            : -(1 + Math.sin(x[0]) / 10) * high
                                    + 2 * x[0]
                                    - x[1] * x[1]
                                    - x[2] * x[2]
                                    - 0.5;
                });
    }

    /**
     * Hartmann's function of six variables, the first of whose weights falls by a tenth of 1 - s;
     * minimum -3.32237.
     *
     * <p>Source: J. Wu, S. Toscano-Palmerin, P. I. Frazier and A. G. Wilson, "Practical
     * multi-fidelity Bayesian optimization for hyperparameter tuning", UAI 2019, arXiv:1903.04703.
     */
    private static BenchmarkProblem hartmann() {
        return problem(
                "hartmann6_mf",
                FidelityParameter.real("s", 0.1, 1),
                PublicProblems.axes(6, 0, 1),
                (x, s) -> TestFunctions.hartmann6(x, 0.1 * (1 - s)));
    }

    /**
     * The flow of water through a borehole, in m³ per year, negated, and a coarse formula for it;
     * minimum -309.5755876604 at (0.15, 100, 115600, 1110, 116, 700, 1120, 12045).
     *
     * <p>Source: as for Currin's; the flow is W. V. Harper and S. K. Gupta's (1983).
     */
    private static BenchmarkProblem borehole() {
        List<Parameter> axes =
                List.of(
                        PublicProblems.real("rw", 0.05, 0.15), // radius of the borehole, m
                        PublicProblems.real("r", 100, 50_000), // radius of influence, m
                        PublicProblems.real("Tu", 63_070, 115_600), // upper transmissivity, m²/yr
                        PublicProblems.real("Hu", 990, 1110), // upper potential, m
                        PublicProblems.real("Tl", 63.1, 116), // lower transmissivity, m²/yr
                        PublicProblems.real("Hl", 700, 820), // lower potential, m
                        PublicProblems.real("L", 1120, 1680), // length, m
                        PublicProblems.real("Kw", 9855, 12_045)); // conductivity, m/yr
        return problem(
                "borehole_mf",
                TENTH,
                axes,
                (x, s) -> {
                    double log = Math.log(x[1] / x[0]);
                    double losses =
                            (s == 1 ? 1 : 1.5)
                                    + 2 * x[6] * x[2] / (log * x[0] * x[0] * x[7])
                                    + x[2] / x[4];
                    return -(s == 1 ? 2 * Math.PI : 5) * x[2] * (x[3] - x[5]) / (log * losses);
                });
    }

    /**
     * Branin's function and one that is high where it is low: the adjustable one with a = 1, whose
     * correlation with it is negative; minimum 0.397887.
     *
     * <p>Source: D. J. J. Toal, "Some considerations regarding the use of multi-fidelity Kriging in
     * the construction of surrogate models", Struct. Multidisc. Optim. 51 (2015),
     * doi:10.1007/s00158-014-1209-5.
     */
    private static BenchmarkProblem misleading() {
        return problem(
                "branin_misleading",
                TENTH,
                List.of(PublicProblems.real("x1", -5, 10), PublicProblems.real("x2", 0, 15)),
                (x, s) -> {
                    double valley =
                            x[1]
                                    - 5.1 / (4 * Math.PI * Math.PI) * x[0] * x[0]
                                    + 5 / Math.PI * x[0]
                                    - 6;
                    double high = TestFunctions.branin(x[0], x[1]);
                    return s == 1 ? high : high - 1.5 * valley * valley;
                });
    }

    private static BenchmarkProblem problem(
            String name, FidelityParameter fidelity, List<Parameter> axes, Function function) {
        var builder = TuningProblem.named(name).fidelity(fidelity);
        axes.forEach(builder::parameter);
        return PublicProblems.single(
                name,
                builder,
                c ->
                        function.of(
                                axes.stream()
                                        .mapToDouble(p -> c.configuration().number(p.name()))
                                        .toArray(),
                                c.fidelity().value()));
    }
}
