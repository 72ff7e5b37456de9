package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.benchmarks.SuiteProblem;
import org.junit.jupiter.api.Test;

import java.util.List;

class EmulatedProgramsTest {
    @Test
    void theProblemsAreThoseOfTheApplications() {
        assertEquals(
                List.of("emulated-amg", "emulated-mm", "emulated-slu"),
                EmulatedPrograms.all().stream().map(BenchmarkProblem::name).toList());
    }

    /** The default was the first run of each table; a leaf averages a few runs like it. */
    @Test
    void theDefaultTakesAboutWhatItTook() {
        double[] measured = {0.040, 0.043, 0.297};
        for (int i = 0; i < measured.length; i++) {
            BenchmarkProblem p = EmulatedPrograms.all().get(i);
            Point standard = p.problem().parameterSpace().defaultPoint().orElseThrow();
            double value = p.measure(Candidate.of(Point.EMPTY, standard), 0).truth();
            assertTrue(value > measured[i] / 2 && value < 2 * measured[i], p.name() + value);
        }
    }

    /**
     * As configurations differ, so do times; none is below the least or above the most measured.
     */
    @Test
    void randomConfigurationsDiffer() {
        for (BenchmarkProblem p : EmulatedPrograms.all()) {
            var random = new Seed(0).generator("configurations", 0);
            double[] times =
                    random.ints(50)
                            .mapToObj(i -> p.problem().parameterSpace().sample(random))
                            .filter(c -> p.problem().admits(Point.EMPTY, c))
                            .mapToDouble(c -> p.measure(Candidate.of(Point.EMPTY, c), 0).truth())
                            .toArray();
            double least = java.util.Arrays.stream(times).min().orElseThrow();
            double most = java.util.Arrays.stream(times).max().orElseThrow();
            assertTrue(least > 0.005 && most < 5 && most > 1.3 * least, p.name());
        }
    }

    @Test
    void aSuiteProblemHasANameAndATask() {
        try (var problem = SuiteProblem.of("emulators/emulated-mm")) {
            assertEquals(Point.EMPTY, problem.task());
            assertEquals("emulated-mm", problem.problem().name());
        }
    }
}
