package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Point;
import org.attune.benchmarks.problems.BenchmarkProblem;
import org.attune.benchmarks.problems.QrProblems;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

class SourceGainsTest {
    private static final BenchmarkProblem QR = QrProblems.nodes().getFirst();
    private static final KnownOptima OPTIMA =
            new KnownOptima(
                    QR,
                    QR.tasks(),
                    QR.tasks().stream().collect(Collectors.toMap(Function.identity(), t -> 2.0)));

    /** A run that is at twice its value for half of the trials. */
    private static RunResult run(String tuner, int task, int source, long seed, double value) {
        var best = new ArrayList<>(Collections.nCopies(10, 2 * value));
        best.addAll(Collections.nCopies(10, value));
        var sources =
                Optional.of(new RunSources(List.of(OneSource.name(source)), 19, OneSource.WITHOUT))
                        .filter(s -> source >= 0);
        return new RunResult(
                new RunResult.Key(tuner, OneSource.name(task), seed, 20, sources),
                best,
                List.of(),
                Optional.empty());
    }

    private static List<RunResult> results() {
        var results = new ArrayList<RunResult>();
        for (int task = 0; task < 3; task++) {
            for (long seed = 0; seed < 3; seed++) {
                results.add(run("gp-lcm", task, -1, seed, 3 + seed)); // in the median twice the 2
                for (int source = 0; source < 3; source++) {
                    if (source != task) {
                        double better = source == (task + 1) % 3 ? 2.5 : 6;
                        results.add(run("tla", task, source, seed, better));
                    }
                }
                results.add(run("tla", task, task + 3, seed, 5));
            }
        }
        return results;
    }

    @Test
    void theBetterAndTheWorseSourceAreTold() {
        var gains = new SourceGains(OPTIMA, results());
        String table = gains.table();
        assertTrue(
                table.contains(
                        "\n| 10000 x 10000, 8 nodes | 2.000 s | 2.00 | 1.25 | 3.00 | - | - |\n"),
                table);
        assertTrue(
                table.contains("\n| 10000 x 10000, 64 nodes | 2.000 s | - | - | - | - | - |\n"),
                table);
        assertTrue(table.endsWith("Medians of 3 seeds.\n"), table);
        String means = gains.means();
        assertTrue(
                means.contains("\n| `gp-lcm`, no source | 4.00 / 4.00 / 2.00 | | | - | | |\n"),
                means);
        assertTrue(
                means.contains(
                        "\n"
                            + "| `tla` | 2.50 / 2.50 / 1.25 | 6.00 / 6.00 / 3.00 | 5.00 / 5.00 /"
                            + " 2.50 | - | - | - |\n"),
                means);
        String picture = gains.picture();
        assertTrue(picture.contains("tla, worst source"), picture);
    }

    /** A mean over the sizes takes each of them as its own share of the optimum. */
    @Test
    void meansAreGeometric() {
        var results = new ArrayList<RunResult>();
        double[] values = {2, 4, 16};
        for (int task = 0; task < 3; task++) {
            results.add(run("gp-lcm", task, -1, 0, values[task]));
        }
        String means = new SourceGains(OPTIMA, results).means();
        assertTrue(means.contains("| 5.04 / 5.04 / 2.52 |"), means); // (1 * 2 * 8) ** (1/3)
    }

    /** A run that another build repeated counts once; the seeds that lack are said. */
    @Test
    void theLaterOfTwoRunsCounts() {
        List<RunResult> results = results();
        results.add(run("gp-lcm", 0, -1, 1, 20));
        results.add(run("gp-lcm", 0, -1, 3, 20));
        String table = new SourceGains(OPTIMA, results).table();
        // 3, 20, 5 and 20 in the median 12.5
        assertTrue(table.contains("| 10000 x 10000, 8 nodes | 2.000 s | 6.25 |"), table);
        assertTrue(table.endsWith("Medians of 3 to 4 seeds.\n"), table);
    }

    @Test
    void sourcesAreOtherTasks() {
        assertEquals(List.of(0, 2), SourceGains.Source.BEST.candidates(1));
        assertEquals(List.of(3, 4), SourceGains.Source.WORST.candidates(5));
        assertEquals(List.of(4), SourceGains.Source.OTHER_NODES.candidates(1));
        assertEquals(List.of(2), SourceGains.Source.OTHER_NODES.candidates(5));
        Map<Object, Long> nodes =
                QR.tasks().stream()
                        .map((Point t) -> t.get("nodes"))
                        .collect(Collectors.groupingBy(n -> n, Collectors.counting()));
        assertEquals(2, nodes.size());
    }
}
