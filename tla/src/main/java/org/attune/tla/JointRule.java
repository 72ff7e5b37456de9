package org.attune.tla;

import org.attune.api.Seed;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.joint.Coregionalization;
import org.attune.bayesopt.joint.CoregionalizationFitter;
import org.attune.bayesopt.joint.Observations;
import org.attune.bayesopt.joint.TaskWarps;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code TLA_LCM} and {@code TLA_LCM_BF}: the linear coregionalization model of the target and its
 * sources, as of tasks of one study of which no source gets further trials.
 *
 * <p>A source is there with its trials or, as a black-box function (BF), with what its model says
 * of the reference configurations and of the target's places. Before the target has a trial, the
 * average of the sources is all there is. At most {@value #SOURCES} sources count, those with the
 * largest weights, with at most {@value #TRIALS} trials each; as published, all count, and there
 * are as many latent functions as tasks.
 */
final class JointRule implements Combination {
    private static final int SOURCES = 6;
    private static final int TRIALS = 60;
    private static final int PLACES = 32; // of a black-box function

    private final boolean published;
    private final boolean blackBox;
    private final Axes axes;
    private final EngineSettings settings;
    private final Combination before;
    private final Map<List<String>, CoregionalizationFitter> fitters = new HashMap<>();

    JointRule(boolean published, boolean blackBox, Axes axes, EngineSettings settings) {
        this.published = published;
        this.blackBox = blackBox;
        this.axes = axes;
        this.settings = settings;
        this.before = new SumRule(published);
    }

    @Override
    public Optional<Surrogate> of(Target target, Optional<Surrogate> own) {
        if (target.data().size() == 0) {
            return before.of(target, own);
        }
        List<LearnedSource> sources = some(target);
        int count = sources.size();
        var all = new Observations.Builder(count + 1);
        for (int k = 0; k < count; k++) {
            add(all, k, blackBox ? said(sources.get(k), target) : trials(sources.get(k).data()));
        }
        add(all, count, target.data());
        return fitter(target.output().name(), sources).fit(all.build()).map(m -> m.of(count));
    }

    private List<LearnedSource> some(Target target) {
        if (published) {
            return target.sources();
        }
        double[] weights = target.weights();
        for (int k = 0; k < weights.length; k++) {
            weights[k] = target.guard(k) > 0 ? weights[k] : -1;
        }
        return Arrays.stream(target.heaviest(weights, SOURCES))
                .filter(k -> weights[k] >= 0)
                .mapToObj(target.sources()::get)
                .toList();
    }

    private CoregionalizationFitter fitter(String output, List<LearnedSource> sources) {
        var key = new ArrayList<String>(List.of(output));
        sources.forEach(s -> key.add(s.record().digest()));
        int tasks = sources.size() + 1;
        return fitters.computeIfAbsent(
                key,
                k ->
                        new CoregionalizationFitter(
                                LinearAlgebra.best(),
                                axes,
                                new Coregionalization(tasks, published ? tasks : 1),
                                !published,
                                TaskWarps.EACH,
                                settings.surrogate(),
                                settings.priorsTogether(axes),
                                Collections.nCopies(tasks, Enrichment.NONE),
                                new Seed(0).child("joint " + output, tasks)));
    }

    private Dataset trials(Dataset data) {
        return published ? data : data.select(LearningSchedule.spread(data.size(), TRIALS));
    }

    /** Returns what the model of a source says. */
    private static Dataset said(LearnedSource source, Target target) {
        double[][] reference = target.reference();
        int count = Math.min(PLACES, reference.length);
        double[][] places = Arrays.copyOf(reference, count + target.data().size());
        System.arraycopy(target.data().x(), 0, places, count, target.data().size());
        double[] out = new double[2];
        double[] y =
                Arrays.stream(places)
                        .mapToDouble(x -> {
                            source.predict(x, out);
                            return source.output(out[0]);
                        })
                        .toArray();
        return new Dataset(places, y);
    }

    private static void add(Observations.Builder all, int task, Dataset data) {
        for (int i = 0; i < data.size(); i++) {
            all.add(task, data.x()[i], data.y()[i], data.noise()[i]);
        }
    }
}
