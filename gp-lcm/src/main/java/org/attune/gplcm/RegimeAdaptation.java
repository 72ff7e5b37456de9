package org.attune.gplcm;

import org.attune.api.Objective;
import org.attune.api.Option;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.Profile;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.regimes.RegimeEngine;
import org.attune.bayesopt.regimes.RegimeUse;
import org.attune.bayesopt.regimes.TaskRegimes;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.List;

/**
 * Uses the regimes of an objective that jumps, where what was measured speaks for them; with one
 * regime everything is done as usual, bit by bit.
 */
public final class RegimeAdaptation implements Adaptation {
    /** Whether a tuner does so. */
    public static final Option<String> REGIMES =
            Option.choice(
                    "regimes",
                    List.of("auto", "true", "false"),
                    "models where the objective jumps, if held-out trials speak for that; auto:"
                            + " with one objective, numbers with or without categories, up to 160"
                            + " trials of a task");

    private static final int MOST = 160; // trials that auto was measured with: cgp/README.md

    private final TaskRegimes regimes;

    /**
     * Makes the adaptation.
     *
     * @param request with the options of the engine
     */
    public RegimeAdaptation(TuningRequest request, RegimeUse use) {
        this.regimes =
                new TaskRegimes(
                        new RegimeEngine(
                                LinearAlgebra.best(),
                                request.problem().parameterSpace(),
                                EngineOptions.read(request)),
                        use,
                        request.seed());
    }

    /**
     * Returns what the option says.
     *
     * @param request with {@link #REGIMES}
     */
    public static Adaptation chosen(TuningRequest request) {
        return switch (request.settings().get(REGIMES)) {
            case "true" -> new RegimeAdaptation(request, RegimeUse.standard());
            case "false" -> NONE;
            default ->
                    hasGained(request)
                            ? new RegimeAdaptation(request, RegimeUse.standard().upTo(MOST))
                            : NONE;
        };
    }

    /** Returns whether regimes have been measured to gain with such problems. */
    private static boolean hasGained(TuningRequest request) {
        TuningProblem problem = request.problem();
        List<Parameter> parameters = problem.parameterSpace().parameters();
        return EngineOptions.read(request).profile() == Profile.STANDARD
                && parameters.stream().anyMatch(RegimeAdaptation::isNumber)
                && parameters.stream()
                        .allMatch(p -> isNumber(p) || p instanceof Parameter.Categorical)
                && problem.models().isEmpty()
                && problem.optimized().size() == 1;
    }

    private static boolean isNumber(Parameter parameter) {
        return parameter instanceof Parameter.Real
                || parameter instanceof Parameter.Int
                || parameter instanceof Parameter.Ordinal;
    }

    @Override
    public Surrogate surrogate(Objective output, Point task, Surrogate chosen) {
        return regimes.refined(output, task, chosen);
    }

    @Override
    public ProposerParts usual(Point task, ProposerParts parts) {
        return parts.withSurrogates(regimes.searched(parts));
    }
}
