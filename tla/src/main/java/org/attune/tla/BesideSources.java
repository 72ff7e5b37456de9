package org.attune.tla;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Calibration;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.ModelCoordinates;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.PriorMean;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.TaskPlace;
import org.attune.bayesopt.surrogate.WarpedData;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The process of what the target's outputs are beside the prediction of its sources: where the
 * target has no trials, sources are believed, with the uncertainty of what else may be.
 *
 * <pre>
 *   h(y(x)) = b Σ_k w_k z_k(x) + μ + r(x),   r ~ GP
 *   b = (S_mz / v + k) / (S_mm / v + k),   μ = mean of h(y_i) - b m(x_i)
 * </pre>
 *
 * <p>with the {@link CommonScale} h, whose unit is √v, the deviation that {@link SourcePrior}
 * expects of r, and the sums S of products of deviations from the averages. The prior of b is N(1,
 * 1/k); it is not negative.
 *
 * <p>Source: P. Tighineanu, K. Skubch, P. Baireuther, A. Reiss, F. Berkenkamp and J. Vinogradska,
 * "Transfer learning with Gaussian processes for Bayesian optimization", AISTATS 2022 (the boosted
 * hierarchical process, one level for all sources).
 */
final class BesideSources implements Combination {
    private static final double TRUST = 4; // k
    private static final BoxLbfgs.Options SEARCH = new BoxLbfgs.Options(40, 54, 8, 1e-4, 1e-7);

    private final List<ProcessPrior> priors; // the plain one, and one with alignment
    private final SurrogateSettings settings;

    private record Mode(ProcessPrior prior, double[] theta, double evidence) {}

    BesideSources(List<ProcessPrior> priors, SurrogateSettings settings) {
        this.priors = priors;
        this.settings = settings;
    }

    @Override
    public Optional<Surrogate> of(Target target, Optional<Surrogate> own) {
        Dataset data = target.data();
        List<LearnedSource> sources = target.sources();
        double[] weights = target.weights();
        double unit = Math.sqrt(target.variance());
        OutputWarp warp =
                CommonScale.of(data, sources, weights, settings.shapes().getFirst()).in(unit);
        PriorMean mean = mean(data, sources, weights, warp, unit);
        int known = LearningSchedule.anchor(data.size());
        List<ProcessPrior> possible =
                LearnedSource.someAligned(sources) ? priors : priors.subList(0, 1);
        Mode mode = mode(possible, data.first(known), warp, mean);
        ProcessPrior prior = mode.prior();
        double[] theta = mode.theta();
        WarpedData seen = seen(prior, data, warp, mean);
        LinearAlgebra algebra = LinearAlgebra.best();
        return seen.condition(algebra, theta)
                .map(p -> {
                    double factor =
                            settings.calibrated() ? Calibration.factor(p, seen.outputs()) : 1;
                    return new WarpedProcess(
                            p.scaled(factor),
                            TaskPlace.alone(ModelCoordinates.NONE).beside(mean),
                            prior.hyperparameters(theta).withVariancesTimes(factor),
                            warp,
                            data,
                            Double.NaN,
                            prior.layout().free());
                });
    }

    /** Returns the likeliest mode of several priors. */
    private static Mode mode(
            List<ProcessPrior> priors, Dataset known, OutputWarp warp, PriorMean mean) {
        ProcessPrior plain = priors.getFirst();
        var unknown = new Mode(plain, plain.layout().mode(), Double.NEGATIVE_INFINITY);
        return known.size() == 0
                ? unknown
                : priors.stream()
                        .flatMap(p -> modes(p, seen(p, known, warp, mean)))
                        .max(Comparator.comparingDouble(Mode::evidence))
                        .orElse(unknown);
    }

    private static Stream<Mode> modes(ProcessPrior prior, WarpedData seen) {
        double[] mode = prior.layout().mode();
        return Stream.of(mode, prior.noisier(mode))
                .map(start -> seen.mode(LinearAlgebra.best(), start, SEARCH))
                .filter(found -> Double.isFinite(found.value()))
                .map(found -> new Mode(prior, found.x(), -found.value()));
    }

    private static PriorMean mean(
            Dataset data,
            List<LearnedSource> sources,
            double[] weights,
            OutputWarp warp,
            double unit) {
        int[] counting = IntStream.range(0, weights.length).filter(k -> weights[k] > 0).toArray();
        List<LearnedSource> some = IntStream.of(counting).mapToObj(sources::get).toList();
        double[] w = IntStream.of(counting).mapToDouble(k -> weights[k] / unit).toArray();
        WeightedPrediction plain = WeightedPrediction.of(some, w, data.x());
        int n = data.size();
        double[] m = IntStream.range(0, n).mapToDouble(plain::atRun).toArray();
        double[] z = IntStream.range(0, n).mapToDouble(i -> warp.forward(data.y()[i])).toArray();
        double meanM = IntStream.range(0, n).mapToDouble(i -> m[i]).average().orElse(0);
        double meanZ = IntStream.range(0, n).mapToDouble(i -> z[i]).average().orElse(0);
        double along = TRUST;
        double own = TRUST;
        for (int i = 0; i < n; i++) {
            along += (m[i] - meanM) * (z[i] - meanZ);
            own += (m[i] - meanM) * (m[i] - meanM);
        }
        double slope = Math.max(0, along / own);
        return plain.on(slope, n == 0 ? 0 : meanZ - slope * meanM);
    }

    private static WarpedData seen(
            ProcessPrior prior, Dataset data, OutputWarp warp, PriorMean mean) {
        return new WarpedData(
                prior,
                new int[data.size()],
                List.of(data),
                List.of(warp),
                List.of(ModelCoordinates.NONE),
                List.of(mean));
    }
}
