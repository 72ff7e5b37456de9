package org.attune.bayesopt.surrogate;

import static java.util.Comparator.comparingDouble;

import org.attune.api.ModelRecord;
import org.attune.api.Seed;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fits a {@link WarpedProcess} to the data of one task.
 *
 * <p>Hyperparameters and warp are learned afresh, from several starts, at the anchors of the {@link
 * LearningSchedule}; in between, the hyperparameters are improved from those of the last anchor.
 * The fitter keeps what it learned last only to save time. Not thread-safe.
 */
public final class SurrogateFitter {
    private static final int WORTH_THREADS = 20; // observations
    private static final int RIDGES_FROM = 10; // observations; fewer never spoke for one
    private static final int SURE = 300; // observations that say how sure hyperparameters are
    private static final double PREFERENCE = 2; // nats by which another shape must be likelier
    private static final BoxLbfgs.Options WARM = new BoxLbfgs.Options(15, 20, 8, 1e-3, 1e-6);

    private final LinearAlgebra algebra;
    private final SurrogateSettings settings;
    private final List<ProcessPrior> priors; // the plain one first
    private final Seed seed;
    private final Enrichment enrichment;
    private final BoxLbfgs.Options fresh;
    private Optional<Step> anchor = Optional.empty();
    private Optional<Step> last = Optional.empty();

    private record Step(ProcessPrior prior, Dataset data, OutputWarp.Shape shape, double[] theta) {}

    /** Makes a fitter without performance models. */
    public SurrogateFitter(
            LinearAlgebra algebra,
            Axes axes,
            SurrogateSettings settings,
            Priors priors,
            Seed seed) {
        this(algebra, axes, settings, priors, Enrichment.NONE, seed);
    }

    /**
     * Makes a fitter; what it draws is keyed by the seed and the count of observations.
     *
     * @param enrichment performance models, perhaps none
     */
    public SurrogateFitter(
            LinearAlgebra algebra,
            Axes axes,
            SurrogateSettings settings,
            Priors priors,
            Enrichment enrichment,
            Seed seed) {
        this(
                algebra,
                ProcessPrior.compared(axes, settings.kernel(), priors, enrichment.size()),
                settings,
                enrichment,
                seed);
    }

    /** Makes a fitter of processes with this prior, of as many models as the enrichment has. */
    public SurrogateFitter(
            LinearAlgebra algebra,
            ProcessPrior prior,
            SurrogateSettings settings,
            Enrichment enrichment,
            Seed seed) {
        this(algebra, List.of(prior), settings, enrichment, seed);
    }

    private SurrogateFitter(
            LinearAlgebra algebra,
            List<ProcessPrior> priors,
            SurrogateSettings settings,
            Enrichment enrichment,
            Seed seed) {
        this.enrichment = enrichment;
        this.algebra = algebra;
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
        return learned(data.first(LearningSchedule.anchor(data.size())))
                .map(a -> improved(a, data.first(LearningSchedule.improved(data.size(), 1))))
                .flatMap(learned ->
                        process(data, learned, Optional.of(alternatives(learned, data))));
    }

    /** Returns the draws of hyperparameters, which cost something only when they are drawn. */
    private WarpedProcess.Alternatives alternatives(Step learned, Dataset data) {
        return (count, random) -> {
            Dataset some = learned.data().spread(SURE);
            WarpedData seen = seen(learned.prior(), some, warp(learned.shape(), some));
            Layout layout = learned.prior().layout();
            return new HyperparameterPosterior(
                            seen.posterior(algebra),
                            learned.theta(),
                            layout.lower(),
                            layout.upper())
                    .draws(count, random).stream()
                            .map(theta ->
                                    new Step(
                                            learned.prior(),
                                            learned.data(),
                                            learned.shape(),
                                            theta))
                            .map(step ->
                                    process(data, step, Optional.empty())
                                            .or(() -> process(data, learned, Optional.empty()))
                                            .orElseThrow())
                            .toList();
        };
    }

