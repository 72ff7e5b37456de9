package org.attune.bayesopt.joint;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Calibration;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.Learned;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.Likelihood;
import org.attune.bayesopt.surrogate.ModelCoordinates;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.PriorMean;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.TaskPlace;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fits a linear coregionalization model to the observations of several tasks.
 *
 * <p>Hyperparameters are learned afresh and improved at the counts of observations of the {@link
 * LearningSchedule}; what comes in between is added to the process. Not thread-safe.
 */
public final class CoregionalizationFitter {
    private static final BoxLbfgs.Options FIRST = new BoxLbfgs.Options(15, 20, 8, 1e-4, 1e-7);
    private static final BoxLbfgs.Options WARM = new BoxLbfgs.Options(30, 40, 8, 1e-3, 1e-6);

    private final LinearAlgebra algebra;
    private final CoregionalizedPrior prior;
    private final SurrogateSettings settings;
    private final TaskWarps warps;
    private final List<Enrichment> enrichments; // of each task
    private final Seed seed;
    private final BoxLbfgs.Options fresh;
    private Optional<Step> anchor = Optional.empty();
    private Optional<Base> last = Optional.empty();

    private record Step(Observations data, double[] theta) {}

    /** Observations, hyperparameters improved on them, and the process of both. */
    private record Base(
            Observations data, double[] theta, double factor, GaussianProcess process) {}

    /**
     * Makes a fitter; what it draws is keyed by the seed and the count of observations.
     *
     * @param tasks how they are alike
     * @param shifted whether what one task is like another may be like at a shifted place
     * @param warps of the outputs
     * @param single priors of what models of one and of several tasks have
     * @param enrichments performance models of each task
     */
    public CoregionalizationFitter(
            LinearAlgebra algebra,
            Axes axes,
            TaskCovariance tasks,
            boolean shifted,
            TaskWarps warps,
            SurrogateSettings settings,
            Priors single,
            List<Enrichment> enrichments,
            Seed seed) {
        this.enrichments = enrichments;
        this.warps = warps;
        this.seed = seed;
        this.algebra = algebra;
        this.settings = settings;
        this.prior =
                new CoregionalizedPrior(
                        axes,
                        tasks,
                        settings.kernel(),
                        single,
                        shifted,
                        enrichments.getFirst().size());
        int most = (shifted ? 2 : 1) * settings.iterations(); // of many more hyperparameters
        this.fresh = new BoxLbfgs.Options(most, most * 4 / 3, 8, 1e-4, 1e-7);
    }

    /** Fits the model; empty where no hyperparameters give a positive definite covariance. */
    public Optional<CoregionalizedModel> fit(Observations data) {
        int tasks = prior.tasks().tasks();
        return learned(data.first(LearningSchedule.anchor(data.size())))
                .flatMap(a -> ofRound(a, data.first(LearningSchedule.improved(data.size(), tasks))))
                .flatMap(base -> model(base, data));
    }

    /**
     * Fits a model to a part of the observations of another one of this fitter, with the
     * hyperparameters improved from those of that one: for held-out runs, where learning afresh
     * would take too long.
     */
    public Optional<CoregionalizedModel> fit(Observations part, CoregionalizedModel whole) {
        return base(part, improved(whole.theta(), part)).flatMap(base -> model(base, part));
    }

