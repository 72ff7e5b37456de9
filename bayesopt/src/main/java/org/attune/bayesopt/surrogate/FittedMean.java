package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A prior mean that a model of the problem gives, its weight and level set by the runs.
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
final class FittedMean implements PriorMean {
    private static final double BEYOND = 3;
    private static final double TRUST = 2; // k, so many runs of a mean that varies as they do
    private static final double STEP = 1e-6; // of unit coordinates, for differences

    private final FittedModels.One model;
    private final Enrichment enrichment;
    private final OutputWarp warp;
    private final double[] range; // of g(m)
    private final double weight; // b
    private final double level; // μ
    private final List<double[]> later; // coordinates of runs to which it was not fitted

    private FittedMean(FittedMean same, List<double[]> later) {
        this.model = same.model;
        this.enrichment = same.enrichment;
        this.warp = same.warp;
        this.range = same.range;
        this.weight = same.weight;
        this.level = same.level;
        this.later = later;
    }

    FittedMean(FittedModels.One model, Enrichment enrichment, OutputWarp warp, double[] y) {
        this.model = model;
        this.enrichment = enrichment;
        this.warp = warp;
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

    /** Returns g(m), NaN where there is none. */
    private double scaled(double value) {
        if (Double.isNaN(value)) {
            return value;
        }
        double z = warp.forward(enrichment.sign() * value);
        return Double.isNaN(z) ? z : Math.clamp(z, range[0], range[1]);
    }

    private double leveled(double value) {
        double z = scaled(value);
        return Double.isNaN(z) ? 0 : weight * z + level;
    }

    @Override
    public double at(double[] x) {
        return leveled(enrichment.known(x).map(model::value).orElse(Double.NaN));
    }

    @Override
    public double atRun(int i) {
        return i < model.atRuns().length
                ? leveled(model.atRuns()[i])
                : at(later.get(i - model.atRuns().length));
    }

    @Override
    public PriorMean with(List<double[]> runs) {
        return new FittedMean(this, Stream.concat(later.stream(), runs.stream()).toList());
    }

    @Override
    public double heldOut(int i) {
        return leveled(model.heldOut()[i]);
    }

    /** Adds the derivatives by central differences, along real axes. */
    @Override
    public double addSlope(double[] x, double[] gradient) {
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
        return at(x);
    }
}
