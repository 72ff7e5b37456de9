package org.attune.studies.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.studies.text.Json;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

class PredictedOutputTest {
    private static PredictedOutput of(double lower, double upper) {
        return new PredictedOutput(
                Candidate.of(Point.EMPTY, Point.of("x", 1)),
                "seconds",
                new Prediction(3, 1, 2.5, lower, upper),
                OptionalDouble.empty(),
                List.of(),
                Set.of());
    }

    @Test
    void anEndThatIsNotBoundedIsAWordAndNoKey() {
        PredictedOutput open = of(1, Double.POSITIVE_INFINITY);
        assertEquals("1 to unbounded", PredictedOutput.interval(open.prediction()));
        Map<String, Object> json = Json.fields(open.data());
        assertTrue(Json.text(json).contains("\"lower\": 1.0"), Json.text(json));
        assertFalse(Json.text(json).contains("upper"), Json.text(json));
        assertFalse(Json.fields(of(Double.NEGATIVE_INFINITY, 4).data()).containsKey("lower"));
        assertEquals("1 to 4", PredictedOutput.interval(of(1, 4).prediction()));
    }

    @Test
    void endsThatLookAlikeAreOneValue() {
        assertEquals("4", PredictedOutput.interval(of(4, 4).prediction()));
        assertEquals("2.5", PredictedOutput.interval(of(2.5, 2.5000000001).prediction()));
    }
}
