package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What is read of what a program of features prints. */
class FeatureCommandTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .task(Parameter.integer("n", 1, 9))
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("y"))
                    .build();

    @TempDir private Path folder;

    private Map<String, Double> features(String printed) {
        return FeatureCommand.of(PROBLEM, List.of("printf", "%b", printed))
                .features(Point.of("n", 3), folder);
    }

    @Test
    void namesMayHaveOtherLetters() {
        assertEquals(Map.of("größe", 3.0), features("größe=3\\n"));
    }

    @Test
    void whatIsNoNumberIsAnotherLine() {
        assertEquals(
                Map.of("nnz", 1.5e3, "k", -0.5),
                features("version=1.2.3\\nnnz = 1.5e3\\nk=-.5\\ndate=1-2\\nrest=nan\\n"));
    }

    @Test
    void aNumberThatIsTooLargeIsRefused() {
        var e = assertThrows(IllegalStateException.class, () -> features("a=1\\nb=1e999\\n"));
        assertTrue(e.getMessage().endsWith("a number that is too large: b=1e999"), e.getMessage());
    }
}
