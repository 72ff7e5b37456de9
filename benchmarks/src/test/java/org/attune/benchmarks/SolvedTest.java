package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

class SolvedTest {
    @TempDir Path folder;

    private void add(String tuner, String problem, long seed, double after20, double last) {
        var best = new ArrayList<Double>();
        for (int i = 0; i < 30; i++) {
            best.add(i < 20 ? after20 : last);
        }
        try (ResultFile file = ResultFile.open(folder.resolve("results.jsonl"))) {
            file.add(
                    new RunResult(
                            new RunResult.Key(tuner, problem, seed, 30),
                            best,
                            List.of(),
                            Optional.empty()));
        }
    }

    private Comparison.Row compared(String tuner, String other) {
        return Comparison.of(List.of(folder.resolve("results.jsonl")), tuner, other, List.of(30))
                .getFirst();
    }

    /** Random search has 3 after 20 trials and the optimum is 1: from 1.1 on, a run has solved. */
    @Test
    void theOptimumOfAProblemOfOursIsKnown() {
        for (int seed = 0; seed < 3; seed++) {
            add("random", "jump3:0", seed, 2 + seed, 1.5);
        }
        add("ours", "jump3:0", 0, 2, 1.1);
        add("ours", "jump3:0", 1, 2, 1.11);
        Comparison.Row row = compared("ours", "random");
        assertEquals(0.5, row.solved());
        assertEquals(0, row.referenceSolved());
    }

    @Test
    void elsewhereTheBestRunStandsForTheOptimum() {
        add("random", "a:0", 0, 10, 5);
        add("ours", "a:0", 0, 2, 0);
        add("ours", "a:0", 1, 2, 0.5);
        add("ours", "a:0", 2, 2, 0.51);
        assertEquals(2.0 / 3, compared("ours", "random").solved());
    }

    @Test
    void withoutRandomSearchNothingIsSaid() {
        add("ours", "a:0", 0, 2, 0);
        add("theirs", "a:0", 0, 2, 0);
        assertTrue(Double.isNaN(compared("ours", "theirs").solved()));
        assertTrue(Solved.limit("a:0", new double[] {Double.POSITIVE_INFINITY}, 0).isEmpty());
        assertEquals(OptionalDouble.of(-1 + 0.05 * 3), Solved.limit("a:0", new double[] {2}, -1));
    }
}
