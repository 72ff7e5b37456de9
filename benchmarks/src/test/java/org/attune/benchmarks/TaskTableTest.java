package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class TaskTableTest {
    private static final List<TaskTable.Column> COLUMNS =
            List.of(TaskTable.Column.of("mf[eta=2]@2"), TaskTable.Column.of("gp-lcm@3"));

    private static RunResult run(
            String tuner,
            String task,
            long seed,
            int budget,
            List<Double> best,
            List<Double> cost) {
        return new RunResult(
                new RunResult.Key(tuner, task, seed, budget),
                best,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                cost);
    }

    /** Four runs that cost half of a full one each, but the second, which is a full one. */
    private static List<RunResult> results() {
        var results = new ArrayList<RunResult>();
        for (String task : List.of("p:0", "p:1")) {
            double level = task.endsWith("0") ? 4 : 9;
            for (long seed = 0; seed < 2; seed++) {
                double now = level + 2 * seed;
                results.add(
                        run(
                                "mf[eta=2]",
                                task,
                                seed,
                                3,
                                List.of(Double.NaN, now, now, now / 100),
                                List.of(0.5, 1.0, 0.5, 1.0)));
                results.add(run("gp-lcm", task, seed, 3, List.of(9.0, 8.0, 5.0), List.of()));
                results.add(run("gp-lcm", task, seed, 4, List.of(9.0, 8.0, 1.0, 1.0), List.of()));
            }
        }
        return results;
    }

    /** Values at a cost, of the run with the least budget; 5 and 10 beside 5 and 5. */
    @Test
    void columnsAreTakenAtTheirCost() {
        String table = new TaskTable(COLUMNS, results(), false).markdown();
        assertTrue(table.startsWith("| task | mf[eta=2] at 2 | gp-lcm at 3 |\n"), table);
        assertTrue(table.contains("\n| p:0 | 5.000 | 5.000 |\n"), table);
        assertTrue(table.contains("\n| p:1 | 10.00 | 5.000 |\n"), table);
        assertTrue(table.contains("| over gp-lcm at 3, geometric mean | 1.414 | 1.000 |"), table);
        assertTrue(table.contains("| tasks no worse than gp-lcm at 3 | 1 of 2 | 2 of 2 |"), table);
        assertTrue(table.endsWith("Means of 2 runs of each tuner, of best values.\n"), table);
    }

    /** A run on a machine that is twice as slow is the same, over its first trial. */
    @Test
    void valuesOverTheFirstTrialKnowNoUnit() {
        List<RunResult> results = results();
        results.replaceAll(r ->
                new RunResult(
                        r.key(),
                        r.best().stream().map(v -> (1 + r.key().seed()) * v).toList(),
                        r.overhead(),
                        r.failed(),
                        r.goal(),
                        r.account(),
                        r.environment(),
                        r.reference(),
                        r.definition(),
                        r.cost()));
        String table = new TaskTable(COLUMNS, results, true).markdown();
        assertTrue(table.contains("\n| p:1 | 1.000 | 0.5556 |\n"), table); // 5 of 9
        assertEquals(new TaskTable(COLUMNS, results(), true).markdown(), table);
    }

    /** Ratios of values of both signs have no geometric mean. */
    @Test
    void whatHasNoMeanIsADash() {
        List<RunResult> results = results();
        results.add(run("mf[eta=2]", "p:2", 0, 3, List.of(-1.0, -2.0, -3.0), List.of()));
        results.add(run("mf[eta=2]", "p:2", 1, 3, List.of(-1.0, -2.0, -3.0), List.of()));
        results.add(run("gp-lcm", "p:2", 0, 3, List.of(1.0, 1.0, 1.0), List.of()));
        results.add(run("gp-lcm", "p:2", 1, 3, List.of(1.0, 1.0, 1.0), List.of()));
        String table = new TaskTable(COLUMNS, results, false).markdown();
        assertTrue(table.contains("| over gp-lcm at 3, geometric mean | - | 1.000 |"), table);
        assertTrue(table.contains("\n| p:2 | -2.000 | 1.000 |\n"), table);
    }

    @Test
    void thePictureNamesTheColumns() {
        String picture = new TaskTable(COLUMNS, results(), false).picture();
        assertTrue(picture.contains("mf[eta=2] at 2"), picture);
    }

    @Test
    void runsThatLackAreRefused() {
        List<RunResult> results = results();
        results.removeIf(r -> r.key().peer().equals("gp-lcm") && r.key().seed() == 1);
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new TaskTable(COLUMNS, results, false))
                        .getMessage();
        assertTrue(message.contains("[1, 2]"), message);
    }

    @Test
    void aColumnIsATunerAtACost() {
        assertEquals(new TaskTable.Column("a@b", 15), TaskTable.Column.of("a@b@15"));
        for (String wrong : List.of("mf", "@15", "mf@0", "mf@", "mf@x")) {
            assertThrows(IllegalArgumentException.class, () -> TaskTable.Column.of(wrong), wrong);
        }
    }
}
