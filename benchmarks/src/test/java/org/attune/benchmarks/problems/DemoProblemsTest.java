package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class DemoProblemsTest {
    /** At x = ¼ the cosine is 0; at x = 1, t = 0 all waves are; t = 1, x = ⅛ by hand. */
    @Test
    void isTheFunctionOfTheGuide() {
        assertEquals(0, DemoProblems.value(3, 0.25), 1e-15);
        assertEquals(0, DemoProblems.value(0, 1), 1e-14);
        double waves = // 3, 9 and 27 eighths of a turn
                Math.sin(3 * Math.PI / 4) + Math.sin(Math.PI / 4) + Math.sin(3 * Math.PI / 4);
        double hand = Math.exp(-81.0 / 64) * Math.sqrt(0.5) * waves;
        assertEquals(hand, DemoProblems.value(1, 0.125), 1e-14);
    }

    /** The guide's minimum of t = 6 is -0.489. */
    @Test
    void hasTheMinimumOfTheGuide() {
        double least = 0;
        for (int i = 0; i <= 1_000_000; i++) {
            least = Math.min(least, DemoProblems.value(6, i * 1e-6));
        }
        assertEquals(-0.489, least, 5e-4);
    }

    @Test
    void hasTheTasksAndModelsOfTheGuide() {
        var all = DemoProblems.all();
        assertEquals(6, all.size());
        assertEquals(20, all.getFirst().tasks().size());
        assertEquals(9.5, all.getFirst().tasks().getLast().number("t"));
        for (BenchmarkProblem problem : all.subList(1, 6)) {
            assertEquals(6, problem.tasks().getFirst().number("t"), problem.name());
            boolean plain = problem.name().equals("demo6");
            assertEquals(plain ? 0 : 1, problem.problem().models().size(), problem.name());
        }
    }

    @Test
    void modelsAreWhatTheyAreCalled() {
        Map<String, PerformanceModel> models = DemoProblems.models();
        Point at = Point.of(Map.of("t", 6.0, "x", 0.3));
        double y = DemoProblems.value(6, 0.3);
        assertEquals(y, value("exact", at), 0);
        assertEquals(10 * y, value("scaled", at), 0);
        double r = value("useless", at);
        assertEquals((1 + 0.1 * r) * y, value("noisy", at), 1e-15);
        assertEquals(r, value("useless", at), 0, "always the same");
        assertTrue(r != value("useless", Point.of(Map.of("t", 6.0, "x", 0.31))));
        assertEquals(4, models.size());
    }

    private static double value(String name, Point at) {
        return DemoProblems.models().get(name).fit(List.of()).value(at);
    }

    @Test
    void allAgreeWithThePublicOne() {
        BenchmarkProblem known = PublicProblems.all().getFirst();
        for (BenchmarkProblem problem : DemoProblems.all().subList(1, 6)) {
            Candidate here = Candidate.of(Point.of("t", 6.0), Point.of("x", 0.4));
            assertEquals(known.truth().applyAsDouble(here), problem.truth().applyAsDouble(here), 0);
        }
    }
}
