package org.attune.sensitivity;

import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Predictor;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * What a model says of one output of one task, as functions of unit coordinates: its mean, or draws
 * from its posterior. A model without a form for many points is asked point by point for its
 * median, and has no draws.
 *
 * <p>On the native scale values are cut where they leave the range of the mean by more than half of
 * it: a warp that was learned where runs are makes anything, also infinity, of values beyond them,
 * and such a value would be all of the variance.
 */
public final class ModelResponse {
    /** On which scale values are. */
    public enum Scale {
        /** In the output's own unit. */
        NATIVE,
        /** On the model's, on which smaller is better. */
        WARPED
    }

    private static final int PROBES = 1024;
    private static final double BEYOND = 0.5;
    private static final double MOST = 0.999 * Double.MAX_VALUE; // so that means are finite

    private final Space space;
    private final Objective objective;
    private final FittedModel model;
    private final Point task;
    private final Optional<Predictor> predictor;

    /**
     * Looks at a model.
     *
     * @throws IllegalArgumentException if the problem has no such output
     * @throws IllegalStateException if nothing has been measured of the task
     */
    public ModelResponse(TuningProblem problem, FittedModel model, Point task, String output) {
        this.space = problem.parameterSpace();
        this.objective =
                problem.objectives().stream()
                        .filter(o -> o.name().equals(output))
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "The problem has no output '%s'.".formatted(output)));
        this.model = model;
        this.task = task;
        this.predictor = model.predictor(task, output);
    }

    /** Returns whether there are draws. */
    public boolean hasDraws() {
        return predictor.isPresent();
    }

    /** Returns the posterior mean of the model's scale; on the native scale that is a median. */
    public Response mean(Scale scale) {
        if (predictor.isEmpty()) {
            int sign = scale == Scale.NATIVE ? 1 : objective.goal().sign();
            return x -> new double[][] {medians(x, sign)};
        }
        DoubleUnaryOperator map = map(predictor.get(), scale);
        return x -> mapped(new double[][] {predictor.get().means(canonical(x))}, map);
    }

    /**
     * Returns functions drawn from the posterior; the mean alone where the model has no draws.
     *
     * @param count how many; 0 for the mean
     */
    public Response draws(Scale scale, int count, Seed seed) {
        if (count == 0 || predictor.isEmpty()) {
            return mean(scale);
        }
        Predictor.Draws draws = predictor.get().draws(count, seed);
        DoubleUnaryOperator map = map(predictor.get(), scale);
        return x -> mapped(draws.values(canonical(x)), map);
    }

    /** Returns a value of the model's scale in the unit of the output. */
    double output(double warped) {
        return predictor.isPresent()
                ? predictor.get().output(warped)
                : objective.goal().sign() * warped;
    }

    /** Returns coordinates as models know them: in the middle of discrete values. */
    double[][] canonical(double[][] x) {
        return Arrays.stream(x).map(u -> space.encode(space.decode(u))).toArray(double[][]::new);
    }

    /** Returns how values of the model's scale become outputs that are not too far off. */
    private DoubleUnaryOperator cut(Predictor from) {
        double[] range =
                Arrays.stream(from.means(canonical(SpreadPoints.fixed(PROBES, space.dimension()))))
                        .map(from::output)
                        .filter(Double::isFinite)
                        .sorted()
                        .toArray();
        if (range.length == 0) {
            return from::output;
        }
        double least = range[0];
        double most = range[range.length - 1];
        double beyond = BEYOND * most - BEYOND * least;
        double low = Math.max(least - beyond, -MOST);
        double high = Math.min(most + beyond, MOST);
        return v -> Math.clamp(from.output(v), low, high);
    }

    private static double[][] mapped(double[][] rows, DoubleUnaryOperator map) {
        return Arrays.stream(rows)
                .map(row -> Arrays.stream(row).map(map).toArray())
                .toArray(double[][]::new);
    }

    private double[] medians(double[][] x, int sign) {
        return Arrays.stream(x)
                .mapToDouble(
                        u -> sign * model.predict(task, space.decode(u), objective.name()).median())
                .toArray();
    }

    private DoubleUnaryOperator map(Predictor from, Scale scale) {
        return scale == Scale.WARPED ? DoubleUnaryOperator.identity() : cut(from);
    }
}
