package org.attune.gplcm;

import org.attune.api.FittedModel;
import org.attune.api.ModelRecord;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Records;
import org.attune.api.TaskCorrelation;
import org.attune.api.Trial;
import org.attune.api.Trust;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.Vectors;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A surrogate that GPTune has stored, of raw outputs with mean zero, made again from its
 * hyperparameters and the evaluations that it lists.
 *
 * <p>The likelihood of these tells whether they are the ones: GPTune lists only those that one
 * process wrote, and rounds outputs to six decimals. It must be the stored one to a thousandth;
 * that of Model_LCM may be without its constant, n/2 log 2π.
 */
final class GptuneModel implements FittedModel {
    /** The key of a record's content where GPTune's hyperparameters are. */
    static final String KEY = "gptune";

    private static final double AGREES = 1e-3;
    private static final double Z_975 = 1.959963984540054;

    private final TuningProblem problem;
    private final ModelRecord record;
    private final String output;
    private final GptuneKernel kernel;
    private final List<Point> tasks = new ArrayList<>();
    private final List<double[]> x = new ArrayList<>();
    private final List<Integer> task = new ArrayList<>();
    private final Cholesky factor;
    private final double[] alpha; // K⁻¹ y

    private GptuneModel(TuningRequest request, Records records, ModelRecord record) {
        this.problem = request.problem();
        this.record = record;
        this.output = String.valueOf(record.content().get("objective"));
        Map<?, ?> content = (Map<?, ?>) record.content().get(KEY);
        this.kernel = GptuneKernel.of(content);
        for (Object values : (List<?>) content.get("tasks")) {
            var named = new java.util.LinkedHashMap<String, Object>();
            ((Map<?, ?>) values).forEach((k, v) -> named.put(String.valueOf(k), v));
            tasks.add(problem.taskSpace().canonical(Point.of(named)));
        }
        var y = new ArrayList<Double>();
        for (Trial trial : records.finished()) {
            OptionalDouble value = problem.value(trial, output);
            int index = tasks.indexOf(trial.task());
            if (index >= 0 && value.isPresent()) {
                x.add(coordinates(trial.configuration()));
                task.add(index);
                y.add(value.getAsDouble());
            }
        }
        if (y.isEmpty()) {
            throw new IllegalArgumentException(
                    "None of its evaluations is there: GPTune does not store what they gave.");
        }
        int n = y.size();
        double[] matrix = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                matrix[i * n + j] = kernel.value(x.get(i), task.get(i), x.get(j), task.get(j));
            }
            matrix[i * n + i] += kernel.noise()[task.get(i)] + kernel.jitter();
        }
        this.factor =
                Cholesky.of(LinearAlgebra.best(), matrix, n)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "Its covariance matrix is not positive definite."));
        double[] outputs = y.stream().mapToDouble(v -> v).toArray();
        this.alpha = factor.solve(outputs);
        requireLikelihood(outputs, content);
    }

    /**
     * Makes a model again.
     *
     * @throws IllegalArgumentException if its information does not suffice, or is of other data
     */
    static FittedModel of(TuningRequest request, Records records, ModelRecord record) {
        return new GptuneModel(request, records, record);
    }

    private void requireLikelihood(double[] y, Map<?, ?> content) {
        if (!(content.get("log_likelihood") instanceof Number stored)) {
            throw new IllegalArgumentException("It has no likelihood to check its evaluations by.");
        }
        double constant = 0.5 * y.length * Math.log(2 * Math.PI);
        double bare = -0.5 * Vectors.dot(y, alpha) - 0.5 * factor.logDeterminant();
        double expected = stored.doubleValue();
        boolean lcm = "Model_LCM".equals(content.get("modeler"));
        if (!agree(bare - constant, expected) && !(lcm && agree(bare, expected))) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "Its log likelihood is %.6g, and %.6g with the %d evaluations that it"
                                + " lists: it was fitted to others, or its hyperparameters are not"
                                + " all there.",
                            expected,
                            bare - constant,
                            y.length));
        }
    }

    private static boolean agree(double a, double b) {
        return Math.abs(a - b) <= AGREES * (1 + Math.abs(b));
    }

    /**
     * Returns GPTune's coordinates: numbers by their bounds, categories as index / n + 0.01, in the
     * order of the parameters.
     */
    private double[] coordinates(Point configuration) {
        return problem.parameterSpace().parameters().stream()
                .mapToDouble(p -> coordinate(p, configuration.get(p.name())))
                .toArray();
    }

    private static double coordinate(Parameter parameter, Object value) {
        return switch (parameter) {
            case Parameter.Real r -> scaled((Number) value, r.lower(), r.upper());
            case Parameter.Int i -> scaled((Number) value, i.lower(), i.upper());
            case Parameter.Ordinal o -> placed(o.values(), value);
            case Parameter.Categorical c -> placed(c.values(), value);
            case Permutation p ->
                    throw new IllegalArgumentException(
                            "'%s' is a permutation, which GPTune's models do not have."
                                    .formatted(p.name()));
        };
    }

    private static double scaled(Number value, double lower, double upper) {
        return upper == lower ? 0 : (value.doubleValue() - lower) / (upper - lower);
    }

    private static double placed(List<?> values, Object value) {
        return (double) values.indexOf(value) / values.size() + 0.01;
    }

    @Override
    public List<String> outputs() {
        return List.of(output);
    }

    @Override
    public Prediction predict(Point of, Point configuration, String name) {
        int index = index(of, name);
        double[] at = coordinates(problem.parameterSpace().canonical(configuration));
        double[] k = new double[x.size()];
        double mean = 0;
        for (int i = 0; i < k.length; i++) {
            k[i] = kernel.value(at, index, x.get(i), task.get(i));
            mean += k[i] * alpha[i];
        }
        double[] v = factor.solveLower(k);
        double explained = Vectors.dot(v, v);
        double sd = Math.sqrt(Math.max(kernel.value(at, index, at, index) - explained, 0));
        return new Prediction(mean, sd, mean, mean - Z_975 * sd, mean + Z_975 * sd);
    }

    private int index(Point of, String name) {
        int index = tasks.indexOf(problem.taskSpace().canonical(of));
        if (index < 0 || !output.equals(name)) {
            throw new IllegalArgumentException(
                    "The model of GPTune is of '%s' of the tasks %s, not of '%s' of %s."
                            .formatted(output, tasks, name, of));
        }
        return index;
    }

    @Override
    public Trust trust(Point of, String name) {
        long own = task.stream().filter(t -> t == index(of, name)).count();
        return Trust.unknown(
                Math.toIntExact(own),
                "GPTune's model of %d evaluations, as it was stored.".formatted(x.size()));
    }

    @Override
    public Optional<String> sharing(Point of, String name) {
        return tasks.size() > 1 ? Optional.of("lcm") : Optional.empty();
    }

    @Override
    public Optional<TaskCorrelation> taskCorrelation(String name) {
        return Optional.empty();
    }

    @Override
    public List<ModelRecord> records() {
        return List.of(record);
    }
}
