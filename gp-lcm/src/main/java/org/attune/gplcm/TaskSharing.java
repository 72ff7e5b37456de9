package org.attune.gplcm;

import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.OwnSurrogates;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.joint.Coregionalization;
import org.attune.bayesopt.joint.CoregionalizationFitter;
import org.attune.bayesopt.joint.CoregionalizedModel;
import org.attune.bayesopt.joint.FeatureCovariance;
import org.attune.bayesopt.joint.Observations;
import org.attune.bayesopt.joint.TaskCovariance;
import org.attune.bayesopt.joint.TaskWarps;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Learned;
import org.attune.bayesopt.surrogate.LearnedRecord;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Function;

/**
 * Chooses the surrogate of each task, between those that share with other tasks and one of its own:
 * the one by which the task's trials, each predicted from the others, are the most likely. A model
 * of its own has to be better by a factor of e² than those that share: few trials can tell little,
 * and what others have seen is what a task has not.
 */
final class TaskSharing {
    private static final double PREFERENCE = 2; // chosen by docs/ablation.md

    private final Objective output;
    private final List<Point> tasks;
    private final Function<Point, OwnSurrogates> own;
    private final SharingSettings sharing;
    private final List<CoregionalizationFitter> fitters = new ArrayList<>();

    /**
     * Makes the choice for an output of these tasks.
     *
     * @param features of the tasks, if they have any
     * @param enrichments performance models of each task
     * @param seed of the models' randomness
     * @param own gives the surrogates of a task alone
     */
    TaskSharing(
            Objective output,
            List<Point> tasks,
            Optional<double[][]> features,
            Axes axes,
            EngineSettings settings,
            SharingSettings sharing,
            List<Enrichment> enrichments,
            Seed seed,
            Function<Point, OwnSurrogates> own) {
        this.output = output;
        this.tasks = tasks;
        this.own = own;
        this.sharing = sharing;
        if (sharing.freely()) {
            var free = new Coregionalization(tasks.size(), sharing.latent(tasks.size()));
            fitters.add(
                    fitter(
                            axes,
                            free,
                            sharing.shifted(),
                            TaskWarps.EACH,
                            settings,
                            enrichments,
                            seed.child("lcm", 0)));
        }
        if (sharing.byFeatures() && features.isPresent()) {
            var alike = new FeatureCovariance(features.get());
            fitters.add(
                    fitter(
                            axes,
                            alike,
                            false,
                            TaskWarps.COMMON,
                            settings,
                            enrichments,
                            seed.child("features", 0)));
        }
    }

    private static CoregionalizationFitter fitter(
            Axes axes,
            TaskCovariance covariance,
            boolean shifted,
            TaskWarps warps,
            EngineSettings settings,
            List<Enrichment> enrichments,
            Seed seed) {
        return new CoregionalizationFitter(
                LinearAlgebra.best(),
                axes,
                covariance,
                shifted,
                warps,
                settings.surrogate(),
                settings.priorsTogether(axes),
                enrichments,
                seed);
    }

    /** Returns what was measured of all tasks. */
    Observations observations(StudyTrials trials) {
        var builder = new Observations.Builder(tasks.size());
        trials.inOrder(
                tasks,
                (task, ofTask, row) -> {
                    double y = ofTask.values(output)[row];
                    if (!Double.isNaN(y)) {
                        builder.add(
                                tasks.indexOf(task), ofTask.x(row), y, ofTask.noise(output, row));
                    }
                });
        return builder.build();
    }

    /**
     * Returns the models of all tasks; none with fewer than two tasks of which something is known.
     */
    List<CoregionalizedModel> models(Observations data) {
        return data.observedTasks() < 2
                ? List.of()
                : fitters.parallelStream().flatMap(f -> f.fit(data).stream()).toList();
    }

    /** Returns what the models have learned from these observations, as data. */
    Map<String, Object> learned(Observations data) {
        var alone = new ArrayList<Map<String, Object>>();
        for (int t = 0; t < tasks.size(); t++) {
            Optional<Learned> learned =
                    data.rows(t).length == 0 ? Optional.empty() : own(t).learned();
            alone.add(learned.map(Learned::content).orElse(Map.of()));
        }
        var shared = new ArrayList<Map<String, Object>>();
        if (data.observedTasks() > 1) {
            fitters.forEach(f -> shared.add(f.learned().map(Learned::content).orElse(Map.of())));
        }
        return Map.of("alone", alone, "shared", shared);
    }

