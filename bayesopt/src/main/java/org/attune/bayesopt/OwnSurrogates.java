package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Gaussian processes of one task's outputs, each fitted to what was measured of it alone. */
public final class OwnSurrogates implements Surrogates {
    private final Map<Objective, SurrogateFitter> fitters = new LinkedHashMap<>();

    /**
     * Makes the fitters.
     *
     * @param models seed of the models of this task
     */
    public OwnSurrogates(
            TuningProblem problem, Point task, Axes axes, EngineSettings settings, Seed models) {
        for (Objective output : outputs(problem, settings)) {
            fitters.put(
                    output,
                    new SurrogateFitter(
                            LinearAlgebra.best(),
                            axes,
                            settings.surrogate(),
                            settings.priorsAlone(axes),
                            new Enrichment(problem, output, task, axes),
                            ofOutput(problem, output, models).child("surrogate", 0)));
        }
    }

    /** Returns the outputs of which a surrogate is needed, the optimised ones first. */
    public static List<Objective> outputs(TuningProblem problem, EngineSettings settings) {
        Stream<Objective> ranged =
                problem.objectives().stream()
                        .filter(o ->
                                !o.optimize() && settings.outOfRange() == OutOfRange.PROBABILITY);
        return Stream.concat(problem.optimized().stream(), ranged).toList();
    }

    /** Returns the seed of the models of an output. */
    public static Seed ofOutput(TuningProblem problem, Objective output, Seed models) {
        return output.equals(problem.optimized().getFirst())
                ? models
                : models.child("output " + output.name(), 0);
    }

    @Override
    public Optional<Surrogate> fit(Objective output, Point task, StudyTrials trials) {
        return fit(output, trials.of(task).measured(output));
    }

    /** Fits the surrogate of an output to this data. */
    public Optional<Surrogate> fit(Objective output, Dataset data) {
        return fitters.get(output).fit(data).map(p -> p);
    }

    /** Returns the fitter of an output. */
    public SurrogateFitter of(Objective output) {
        return fitters.get(output);
    }
}
