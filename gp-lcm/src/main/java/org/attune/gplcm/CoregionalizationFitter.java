package org.attune.gplcm;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Calibration;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.TaskPlace;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fits a linear coregionalization model to the observations of several tasks.
 *
 * <p>Hyperparameters are learned afresh at the counts of observations at which {@link
 * SurrogateFitter} does, and improved from there after each round of all tasks, so that a fit is a
 * function of the observations alone. Not thread-safe.
 */
final class CoregionalizationFitter {
    private static final BoxLbfgs.Options WARM = new BoxLbfgs.Options(25, 33, 8, 1e-3, 1e-6);

    private final LinearAlgebra algebra;
    private final Layout layout;
    private final SurrogateSettings settings;
    private final TaskWarps warps;
    private final double[] singleMode;
    private final Seed seed;
    private final BoxLbfgs.Options fresh;
    private Optional<Learned> anchor = Optional.empty();
    private Optional<Learned> last = Optional.empty();

    private record Learned(Observations data, double[] theta) {}

    CoregionalizationFitter(
            LinearAlgebra algebra,
            Axes axes,
            TaskCovariance tasks,
            TaskWarps warps,
            SurrogateSettings settings,
            Priors single,
            Seed seed) {
        this.warps = warps;
        this.seed = seed;
        this.algebra = algebra;
        this.settings = settings;
        this.layout = new Layout(axes, tasks, single);
        this.singleMode = single.mode();
        int most = settings.iterations();
        this.fresh = new BoxLbfgs.Options(most, most * 4 / 3, 8, 1e-4, 1e-7);
    }

    /** Fits the model; empty where no hyperparameters give a positive definite covariance. */
    Optional<CoregionalizedModel> fit(Observations data) {
        return learned(data.first(SurrogateFitter.anchor(data.size())))
                .map(anchor -> ofRound(anchor, data.first(round(data.size()))))
                .flatMap(theta -> model(data, theta));
    }

    /**
     * Fits a model to a part of the observations of another one of this fitter, with the
     * hyperparameters improved from those of that one: for held-out runs, where learning afresh
     * would take too long.
     */
    Optional<CoregionalizedModel> fit(Observations part, CoregionalizedModel whole) {
        return model(part, improved(whole.theta(), part));
    }

    boolean made(CoregionalizedModel model) {
        return model.layout() == layout;
    }

    /** Returns the number of observations after the last whole round of all tasks. */
    private int round(int count) {
        int tasks = layout.tasks().tasks();
        return Math.max(count / tasks * tasks, SurrogateFitter.anchor(count));
    }

    private double[] ofRound(Learned anchor, Observations data) {
        if (last.isEmpty() || !last.get().data().sameAs(data)) {
            last = Optional.of(new Learned(data, improved(anchor.theta(), data)));
        }
        return last.get().theta();
    }

    private double[] improved(double[] theta, Observations data) {
        double[] z = warped(data, warps.of(data, settings.shapes().getFirst()));
        return search(data, z, theta, WARM).x();
    }

    private Optional<Learned> learned(Observations data) {
        if (anchor.isEmpty() || !anchor.get().data().sameAs(data)) {
            double[] z = warped(data, warps.of(data, settings.shapes().getFirst()));
            anchor =
                    starts(data.size()).parallelStream()
                            .map(start -> search(data, z, start, fresh))
                            .filter(mode -> Double.isFinite(mode.value()))
                            .min(Comparator.comparingDouble(BoxLbfgs.Result::value))
                            .map(mode -> new Learned(data, mode.x()));
        }
        return anchor;
    }

    /**
     * Returns those of the tasks' covariance at the mode of the priors, then draws from the priors.
     */
    private List<double[]> starts(int count) {
        Stream<double[]> guessed =
                layout.tasks().starts().stream().map(s -> layout.entries(singleMode, s));
        Stream<double[]> drawn =
                IntStream.range(0, settings.starts())
                        .mapToObj(s -> layout.sample(seed.generator("start-" + s, count)));
        return Stream.concat(guessed, drawn).limit(settings.starts()).toList();
    }

    private BoxLbfgs.Result search(
            Observations data, double[] z, double[] start, BoxLbfgs.Options options) {
        var objective =
                new CoregionalizedLikelihood(
                        algebra, layout, settings.kernel(), data.x(), data.task(), z);
        return BoxLbfgs.minimize(objective, start, layout.lower(), layout.upper(), options);
    }

    private Optional<CoregionalizedModel> model(Observations data, double[] theta) {
        List<OutputWarp> used = warps.of(data, settings.shapes().getFirst());
        double[] z = warped(data, used);
        Optional<GaussianProcess> process = condition(data, z, theta, 1);
        double factor =
                settings.calibrated()
                        ? process.map(p -> Calibration.factor(p.leaveOneOut(), z)).orElse(1.0)
                        : 1;
        return (factor == 1 ? process : condition(data, z, theta, factor))
                .map(p ->
                        new CoregionalizedModel(
                                p, covariance(theta, factor), layout, theta, data, used));
    }

    private Optional<GaussianProcess> condition(
            Observations data, double[] z, double[] theta, double factor) {
        double[][] places = new double[data.size()][];
        for (int i = 0; i < places.length; i++) {
            places[i] = TaskPlace.of(data.task()[i], new int[0]).of(data.x()[i]);
        }
        return GaussianProcess.condition(algebra, covariance(theta, factor), places, z);
    }

    private CoregionalizedCovariance covariance(double[] theta, double factor) {
        return new CoregionalizedCovariance(layout, settings.kernel(), theta, factor);
    }

    private static double[] warped(Observations data, List<OutputWarp> warps) {
        double[] z = new double[data.size()];
        for (int i = 0; i < z.length; i++) {
            z[i] = warps.get(data.task()[i]).forward(data.y()[i]);
        }
        return z;
    }
}
