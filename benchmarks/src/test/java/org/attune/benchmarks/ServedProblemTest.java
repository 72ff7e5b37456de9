package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

import java.util.List;
import java.util.Map;

class ServedProblemTest {
    private static Outcome outcome(String reply) {
        JsonNode description =
                read(
                        """
                        {"parameters":[{"name":"x","type":"real","lb":0,"ub":1}],
                         "objectives":["y"],"tasks":[{}]}
                        """);
        return ServedProblem.of("p", description, request -> read(reply))
                .measure(Candidate.of(Point.EMPTY, Point.of(Map.of("x", 0.5))), 1)
                .outcome();
    }

    private static JsonNode read(String json) {
        return new ObjectMapper().readTree(json);
    }

    @Test
    void aServerMaySayHowLongARunTook() {
        assertEquals(
                Outcome.measured("y", 3).taking(7),
                outcome(
                        """
                        {"feasible":true,"outputs":{"y":3},"seconds":7}
                        """));
        assertEquals(
                Outcome.measured("y", 3),
                outcome(
                        """
                        {"feasible":true,"outputs":{"y":3}}
                        """));
    }

    @Test
    void defaultsOfSomeParametersAloneAreSaid() {
        String description =
                """
                {"parameters":[{"name":"x","type":"real","lb":0,"ub":1%s},
                               {"name":"y","type":"real","lb":0,"ub":1%s}],
                 "objectives":["z"],"tasks":[{}]}
                """;
        assertEquals(
                List.of(
                        "note: problem 'p' has a default of some parameters alone, so that no trial"
                                + " is its default. Maybe give one to y."),
                notes(description.formatted(",\"default\":0.5", "")));
        assertEquals(List.of(), notes(description.formatted("", "")));
        assertEquals(
                List.of(), notes(description.formatted(",\"default\":0.5", ",\"default\":0.1")));
    }

    private static List<String> notes(String description) {
        return ServedProblem.of("p", read(description), request -> read("{}")).notes();
    }

    @Test
    void aRunThatWasEndedForItsTimeDidNotCrash() {
        assertEquals(
                new Outcome.Failed(FailureCause.TIMEOUT, "the run was ended", 9),
                outcome(
                        """
                        {"feasible":true,"failed":true,"cause":"timeout","seconds":9}
                        """));
        assertEquals(
                new Outcome.Failed(FailureCause.CRASH, "the run crashed", 2),
                outcome(
                        """
                        {"feasible":true,"failed":true,"seconds":2}
                        """));
    }
}
