package org.attune.studies.model;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Prediction;
import org.attune.studies.text.Format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    /** Returns it as data. */
    public Map<String, Object> json() {
        var map = new LinkedHashMap<String, Object>();
        map.put("task", candidate.task());
        map.put("configuration", candidate.configuration());
        map.put("output", output);
        map.put("mean", prediction.mean());
        map.put("sd", prediction.standardDeviation());
        map.put("variance", Math.pow(prediction.standardDeviation(), 2));
        putRange(map, prediction);
        map.put("failure_probability", failing.isPresent() ? failing.getAsDouble() : null);
        map.put("violates", violated.stream().map(Constraint::name).toList());
        map.put("inactive", List.copyOf(inactive));
        return map;
    }

    /** Adds the median, and the ends of the 95 % interval that are bounded. */
    static void putRange(Map<String, Object> map, Prediction prediction) {
        map.put("median", prediction.median());
        if (Double.isFinite(prediction.lower())) {
            map.put("lower", prediction.lower());
        }
        if (Double.isFinite(prediction.upper())) {
            map.put("upper", prediction.upper());
        }
    }

    /** Returns the 95 % interval in words. */
    public static String interval(Prediction prediction) {
        return "%s to %s".formatted(end(prediction.lower()), end(prediction.upper()));
    }

    private static String end(double value) {
        return Double.isFinite(value) ? Format.number(value) : "unbounded";
    }
}
