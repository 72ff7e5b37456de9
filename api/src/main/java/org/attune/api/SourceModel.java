package org.attune.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * What a model or a function says of an output of a source task, without its trials: a table of its
 * values at places that are fixed when the source is made. Nobody needs the model afterwards, so
 * that proposals stay a function of the records.
 *
 * @param output that it is about
 * @param places configurations, at most as many as were wanted; none for a model of which only the
 *     hyperparameters are left
 * @param values expected value at each place, in the output's unit, finite
 * @param deviations standard deviation at each place, in the output's unit; 0 for a function
 * @param learned what the model learned, as data, such as its hyperparameters; empty for a function
 */
public record SourceModel(
        String output,
        List<Point> places,
        List<Double> values,
        List<Double> deviations,
        Map<String, Object> learned) {
    private static final Seed PLACES = new Seed(0);

    /**
     * Checks the table.
     *
     * @throws IllegalArgumentException if it is not rectangular, a value is not finite, or there is
     *     neither a place nor anything learned
     */
    public SourceModel {
        Objects.requireNonNull(output, "output");
        places = List.copyOf(places);
        values = List.copyOf(values);
        deviations = List.copyOf(deviations);
        learned = Collections.unmodifiableMap(new LinkedHashMap<>(learned));
        if (values.size() != places.size() || deviations.size() != places.size()) {
            throw new IllegalArgumentException(
                    "A model of '%s' has %d places, %d values and %d deviations."
                            .formatted(output, places.size(), values.size(), deviations.size()));
        }
        for (int i = 0; i < values.size(); i++) {
            if (!Double.isFinite(values.get(i)) || !(deviations.get(i) >= 0)) {
                throw new IllegalArgumentException(
                        "A model of '%s' is %s ± %s at %s. Maybe it does not hold there: leave the place out."
                                .formatted(
                                        output, values.get(i), deviations.get(i), places.get(i)));
            }
        }
        if (places.isEmpty() && learned.isEmpty()) {
            throw new IllegalArgumentException("A model of '%s' says nothing.".formatted(output));
        }
    }

    /**
     * Returns the table of a function at random admissible configurations, which are the same for
     * every function of the task.
     *
     * @param problem whose configurations they are
     * @param count how many; fewer where there are not so many
     * @throws IllegalArgumentException if the function gives no finite number somewhere
     */
    public static SourceModel of(
            TuningProblem problem,
            Point task,
            String output,
            int count,
            ToDoubleFunction<Point> function) {
        List<Point> places = places(problem, task, count);
        List<Double> values = places.stream().map(function::applyAsDouble).toList();
        return new SourceModel(
                output, places, values, Collections.nCopies(places.size(), 0.0), Map.of());
    }

    /**
     * Returns the table of a fitted model likewise, and what it learned. Where a prediction has no
     * expected value, its median counts.
     *
     * @throws IllegalArgumentException if task or output do not belong to the model
     */
    public static SourceModel of(
            TuningProblem problem, Point task, String output, int count, FittedModel model) {
        List<Point> places = places(problem, task, count);
        var values = new ArrayList<Double>();
        var deviations = new ArrayList<Double>();
        for (Point place : places) {
            Prediction p = model.predict(task, place, output);
            boolean usual = Double.isFinite(p.mean()) && Double.isFinite(p.standardDeviation());
            values.add(usual ? p.mean() : p.median());
            deviations.add(usual ? p.standardDeviation() : (p.upper() - p.lower()) / 4);
        }
        Map<String, Object> learned =
                model.records().stream()
                        .filter(r -> output.equals(r.content().get("objective")))
                        .findFirst()
                        .map(ModelRecord::content)
                        .orElse(Map.of());
        return new SourceModel(output, places, values, deviations, learned);
    }

    private static List<Point> places(TuningProblem problem, Point task, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("A table of %d places is empty.".formatted(count));
        }
        var sampler = new AdmissibleSampler(problem, task);
        var places = new ArrayList<Point>();
        Set<Point> known = new HashSet<>();
        for (int i = 0; i < count; i++) {
            var next =
                    sampler.sample(
                            p -> !known.contains(p),
                            AdmissibleSampler.PATIENCE,
                            PLACES.generator("source places", i));
            if (next.configuration().isEmpty()) {
                break;
            }
            places.add(next.configuration().get());
            known.add(next.configuration().get());
        }
        return places;
    }
}
