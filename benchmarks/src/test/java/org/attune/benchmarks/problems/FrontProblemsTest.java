package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class FrontProblemsTest {
    private static final List<Benchmark> ALL =
            Stream.of(FrontProblems.known(), FrontProblems.others(), FrontProblems.ofTasks())
                    .flatMap(List::stream)
                    .toList();

    private static double[] at(String problem, Object... values) {
        Benchmark found =
                ALL.stream().filter(p -> p.name().equals(problem)).findFirst().orElseThrow();
        return found.measure(Candidate.of(found.tasks().getLast(), Point.of(values)), 1).truths();
    }

    /** f₂ is 1 - √f₁, 1 - f₁², 1 - √f₁ - f₁ sin 10πf₁ where the rest is 0. */
    @Test
    void pointsOfTheFrontsOfZdt() {
        for (double x : new double[] {0, 0.25, 0.83}) {
            double wave = x * Math.sin(10 * Math.PI * x);
            double[] second = {1 - Math.sqrt(x), 1 - x * x, 1 - Math.sqrt(x) - wave};
            for (int i = 0; i < 3; i++) {
                double[] y = at("zdt%d_3".formatted(i + 1), "x1", x, "x2", 0.0, "x3", 0.0);
                assertArrayEquals(new double[] {x, second[i]}, y, 1e-15);
            }
        }
        assertArrayEquals(
                new double[] {0, 10}, at("zdt1_3", "x1", 0.0, "x2", 1.0, "x3", 1.0), 1e-15);
    }

    @Test
    void theFrontOfDtlz2IsASphere() {
        double[] y = at("dtlz2_5", "x1", 0.3, "x2", 0.8, "x3", 0.5, "x4", 0.5, "x5", 0.5);
        assertEquals(1, y[0] * y[0] + y[1] * y[1] + y[2] * y[2], 1e-15);
        double[] off = at("dtlz2_5", "x1", 0.3, "x2", 0.8, "x3", 0.0, "x4", 0.5, "x5", 0.5);
        assertEquals(1.25, off[0] / y[0], 1e-14);
    }

    /** The fronts of ZDT1 and DTLZ2, where all but x₁ is the shift, ½ in the last task. */
    @Test
    void shiftedFronts() {
        double[] on = at("zdt1_shifts", "x1", 0.25, "x2", 0.5, "x3", 0.5, "x4", 0.5);
        assertArrayEquals(new double[] {0.25, 0.5}, on, 1e-15);
        double[] off = at("zdt1_shifts", "x1", 0.0, "x2", 0.0, "x3", 1.0, "x4", 0.5);
        assertArrayEquals(new double[] {0, 4}, off, 1e-15);
        double[] sphere = at("dtlz2_shifts", "x1", 0.3, "x2", 0.5, "x3", 0.5, "x4", 0.5, "x5", 0.5);
        assertEquals(1, Math.hypot(sphere[0], sphere[1]), 1e-15);
        double[] beside = at("dtlz2_shifts", "x1", 0.3, "x2", 0.0, "x3", 1.0, "x4", 0.5, "x5", 0.5);
        assertEquals(1.5, Math.hypot(beside[0], beside[1]), 1e-15);
        for (Benchmark problem : FrontProblems.ofTasks()) {
            List<double[]> values =
                    problem.tasks().stream()
                            .map(t -> problem.measure(Candidate.of(t, middle(problem)), 1))
                            .map(Measurement::truths)
                            .toList();
            assertTrue(values.get(0)[1] > values.get(1)[1], problem.name());
            assertTrue(values.get(1)[1] > values.get(2)[1], problem.name());
        }
    }

    private static Point middle(Benchmark problem) {
        double[] x = new double[problem.problem().parameterSpace().dimension()];
        Arrays.fill(x, 0.5);
        return problem.problem().parameterSpace().decode(x);
    }

    /** Branin's minimum is 0.397887; Currin's function is largest, 13.7987, at (0.21667, 0). */
    @Test
    void knownOptimaOfBraninAndCurrin() {
        double[] branin = at("branin_currin", "x1", (Math.PI + 5) / 15, "x2", 2.275 / 15);
        assertEquals(0.397887, branin[0], 1e-6);
        assertEquals(-13.7987, at("branin_currin", "x1", 0.21667, "x2", 0.0)[1], 1e-4);
    }

    @Test
    void randomPointsReachTheReferencePoint() {
        for (Benchmark problem : ALL) {
            Point task = problem.tasks().getLast();
            ReferencePoint reference = problem.reference(task).orElseThrow();
            assertEquals(problem.problem().optimized().size(), reference.values().length);
            Generator random = new Seed(1).generator(problem.name(), 0);
            List<double[]> outcomes =
                    IntStream.range(0, 300)
                            .mapToObj(i -> problem.problem().parameterSpace().sample(random))
                            .map(p -> problem.measure(Candidate.of(task, p), 1).truths())
                            .toList();
            double volume = reference.volume(outcomes);
            assertTrue(volume > 0, problem.name());
        }
    }

    @Test
    void volumesOfOnePoint() {
        var plain = new ReferencePoint(new double[] {1.1, 4.0}, false);
        assertEquals(0.5 * 3, plain.volume(List.of(new double[] {0.6, 1})), 1e-15);
        assertEquals(0, plain.volume(List.of(new double[] {1.2, 1})));
        var logarithmic = new ReferencePoint(new double[] {10, 100}, true);
        double expected = Math.log10(5) * 2;
        assertEquals(expected, logarithmic.volume(List.of(new double[] {2, 1})), 1e-15);
    }

    /** Ranges 1 to 3 and -2 to -2, and 0 to 0: a tenth of the range, of the value, of 1. */
    @Test
    void aPointFromDataIsATenthBeyondTheWorst() {
        ReferencePoint point =
                ReferencePoint.beyond(List.of(new double[] {1, -2, 0}, new double[] {3, -2, 0}));
        assertArrayEquals(new double[] {3.2, -1.8, 0.1}, point.values(), 1e-12);
        assertEquals(
                (3.2 - 1) * 0.2 * 0.1,
                point.volume(List.of(new double[] {1, -2, 0}, new double[] {3, -2, 0})),
                1e-12);
    }
}
