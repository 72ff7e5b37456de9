package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class RunProgressTest {
    private static List<RunResult> result(List<Double> best, Optional<String> failed) {
        return List.of(
                new RunResult(RunWorkersTest.run(7).keys().getFirst(), best, List.of(), failed));
    }

    @Test
    void aLineSaysWhatARunHasReached() {
        var lines = new ArrayList<String>();
        var progress = new RunProgress(4, lines::add);
        StudyRun run = RunWorkersTest.run(7);
        progress.report(run, result(List.of(9.0, 2.5), Optional.empty()));
        progress.report(run, result(List.of(Double.NaN), Optional.empty()));
        progress.report(run, result(List.of(1e-7 / 3), Optional.of("no factor")));
        progress.report(run, result(List.of(), Optional.of("it has no tasks")));
        assertEquals(
                List.of(
                        "1 of 4: random on p:0, seed 7: 2.5",
                        "2 of 4: random on p:0, seed 7: nothing",
                        "3 of 4: random on p:0, seed 7: 3.33333e-08; the tuner failed: no factor",
                        "4 of 4: random on p:0, seed 7: nothing; the tuner refuses it: it has no"
                                + " tasks"),
                lines);
        assertEquals(1, progress.failed());
    }
}
