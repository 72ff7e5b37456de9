package org.attune.studies.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.attune.api.Outcome;
import org.attune.studies.Toy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class RepetitionsTest {
    @TempDir Path folder;

    /** A derived output, too, has a value in each repetition. */
    @Test
    void everyRepetitionHasItsValue() {
        String derived = "derived_outputs: {twice: \"2 * cost\"}\n";
        var problem = Toy.problem(folder, Toy.TEXT + derived);
        var measured = new Outcome.Measured(Map.of("cost", List.of(3.0, 1.0, 2.0)), Map.of(), 1);
        var trial = Toy.trial(1, 1, 10, measured);
        assertArrayEquals(new double[] {3, 1, 2}, Repetitions.of(problem, trial, "cost"));
        assertArrayEquals(new double[] {6, 2, 4}, Repetitions.of(problem, trial, "twice"));
        var failed = Toy.trial(2, 1, 10, Toy.crash(""));
        assertArrayEquals(new double[0], Repetitions.of(problem, failed, "cost"));
    }
}
