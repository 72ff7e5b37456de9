package org.attune.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is known of another task, for tuners that learn from it: a copy in the history of the study
 * that does, so that its proposals do not depend on where the source came from.
 *
 * <p>A source has trials, or models in their place, or only the configurations that were best. Its
 * parameters have the names of the study's problem; {@link SourceMapping} makes such sources of
 * trials of other problems.
 *
 * @param name unique in its study; a newer source of the same name replaces an older one
 * @param digest of what can be learned from it, in hexadecimal digits: equal for equal sources,
 *     whatever their names and wherever they ran
 * @param task of the source, with values for the task parameters of the problem; may lie outside of
 *     their bounds
 * @param features of the task by name, empty where none are known
 * @param environment where the trials ran, as {@code machine_configuration} and {@code
 *     software_configuration}; empty where that is not known. Another machine is no reason to
 *     refuse a source
 * @param trials that have ended, failures included, in the order in which they ended, numbered from
 *     1
 * @param parameters of its configurations: those of the problem, with the source's own bounds and
 *     values where it has others
 * @param models of its outputs, one each at most, for a source without trials or beside them
 * @param best its best configurations, where they alone are known, the best one first
 */
public record SourceRecord(
        String name,
        String digest,
        Point task,
        Map<String, Double> features,
        Map<String, Object> environment,
        List<Trial> trials,
        List<Parameter> parameters,
        List<SourceModel> models,
        List<Point> best)
        implements Entry {
    /**
     * Copies and checks the parts.
     *
     * @throws IllegalArgumentException if the name is blank, there is nothing to learn from, a
     *     trial is pending, of another task or not in its place, or two models have one output
     */
    public SourceRecord {
        Objects.requireNonNull(digest, "digest");
        Objects.requireNonNull(task, "task");
        features = Collections.unmodifiableMap(new LinkedHashMap<>(features));
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        trials = List.copyOf(trials);
        parameters = List.copyOf(parameters);
        models = List.copyOf(models);
        best = List.copyOf(best);
        if (name.isBlank()) {
            throw new IllegalArgumentException("A source needs a name that is not blank.");
        }
        if (trials.isEmpty() && models.isEmpty() && best.isEmpty()) {
            throw new IllegalArgumentException(
                    "Source '%s' has neither trials nor models nor best configurations."
                            .formatted(name));
        }
        for (int i = 0; i < trials.size(); i++) {
            Trial t = trials.get(i);
            if (t.isPending() || !t.task().equals(task) || t.number() != i + 1) {
                throw new IllegalArgumentException(
                        "Trial %d of source '%s' is %s; wanted are ended trials of task %s, numbered from 1."
                                .formatted(t.number(), name, t, task));
            }
        }
        if (models.stream().map(SourceModel::output).distinct().count() < models.size()) {
            throw new IllegalArgumentException(
                    "Two models of source '%s' are of one output.".formatted(name));
        }
    }

    /** Starts a source of a task, whose configurations are those of a problem. */
    public static Builder of(String name, Point task, TuningProblem problem) {
        return new Builder(name, task, problem.parameterSpace().parameters());
    }

    /** Returns the source with these trials in place of its own, numbered anew. */
    SourceRecord with(List<Trial> newTrials) {
        var builder =
                new Builder(name, task, parameters)
                        .features(features)
                        .environment(environment)
                        .trials(newTrials)
                        .best(best);
        models.forEach(builder::model);
        return builder.build();
    }

    /** Returns whether its digest is that of its content. */
    public boolean isIntact() {
        return digest.equals(SourceDigest.of(task, features, trials, parameters, models, best));
    }

    /**
     * Returns the trials whose configurations are among those of a space, for tuners that model
     * source and target together.
     */
    public List<Trial> trialsWithin(Space space) {
        return trials.stream().filter(t -> space.holds(t.configuration())).toList();
    }

    /** Returns the best configurations that are among those of a space, the best one first. */
    public List<Point> bestWithin(Space space) {
        return best.stream().filter(space::holds).toList();
    }

    /** Returns the space of its configurations, for tuners that model it by itself. */
    public Space space(TuningProblem problem) {
        return parameters.equals(problem.parameterSpace().parameters())
                ? problem.parameterSpace()
                : Space.of(parameters, problem.constants());
    }

    /** Returns the configurations of its trials and models, and the best ones. */
    List<Point> configurations() {
        var all = new ArrayList<Point>();
        trials.forEach(t -> all.add(t.configuration()));
        models.forEach(m -> all.addAll(m.places()));
        all.addAll(best);
        return all;
    }

    /** Collects the parts of a source. */
    public static final class Builder {
        private final String name;
        private final Point task;
        private List<Parameter> parameters;
        private Map<String, Double> features = Map.of();
        private Map<String, Object> environment = Map.of();
        private final List<Trial> trials = new ArrayList<>();
        private final List<SourceModel> models = new ArrayList<>();
        private final List<Point> best = new ArrayList<>();

        @Override
        public String toString() {
            return "Source '%s' of %d trials, not built".formatted(name, trials.size());
        }

        private Builder(String name, Point task, List<Parameter> parameters) {
            this.name = name;
            this.task = task;
            this.parameters = parameters;
        }

        /** Sets features of the task. */
        public Builder features(Map<String, Double> newFeatures) {
            features = newFeatures;
            return this;
        }

        /** Says where the trials ran. */
        public Builder environment(Map<String, Object> newEnvironment) {
            environment = newEnvironment;
            return this;
        }

        /** Sets the source's own parameters in place of the problem's. */
        public Builder parameters(List<Parameter> newParameters) {
            parameters = newParameters;
            return this;
        }

        /** Adds trials of the task, which are numbered anew; pending ones are left out. */
        public Builder trials(List<Trial> more) {
            for (Trial t : more) {
                if (!t.isPending()) {
                    trials.add(
                            new Trial(
                                    trials.size() + 1L,
                                    t.candidate(),
                                    t.origin(),
                                    t.outcome(),
                                    t.provenance()));
                }
            }
            return this;
        }

        /** Adds a model of an output. */
        public Builder model(SourceModel model) {
            models.add(model);
            return this;
        }

        /** Adds configurations that were best, the best one first. */
        public Builder best(List<Point> configurations) {
            best.addAll(configurations);
            return this;
        }

        /**
         * Returns the source.
         *
         * @throws IllegalArgumentException as the constructor
         */
        public SourceRecord build() {
            return new SourceRecord(
                    name,
                    SourceDigest.of(task, features, trials, parameters, models, best),
                    task,
                    features,
                    environment,
                    trials,
                    parameters,
                    models,
                    best);
        }
    }
}
