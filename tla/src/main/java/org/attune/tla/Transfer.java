package org.attune.tla;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.SourceRecord;
import org.attune.api.Trial;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.Opening;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.gplcm.Adaptation;
import org.attune.gplcm.TaskFeatures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The default way in which a target learns from its sources. */
final class Transfer implements Adaptation {
    private static final double PREFERENCE = 2;
    private static final int REFERENCE = 64;

    private final TuningRequest request;
    private final EngineSettings settings;
    private final Axes axes;
    private final SourceModels models;
    private final BesideSources beside;
    private JointModel joint;

    Transfer(TuningRequest request) {
        this.request = request;
        this.settings = EngineOptions.read(request.settings());
        this.axes = TaskEngine.axes(request.problem(), settings);
        this.models = new SourceModels(request.problem(), axes, settings);
        this.beside =
                new BesideSources(
                        ProcessPrior.of(
                                axes, settings.surrogate().kernel(), settings.priors(axes), 0),
                        settings.surrogate());
    }

    @Override
    public ProposerParts parts(TaskEngine engine, ProposerParts usual, Records records) {
        if (records.sources().isEmpty()) {
            return usual;
        }
        List<Trial> known = records.trials(engine.region().task());
        if (known.size() == 1 && known.getFirst().origin().phase() == Origin.Phase.MODEL
                || !follows(engine, records)) {
            return usual;
        }
        return usual.withSurrogates(
                        (output, task, trials) ->
                                surrogate(
                                        engine.region(),
                                        output,
                                        trials,
                                        records,
                                        usual.surrogates().fit(output, task, trials)))
                .withOpening(Opening.LOWEST_MEAN);
    }

    private boolean follows(TaskEngine engine, Records records) {
        Objective output = request.problem().optimized().getFirst();
        var trials = engine.trials(records, 0);
        Dataset data = trials.of(engine.region().task()).measured(output);
        int n = data.size();
        if (n < 2 || n >= 6) {
            return true;
        }
        double[][] reference = reference(engine.region());
        var sources = new ArrayList<LearnedSource>();
        for (SourceRecord s : records.sources()) {
            models.of(s, output).ifPresent(m -> sources.add(new LearnedSource(s, m, reference)));
        }
        if (sources.isEmpty()) {
            return true;
        }
        SourcePrior prior = SourcePrior.of(sources, features(engine.region().task(), sources));
        double[] w = weights(data, sources, prior, engine.region().task());
        double[] m = new double[n];
        double[] out = new double[2];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < w.length; k++) {
                sources.get(k).predict(data.x()[i], out);
                m[i] += w[k] * out[0];
            }
        }
        double right = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                right += (m[i] < m[j]) == (data.y()[i] < data.y()[j]) ? 1 : 0;
            }
        }
        double c = right / (n * (n - 1) / 2);
        double score = 0.7 + (n - 1) * (c * Math.log(1.6) + (1 - c) * Math.log(0.4));
        if (System.getenv("TLA_DEBUG") != null) {
            System.err.printf("n=%d c=%.2f score %.2f%n", n, c, score);
        }
        return score > 0;
    }

    private Optional<Surrogate> surrogate(
            Region region,
            Objective output,
            StudyTrials trials,
            Records records,
            Optional<Surrogate> own) {
        double[][] reference = reference(region);
        var sources = new ArrayList<LearnedSource>();
        for (SourceRecord s : records.sources()) {
            models.of(s, output).ifPresent(m -> sources.add(new LearnedSource(s, m, reference)));
        }
        if (sources.isEmpty()) {
            return own;
        }
        Dataset data = trials.of(region.task()).measured(output);
        SourcePrior prior = SourcePrior.of(sources, features(region.task(), sources));
        double[] weights = weights(data, sources, prior, region.task());
        Optional<Surrogate> transferred = beside.fit(data, sources, weights, prior.variance());
        if (transferred.isEmpty() || own.isEmpty() || data.size() < 4) {
            return transferred.or(() -> own);
        }
        double with = LeaveOneOut.logDensity(transferred.get()) + PREFERENCE;
        if ("lcm".equals(System.getenv("TLA_MODE"))) {
            joint = joint == null ? new JointModel(axes, settings, request.seed().child("joint", 0)) : joint;
            Optional<Surrogate> j = joint.fit(data, sources);
            double wj = LeaveOneOut.logDensity(j.get()) + PREFERENCE;
            if (System.getenv("TLA_DEBUG") != null) {
                System.err.printf("joint %.2f%n", wj);
            }
            if (wj > with) {
                with = wj; transferred = j;
            }
        }
        double without = LeaveOneOut.logDensity(own.get());
        if (System.getenv("TLA_DEBUG") != null) {
            System.err.printf("n=%d w=%s v=%.3f with=%.2f without=%.2f%n", data.size(), java.util.Arrays.toString(weights), prior.variance(), with, without);
        }
        return without > with ? own : transferred;
    }

    private double[] weights(
            Dataset data, List<LearnedSource> sources, SourcePrior prior, Point task) {
        double[] w = prior.weights();
        if (data.size() < 2) {
            return w;
        }
        var likeness =
                new Likeness(
                        data,
                        sources,
                        request.seed().child("task " + task, 0).generator("likeness", data.size()));
        double[] shares = likeness.shares();
        double faith = 2.0 / (2 + data.size() - 1);
        for (int k = 0; k < w.length; k++) {
            w[k] = faith * w[k] + (1 - faith) * shares[k];
        }
        return w;
    }

    private Optional<double[][]> features(Point task, List<LearnedSource> sources) {
        var tasks = new ArrayList<Point>();
        Map<Point, Map<String, Double>> given = new HashMap<>();
        for (LearnedSource s : sources) {
            tasks.add(s.record().task());
            given.put(s.record().task(), s.record().features());
        }
        tasks.add(task);
        given.put(task, request.features().getOrDefault(task, Map.of()));
        boolean all =
                given.values().stream()
                        .allMatch(f ->
                                !f.isEmpty() && f.keySet().equals(given.get(task).keySet()));
        return TaskFeatures.of(request.problem().taskSpace(), tasks, all ? given : Map.of());
    }

    private double[][] reference(Region region) {
        var random = new Seed(0).generator("reference", 0);
        var places = new ArrayList<double[]>();
        for (int i = 0; i < REFERENCE; i++) {
            region.sample(random, 200).or(() -> region.construct(random)).ifPresent(places::add);
        }
        return places.toArray(double[][]::new);
    }
}
