package org.attune.tla;

import org.attune.api.ModelRecord;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.joint.Coregionalization;
import org.attune.bayesopt.joint.CoregionalizationFitter;
import org.attune.bayesopt.joint.CoregionalizedModel;
import org.attune.bayesopt.joint.Observations;
import org.attune.bayesopt.joint.TaskExtension;
import org.attune.bayesopt.joint.TaskWarps;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The paper's TLA2: a linear coregionalization model of the sources is learned once, and of the
 * target its own coefficients alone, by {@link TaskExtension}.
 *
 * <p>At most {@value #SOURCES} sources count, those that are believed to be nearest before the
 * first trial, with at most {@value #TRIALS} trials each and {@value #IN_ALL} in all (as published:
 * {@value #TRIALS} each), so that the same model serves the whole study and is learned in seconds.
 * As the paper says, all hyperparameters are better learned again where enough has come in: after
 * every {@code relearn} trials of the target, and what they give is used where it predicts the
 * target's trials better from each other.
 *
 * <p>Outputs of the target are on the {@link CommonScale}; as published, on their own, and there
 * are as many latent functions as sources.
 *
 * <p>Source: the multitask and transfer learning paper, sections 5.2 and 5.3.
 */
final class ExtensionRule implements Combination {
    private static final int SOURCES = 10;
    private static final int TRIALS = 80;
    private static final int IN_ALL = 400;
    private static final int LATENT = 2;

    private final boolean published;
    private final int relearn;
    private final Axes axes;
    private final EngineSettings settings;
    private final Combination before;
    private final Map<Key, Known> learned = new LinkedHashMap<>();
    private Optional<Records> records = Optional.empty();

    /** Of what a model is. */
    private record Key(String output, List<String> digests) {
        /** Returns the key of the record of what was learned. */
        String ofRecord() {
            return "learned %s of %d sources %x"
                    .formatted(output, digests.size(), digests.hashCode());
        }
    }

    /** What was learned of the sources, and what learns of them and the target together. */
    private record Known(
            Observations data,
            CoregionalizationFitter alone,
            Optional<CoregionalizedModel> model,
            Optional<TaskExtension> extension,
            CoregionalizationFitter together) {}

    ExtensionRule(boolean published, int relearn, Axes axes, EngineSettings settings) {
        this.published = published;
        this.relearn = relearn;
        this.axes = axes;
        this.settings = settings;
        this.before = new SumRule(published);
    }

    @Override
    public Optional<Surrogate> of(Target target, Optional<Surrogate> own) {
        if (target.data().size() == 0) {
            return before.of(target, own);
        }
        Known known = known(target);
        int index = known.data().tasks();
        Optional<Surrogate> extended =
                known.extension()
                        .flatMap(e -> e.fit(target.data(), warp(target)))
                        .map(m -> m.of(index));
        return extended.flatMap(e ->
                relearned(target, known)
                        .filter(r -> LeaveOneOut.logDensity(r) > LeaveOneOut.logDensity(e))
                        .or(() -> extended));
    }

    /**
     * Returns the model of all, whose hyperparameters have been learned with the target's trials.
     */
    private Optional<Surrogate> relearned(Target target, Known known) {
        int n = target.data().size();
        if (relearn == 0 || n < relearn) {
            return Optional.empty();
        }
        int tasks = known.data().tasks() + 1;
        var all = new Observations.Builder(tasks);
        add(all, known.data());
        add(all, tasks - 1, target.data());
        return known.together().fit(all.build()).map(m -> m.of(tasks - 1));
    }

    /**
     * Returns standard deviations of samples around the optimum, largest along the axis with the
     * shortest lengthscale.
     *
     * @param spread that largest one
     * @return of each axis; the same for all where nothing could be learned
     */
    double[] deviations(Target target, double spread) {
        double[] deviations = new double[axes.dimension()];
        Arrays.fill(deviations, spread);
        known(target)
                .model()
                .filter(m -> !published)
                .map(m -> lengthscales(m, m.tasks().tasks()))
                .ifPresent(lengthscales -> {
                    double least = Arrays.stream(lengthscales).min().orElseThrow();
                    Arrays.setAll(deviations, d -> spread * least / lengthscales[d]);
                });
        return deviations;
    }

    /** Returns the geometric means of the tasks' lengthscales. */
    private double[] lengthscales(CoregionalizedModel model, int tasks) {
        double[] logs = new double[axes.dimension()];
        for (int t = 0; t < tasks; t++) {
            double[] own = model.of(t).kernel().map(Hyperparameters::lengthscales).orElseThrow();
            for (int d = 0; d < logs.length; d++) {
                logs[d] += Math.log(own[d]) / tasks;
            }
        }
        return Arrays.stream(logs).map(Math::exp).toArray();
    }

    private Known known(Target target) {
        List<LearnedSource> sources = nearest(target);
        List<String> digests = sources.stream().map(s -> s.record().digest()).toList();
        String output = target.output().name();
        return learned.computeIfAbsent(
                new Key(output, digests),
                k -> learn(sources, output, records.flatMap(r -> r.model(k.ofRecord()))));
    }

    @Override
    public void take(Records from) {
        records = Optional.of(from);
    }

    @Override
    public List<ModelRecord> kept() {
        return learned.entrySet().stream()
                .flatMap(e ->
                        e
                                .getValue()
                                .alone()
                                .kept(e.getKey().ofRecord(), SourceModels.KEPT)
                                .stream())
                .toList();
    }

    private List<LearnedSource> nearest(Target target) {
        return Arrays.stream(target.heaviest(target.believed(), SOURCES))
                .mapToObj(target.sources()::get)
                .toList();
    }

    private Known learn(List<LearnedSource> sources, String output, Optional<ModelRecord> record) {
        int count = sources.size();
        int each = published ? TRIALS : Math.min(TRIALS, IN_ALL / count);
        var all = new Observations.Builder(count);
        for (int k = 0; k < count; k++) {
            Dataset data = sources.get(k).data();
            add(all, k, data.select(LearningSchedule.spread(data.size(), each)));
        }
        Observations data = all.build();
        CoregionalizationFitter alone = fitter(output, count, count, count);
        record.ifPresent(r -> alone.take(data, r));
        Optional<CoregionalizedModel> model = alone.fit(data);
        return new Known(
                data,
                alone,
                model,
                model.flatMap(m ->
                        TaskExtension.of(
                                LinearAlgebra.best(),
                                axes,
                                settings.surrogate(),
                                settings.priorsTogether(axes),
                                m)),
                fitter(output, count, count + 1, Math.max(relearn, 1)));
    }

    private CoregionalizationFitter fitter(String output, int sources, int tasks, int round) {
        return new CoregionalizationFitter(
                LinearAlgebra.best(),
                axes,
                new Coregionalization(tasks, published ? sources : Math.min(sources, LATENT)),
                false,
                TaskWarps.EACH,
                settings.surrogate(),
                settings.priorsTogether(axes),
                Collections.nCopies(tasks, Enrichment.NONE),
                round,
                new Seed(0).child("extended " + output, tasks));
    }

    private OutputWarp warp(Target target) {
        OutputWarp.Shape shape = settings.surrogate().shapes().getFirst();
        if (!published) {
            return CommonScale.of(target.data(), target.sources(), target.weights(), shape);
        }
        return OutputWarp.fit(shape, target.data())
                .or(() -> OutputWarp.fit(OutputWarp.Shape.IDENTITY, target.data()))
                .orElseThrow();
    }

    private static void add(Observations.Builder all, Observations data) {
        for (int i = 0; i < data.size(); i++) {
            all.add(data.task()[i], data.x()[i], data.y()[i], data.noise()[i]);
        }
    }

    private static void add(Observations.Builder all, int task, Dataset data) {
        for (int i = 0; i < data.size(); i++) {
            all.add(task, data.x()[i], data.y()[i], data.noise()[i]);
        }
    }
}