    /** Returns what the last fit to all observations has learned. */
    public Optional<Learned> learned() {
        return anchor.isEmpty() || last.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Learned(
                                settings.shapes().getFirst(),
                                anchor.get().theta(),
                                last.get().theta()));
    }

    /** Takes over what an earlier fit to these observations has learned. */
    public void recall(Observations data, Learned learned) {
        int tasks = prior.tasks().tasks();
        learned.requireSize(prior.layout().size());
        anchor =
                Optional.of(
                        new Step(
                                data.first(LearningSchedule.anchor(data.size())),
                                learned.anchor()));
        last = base(data.first(LearningSchedule.improved(data.size(), tasks)), learned.theta());
    }

    /** Returns whether this fitter has made a model. */
    public boolean made(CoregionalizedModel model) {
        return model.isOf(prior);
    }

    private Optional<Base> ofRound(Step anchor, Observations data) {
        if (last.isEmpty() || !last.get().data().sameAs(data)) {
            last = base(data, improved(anchor.theta(), data));
        }
        return last;
    }

    private double[] improved(double[] theta, Observations data) {
        Observations some = data.spread(LearningSchedule.LEARNED);
        return search(some, warps(some), theta, WARM).x();
    }

    private Optional<Step> learned(Observations data) {
        if (anchor.isEmpty() || !anchor.get().data().sameAs(data)) {
            Observations some = data.spread(LearningSchedule.SEARCHED);
            List<OutputWarp> used = warps(some);
            anchor =
                    starts(data.size()).parallelStream()
                            .map(start -> search(some, used, start, FIRST))
                            .filter(mode -> Double.isFinite(mode.value()))
                            .min(Comparator.comparingDouble(BoxLbfgs.Result::value))
                            .flatMap(mode -> orNoisier(some, used, mode.x()))
                            .map(mode -> new Step(data, mode.x()));
        }
        return anchor;
    }

    /**
     * Returns those of the tasks' covariance at the mode of the priors, then draws from the priors.
     */
    private List<double[]> starts(int count) {
        Stream<double[]> guessed =
                prior.tasks().starts().stream()
                        .map(s -> prior.phi().with(prior.layout().mode(), s));
        Stream<double[]> drawn =
                IntStream.range(0, settings.starts())
                        .mapToObj(s -> prior.layout().sample(seed.generator("start-" + s, count)));
        return Stream.concat(guessed, drawn).limit(settings.starts()).toList();
    }

    /**
     * Searches on from the best of the starts, and once more from there with much noise of every
     * task. What only one task has can be noise or a function of its own, and each is a mode.
     */
    private Optional<BoxLbfgs.Result> orNoisier(
            Observations data, List<OutputWarp> used, double[] mode) {
        double[] noisy = prior.process().noisier(mode);
        return List.of(mode, noisy).parallelStream()
                .map(start -> search(data, used, start, fresh))
                .min(Comparator.comparingDouble(BoxLbfgs.Result::value));
    }

    private BoxLbfgs.Result search(
            Observations data, List<OutputWarp> used, double[] start, BoxLbfgs.Options options) {
        var likelihood =
                new Likelihood(
                        algebra,
                        prior.process(),
                        places(data, heldOut(data)),
                        beside(data, used, true),
                        data.noise(used));
        return BoxLbfgs.minimize(
                likelihood, start, prior.layout().lower(), prior.layout().upper(), options);
    }

    private Optional<Base> base(Observations data, double[] theta) {
        List<OutputWarp> used = warps(data);
        return condition(theta, data, coordinates(data), used)
                .map(p -> {
                    double[] z = beside(data, used, false);
                    double factor = settings.calibrated() ? Calibration.factor(p, z) : 1;
                    return new Base(data, theta, factor, p.scaled(factor));
                });
    }

    /** Returns the model of all observations, of which the first are those of the base. */
    private Optional<CoregionalizedModel> model(Base base, Observations data) {
        List<OutputWarp> used = warps(data);
        List<ModelCoordinates> models = coordinates(data);
        return process(base, data, models, used)
                .map(p ->
                        new CoregionalizedModel(
                                p,
                                prior,
                                base.theta(),
                                base.factor(),
                                data,
                                used,
                                models,
                                means(data, used)));
    }

    /**
     * Conditions anew where there are models, since with each run they say something else of all,
     * and where noise was measured, since with each run its scale is another.
     */
    private Optional<GaussianProcess> process(
            Base base, Observations data, List<ModelCoordinates> models, List<OutputWarp> used) {
        if (prior.process().models() > 0 || !data.isPlain()) {
            return condition(base.theta(), data, models, used).map(p -> p.scaled(base.factor()));
        }
        double[] z = beside(data, used, false);
        int before = base.data().size();
        List<double[]> more = List.of(places(data, atRuns(data, models))).subList(before, z.length);
        return base.process().with(more, Arrays.copyOfRange(z, before, z.length)).map(p -> p.of(z));
    }

    private Optional<GaussianProcess> condition(
            double[] theta,
            Observations data,
            List<ModelCoordinates> models,
            List<OutputWarp> used) {
        return GaussianProcess.condition(
                algebra,
                prior.process().covariance(theta),
                places(data, atRuns(data, models)),
                beside(data, used, false),
                data.noise(used));
    }

    private List<ModelCoordinates> coordinates(Observations data) {
        return warps.coordinates(enrichments, data);
    }

    /** Returns what models say of the runs that they have not seen, a row for each. */
    private double[][] heldOut(Observations data) {
        return inOrder(data, coordinates(data).stream().map(ModelCoordinates::heldOut).toList());
    }

    private double[][] atRuns(Observations data, List<ModelCoordinates> models) {
        return inOrder(data, models.stream().map(ModelCoordinates::atRuns).toList());
    }

    /** Puts rows of each task into the order of the observations; empty ones without models. */
    private double[][] inOrder(Observations data, List<double[][]> ofTasks) {
        if (prior.process().models() == 0) {
            return new double[data.size()][0];
        }
        double[][] rows = new double[data.size()][];
        int[] next = new int[data.tasks()];
        for (int i = 0; i < rows.length; i++) {
            int t = data.task()[i];
            rows[i] = ofTasks.get(t)[next[t]++];
        }
        return rows;
    }

    private static double[][] places(Observations data, double[][] said) {
        return IntStream.range(0, data.size())
                .mapToObj(i ->
                        TaskPlace.of(data.task()[i], new int[0], ModelCoordinates.NONE)
                                .of(data.x()[i], said[i]))
                .toArray(double[][]::new);
    }

    private List<OutputWarp> warps(Observations data) {
        return warps.of(data, settings.shapes().getFirst());
    }

    private List<PriorMean> means(Observations data, List<OutputWarp> used) {
        return PriorMean.of(
                enrichments, IntStream.range(0, data.tasks()).mapToObj(data::of).toList(), used);
    }

    /** Returns what the warped outputs are beside the prior means of their tasks. */
    private double[] beside(Observations data, List<OutputWarp> used, boolean heldOut) {
        List<PriorMean> means = means(data, used);
        double[] z = new double[data.size()];
        int[] next = new int[data.tasks()];
        for (int i = 0; i < z.length; i++) {
            int t = data.task()[i];
            int run = next[t]++;
            PriorMean mean = means.get(t);
            z[i] =
                    used.get(t).forward(data.y()[i])
                            - (heldOut ? mean.heldOut(run) : mean.atRun(run));
        }
        return z;
    }
}
