package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.FidelityProblems;
import org.attune.benchmarks.problems.FrontProblems;
import org.attune.benchmarks.problems.PublicProblems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

import java.util.ArrayList;

/**
 * The problems in Java against their reference in Python, whose path is in {@code ATTUNE_PROBLEMS}.
 */
@EnabledIfEnvironmentVariable(named = "ATTUNE_PROBLEMS", matches = ".+")
class ReferenceAgreementTest {
    private static final int POINTS = 200;
    private static final double TOLERANCE = 1e-12;

    @Test
    void spacesTasksAndValuesAgree() {
        String command = "python3 '%s' serve".formatted(System.getenv("ATTUNE_PROBLEMS"));
        try (var server = new ProblemServer(command)) {
            var all = new ArrayList<Benchmark>(PublicProblems.all());
            all.addAll(FrontProblems.known());
            FidelityProblems.all().stream()
                    .filter(p -> p.name().equals("currin_mf"))
                    .forEach(all::add);
            for (Benchmark ours : all) {
                Benchmark reference = server.problem(ours.name());
                assertEquals(
                        reference.problem().parameterSpace().parameters(),
                        ours.problem().parameterSpace().parameters());
                assertEquals(reference.tasks(), ours.tasks());
                ours.tasks().forEach(task -> assertAgreement(ours, reference, task));
            }
        }
    }

    private static void assertAgreement(Benchmark ours, Benchmark reference, Point task) {
        Generator random = new Seed(11).generator(ours.name() + task, 0);
        double largest = 0;
        for (int compared = 0; compared < POINTS; ) {
            var candidate =
                    new Candidate(
                            task,
                            ours.problem().parameterSpace().sample(random),
                            fidelity(ours, compared));
            assertEquals(reference.problem().admits(candidate), ours.problem().admits(candidate));
            if (!ours.problem().admits(candidate)) {
                continue;
            }
            double[] expected = reference.measure(candidate, 0).truths();
            double[] actual = ours.measure(candidate, 0).truths();
            for (int k = 0; k < expected.length; k++) {
                double error = Math.abs(actual[k] - expected[k]) / Math.abs(expected[k]);
                assertTrue(
                        error <= TOLERANCE,
                        "%s at %s: %s, not %s"
                                .formatted(ours.name(), candidate, actual[k], expected[k]));
                largest = Math.max(largest, error);
            }
            compared++;
        }
        System.out.printf("%s %s: largest relative error %.1e%n", ours.name(), task, largest);
    }

    private static Fidelity fidelity(Benchmark ours, int number) {
        return ours.problem()
                .fidelity()
                .map(f -> f.levels().get(number % f.levels().size()))
                .orElse(Fidelity.FULL);
    }
}
