package org.attune.studies.model;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.TuningProblem;
import org.attune.studies.text.Json.IfPresent;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What a model expects of a configuration.
 *
 * @param candidate task and configuration
 * @param output which output
 * @param prediction of it
 * @param failing the probability of failing, once runs have failed
 * @param violated constraints that forbid it
 * @param inactive parameters that were given a value and have no influence
 */
public record PredictedOutput(
        Candidate candidate,
        String output,
        Prediction prediction,
        OptionalDouble failing,
        List<Constraint> violated,
        Set<String> inactive) {
    /**
     * Returns what a model expects of all its outputs.
     *
     * @param inactive parameters that were given a value and have no influence
     */
    public static List<PredictedOutput> all(
            FittedModel model, TuningProblem problem, Candidate candidate, Set<String> inactive) {
        Point task = candidate.task();
        Point configuration = candidate.configuration();
        return model.outputs().stream()
                .map(output ->
                        new PredictedOutput(
                                candidate,
                                output,
                                model.predict(task, configuration, output),
                                model.failureProbability(task, configuration),
                                problem.violated(candidate),
                                inactive))
                .toList();
    }

    /**
     * It as data.
     *
     * @param sd standard deviation
     * @param lower end of the 95 % interval, as {@code upper} is its other one
     * @param violates names of constraints
     */
    public record Data(
            Point task,
            Point configuration,
            String output,
            double mean,
            double sd,
            double variance,
            double median,
            @IfPresent OptionalDouble lower,
            @IfPresent OptionalDouble upper,
            OptionalDouble failureProbability,
            List<String> violates,
            List<String> inactive) {}

    /** Returns it as data. */
    public Data data() {
        return new Data(
                candidate.task(),
                candidate.configuration(),
                output,
                prediction.mean(),
                prediction.standardDeviation(),
                Math.pow(prediction.standardDeviation(), 2),
                prediction.median(),
                bounded(prediction.lower()),
                bounded(prediction.upper()),
                failing,
                violated.stream().map(Constraint::name).toList(),
                List.copyOf(inactive));
    }

    /** Returns an end of an interval; empty where it is unbounded. */
    static OptionalDouble bounded(double end) {
        return Double.isFinite(end) ? OptionalDouble.of(end) : OptionalDouble.empty();
    }

    /** Returns the 95 % interval in words, one value where its ends look alike. */
    public static String interval(Prediction prediction) {
        String lower = end(prediction.lower());
        String upper = end(prediction.upper());
        return lower.equals(upper) ? lower : lower + " to " + upper;
    }

    /** Returns the 95 % interval in words, with the unit of its output. */
    public static String interval(Objective output, Prediction prediction) {
        String unit = output.unit();
        return interval(prediction)
                + (unit.isEmpty() || !Double.isFinite(prediction.upper()) ? "" : " " + unit);
    }

    private static String end(double value) {
        return Double.isFinite(value) ? Format.number(value) : "unbounded";
    }
}
