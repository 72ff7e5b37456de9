package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.api.Seed;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Calibration;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.Likelihood;
import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Posterior;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.WarpedData;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A Gaussian process of outputs z on a given scale, which it standardises for itself, and what it
 * becomes without some of its observations or with others.
 */
final class RegimeProcess implements Posterior {
    private static final int BELIEF = 1;

    private final Fit fit;
    private final GaussianProcess process;

    /** What stays whatever is conditioned on: hyperparameters, and z = center + scale s. */
    private record Fit(
            RegimeEngine engine,
            ProcessPrior prior,
            double[] theta,
            double factor,
            double center,
            double scale,
            Dataset data) {
        Optional<GaussianProcess> condition(int[] rows) {
            Dataset some = data.select(rows);
            ObservationNoise[] noise =
                    Arrays.stream(some.noise())
                            .map(e -> new ObservationNoise(e.learned(), e.deviation() / scale))
                            .toArray(ObservationNoise[]::new);
            return GaussianProcess.condition(
                            engine.algebra(),
                            prior.covariance(theta),
                            some.x(),
                            standardized(some.y()),
                            noise)
                    .map(p -> p.scaled(factor));
        }

        Optional<RegimeProcess> process() {
            return condition(IntStream.range(0, data.size()).toArray())
                    .map(p -> new RegimeProcess(this, p));
        }

        Fit with(double[] other) {
            return new Fit(engine, prior, other, 1, center, scale, data);
        }

        Fit times(double other) {
            return new Fit(engine, prior, theta, other, center, scale, data);
        }

        double[] standardized(double[] z) {
            return Arrays.stream(z).map(v -> (v - center) / scale).toArray();
        }
    }

    private RegimeProcess(Fit fit, GaussianProcess process) {
        this.fit = fit;
        this.process = process;
    }

    /**
     * Learns hyperparameters and conditions on the data.
     *
     * @param data at least one output; noises are on their scale
     * @param deviation that outputs are believed to have around their mean beforehand, as much as
     *     {@value #BELIEF} of them would say; of a few, that of the sample says little
     * @param seed of starts of the search
     * @return empty where no covariance is positive definite
     */
    static Optional<RegimeProcess> fit(
            RegimeEngine engine, Axes axes, Dataset data, double deviation, Seed seed) {
        SurrogateSettings settings = engine.processes();
        var prior = ProcessPrior.of(axes, settings.kernel(), engine.priors(axes), 0);
        Stream<double[]> starts =
                IntStream.range(0, settings.starts())
                        .mapToObj(s -> prior.start(s, seed, data.size()));
        return fit(
                engine,
                prior,
                data,
                deviation,
                seen -> learned(engine, seen, starts, settings.iterations()));
    }

    /** Learns from other outputs, starting from what this one has learned; of no steps, nothing. */
    Optional<RegimeProcess> of(Dataset data, double deviation, int steps) {
        return fit(
                fit.engine(),
                fit.prior(),
                data,
                deviation,
                seen ->
                        steps == 0
                                ? Optional.of(fit.theta())
                                : learned(fit.engine(), seen, Stream.of(fit.theta()), steps));
    }

    private static Optional<RegimeProcess> fit(
            RegimeEngine engine,
            ProcessPrior prior,
            Dataset data,
            double deviation,
            Function<WarpedData, Optional<double[]>> learning) {
        double center = Arrays.stream(data.y()).average().orElseThrow();
        double squares = Arrays.stream(data.y()).map(z -> (z - center) * (z - center)).sum();
        double scale =
                Math.sqrt((squares + BELIEF * deviation * deviation) / (data.size() - 1 + BELIEF));
        return learning.apply(seen(prior, data, center, scale))
                .map(theta -> new Fit(engine, prior, theta, 1, center, scale, data))
                .flatMap(Fit::process)
                .map(p -> p.calibrated(data));
    }

    private static WarpedData seen(ProcessPrior prior, Dataset data, double center, double scale) {
        return WarpedData.of(prior, data, warp(center, scale));
    }

    /**
     * Returns processes of the same data with hyperparameters drawn from their posterior, by a
     * chain that starts at those of this one. Their variances are not corrected: that they differ
     * is what one process does not know.
     *
     * @param seed of the chain
     * @return empty where the chain has no start, or a process breaks down
     */
    Optional<List<RegimeProcess>> sampled(HyperparameterSampling how, Seed seed) {
        Likelihood posterior =
                seen(fit.prior(), fit.data(), fit.center(), fit.scale())
                        .posterior(fit.engine().algebra());
        List<RegimeProcess> drawn =
                how
                        .draws(
                                posterior,
                                fit.theta(),
                                fit.prior().layout().lower(),
                                fit.prior().layout().upper(),
                                seed.generator("slices", fit.data().size()))
                        .stream()
                        .flatMap(theta -> fit.with(theta).process().stream())
                        .toList();
        return Optional.of(drawn).filter(d -> d.size() == how.processes());
    }

