package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.FidelityParameter;
import org.attune.api.Parameter;
import org.attune.api.TuningProblem;

import java.util.List;

/**
 * More functions that can be evaluated cheaply: fidelities that are ranges with a cost of their
 * own, a mixed space whose outputs grow with the fidelity, and a cheap form that tells nothing. By
 * {@code relaxation_mf} a defect was found and mended; by the others nothing was decided.
 */
public final class ReportedFidelityProblems {
    private ReportedFidelityProblems() {}

    /** Returns all of them. */
    public static List<BenchmarkProblem> all() {
        return List.of(branin(), solver(), choice(), constant());
    }

    /**
     * Branin's function whose coefficients depend on a fidelity z in [0, 1], which costs 0.05 +
     * 0.95 z^1.5; minimum 0.397887.
     *
     * <p>Source: K. Kandasamy, G. Dasarathy, J. Schneider and B. Póczos, "Multi-fidelity Bayesian
     * optimisation with continuous approximations", ICML 2017, arXiv:1703.06240, appendix D.
     */
    private static BenchmarkProblem branin() {
        var builder =
                TuningProblem.named("branin_mf")
                        .fidelity(
                                FidelityParameter.real("z", 0, 1).withCost("0.05 + 0.95 * z**1.5"))
                        .parameter(PublicProblems.real("x1", -5, 10))
                        .parameter(PublicProblems.real("x2", 0, 15));
        // the share of the cost is told; z is where a run costs it
        return PublicProblems.single(
                "branin_mf",
                builder,
                c -> {
                    double share = c.fidelity().value();
                    double z = Math.pow(Math.max(share - 0.05, 0) / 0.95, 2 / 3.0);
                    double x1 = c.configuration().number("x1");
                    double x2 = c.configuration().number("x2");
                    double b = 5.1 / (4 * Math.PI * Math.PI) - 0.01 * (1 - z);
                    double slope = 5 / Math.PI - 0.1 * (1 - z);
                    double t = 1 / (8 * Math.PI) + 0.05 * (1 - z);
                    double valley = x2 - b * x1 * x1 + slope * x1 - 6;
                    return valley * valley + 10 * (1 - t) * Math.cos(x1) + 10;
                });
    }

    /**
     * Seconds of a relaxation on a grid of n points along each axis, which costs n³: the best
     * relaxation factor, block size and overlap drift with n, and the seconds grow with it. One
     * categorical, one integer and two real parameters; minimum 10 at (sor, 16, 1.5, 0.35), n = 64.
     * Of our own making.
     */
    private static BenchmarkProblem solver() {
        List<String> smoothers = List.of("jacobi", "gauss-seidel", "sor");
        var builder =
                TuningProblem.named("relaxation_mf")
                        .fidelity(FidelityParameter.integer("n", 16, 64).withCost("n**3"))
                        .parameter(Parameter.categorical("smoother", smoothers))
                        .parameter(Parameter.integer("block", 1, 128).log())
                        .parameter(PublicProblems.real("omega", 0.2, 1.9))
                        .parameter(PublicProblems.real("overlap", 0, 1));
        return PublicProblems.single(
                "relaxation_mf",
                builder,
                c -> relaxation(smoothers.indexOf(c.configuration().get("smoother")), c));
    }

    private static double relaxation(int smoother, Candidate c) {
        double share = c.fidelity().value();
        double coarse = 1 - Math.cbrt(share);
        double omega = c.configuration().number("omega");
        double best = new double[] {0.8, 1.1, 1.5}[smoother] - 0.15 * coarse;
        double base = new double[] {1.3, 1.15, 1}[smoother] - 0.1 * coarse * smoother;
        double block = Math.log(c.configuration().number("block")) / Math.log(2);
        double blocks = block - 4 - Math.log(share) / Math.log(2) / 4;
        double overlap = c.configuration().number("overlap") - 0.35;
        return 10
                * share
                * base
                * (1 + 3 * (omega - best) * (omega - best))
                * (1 + 0.12 * blocks * blocks)
                * (1 + 0.8 * overlap * overlap + 0.15 * coarse * Math.sin(9 * overlap));
    }

    /**
     * One of the three functions of {@code func2c}, by a categorical parameter, of two reals; cheap
     * runs are moved, flattened and have a wave. The cheap form is of our own making.
     *
     * <p>Source of the functions: B. Ru, A. S. Alvi, V. Nguyen, M. A. Osborne and S. J. Roberts,
     * "Bayesian optimisation over multiple continuous and categorical inputs", ICML 2020,
     * arXiv:1906.08878.
     */
    private static BenchmarkProblem choice() {
        List<String> functions = List.of("rosenbrock", "camel", "beale");
        var builder =
                TuningProblem.named("choice_mf")
                        .fidelity(FidelityParameter.real("s", 0.1, 1))
                        .parameter(Parameter.categorical("function", functions))
                        .parameter(PublicProblems.real("x1", -1, 1))
                        .parameter(PublicProblems.real("x2", -1, 1));
        return PublicProblems.single(
                "choice_mf",
                builder,
                c -> {
                    double coarse = 1 - c.fidelity().value();
                    double a = c.configuration().number("x1");
                    double b = c.configuration().number("x2");
                    int index = functions.indexOf(c.configuration().get("function"));
                    double moved = TestFunctions.cocabo(index, a + 0.1 * coarse, b - 0.1 * coarse);
                    return (1 - 0.1 * coarse) * moved + 0.3 * coarse * Math.sin(5 * a);
                });
    }

    /** Branin's function, whose cheap form is 50 everywhere; minimum 0.397887. */
    private static BenchmarkProblem constant() {
        var builder =
                TuningProblem.named("branin_constant")
                        .fidelity(FidelityParameter.levels("s", 0.1, 1))
                        .parameter(PublicProblems.real("x1", -5, 10))
                        .parameter(PublicProblems.real("x2", 0, 15));
        return PublicProblems.single(
                "branin_constant",
                builder,
                c ->
                        c.fidelity().isFull()
                                ? TestFunctions.branin(
                                        c.configuration().number("x1"),
                                        c.configuration().number("x2"))
                                : 50);
    }
}
