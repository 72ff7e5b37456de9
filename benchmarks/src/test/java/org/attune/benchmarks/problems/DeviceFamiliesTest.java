package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.stream.Stream;

class DeviceFamiliesTest {
    @Test
    void everyConfigurationTakesSecondsAndDevicesDiffer() {
        Stream.concat(DeviceFamilies.all().stream(), DeviceFamilies.report().stream())
                .forEach(family -> {
                    var random = new Seed(1).generator("configurations", 0);
                    var best = new Point[family.tasks().size()];
                    var least = new double[best.length];
                    for (int i = 0; i < 2000; i++) {
                        Point p = family.problem().parameterSpace().sample(random);
                        for (int t = 0; t < best.length; t++) {
                            double seconds = seconds(family, family.tasks().get(t), p);
                            assertTrue(seconds > 0 && seconds < 1e4, family.name() + " " + p);
                            if (best[t] == null || seconds < least[t]) {
                                best[t] = p;
                                least[t] = seconds;
                            }
                        }
                    }
                    assertEquals(
                            best.length,
                            new HashSet<>(java.util.List.of(best)).size(),
                            "one configuration is the best of two devices of " + family.name());
                });
    }

    private static double seconds(BenchmarkProblem family, Point task, Point configuration) {
        Outcome outcome =
                family.measure(new Candidate(task, configuration, Fidelity.FULL), 0).outcome();
        return ((Outcome.Measured) outcome).outputs().get(BenchmarkProblem.OUTPUT).getFirst();
    }
}
