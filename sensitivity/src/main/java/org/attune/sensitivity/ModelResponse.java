package org.attune.sensitivity;

import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Predictor;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.design.SobolSequence;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a model says of one output of one task, as functions of unit coordinates: its mean, or draws
 * from its posterior. A model without a form for many points is asked point by point for its
 * median, and has no draws.
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
        return x -> new double[][] {scaled(predictor.get().means(canonical(x)), scale)};
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
        return scale == Scale.NATIVE ? nativeDraws(draws) : x -> draws.values(canonical(x));
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

    /** Returns draws in the unit of the output. */
    private Response nativeDraws(Predictor.Draws draws) {
        double[] range =
                Arrays.stream(
                                predictor
                                        .orElseThrow()
                                        .means(
                                                canonical(
                                                        SobolSequence.plain(space.dimension())
                                                                .points(PROBES))))
                        .sorted()
                        .toArray();
        double least = range[0];
        double most = range[range.length - 1];
        double beyond = BEYOND * (most - least);
        return x -> {
            double[][] values = draws.values(canonical(x));
            for (double[] row : values) {
                for (int i = 0; i < row.length; i++) {
                    row[i] = output(Math.clamp(row[i], least - beyond, most + beyond));
                }
            }
            return values;
        };
    }

    private double[] medians(double[][] x, int sign) {
        return Arrays.stream(x)
                .mapToDouble(
                        u -> sign * model.predict(task, space.decode(u), objective.name()).median())
                .toArray();
    }

    private double[] scaled(double[] values, Scale scale) {
        return scale == Scale.WARPED
                ? values
                : Arrays.stream(values).map(v -> predictor.orElseThrow().output(v)).toArray();
    }
}
