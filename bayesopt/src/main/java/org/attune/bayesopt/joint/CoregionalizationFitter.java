package org.attune.bayesopt.joint;

import org.attune.api.ModelRecord;
import org.attune.api.Seed;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Calibration;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.Learned;
import org.attune.bayesopt.surrogate.LearnedRecord;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.ModelCoordinates;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.PriorMean;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.WarpedData;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fits a linear coregionalization model to the observations of several tasks.
 *
 * <p>Where it may matter what divides whole numbers, a prior with an {@link
 * org.attune.bayesopt.surrogate.AlignmentKernel} is taken if it is likelier than the one without.
 *
 * <p>Hyperparameters are learned afresh and improved at the counts of observations of the {@link
 * LearningSchedule}; what comes in between is added to the process. Not thread-safe.
 */
public final class CoregionalizationFitter {
    private static final BoxLbfgs.Options FIRST = new BoxLbfgs.Options(15, 20, 8, 1e-4, 1e-7);
    private static final BoxLbfgs.Options WARM = new BoxLbfgs.Options(30, 40, 8, 1e-3, 1e-6);

    private final LinearAlgebra algebra;
    private final CoregionalizedPrior plain;
    private final Optional<CoregionalizedPrior> aligned; // taken where it is likelier
    private final SurrogateSettings settings;
    private final TaskWarps warps;
    private final List<Enrichment> enrichments; // of each task
    private final int round; // observations after which hyperparameters are improved
    private final Seed seed;
    private final BoxLbfgs.Options fresh;
    private Optional<Step> anchor = Optional.empty();
    private Optional<Base> last = Optional.empty();

    private record Step(CoregionalizedPrior prior, Observations data, double[] theta) {}