    /** Returns what the last fit has learned; empty before one, or where it failed. */
    public Optional<Learned> learned() {
        return anchor.isEmpty() || last.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Learned(last.get().shape(), anchor.get().theta(), last.get().theta()));
    }

    /** Takes over what an earlier fit to this data has learned: the next one need not search. */
    public void recall(Dataset data, Learned learned) {
        ProcessPrior prior = prior(learned).orElse(priors.getFirst());
        learned.requireSize(prior.layout().size());
        int known = LearningSchedule.anchor(data.size());
        int improved = LearningSchedule.improved(data.size(), 1);
        anchor = Optional.of(new Step(prior, data.first(known), learned.shape(), learned.anchor()));
        last = Optional.of(new Step(prior, data.first(improved), learned.shape(), learned.theta()));
    }

    /** Returns the prior that has as many hyperparameters as were learned. */
    private Optional<ProcessPrior> prior(Learned learned) {
        return priors.stream().filter(p -> p.layout().size() == learned.theta().length).findFirst();
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
                    Dataset data = last.orElseThrow().data();
                    return LearnedRecord.of(key, hash(data), data.size(), l);
                });
    }

    /** Takes over what a record of the first of these observations has, where that helps. */
    public void take(Dataset data, ModelRecord record) {
        Optional<Dataset> of = LearnedRecord.observations(record, data.size()).map(data::first);
        if (of.isEmpty() || !hash(of.get()).equals(record.basis())) {
            return;
        }
        for (ProcessPrior prior : priors) {
            LearnedRecord.learned(record, prior.layout().size())
                    .ifPresent(l -> take(data, of.get(), prior, l));
        }
    }

    private void take(Dataset data, Dataset of, ProcessPrior prior, Learned l) {
        Dataset known = data.first(LearningSchedule.anchor(data.size()));
        if (anchor.isEmpty() || !anchor.get().data().sameAs(known)) {
            anchor = Optional.of(new Step(prior, known, l.shape(), l.anchor()));
        }
        if (of.size() == LearningSchedule.improved(data.size(), 1)) {
            last = Optional.of(new Step(prior, of, l.shape(), l.theta()));
        }
    }

    private static String hash(Dataset data) {
        return new LearnedRecord.Hash().add(data.x(), data.y(), data.noise()).text();
    }

    private Optional<Step> learned(Dataset data) {
        if (anchor.isEmpty() || !anchor.get().data().sameAs(data)) {
            anchor = learn(data);
        }
        return anchor;
    }

    private Step improved(Step from, Dataset data) {
        if (last.isEmpty() || !last.get().data().sameAs(data)) {
            Dataset some = data.spread(LearningSchedule.LEARNED);
            OutputWarp warp = warp(from.shape(), some);
            BoxLbfgs.Result mode = seen(from.prior(), some, warp).mode(algebra, from.theta(), WARM);
            last = Optional.of(new Step(from.prior(), data, from.shape(), mode.x()));
        }
        return last.get();
    }

    private Optional<Step> learn(Dataset data) {
        Dataset some = data.spread(LearningSchedule.SEARCHED);
        List<Start> starts =
                shapes(some).stream()
                        .flatMap(shape ->
                                OutputWarp.fit(shape, some).stream()
                                        .flatMap(warp -> starts(shape, warp, some, data.size())))
                        .toList();
        return (some.size() < WORTH_THREADS ? starts.stream() : starts.parallelStream())
                .map(this::mode)
                .filter(m -> m.evidence() > Double.NEGATIVE_INFINITY) // not where it is NaN
                .reduce((best, m) -> m.evidence() > best.evidence() ? m : best)
                .map(m -> new Step(m.prior(), data, m.shape(), m.theta()));
    }

    private Stream<Start> starts(OutputWarp.Shape shape, OutputWarp warp, Dataset some, int count) {
        return priors.stream()
                .filter(prior -> prior.ofRidges() == 0 || count >= RIDGES_FROM)
                .flatMap(prior -> {
                    Stream<List<double[]>> starts =
                            prior.ofRidges() > 0
                                    ? Stream.of(prior.ridgeStarts(seed, count))
                                    : IntStream.range(0, settings.starts())
                                            .mapToObj(s -> List.of(prior.start(s, seed, count)));
                    WarpedData seen = seen(prior, some, warp);
                    return starts.map(from -> new Start(prior, shape, warp, seen, from));
                });
    }

    private record Mode(
            ProcessPrior prior, OutputWarp.Shape shape, double[] theta, double evidence) {}

    /** Where a search for hyperparameters starts: at the likeliest of these. */
    private record Start(
            ProcessPrior prior,
            OutputWarp.Shape shape,
            OutputWarp warp,
            WarpedData seen,
            List<double[]> from) {
        double[] theta(LinearAlgebra algebra) {
            if (from.size() == 1) {
                return from.getFirst();
            }
            Likelihood posterior = seen.posterior(algebra);
            return from.stream().min(comparingDouble(posterior::value)).orElseThrow();
        }
    }

    /**
     * Searches; hyperparameters of ridges are charged for as in Schwarz' criterion (BIC). For
     * variances of alignment the density of their prior is charge enough: one that data say nothing
     * of costs 1.3 nats.
     */
    private Mode mode(Start start) {
        BoxLbfgs.Result found = start.seen().mode(algebra, start.theta(algebra), fresh);
        double preference = start.shape() == settings.shapes().getFirst() ? PREFERENCE : 0;
        double doubt = 0.5 * Math.log(start.seen().size()) * start.prior().ofRidges();
        double evidence = -found.value() + start.warp().logJacobian() + preference - doubt;
        return new Mode(start.prior(), start.shape(), found.x(), evidence);
    }

    /** Returns the shapes that apply; without any, outputs are only standardised. */
    private List<OutputWarp.Shape> shapes(Dataset data) {
        List<OutputWarp.Shape> apply =
                settings.shapes().stream()
                        .filter(s -> s != OutputWarp.Shape.LOG || data.smallest() > 0)
                        .toList();
        return apply.isEmpty() ? List.of(OutputWarp.Shape.IDENTITY) : apply;
    }

    private WarpedData seen(ProcessPrior prior, Dataset data, OutputWarp warp) {
        return WarpedData.of(
                prior,
                data,
                warp,
                ModelCoordinates.of(enrichment, data),
                PriorMean.of(enrichment, data, warp));
    }

    private Optional<WarpedProcess> process(
            Dataset data, Step learned, Optional<WarpedProcess.Alternatives> alternatives) {
        OutputWarp warp = warp(learned.shape(), data);
        ProcessPrior prior = learned.prior();
        double[] theta = learned.theta();
        ModelCoordinates models = ModelCoordinates.of(enrichment, data);
        PriorMean mean = PriorMean.of(enrichment, data, warp);
        WarpedData seen = WarpedData.of(prior, data, warp, models, mean);
        return seen.condition(algebra, theta)
                .map(p -> {
                    double logEvidence =
                            p.logLikelihood()
                                    + prior.layout().logDensity(theta, new double[theta.length])
                                    + warp.logJacobian();
                    double factor =
                            settings.calibrated() ? Calibration.factor(p, seen.outputs()) : 1;
                    return new WarpedProcess(
                            p.scaled(factor),
                            TaskPlace.alone(models).beside(mean),
                            prior.hyperparameters(theta).withVariancesTimes(factor),
                            warp,
                            data,
                            logEvidence,
                            prior.layout().free(),
                            alternatives);
                });
    }

    /** Returns a warp of this shape, the plain one for values that it cannot take. */
    private static OutputWarp warp(OutputWarp.Shape shape, Dataset data) {
        return OutputWarp.fit(shape, data)
                .or(() -> OutputWarp.fit(OutputWarp.Shape.IDENTITY, data))
                .orElseThrow();
    }
}