    /**
     * Takes over what {@link #learned} gave for these observations.
     *
     * @throws IllegalArgumentException if it is of other tasks or other models
     */
    void recall(Observations data, Map<?, ?> learned) {
        List<?> alone = (List<?>) learned.get("alone");
        List<?> shared = (List<?>) learned.get("shared");
        if (alone.size() != tasks.size() || shared.size() > fitters.size()) {
            throw new IllegalArgumentException(
                    "The stored model is of %d tasks, in %d ways, and not of %d in %d."
                            .formatted(alone.size(), shared.size(), tasks.size(), fitters.size()));
        }
        for (int t = 0; t < tasks.size(); t++) {
            if (alone.get(t) instanceof Map<?, ?> single && !single.isEmpty()) {
                own(t).recall(data.of(t), Learned.of(single));
            }
        }
        for (int i = 0; i < shared.size(); i++) {
            if (shared.get(i) instanceof Map<?, ?> together && !together.isEmpty()) {
                fitters.get(i).recall(data, Learned.of(together));
            }
        }
    }

    /** Takes over what other processes have learned of the first of these observations. */
    void take(Observations data, Records records) {
        for (int t = 0; t < tasks.size(); t++) {
            Optional<ModelRecord> record = records.model(alone(t));
            if (record.isPresent()) {
                own(t).take(data.of(t), record.get());
            }
        }
        for (int i = 0; i < fitters.size(); i++) {
            Optional<ModelRecord> record = records.model(shared(i));
            if (record.isPresent()) {
                fitters.get(i).take(data, record.get());
            }
        }
    }

    /** Returns what the models have learned. */
    List<ModelRecord> kept() {
        var kept = new ArrayList<ModelRecord>();
        for (int t = 0; t < tasks.size(); t++) {
            own(t).kept(alone(t), LearnedRecord.FROM).ifPresent(kept::add);
        }
        for (int i = 0; i < fitters.size(); i++) {
            fitters.get(i).kept(shared(i), LearnedRecord.FROM).ifPresent(kept::add);
        }
        return kept;
    }

    private SurrogateFitter own(int task) {
        return own.apply(tasks.get(task)).of(output);
    }

    private String alone(int task) {
        String of = tasks.size() == 1 ? "" : " of " + tasks.get(task);
        return "learned %s%s".formatted(output.name(), of);
    }

    private String shared(int way) {
        return "learned %s shared %d".formatted(output.name(), way);
    }

    /** Returns models of a part of the observations, from those of the whole. */
    List<CoregionalizedModel> models(Observations part, List<CoregionalizedModel> whole) {
        return part.observedTasks() < 2
                ? List.of()
                : whole.stream()
                        .flatMap(m ->
                                fitters.stream()
                                        .filter(f -> f.made(m))
                                        .flatMap(f -> f.fit(part, m).stream()))
                        .toList();
    }

    /**
     * Returns the surrogate of a task; empty where nothing of it has been measured, unless the
     * others say something of it.
     */
    Optional<Surrogate> surrogate(int task, Observations data) {
        if (fitters.isEmpty() || data.observedTasks() < 2) {
            return surrogate(task, data, List.of());
        }
        ForkJoinTask<Optional<Surrogate>> alone =
                ForkJoinTask.adapt(() -> alone(task, data)).fork();
        List<CoregionalizedModel> shared = models(data);
        return chosen(task, alone.join(), shared);
    }

    /**
     * Returns the surrogate of a task, as {@link #surrogate(int, Observations)} does.
     *
     * @param shared models of all tasks
     */
    Optional<Surrogate> surrogate(int task, Observations data, List<CoregionalizedModel> shared) {
        return chosen(task, alone(task, data), shared);
    }

    private Optional<Surrogate> alone(int task, Observations data) {
        return own(task).fit(data.of(task)).map(p -> p);
    }

    private Optional<Surrogate> chosen(
            int task, Optional<Surrogate> alone, List<CoregionalizedModel> shared) {
        if (alone.isEmpty()) {
            return shared.stream()
                    .filter(m -> m.tasks().knowsUnseenTasks())
                    .findFirst()
                    .map(m -> m.of(task));
        }
        var candidates = new ArrayList<Surrogate>();
        if (sharing.alone() || shared.isEmpty()) {
            candidates.add(alone.get());
        }
        shared.forEach(m -> candidates.add(m.of(task)));
        return candidates.size() == 1
                ? Optional.of(candidates.getFirst())
                : candidates.stream().max(Comparator.comparingDouble(TaskSharing::score));
    }

    private static double score(Surrogate surrogate) {
        double density = LeaveOneOut.logDensity(surrogate);
        if (Double.isNaN(density)) { // which would count as the largest
            return Double.NEGATIVE_INFINITY;
        }
        return density + (surrogate.isShared() ? PREFERENCE : 0);
    }
}
