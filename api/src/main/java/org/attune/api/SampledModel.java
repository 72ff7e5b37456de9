package org.attune.api;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A performance model that is a program, such as the application itself with fewer steps: known
 * where it has been run, at a bounded number of configurations. A tuner that predicts it elsewhere
 * does so by what it was at these; for the others it has no value there.
 *
 * <p>The samples are part of the problem, so that proposals depend on them and on nothing that runs
 * meanwhile; its {@link #description} is without them.
 */
public final class SampledModel implements PerformanceModel {
    private final String name;
    private final Optional<String> objective;
    private final Object description;
    private final List<Sample> samples;

    /**
     * A run of the program.
     *
     * @param task of the problem, canonical
     * @param configuration canonical
     * @param value what it gave, finite
     */
    public record Sample(Point task, Point configuration, double value) {
        /**
         * Checks the value.
         *
         * @throws IllegalArgumentException if it is not finite
         */
        public Sample {
            Objects.requireNonNull(task, "task");
            Objects.requireNonNull(configuration, "configuration");
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(
                        "A sample of a performance model is %s. Maybe leave out runs that failed."
                                .formatted(value));
            }
        }
    }

    /**
     * Makes a model.
     *
     * @param objective that it says something of; empty for all
     * @param description of the program, as data
     * @param samples of all tasks, perhaps none yet
     */
    public SampledModel(
            String name, Optional<String> objective, Object description, List<Sample> samples) {
        this.name = Objects.requireNonNull(name, "name");
        this.objective = Objects.requireNonNull(objective, "objective");
        this.description = Objects.requireNonNull(description, "description");
        this.samples = List.copyOf(samples);
    }

    /** Returns the model with these samples in place of its own. */
    public SampledModel with(List<Sample> newSamples) {
        return new SampledModel(name, objective, description, newSamples);
    }

    /** Returns the samples of a task. */
    public List<Sample> samples(Point task) {
        return samples.stream().filter(s -> s.task().equals(task)).toList();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<String> objective() {
        return objective;
    }

    @Override
    public Object description() {
        return description;
    }

    /** Returns the values of the samples where there are some; there is nothing to learn. */
    @Override
    public Fit fit(List<Run> runs) {
        return known ->
                samples.stream()
                        .filter(s -> agrees(s.task(), known) && agrees(s.configuration(), known))
                        .mapToDouble(Sample::value)
                        .findFirst()
                        .orElse(Double.NaN);
    }

    private static boolean agrees(Point part, Point known) {
        return part.values().entrySet().stream()
                .allMatch(e -> e.getValue().equals(known.valueOrNull(e.getKey())));
    }

    @Override
    public String toString() {
        return "Performance model %s, %d values".formatted(name, samples.size());
    }
}