    /** Observations, hyperparameters improved on them, and the process of both. */
    private record Base(
            CoregionalizedPrior prior,
            Observations data,
            double[] theta,
            double factor,
            GaussianProcess process) {}

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
        this(
                algebra,
                axes,
                tasks,
                shifted,
                warps,
                settings,
                single,
                enrichments,
                tasks.tasks(),
                seed);
    }

    /**
     * Makes a fitter that improves hyperparameters after so many observations, instead of after one
     * of each task.
     *
     * @param round at least 1
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
            int round,
            Seed seed) {
        this.round = round;
        this.enrichments = enrichments;
        this.warps = warps;
        this.seed = seed;
        this.algebra = algebra;
        this.settings = settings;
        Function<Boolean, CoregionalizedPrior> made =
                isAligned ->
                        new CoregionalizedPrior(
                                axes,
                                tasks,
                                settings.kernel(),
                                single.withAlignment(isAligned),
                                shifted,
                                enrichments.getFirst().size());
        this.plain = made.apply(false);
        this.aligned = single.isAligned() ? Optional.of(made.apply(true)) : Optional.empty();
        int most = (shifted ? 2 : 1) * settings.iterations(); // of many more hyperparameters
        this.fresh = new BoxLbfgs.Options(most, most * 4 / 3, 8, 1e-4, 1e-7);
    }

    /** Fits the model; empty where no hyperparameters give a positive definite covariance. */
    public Optional<CoregionalizedModel> fit(Observations data) {
        return learned(data.first(LearningSchedule.anchor(data.size())))
                .flatMap(a -> ofRound(a, data.first(LearningSchedule.improved(data.size(), round))))
                .flatMap(base -> model(base, data));
    }

    /**
     * Fits a model to a part of the observations of another one of this fitter, with the
     * hyperparameters improved from those of that one: for held-out runs, where learning afresh
     * would take too long.
     */
    public Optional<CoregionalizedModel> fit(Observations part, CoregionalizedModel whole) {
        CoregionalizedPrior prior = whole.prior();
        return base(prior, part, improved(prior, whole.theta(), part))
                .flatMap(base -> model(base, part));
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
        CoregionalizedPrior prior =
                aligned.filter(p -> p.layout().size() == learned.theta().length).orElse(plain);
        learned.requireSize(prior.layout().size());
        Observations known = data.first(LearningSchedule.anchor(data.size()));
        anchor = Optional.of(new Step(prior, known, learned.anchor()));
        Observations improved = data.first(LearningSchedule.improved(data.size(), round));
        last = base(prior, improved, learned.theta());
    }

    /**
     * Returns what the last fit has learned, as a record.
     *
     * @param from observations; of fewer the record is empty, since that is soon done again
     */
    public Optional<ModelRecord> kept(String key, int from) {
        return learned()
                .filter(l -> last.orElseThrow().data().size() >= from)
                .map(l -> {
                    Observations data = last.orElseThrow().data();
                    return LearnedRecord.of(key, hash(data), data.size(), l);
                });
    }

    /** Takes over what a record of the first of these observations has, where that helps. */
    public void take(Observations data, ModelRecord record) {
        Optional<Observations> of =
                LearnedRecord.observations(record, data.size()).map(data::first);
        if (of.isEmpty() || !hash(of.get()).equals(record.basis())) {
            return;
        }
        Stream.concat(Stream.of(plain), aligned.stream())
                .forEach(prior ->
                        LearnedRecord.learned(record, prior.layout().size())
                                .ifPresent(l -> take(data, of.get(), prior, l)));
    }

    private void take(Observations data, Observations of, CoregionalizedPrior prior, Learned l) {
        Observations known = data.first(LearningSchedule.anchor(data.size()));
        if (anchor.isEmpty() || !anchor.get().data().sameAs(known)) {
            anchor = Optional.of(new Step(prior, known, l.anchor()));
        }
        if (of.size() == LearningSchedule.improved(data.size(), round)
                && (last.isEmpty() || !last.get().data().sameAs(of))) {
            last = base(prior, of, l.theta());
        }
    }

    private static String hash(Observations data) {
        var hash = new LearnedRecord.Hash();
        for (int task : data.task()) {
            hash.add(task);
        }
        return hash.add(data.x(), data.y(), data.noise()).text();
    }

    /** Returns whether this fitter has made a model. */
    public boolean made(CoregionalizedModel model) {
        return model.isOf(plain) || aligned.filter(model::isOf).isPresent();
    }

    private Optional<Base> ofRound(Step anchor, Observations data) {
        if (last.isEmpty() || !last.get().data().sameAs(data)) {
            double[] theta = improved(anchor.prior(), anchor.theta(), data);
            last = base(anchor.prior(), data, theta);
        }
        return last;
    }

    private double[] improved(CoregionalizedPrior prior, double[] theta, Observations data) {
        Observations some = data.spread(LearningSchedule.LEARNED);
        return seen(prior, some).mode(algebra, theta, WARM).x();
    }

    private Optional<Step> learned(Observations data) {
        if (anchor.isEmpty() || !anchor.get().data().sameAs(data)) {
            Observations some = data.spread(LearningSchedule.SEARCHED);
            anchor =
                    searched(plain, starts(data.size()), some)
                            .map(mode ->
                                    aligned.flatMap(p -> likelier(p, mode, some))
                                            .map(m -> new Step(aligned.get(), data, m.x()))
                                            .orElseGet(() -> new Step(plain, data, mode.x())));
        }
        return anchor;
    }

    /**
     * Returns a mode with alignment that is likelier than one without, from which it is sought. The
     * density of the variances' prior is charge enough, as with one task.
     */
    private Optional<BoxLbfgs.Result> likelier(
            CoregionalizedPrior prior, BoxLbfgs.Result without, Observations data) {
        return searched(prior, List.of(prior.aligned(without.x())), data)
                .filter(with -> with.value() < without.value());
    }

    /** Searches from the best of the starts; empty where none gives a finite density. */
    private Optional<BoxLbfgs.Result> searched(
            CoregionalizedPrior prior, List<double[]> starts, Observations data) {
        WarpedData seen = seen(prior, data);
        return starts.parallelStream()
                .map(start -> seen.mode(algebra, start, FIRST))
                .filter(mode -> Double.isFinite(mode.value()))
                .min(Comparator.comparingDouble(BoxLbfgs.Result::value))
                .flatMap(mode -> orNoisier(prior, seen, mode.x()));
    }

    /**
     * Returns those of the tasks' covariance at the mode of the priors, then draws from the priors.
     */
    private List<double[]> starts(int count) {
        Stream<double[]> guessed =
                plain.tasks().starts().stream()
                        .map(s -> plain.phi().with(plain.layout().mode(), s));
        Stream<double[]> drawn =
                IntStream.range(0, settings.starts())
                        .mapToObj(s -> plain.layout().sample(seed.generator("start-" + s, count)));
        return Stream.concat(guessed, drawn).limit(settings.starts()).toList();
    }

    /**
     * Searches on from the best of the starts, and once more from there with much noise of every
     * task. What only one task has can be noise or a function of its own, and each is a mode.
     */
    private Optional<BoxLbfgs.Result> orNoisier(
            CoregionalizedPrior prior, WarpedData seen, double[] mode) {
        double[] noisy = prior.process().noisier(mode);
        return List.of(mode, noisy).parallelStream()
                .map(start -> seen.mode(algebra, start, fresh))
                .min(Comparator.comparingDouble(BoxLbfgs.Result::value));
    }

    private Optional<Base> base(CoregionalizedPrior prior, Observations data, double[] theta) {
        WarpedData seen = seen(prior, data);
        return seen.condition(algebra, theta)
                .map(p -> {
                    double factor =
                            settings.calibrated() ? Calibration.factor(p, seen.outputs()) : 1;
                    return new Base(prior, data, theta, factor, p.scaled(factor));
                });
    }

    /** Returns the model of all observations, of which the first are those of the base. */
    private Optional<CoregionalizedModel> model(Base base, Observations data) {
        CoregionalizedPrior prior = base.prior();
        List<OutputWarp> used = warps(data);
        List<ModelCoordinates> models = warps.coordinates(enrichments, data);
        List<PriorMean> means = PriorMean.of(enrichments, data.ofTasks(), used);
        var seen =
                new WarpedData(prior.process(), data.task(), data.ofTasks(), used, models, means);
        return process(base, data, seen)
                .map(p ->
                        new CoregionalizedModel(
                                p, prior, base.theta(), base.factor(), data, used, models, means));
    }

    /**
     * Conditions anew where there are models, since with each run they say something else of all,
     * and where noise was measured, since with each run its scale is another.
     */
    private Optional<GaussianProcess> process(Base base, Observations data, WarpedData seen) {
        if (base.prior().process().models() > 0 || !data.isPlain()) {
            return seen.condition(algebra, base.theta()).map(p -> p.scaled(base.factor()));
        }
        double[] z = seen.outputs();
        int before = base.data().size();
        List<double[]> more = List.of(seen.places()).subList(before, z.length);
        return base.process().with(more, Arrays.copyOfRange(z, before, z.length)).map(p -> p.of(z));
    }

    private WarpedData seen(CoregionalizedPrior prior, Observations data) {
        List<OutputWarp> used = warps(data);
        return new WarpedData(
                prior.process(),
                data.task(),
                data.ofTasks(),
                used,
                warps.coordinates(enrichments, data),
                PriorMean.of(enrichments, data.ofTasks(), used));
    }

    private List<OutputWarp> warps(Observations data) {
        return warps.of(data, settings.shapes().getFirst());
    }
}
