package org.attune.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Profiles, final values and ratios of tasks against cases worked out by hand. */
class ComparisonsTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @TempDir private Path folder;

    private Results results() {
        return new Results(folder.resolve("results.jsonl"));
    }

    /**
     * On p both start at 10 and the best is 0: with τ = 0.1 the target is 1, which a reaches at the
     * second evaluation and b at the fourth. On q, from 4 down to 2, it is 2.2, which a reaches at
     * the third and b never.
     */
    @Test
    void profilesOfTwoTuners() {
        Path file =
                results()
                        .run("a", "p:0", 0, 10, 1, 0.5, 0.5)
                        .run("b", "p:0", 0, 10, 5, 5, 0)
                        .run("a", "q:0", 0, 4, 3, 2, 2)
                        .run("b", "q:0", 0, 4, 4, 4, 3)
                        .write();
        Campaign campaign = Campaign.read(List.of(file));
        Profiles profiles = Profiles.of(campaign, Sample.of(campaign, 4), 0.1);
        assertArrayEquals(new double[] {2}, profiles.solved()[0][0]);
        assertArrayEquals(new double[] {4}, profiles.solved()[0][1]);
        assertArrayEquals(new double[] {3}, profiles.solved()[1][0]);
        assertArrayEquals(new double[] {INFINITY}, profiles.solved()[1][1]);
        assertEquals(0, profiles.data(0, 1));
        assertEquals(0.5, profiles.data(0, 2));
        assertEquals(1, profiles.data(0, 3));
        assertEquals(0.5, profiles.data(1, 4));
        assertEquals(1, profiles.performance(0, 1));
        assertEquals(0, profiles.performance(1, 1.9));
        assertEquals(0.5, profiles.performance(1, 2));
        assertEquals(2, profiles.largestRatio());
    }

    /** Each run of a tuner weighs a part of the problem, whatever their number. */
    @Test
    void runsShareTheWeightOfTheirProblem() {
        Path file =
                results()
                        .run("a", "p:0", 0, 8, 0)
                        .run("b", "p:0", 0, 8, 0)
                        .run("b", "p:0", 1, 8, 7)
                        .run("b", "p:0", 2, 8, 7)
                        .run("b", "p:0", 3, 8, 7)
                        .write();
        Campaign campaign = Campaign.read(List.of(file));
        Profiles profiles = Profiles.of(campaign, Sample.of(campaign, 2), 0.1);
        assertEquals(1, profiles.data(0, 2));
        assertEquals(0.25, profiles.data(1, 2));
    }

    /** Nobody has measured anything: nobody solves it, and nothing fails. */
    @Test
    void aProblemWithoutAnyValueIsUnsolved() {
        Path file =
                results()
                        .line("a", "p:0", 0, "[null]", "")
                        .line("b", "p:0", 0, "[null]", "")
                        .write();
        Campaign campaign = Campaign.read(List.of(file));
        Profiles profiles = Profiles.of(campaign, Sample.of(campaign, 1), 0.1);
        assertEquals(0, profiles.data(0, 1));
        assertEquals(0, profiles.performance(1, 100));
    }

    /** Apart with seven runs each p = 1 / C(14, 7) = 1/3432, below 1 %; with two 1/6, above. */
    @Test
    void finalValuesSayWhatRunsCanShow() {
        Results results = results();
        for (int seed = 0; seed < 7; seed++) {
            results.run("good", "p:0", seed, 9, seed).run("bad", "p:0", seed, 9, 10 + seed);
        }
        Path file = results.run("few", "p:0", 0, 9, 20).run("few", "p:0", 1, 9, 21).write();
        FinalValues values = FinalValues.of(Campaign.read(List.of(file)));
        FinalValues.Table table = values.tables().getFirst();
        assertEquals(2, table.budget());
        assertEquals(
                List.of("good", "bad", "few"),
                table.rows().stream().map(FinalValues.Row::tuner).toList());
        assertEquals(FinalValues.Verdict.BEST, table.rows().get(0).verdict());
        assertEquals(FinalValues.Verdict.WORSE, table.rows().get(1).verdict());
        assertEquals(1 / 3432.0, table.rows().get(1).p(), 1e-12);
        assertEquals(FinalValues.Verdict.TOO_FEW, table.rows().get(2).verdict());
        assertEquals(2, values.tests());
        assertEquals(1, values.blind());
    }

    /** The longest length that at least half of the tuners reach; shorter runs are named. */
    @Test
    void finalValuesAreTakenWhereMostTunersAre() {
        Path file =
                results()
                        .run("a", "p:0", 0, 3, 2, 1)
                        .run("b", "p:0", 0, 3, 2)
                        .run("c", "p:0", 0, 3)
                        .write();
        FinalValues.Table table = FinalValues.of(Campaign.read(List.of(file))).tables().getFirst();
        assertEquals(2, table.budget());
        assertEquals(List.of("c"), table.leftOut());
    }

    /** Task 0: best 4/2, sums 30/10; task 1: best 1/2, sums 10/20. */
    @Test
    void ratiosOfTasks() {
        Path file =
                results()
                        .line("joint", "p:0", 0, "[9, 2]", ", \"together\": true, \"sum\": 10")
                        .line("joint", "p:1", 0, "[9, 2]", ", \"together\": true, \"sum\": 20")
                        .line("alone", "p:0", 0, "[9, 4]", ", \"sum\": 30")
                        .line("alone", "p:1", 0, "[9, 1]", ", \"sum\": 10")
                        .line("older", "p:0", 0, "[9, 3]", "")
                        .line("older", "p:1", 0, "[9, 3]", "")
                        .write();
        Campaign campaign = Campaign.read(List.of(file));
        TaskRatios ratios = TaskRatios.of(campaign, List.of("alone", "joint", "older")).getFirst();
        assertEquals("joint", ratios.reference());
        TaskRatios.Other alone = ratios.others().get(0);
        assertArrayEquals(new double[] {2, 0.5}, alone.best());
        assertArrayEquals(new double[] {3, 0.5}, alone.sum());
        assertEquals(1, alone.betterBest());
        assertEquals(1, alone.cheaper());
        TaskRatios.Other older = ratios.others().get(1);
        assertEquals(2, older.betterBest());
        assertEquals(0, older.recorded());
        assertTrue(Double.isNaN(older.sum()[0]));
    }

    @Test
    void tasksThatNobodyTunedTogetherHaveNoRatios() {
        Path file =
                results().run("a", "p:0", 0, 1).run("a", "p:1", 0, 1).run("b", "p:0", 0, 1).write();
        assertEquals(List.of(), TaskRatios.of(Campaign.read(List.of(file)), List.of("a", "b")));
    }
}
