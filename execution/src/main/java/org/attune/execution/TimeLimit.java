package org.attune.execution;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How long a run may take.
 *
 * @param timesBest multiple of the best run time so far, {@code +∞} where it does not matter
 * @param atLeast seconds that are always granted
 * @param atMost seconds that are never exceeded, {@code +∞} for no limit
 */
record TimeLimit(double timesBest, double atLeast, double atMost) {
    private static final TimeLimit NONE =
            new TimeLimit(Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY);

    static TimeLimit of(Fields evaluation) {
        Object value = evaluation.get("timeout").orElse(null);
        String at = evaluation.at("timeout");
        if (value == null) {
            return NONE;
        }
        if (!(value instanceof java.util.Map)) {
            return new TimeLimit(Double.POSITIVE_INFINITY, 0, Fields.seconds(at, value));
        }
        Fields fields = Fields.of(at, value, List.of("times_best", "at_least", "at_most"));
        if (!(fields.required("times_best") instanceof Number n) || !(n.doubleValue() > 0)) {
            throw Fields.wrong(
                    fields.at("times_best"),
                    "%s is not a positive number. Maybe 3: a run that takes three times the best is ended."
                            .formatted(Fields.shown(fields.required("times_best"))));
        }
        double atLeast = fields.secondsOr("at_least", 0);
        double atMost = fields.secondsOr("at_most", Double.POSITIVE_INFINITY);
        if (atMost < atLeast) {
            throw Fields.wrong(
                    fields.at("at_most"),
                    "%s s is below at_least, %s s.".formatted(atMost, atLeast));
        }
        return new TimeLimit(n.doubleValue(), atLeast, atMost);
    }

    /** Returns the limit in seconds, {@code +∞} for none. */
    double seconds(OptionalDouble best) {
        double relative =
                best.isPresent() ? timesBest * best.getAsDouble() : Double.POSITIVE_INFINITY;
        return Math.min(Math.max(relative, atLeast), atMost);
    }
}
