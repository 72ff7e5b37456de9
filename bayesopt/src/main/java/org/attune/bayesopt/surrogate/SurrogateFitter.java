package org.attune.bayesopt.surrogate;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Fits a {@link WarpedProcess} to the data of one task.
 *
 * <p>Hyperparameters and warp are learned afresh, from several starts, at counts of observations
 * that are fixed in advance (the {@linkplain #anchor anchors}); in between, the hyperparameters are
 * improved from those of the last anchor. A fit is thereby a function of the data alone, costs a
 * fresh process at most two searches, and needs no memory of earlier fits; the fitter keeps the
 * last anchor only to save time. Not thread-safe.
 */
public final class SurrogateFitter {
    private static final int EVERY_COUNT_UP_TO = 12;
    private static final double ANCHOR_GROWTH = 1.2;
    private static final BoxLbfgs.Options WARM = new BoxLbfgs.Options(15, 20, 8, 1e-3, 1e-6);

    private final LinearAlgebra algebra;
    private final Axes axes;
    private final SurrogateSettings settings;
    private final Priors priors;
    private final Seed seed;
    private final BoxLbfgs.Options fresh;
    private Optional<Learned> last = Optional.empty();

    private record Learned(Dataset data, OutputWarp.Shape shape, double[] theta) {}

    /** Makes a fitter; what it draws is keyed by the seed and the count of observations. */
    public SurrogateFitter(
            LinearAlgebra algebra,
            Axes axes,
            SurrogateSettings settings,
            Priors priors,
            Seed seed) {
        this.algebra = algebra;
        this.axes = axes;
        this.settings = settings;
        this.priors = priors;
        this.seed = seed;
        int most = settings.iterations();
        this.fresh = new BoxLbfgs.Options(most, most * 4 / 3, 8, 1e-4, 1e-7);
    }

    /**
     * Fits the surrogate.
     *
     * @return empty without data, or where no hyperparameters give a positive definite covariance
     */
    public Optional<WarpedProcess> fit(Dataset data) {
        if (data.size() == 0) {
            return Optional.empty();
        }
        Optional<Learned> anchor = learned(data.first(anchor(data.size())));
        if (anchor.isEmpty()) {
            return Optional.empty();
        }
        Optional<OutputWarp> warp = OutputWarp.fit(anchor.get().shape(), data.y());
        if (warp.isEmpty()) { // a first value that the logarithm cannot take
            warp = OutputWarp.fit(OutputWarp.Shape.IDENTITY, data.y());
        }
        double[] z = warped(warp.orElseThrow(), data.y());
        BoxLbfgs.Result mode = search(data.x(), z, anchor.get().theta(), WARM);
        return process(data, warp.orElseThrow(), z, mode);
    }

    /**
     * Returns the largest count at which hyperparameters are learned afresh that is at most {@code
     * count}.
     */
    public static int anchor(int count) {
        if (count <= EVERY_COUNT_UP_TO) {
            return count;
        }
        int anchor = EVERY_COUNT_UP_TO;
        while (true) {
            int next = (int) Math.ceil(anchor * ANCHOR_GROWTH);
            if (next > count) {
                return anchor;
            }
            anchor = next;
        }
    }

    private Optional<Learned> learned(Dataset data) {
        if (last.isEmpty() || !last.get().data().sameAs(data)) {
            last = learn(data);
        }
        return last;
    }

    private Optional<Learned> learn(Dataset data) {
        Learned best = null;
        double bestEvidence = Double.NEGATIVE_INFINITY;
        for (OutputWarp.Shape shape : shapes(data)) {
            Optional<OutputWarp> warp = OutputWarp.fit(shape, data.y());
            if (warp.isEmpty()) {
                continue;
            }
            double[] z = warped(warp.get(), data.y());
            for (int s = 0; s < settings.starts(); s++) {
                double[] start =
                        switch (s) {
                            case 0 -> priors.mode();
                            case 1 -> priors.noisy();
                            default ->
                                    priors.sample(
                                            seed.generator("hyperparameters-" + s, data.size()));
                        };
                BoxLbfgs.Result mode = search(data.x(), z, start, fresh);
                double evidence = -mode.value() + warp.get().logJacobian();
                if (evidence > bestEvidence) {
                    bestEvidence = evidence;
                    best = new Learned(data, shape, mode.x());
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** Returns the shapes that apply; without any, outputs are only standardised. */
    private List<OutputWarp.Shape> shapes(Dataset data) {
        List<OutputWarp.Shape> apply =
                settings.shapes().stream()
                        .filter(s -> s != OutputWarp.Shape.LOG || data.smallest() > 0)
                        .toList();
        return apply.isEmpty() ? List.of(OutputWarp.Shape.IDENTITY) : apply;
    }

    private BoxLbfgs.Result search(
            double[][] x, double[] z, double[] start, BoxLbfgs.Options options) {
        var objective = new MarginalLikelihood(algebra, axes, settings.kernel(), priors, x, z);
        return BoxLbfgs.minimize(objective, start, priors.lower(), priors.upper(), options);
    }

    private Optional<WarpedProcess> process(
            Dataset data, OutputWarp warp, double[] z, BoxLbfgs.Result mode) {
        Hyperparameters learned = Hyperparameters.of(mode.x());
        double logEvidence = -mode.value() + warp.logJacobian();
        Optional<GaussianProcess> process = condition(learned, data, z);
        double factor =
                settings.calibrated()
                        ? process.map(p -> Calibration.factor(p.leaveOneOut(), z)).orElse(1.0)
                        : 1;
        Hyperparameters used = learned.withVariancesTimes(factor);
        return (factor == 1 ? process : condition(used, data, z))
                .map(p -> new WarpedProcess(p, TaskPlace.ALONE, used, warp, data, logEvidence));
    }

    private Optional<GaussianProcess> condition(
            Hyperparameters hyperparameters, Dataset data, double[] z) {
        var covariance = new SpaceCovariance(axes, settings.kernel(), hyperparameters);
        return GaussianProcess.condition(algebra, covariance, data.x(), z);
    }

    private static double[] warped(OutputWarp warp, double[] y) {
        return Arrays.stream(y).map(warp::forward).toArray();
    }
}
