package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.stream.Collectors;

class QrProblemsTest {
    private static final BenchmarkProblem NODES = QrProblems.nodes().getFirst();

    /** On 8 nodes a configuration takes what it takes by the problem whose nodes are fixed. */
    @Test
    void eightNodesAreThoseOfTheFixedProblem() {
        BenchmarkProblem fixed = QrProblems.pdgeqrf();
        Point task = NODES.tasks().get(1);
        var random = new Seed(0).generator("configurations", 0);
        var sampler = new AdmissibleSampler(NODES.problem(), task);
        for (int i = 0; i < 100; i++) {
            var run = Candidate.of(task, sampler.draw(random).configuration().orElseThrow());
            assertTrue(fixed.problem().admits(run), run.toString());
            assertEquals(fixed.measure(run, 0).truth(), NODES.measure(run, 0).truth(), 0);
        }
    }

    /** What is drawn is among what is listed, so that no run is below the listed optimum. */
    @Test
    void everyAdmissibleConfigurationIsListed() {
        var listed = QrProblems.configurations(8).collect(Collectors.toSet());
        assertEquals((8 + 16 + 32 + 64 + 128 + 256) * 256, listed.size());
        Point task = NODES.tasks().getFirst();
        var random = new Seed(1).generator("configurations", 0);
        var sampler = new AdmissibleSampler(NODES.problem(), task);
        for (int i = 0; i < 200; i++) {
            Point drawn = sampler.draw(random).configuration().orElseThrow();
            Point plain =
                    Point.of(
                            "mb", (int) drawn.number("mb"),
                            "nb", (int) drawn.number("nb"),
                            "lg2npernode", (int) drawn.number("lg2npernode"),
                            "p", (int) drawn.number("p"));
            assertTrue(listed.contains(plain), drawn.toString());
        }
    }

    /** More nodes make a large matrix faster, but not eight times as fast. */
    @Test
    void moreNodesScaleLessThanPerfectly() {
        Point x = Point.of("mb", 4, "nb", 4, "lg2npernode", 4, "p", 8);
        double eight = NODES.measure(Candidate.of(NODES.tasks().get(2), x), 0).truth();
        double many = NODES.measure(Candidate.of(NODES.tasks().get(5), x), 0).truth();
        assertTrue(many < eight && 8 * many > eight, "%s and %s".formatted(eight, many));
    }
}
