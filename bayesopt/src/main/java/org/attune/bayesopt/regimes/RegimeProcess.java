package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Calibration;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Posterior;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A Gaussian process of outputs z on a given scale, which it standardises for itself, and what it
 * becomes without some of its observations or with others.
 */
final class RegimeProcess implements Posterior {
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
                            engine.algebra(), prior.covariance(theta), some.x(), standardized(some.y()), noise)
                    .map(p -> p.scaled(factor));
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
     * @return empty where no covariance is positive definite
     */
    static Optional<RegimeProcess> fit(RegimeEngine engine, Axes axes, Dataset data, Seed seed) {
        SurrogateSettings settings = engine.processes();
        var prior = ProcessPrior.of(axes, settings.kernel(), engine.priors(axes), 0);
        var fitter = new SurrogateFitter(engine.algebra(), prior, settings, Enrichment.NONE, seed);
        if (fitter.fit(data).isEmpty()) {
            return Optional.empty();
        }
        double[] theta = fitter.learned().orElseThrow().theta();
        OutputWarp warp = OutputWarp.fit(OutputWarp.Shape.IDENTITY, data.y()).orElseThrow();
        double center = warp.inverse(0);
        double scale = warp.inverse(1) - center;
        int[] all = IntStream.range(0, data.size()).toArray();
        var plain = new Fit(engine, prior, theta, 1, center, scale, data);
        return plain.condition(all)
                .map(p ->
                        settings.calibrated()
                                ? Calibration.factor(p, plain.standardized(data.y()))
                                : 1.0)
                .map(c -> new Fit(engine, prior, theta, c, center, scale, data))
                .flatMap(f -> f.condition(all).map(p -> new RegimeProcess(f, p)));
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
                        .map(row -> Arrays.stream(row).map(v -> fit.center() + fit.scale() * v).toArray())
                        .toArray(double[][]::new);
    }

    /** Returns the hyperparameters, with variances on the scale of z. */
    Hyperparameters hyperparameters() {
        return fit.prior()
                .hyperparameters(fit.theta())
                .withVariancesTimes(fit.factor() * fit.scale() * fit.scale());
    }
}
