package org.attune.baselines;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.PendingRule;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A random forest of one task's outputs, of their logarithms where all are positive.
 *
 * <p>An observation is left out by asking the trees alone that have not seen it or a repeat of it
 * (out of the bag). The noise is what their errors are beyond what the trees disagree:
 *
 * <pre>
 *   τ² = max(mean_i (z_i - μ_-i)² - mean_i σ²_-i, 1e-6)
 * </pre>
 *
 * <p>A forest is constant between its splits, so that all derivatives are 0. Source: see {@link
 * Forest}.
 */
final class ForestSurrogate implements Surrogate {
    private static final double LEAST_NOISE = 1e-6;

    private final Axes axes;
    private final Dataset data;
    private final OutputWarp warp;
    private final int trees;
    private final Seed seed;
    private final Forest forest;
    private final double[][] outOfBag; // rows of mean and variance, without noise
    private final double noise;

    private ForestSurrogate(
            Axes axes,
            Dataset data,
            OutputWarp warp,
            int trees,
            Seed seed,
            double[][] x,
            double[] z) {
        this.axes = axes;
        this.data = data;
        this.warp = warp;
        this.trees = trees;
        this.seed = seed;
        this.forest = new Forest(axes, x, z, trees, seed.generator("forest", z.length));
        this.outOfBag = outOfBag();
        double[] measured = warped();
        double left =
                IntStream.range(0, measured.length)
                        .mapToDouble(
                                i -> Math.pow(measured[i] - outOfBag[i][0], 2) - outOfBag[i][1])
                        .average()
                        .orElse(0);
        this.noise = Math.max(left, LEAST_NOISE);
    }

    /**
     * Grows a forest.
     *
     * @param trees their number
     * @param seed of the trees
     * @return empty without data
     */
    static Optional<Surrogate> fit(Axes axes, Dataset data, int trees, Seed seed) {
        if (data.size() == 0) {
            return Optional.empty();
        }
        OutputWarp warp =
                OutputWarp.fit(OutputWarp.Shape.LOG, data.y())
                        .or(() -> OutputWarp.fit(OutputWarp.Shape.IDENTITY, data.y()))
                        .orElseThrow();
        double[] z = Arrays.stream(data.y()).map(warp::forward).toArray();
        return Optional.of(new ForestSurrogate(axes, data, warp, trees, seed, data.x(), z));
    }

    /** Predicts from the trees that have seen neither an observation nor its repeats. */
    private double[][] outOfBag() {
        var repeats = new HashMap<String, int[]>();
        for (int i = 0; i < data.size(); i++) {
            int row = i;
            repeats.merge(
                    Arrays.toString(data.x()[i]),
                    new int[] {row},
                    (a, b) -> IntStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray());
        }
        return Arrays.stream(data.x())
                .map(x -> {
                    int[] rows = repeats.get(Arrays.toString(x));
                    double[] p =
                            Forest.moments(
                                    IntStream.range(0, forest.size())
                                            .filter(t -> !forest.hasSeen(t, rows))
                                            .mapToDouble(t -> forest.predict(t, x)));
                    return Double.isNaN(p[0]) ? new double[] {0, 1} : p; // all have: the prior
                })
                .toArray(double[][]::new);
    }

    @Override
    public int dimension() {
        return axes.dimension();
    }

    @Override
    public void predict(double[] x, double[] out) {
        double[] p = forest.predict(x);
        out[0] = p[0];
        out[1] = p[1] * p[1];
    }

    @Override
    public void predict(
            double[] x, double[] out, double[] meanGradient, double[] varianceGradient) {
        predict(x, out);
        Arrays.fill(meanGradient, 0);
        Arrays.fill(varianceGradient, 0);
    }

    /** Each is one of the trees. */
    @Override
    public Draws draws(int count, Generator random) {
        int[] chosen = IntStream.range(0, count).map(k -> random.nextInt(forest.size())).toArray();
        return x ->
                Arrays.stream(chosen)
                        .mapToObj(t ->
                                Arrays.stream(x).mapToDouble(p -> forest.predict(t, p)).toArray())
                        .toArray(double[][]::new);
    }

    @Override
    public OutputWarp warp() {
        return warp;
    }

    @Override
    public Dataset data() {
        return data;
    }

    @Override
    public double noiseVariance() {
        return noise;
    }

    @Override
    public double[][] leaveOneOut() {
        return Arrays.stream(outOfBag)
                .map(p -> new double[] {p[0], p[1] + noise})
                .toArray(double[][]::new);
    }

    /** Grows the forest again, with what is assumed. */
    @Override
    public Optional<Surrogate> assuming(PendingRule rule, List<double[]> pending) {
        if (pending.isEmpty()) {
            return Optional.of(this);
        }
        double[] z = warped();
        double lie = Arrays.stream(z).min().orElseThrow();
        double[] assumed =
                DoubleStream.concat(
                                Arrays.stream(z),
                                pending.stream()
                                        .mapToDouble(x ->
                                                rule == PendingRule.LIAR
                                                        ? lie
                                                        : forest.predict(x)[0]))
                        .toArray();
        double[][] places =
                Stream.concat(Arrays.stream(data.x()), pending.stream()).toArray(double[][]::new);
        return Optional.of(new ForestSurrogate(axes, data, warp, trees, seed, places, assumed));
    }

    @Override
    public Map<String, Object> description(List<String> names) {
        var map = new LinkedHashMap<String, Object>();
        map.put("trees", trees);
        map.put("noise_variance", noise);
        map.put("output_warp", warp.description());
        return map;
    }
}
