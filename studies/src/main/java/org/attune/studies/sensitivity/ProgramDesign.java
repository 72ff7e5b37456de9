package org.attune.studies.sensitivity;

import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.sensitivity.Analysis;
import org.attune.sensitivity.Grouping;
import org.attune.sensitivity.ModelResponse;
import org.attune.sensitivity.Response;
import org.attune.sensitivity.SampleSize;
import org.attune.studies.report.StoredStudy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The configurations at which a program has to be run so that a method can say what its outputs
 * depend on, without any model.
 *
 * <p>An estimator asks for all of its points at once, whatever their values are. The design is thus
 * what it asks of a function that is nowhere of interest; the runs are trials of a study, which
 * goes on where it was stopped.
 *
 * @param problem whose parameters are looked at
 * @param method by which
 * @param size of the design
 * @param groups of parameters
 * @param seed of the design
 */
public record ProgramDesign(
        TuningProblem problem,
        SensitivityMethod method,
        SampleSize size,
        Grouping groups,
        Seed seed) {
    private static final List<SensitivityMethod> POSSIBLE =
            List.of(
                    SensitivityMethod.SOBOL,
                    SensitivityMethod.SHAPLEY,
                    SensitivityMethod.MORRIS,
                    SensitivityMethod.DATA);

    /**
     * Checks the method.
     *
     * @throws IllegalArgumentException if it needs a model
     */
    public ProgramDesign {
        if (!POSSIBLE.contains(method)) {
            throw new IllegalArgumentException(
                    "The method '%s' asks a model. With runs of the program alone: %s."
                            .formatted(
                                    method,
                                    String.join(
                                            ", ",
                                            POSSIBLE.stream()
                                                    .map(SensitivityMethod::toString)
                                                    .toList())));
        }
    }

    /** Returns the configurations that are needed for any of these tasks, each once. */
    public List<Point> configurations(List<Point> tasks) {
        var all = new LinkedHashSet<Point>();
        tasks.forEach(t -> all.addAll(configurations(t)));
        return List.copyOf(all);
    }

    private Set<Point> configurations(Point task) {
        var found = new LinkedHashSet<Point>();
        Response asked =
                x -> {
                    Arrays.stream(x).map(problem.parameterSpace()::decode).forEach(found::add);
                    double[] nothing = new double[x.length];
                    Arrays.setAll(nothing, i -> i); // a function that varies
                    return new double[][] {nothing};
                };
        Analysis analysis = new Analysis(problem, task, size, 0, ModelResponse.Scale.NATIVE, seed);
        switch (method) {
            case SOBOL -> {
                if (analysis.sobol(asked, groups).isEmpty()) {
                    analysis.shapley(asked, groups, true);
                }
            }
            case SHAPLEY -> analysis.shapley(asked, groups, true);
            case MORRIS -> analysis.morris(asked);
            default -> asked.values(analysis.inputs().points(size.points(), seed));
        }
        return found;
    }

    /** Makes the estimates of this method. */
    void estimate(Estimates of) {
        switch (method) {
            case SOBOL -> of.sobol();
            case SHAPLEY -> of.shapley();
            default -> of.morris();
        }
        of.note(
                "By runs of the program alone. Where its values are noisy, the noise counts as"
                        + (method == SensitivityMethod.MORRIS
                                ? " an effect: in mu* and sigma of every parameter."
                                : " interaction: in ST, and in none of S1."));
    }

    /**
     * Returns what was measured, as a function of the points of the design.
     *
     * @param measured the trials whose output has a value that is no penalty
     * @throws IllegalStateException if some of its runs have no value
     */
    Response runs(StoredStudy stored, List<Trial> measured, Point task, Objective output) {
        Map<Point, Double> values = new HashMap<>();
        for (Trial trial : measured) {
            values.putIfAbsent(
                    trial.configuration(), problem.value(trial, output.name()).orElseThrow());
        }
        Set<Point> needed = configurations(task);
        long without = needed.stream().filter(p -> !values.containsKey(p)).count();
        if (without > 0) {
            throw new IllegalStateException(
                    "%d of the %d runs of the design have no %s, or one that stands for a failure, and '%s' needs them all. What was measured is in study '%s': its model (without --run), or --method data, takes it."
                            .formatted(
                                    without,
                                    needed.size(),
                                    output.name(),
                                    method,
                                    stored.setUp().study()));
        }
        return Response.of(u -> values.get(problem.parameterSpace().decode(u)));
    }
}
