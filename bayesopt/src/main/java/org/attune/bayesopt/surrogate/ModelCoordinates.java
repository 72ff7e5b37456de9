package org.attune.bayesopt.surrogate;

import org.attune.api.ModelQuality;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What performance models say of configurations, on the scale on which a surrogate sees outputs:
 * each model's values are warped and standardised as outputs are, by the warp that fits its values
 * at the runs. A model that is an affine function of the objective gives the very coordinates that
 * the outputs have, whatever its scale.
 *
 * <p>A model counts as silent, with the coordinate 0 of a middling run, where it has no value, and
 * everywhere as long as it has not given two different values at the runs.
 */
public final class ModelCoordinates {
    /** No models. */
    public static final ModelCoordinates NONE = new ModelCoordinates();

    private static final double STEP = 1e-6; // of unit coordinates, for differences
    private static final double SMALLEST_SPREAD = 1e-12; // of values, relatively

    private final Optional<FittedModels> models;
    private final List<Optional<OutputWarp>> warps;

    private ModelCoordinates() {
        this.models = Optional.empty();
        this.warps = List.of();
    }

    private ModelCoordinates(FittedModels models, List<Optional<OutputWarp>> warps) {
        this.models = Optional.of(models);
        this.warps = List.copyOf(warps);
    }

    /** Returns the coordinates that the models of a task give after its runs. */
    public static ModelCoordinates of(Enrichment enrichment, Dataset data) {
        if (enrichment.size() == 0) {
            return NONE;
        }
        FittedModels fitted = enrichment.fit(data);
        return new ModelCoordinates(
                fitted,
                fitted.models().stream()
                        .map(m -> warp(OutputWarp.Shape.YEO_JOHNSON, m.atRuns()))
                        .toList());
    }

    /**
     * Returns the coordinates that the models of several tasks give, each model's values warped in
     * the same way for all tasks: by their logarithm where they are positive, as outputs are whose
     * levels are compared.
     */
    public static List<ModelCoordinates> inCommon(
            List<Enrichment> enrichments, List<Dataset> data) {
        List<FittedModels> fitted =
                IntStream.range(0, data.size())
                        .mapToObj(t -> enrichments.get(t).fit(data.get(t)))
                        .toList();
        List<Optional<OutputWarp>> warps =
                IntStream.range(0, enrichments.getFirst().size())
                        .mapToObj(j ->
                                fitted.stream()
                                        .flatMapToDouble(
                                                f -> Arrays.stream(f.models().get(j).atRuns()))
                                        .toArray())
                        .map(values ->
                                Arrays.stream(values).anyMatch(v -> v <= 0)
                                        ? warp(OutputWarp.Shape.YEO_JOHNSON, values)
                                        : warp(OutputWarp.Shape.LOG, values))
                        .toList();
        return fitted.stream().map(f -> new ModelCoordinates(f, warps)).toList();
    }

    private static Optional<OutputWarp> warp(OutputWarp.Shape shape, double[] values) {
        double[] finite = Arrays.stream(values).filter(Double::isFinite).toArray();
        double least = Arrays.stream(finite).min().orElse(0);
        double most = Arrays.stream(finite).max().orElse(0);
        double size = Math.max(Math.abs(least), Math.abs(most));
        return most / 2 - least / 2 > SMALLEST_SPREAD * size
                ? OutputWarp.fit(shape, finite)
                : Optional.empty();
    }

    /** Returns M, the number of models. */
    public int size() {
        return warps.size();
    }

    /** Returns M coordinates of the configuration at x. */
    double[] of(double[] x) {
        return models.map(m -> warped(m.values(x))).orElse(new double[0]);
    }

    /** Returns M coordinates of each run. */
    public double[][] atRuns() {
        return rows(false);
    }

    /**
     * Returns M coordinates of each run by models that have not been fitted to it: from these can
     * be learned what the models are worth.
     */
    public double[][] heldOut() {
        return rows(true);
    }

    private double[][] rows(boolean without) {
        if (models.isEmpty()) {
            return new double[0][];
        }
        double[][] rows = new double[models.get().data().size()][size()];
        for (int j = 0; j < size(); j++) {
            FittedModels.One one = models.get().models().get(j);
            double[] values = without ? one.heldOut() : one.atRuns();
            for (int i = 0; i < rows.length; i++) {
                rows[i][j] = warped(j, values[i]);
            }
        }
        return rows;
    }

    private double[] warped(double[] values) {
        double[] warped = new double[values.length];
        Arrays.setAll(warped, j -> warped(j, values[j]));
        return warped;
    }

    private double warped(int j, double value) {
        if (Double.isNaN(value) || warps.get(j).isEmpty()) {
            return 0;
        }
        double warped = warps.get(j).get().forward(value);
        return Double.isFinite(warped) ? warped : 0;
    }

    /** Returns how well the models go with the runs. */
    public List<ModelQuality> qualities() {
        return models.map(FittedModels::qualities).orElse(List.of());
    }

    /**
     * Adds to derivatives by coordinates what goes through the models, by central differences along
     * real axes.
     *
     * @param x D coordinates
     * @param by derivatives by D coordinates and M values of models
     * @param out receives derivatives by D coordinates
     */
    void addSlopes(double[] x, double[][] by, double[][] out) {
        int dimension = x.length;
        for (int g = 0; g < by.length; g++) {
            System.arraycopy(by[g], 0, out[g], 0, dimension);
        }
        Axes axes = models.orElseThrow().enrichment().axes();
        double[] moved = x.clone();
        for (int d = 0; d < dimension; d++) {
            if (axes.isDiscrete(d)) {
                continue;
            }
            double low = Math.max(x[d] - STEP, 0);
            double high = Math.min(x[d] + STEP, 1);
            moved[d] = low;
            double[] below = of(moved);
            moved[d] = high;
            double[] above = of(moved);
            moved[d] = x[d];
            for (int j = 0; j < size(); j++) {
                double slope = (above[j] - below[j]) / (high - low);
                for (int g = 0; g < by.length; g++) {
                    out[g][d] += by[g][dimension + j] * slope;
                }
            }
        }
    }
}
