package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is expected of an output before anything is measured, on the scale of a surrogate: the
 * process models what the outputs are beside it, so that data overrule it where there are some.
 *
 * <pre>
 *   M(x) = b g(m(x)) + μ,   b = max(0, (k + S_mz) / (k + S_mm)),   μ = mean of g(y_i) - b g(m(x_i)) over the runs
 * </pre>
 *
 * <p>with the warp g of the outputs, k = 2, and the sums S of products of deviations from the
 * averages, of g(m(x_i)) and z_i = g(y_i). A mean that is off by a constant on that scale (by a
 * factor, where g is a logarithm) is as good as the right one. The weight b is the posterior mean
 * of a coefficient with prior N(1, 1/k), the outputs being independent beside that with variance 1:
 * what says nothing of the runs fades as they become more, and what says the contrary is dropped.
 * g(m) is no farther than 3 deviations beyond what was measured; where m has no value, M is 0, that
 * of a middling run.
 *
 * <p>Source: Rasmussen and Williams (2006), section 2.7.
 */
public final class PriorMean {
    /** Expects a middling run everywhere. */
    public static final PriorMean NONE = new PriorMean();

    private static final double BEYOND = 3;
    private static final double TRUST = 2; // k, so many runs of a mean that varies as they do
    private static final double STEP = 1e-6; // of unit coordinates, for differences

    private final Optional<FittedModels.One> model;
    private final Enrichment enrichment;
    private final Optional<OutputWarp> warp;
    private final double[] range; // of g(m)
    private final double weight; // b
    private final double level; // μ
    private final List<double[]> later; // coordinates of runs to which it was not fitted

    private PriorMean() {
        this.model = Optional.empty();
        this.enrichment = Enrichment.NONE;
        this.warp = Optional.empty();
        this.range = new double[2];
        this.weight = 0;
        this.level = 0;
        this.later = List.of();
    }

    private PriorMean(PriorMean same, List<double[]> later) {
        this.model = same.model;
        this.enrichment = same.enrichment;
        this.warp = same.warp;
        this.range = same.range;
        this.weight = same.weight;
        this.level = same.level;
        this.later = later;
    }

    private PriorMean(FittedModels.One model, Enrichment enrichment, OutputWarp warp, double[] y) {
        this.model = Optional.of(model);
        this.enrichment = enrichment;
        this.warp = Optional.of(warp);
        double[] z = Arrays.stream(y).map(warp::forward).toArray();
        this.range =
                new double[] {
                    Arrays.stream(z).min().orElse(0) - BEYOND,
                    Arrays.stream(z).max().orElse(0) + BEYOND
                };
        double[] g = Arrays.stream(model.atRuns()).map(this::scaled).toArray();
        int[] known = IntStream.range(0, z.length).filter(i -> !Double.isNaN(g[i])).toArray();
        double meanG = Arrays.stream(known).mapToDouble(i -> g[i]).average().orElse(0);
        double meanZ = Arrays.stream(known).mapToDouble(i -> z[i]).average().orElse(0);
        double along = TRUST;
        double own = TRUST;
        for (int i : known) {
            along += (g[i] - meanG) * (z[i] - meanZ);
            own += (g[i] - meanG) * (g[i] - meanG);
        }
        this.weight = Math.max(0, along / own);
        this.level = meanZ - weight * meanG;
        this.later = List.of();
    }

    /**
     * Returns the mean that the problem gives for the output of an enrichment; {@link #NONE} where
     * it gives none.
     *
     * @param data of the task
     * @param warp of its outputs
     */
    public static PriorMean of(Enrichment enrichment, Dataset data, OutputWarp warp) {
        return enrichment
                .mean(data)
                .map(m -> new PriorMean(m, enrichment, warp, data.y()))
                .orElse(NONE);
    }

    /** Returns the means of several tasks. */
    public static List<PriorMean> of(
            List<Enrichment> enrichments, List<Dataset> data, List<OutputWarp> warps) {
        return IntStream.range(0, data.size())
                .mapToObj(t -> of(enrichments.get(t), data.get(t), warps.get(t)))
                .toList();
    }

    /** Returns g(m), NaN where there is none. */
    private double scaled(double value) {
        if (Double.isNaN(value)) {
            return value;
        }
        double z = warp.orElseThrow().forward(enrichment.sign() * value);
        return Double.isNaN(z) ? z : Math.clamp(z, range[0], range[1]);
    }

    private double leveled(double value) {
        double z = scaled(value);
        return Double.isNaN(z) ? 0 : weight * z + level;
    }

    boolean isNone() {
        return model.isEmpty();
    }

    /** Returns M(x). */
    public double at(double[] x) {
        return model.map(m -> leveled(enrichment.known(x).map(m::value).orElse(Double.NaN)))
                .orElse(0.0);
    }

    /** Returns M at run i. */
    public double atRun(int i) {
        return model.map(m ->
                        i < m.atRuns().length
                                ? leveled(m.atRuns()[i])
                                : at(later.get(i - m.atRuns().length)))
                .orElse(0.0);
    }

    /** Returns the same mean, of more runs than those that it was fitted to. */
    public PriorMean with(List<double[]> runs) {
        return new PriorMean(this, Stream.concat(later.stream(), runs.stream()).toList());
    }

    /** Returns M at run i by a mean that has not been fitted to it. */
    public double heldOut(int i) {
        return model.map(m -> leveled(m.heldOut()[i])).orElse(0.0);
    }

    /** Adds the derivatives of M by the coordinates, by central differences along real axes. */
    void addSlope(double[] x, double[] gradient) {
        if (isNone()) {
            return;
        }
        double[] moved = x.clone();
        for (int d = 0; d < x.length; d++) {
            if (!enrichment.axes().isDiscrete(d)) {
                double low = Math.max(x[d] - STEP, 0);
                double high = Math.min(x[d] + STEP, 1);
                moved[d] = low;
                double below = at(moved);
                moved[d] = high;
                gradient[d] += (at(moved) - below) / (high - low);
                moved[d] = x[d];
            }
        }
    }
}
