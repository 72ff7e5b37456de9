package org.attune.sensitivity;

import org.attune.api.FittedModel;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;

/**
 * What one output of one task depends on, by a model or by itself.
 *
 * <p>Without constraints that bind, inputs are independent and uniform in unit coordinates: on a
 * log scale that is uniform in the logarithm. With them, they are uniform over the admissible
 * region.
 *
 * @param problem whose parameters are looked at
 * @param task of this task
 * @param size of the design
 * @param draws of a model's posterior, 0 for its mean alone
 * @param scale of the output
 * @param seed of all randomness
 */
public record Analysis(
        TuningProblem problem,
        Point task,
        SampleSize size,
        int draws,
        ModelResponse.Scale scale,
        Seed seed) {
    /** How many functions are drawn from a posterior, unless another number is asked for. */
    public static final int DRAWS = 20;

    private static final int PROBES = 1024; // to see whether constraints refuse anything
    private static final int CURVE_POINTS = 128;
    private static final int SHOWN = 2048; // points

    /**
     * Checks the number of draws.
     *
     * @throws IllegalArgumentException if it is negative or 1, which has no spread
     */
    public Analysis {
        if (draws < 0 || draws == 1) {
            throw new IllegalArgumentException(
                    "%d draws: give 0, for the mean of the model alone, or at least 2."
                            .formatted(draws));
        }
    }

    /** Returns the analysis that is shown wherever a model is. */
    public static Analysis shown(TuningProblem problem, Point task, Seed seed) {
        return new Analysis(
                problem,
                task,
                SampleSize.of(SHOWN, problem.parameterSpace().dimension()),
                0,
                ModelResponse.Scale.NATIVE,
                seed);
    }

    /**
     * Returns the importance of each parameter to a model, by name: its Shapley effect, a share;
     * all sum to 1. They are NaN where the model does not vary. Of what matters little the estimate
     * may be below 0; it counts as 0, and the others are scaled to sum to 1 again.
     */
    public SequencedMap<String, Double> importance(FittedModel model, String output) {
        var response = new ModelResponse(problem, model, task, output);
        ShapleyEffects effects = shapley(functions(response), single(), false);
        var importance = new LinkedHashMap<String, Double>();
        double sum =
                effects.shares().stream().mapToDouble(e -> Math.max(e.value(), 0)).sum(); // or NaN
        for (int i = 0; i < effects.names().size(); i++) {
            importance.put(
                    effects.names().get(i), Math.max(effects.shares().get(i).value(), 0) / sum);
        }
        return importance;
    }

    /** Returns the parameters one by one, of a permutation the positions of its items. */
    public Grouping single() {
        return Grouping.single(space().axes().stream().map(Parameter::name).toList());
    }

    /** Returns the functions of a model that are analysed. */
    public Response functions(ModelResponse model) {
        return model.draws(scale, draws, seed.child("draws", 0));
    }

    /** Returns whether constraints refuse something, so that inputs depend on each other. */
    public boolean isConstrained() {
        return !problem.constraints().isEmpty()
                && !Arrays.stream(
                                SpreadPoints.of(
                                        PROBES, space().dimension(), seed.generator("probe", 0)))
                        .allMatch(admissible());
    }

    /** Returns which points are admissible. */
    public Predicate<double[]> admissible() {
        return problem.constraints().isEmpty()
                ? x -> true
                : x -> problem.admits(task, space().decode(x));
    }

    /** Returns the distribution of the inputs. */
    public Inputs inputs() {
        return isConstrained()
                ? new AdmissibleInputs(problem, task)
                : new UniformInputs(space().dimension());
    }

    /** Returns Sobol' indices; empty where constraints make inputs dependent. */
    public Optional<SobolIndices> sobol(Response response, Grouping groups) {
        return isConstrained()
                ? Optional.empty()
                : Optional.of(SobolIndices.of(response, groups, size, seed.child("sobol", 0)));
    }

    /**
     * Returns Shapley effects.
     *
     * @param groups of the parameters, maybe beside further inputs that no constraint ties
     * @param closed also S1 and ST by their definitions
     */
    public ShapleyEffects shapley(Response response, Grouping groups, boolean closed) {
        Inputs inputs = isConstrained() ? inputs() : new UniformInputs(groups.dimension());
        return ShapleyEffects.of(response, inputs, groups, size, closed, seed.child("shapley", 0));
    }

    /** Returns what matters near the best of a model, on four times the points. */
    public NearBest nearBest(ModelResponse model) {
        Response response = model.draws(ModelResponse.Scale.WARPED, draws, seed.child("draws", 0));
        SampleSize more = SampleSize.of(Math.min(4 * size.points(), SampleSize.MOST));
        return NearBest.of(response, inputs(), space().axes(), more, seed.child("near best", 0));
    }

    /** Returns elementary effects, of about as many evaluations as there are points. */
    public MorrisScreening morris(Response response) {
        int trajectories =
                Math.max(MorrisScreening.LEAST, size.points() / (space().dimension() + 1));
        return MorrisScreening.of(
                response, space().axes(), admissible(), trajectories, seed.child("morris", 0));
    }

    /**
     * Returns bounds of total indices.
     *
     * @throws IllegalArgumentException if constraints make inputs dependent
     */
    public DerivativeBounds bounds(Response response) {
        if (isConstrained()) {
            throw new IllegalArgumentException(
                    "Constraints tie parameters together, and bounds from derivatives hold for"
                            + " independent ones. Maybe --method shapley.");
        }
        return DerivativeBounds.of(response, space().axes(), size, seed.child("dgsm", 0));
    }

    /** Returns partial dependence of an output on each parameter. */
    public List<PartialDependence> curves(Response response) {
        double[][] points = inputs().points(CURVE_POINTS, seed.child("curves", 0));
        List<Parameter> parameters = space().axes();
        return java.util.stream.IntStream.range(0, parameters.size())
                .mapToObj(d ->
                        PartialDependence.of(response, parameters.get(d), d, points, admissible()))
                .toList();
    }

    private Space space() {
        return problem.parameterSpace();
    }
}