    /** Corrects variances by what the others say of each observation. */
    private RegimeProcess calibrated(Dataset data) {
        if (!fit.engine().processes().calibrated()) {
            return this;
        }
        double factor = Calibration.factor(process, fit.standardized(data.y()));
        return new RegimeProcess(fit.times(factor), process.scaled(factor));
    }

    /** Returns the map onto a scale with this center and deviation. */
    private static OutputWarp warp(double center, double scale) {
        double off = scale / Math.sqrt(2);
        return OutputWarp.fit(OutputWarp.Shape.IDENTITY, new double[] {center - off, center + off})
                .orElseThrow();
    }

    private static Optional<double[]> learned(
            RegimeEngine engine, WarpedData seen, Stream<double[]> starts, int steps) {
        boolean brief = steps < engine.settings().surrogate().iterations();
        var options =
                brief
                        ? new BoxLbfgs.Options(steps, steps * 4 / 3, 5, 1e-3, 1e-6)
                        : new BoxLbfgs.Options(steps, steps * 4 / 3, 8, 1e-4, 1e-7);
        return starts.map(start -> seen.mode(engine.algebra(), start, options))
                .filter(m -> m.value() < Double.POSITIVE_INFINITY)
                .reduce((best, m) -> m.value() < best.value() ? m : best)
                .map(BoxLbfgs.Result::x);
    }

    /**
     * Returns mean and variance of each observation, its noise included, as the others say; see
     * {@link GaussianProcess#leaveOneOut}. What they say of the center counts, and not the center
     * itself, of which each observation is a part: with s_i what the others make of ones,
     *
     * <pre>
     *   mean_i + (c_-i - c) (1 - s_i),   c_-i - c = -(z_i - c) / (n - 1)
     * </pre>
     *
     * @param alone mean and variance of an observation that is the only one
     * @return empty where the process is of other observations than it was fitted to
     */
    Optional<double[][]> leaveOneOut(double[] alone) {
        int n = process.observations();
        if (n != fit.data().size()) {
            return Optional.empty();
        }
        if (n == 1) {
            return Optional.of(new double[][] {alone.clone()});
        }
        int[] rows = IntStream.range(0, n).toArray();
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        double[][] moments = process.leaveOneOut(rows);
        double[][] level = process.of(ones).leaveOneOut(rows);
        double[] z = fit.standardized(fit.data().y());
        for (int i = 0; i < n; i++) {
            moments[i][0] -= z[i] / (n - 1) * (1 - level[i][0]);
            rescale(moments[i]);
        }
        return Optional.of(moments);
    }

    /** Returns the process of some rows; of none it is the prior, and empty here. */
    Optional<RegimeProcess> keeping(int[] rows) {
        return fit.condition(rows).map(p -> new RegimeProcess(fit, p));
    }

    Optional<RegimeProcess> with(List<double[]> places, double[] z) {
        return process.assuming(places, fit.standardized(z)).map(p -> new RegimeProcess(fit, p));
    }

    @Override
    public int dimension() {
        return process.dimension();
    }

    @Override
    public void predict(double[] x, double[] out) {
        process.predict(x, out);
        rescale(out);
    }

    @Override
    public void predict(
            double[] x, double[] out, double[] meanGradient, double[] varianceGradient) {
        process.predict(x, out, meanGradient, varianceGradient);
        rescale(out);
        for (int d = 0; d < meanGradient.length; d++) {
            meanGradient[d] *= fit.scale();
            varianceGradient[d] *= fit.scale() * fit.scale();
        }
    }

    private void rescale(double[] out) {
        out[0] = fit.center() + fit.scale() * out[0];
        out[1] *= fit.scale() * fit.scale();
    }

    Draws draws(int count, Generator random) {
        Draws standardized = process.draws(count, random);
        return x ->
                Arrays.stream(standardized.values(x))
                        .map(row ->
                                Arrays.stream(row)
                                        .map(v -> fit.center() + fit.scale() * v)
                                        .toArray())
                        .toArray(double[][]::new);
    }

    /** Returns the hyperparameters, with variances on the scale of z. */
    Hyperparameters hyperparameters() {
        return fit.prior()
                .hyperparameters(fit.theta())
                .withVariancesTimes(fit.factor() * fit.scale() * fit.scale());
    }
}
