package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.IntStream;

class TimeLimitProblemsTest {
    static List<DrawnProblem> problems() {
        return TimeLimitProblems.all();
    }

    @Test
    void namesAreNotThoseWithoutALimit() {
        assertEquals(10, problems().size());
        assertTrue(problems().stream().allMatch(p -> p.name().startsWith("timed-")));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void threeOfTenRunsEndInTimeAndOthersAtTheLimit(DrawnProblem problem) {
        var random = new Seed(5).generator("t", 0);
        List<Outcome> outcomes =
                IntStream.range(0, 400)
                        .mapToObj(i -> problem.problem().parameterSpace().sample(random))
                        .map(p -> problem.measure(Candidate.of(Point.EMPTY, p), 7).outcome())
                        .toList();
        double longest =
                outcomes.stream()
                        .filter(o -> o instanceof Outcome.Measured)
                        .mapToDouble(Outcome::elapsed)
                        .max()
                        .orElseThrow();
        List<Outcome.Failed> ended =
                outcomes.stream()
                        .filter(o -> o instanceof Outcome.Failed)
                        .map(Outcome.Failed.class::cast)
                        .toList();
        assertEquals(0.7, ended.size() / 400.0, 0.1);
        assertTrue(ended.stream().allMatch(o -> o.cause() == FailureCause.TIMEOUT));
        assertEquals(1, ended.stream().map(Outcome.Failed::elapsed).distinct().count());
        assertTrue(longest <= ended.getFirst().elapsed());
        assertTrue(ended.getFirst().elapsed() > 1, "the best one takes 1 s");
    }
}
