package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.benchmarks.report.BenchReport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * A plug-in that has been built anew is another tuner; one that refuses a problem is not ranked.
 */
class OtherBuildTest {
    /** The last constant decides where it proposes; it refuses problems with other parameters. */
    private static final String PLUGIN =
            """
            package plugin;
            import org.attune.api.*;
            import java.util.*;
            public final class Fixed implements TunerProvider {
                public String name() { return "fixed"; }
                public String summary() { return "One place and its surroundings."; }
                public List<Option<?>> options() { return List.of(); }
                public Optional<ModelProvider> models() { return Optional.empty(); }
                public Tuner create(TuningRequest request) {
                    int dimension = request.problem().parameterSpace().dimension();
                    if (dimension != 2) {
                        throw new IllegalArgumentException("two parameters only, not " + dimension);
                    }
                    return new Place(request);
                }
            }
            """;

    private static final String PLACE =
            """
            package plugin;
            import org.attune.api.*;
            import java.util.*;
            final class Place implements Tuner {
                private final TuningRequest request;
                Place(TuningRequest request) { this.request = request; }
                public Proposal propose(Records records, Demand demand) {
                    double x = CENTRE + 0.01 * records.trials().size();
                    Point task = demand.tasksInTurn().getFirst();
                    Point there = request.problem().parameterSpace().decode(new double[] {x, x});
                    return Proposal.run(List.of(
                            new Suggestion(Candidate.of(task, there), Origin.of("fixed"))));
                }
            }
            """;

    @TempDir Path folder;
    private final List<URLClassLoader> loaders = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (URLClassLoader loader : loaders) {
            loader.close();
        }
    }

    private Tuners built(String name, String centre) throws IOException {
        Path sources = Files.createDirectories(folder.resolve(name));
        Path classes = Files.createDirectories(sources.resolve("classes"));
        Files.writeString(sources.resolve("Fixed.java"), PLUGIN);
        Files.writeString(sources.resolve("Place.java"), PLACE.replace("CENTRE", centre));
        int code =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "-proc:none",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString(),
                                sources.resolve("Fixed.java").toString(),
                                sources.resolve("Place.java").toString());
        assertEquals(0, code);
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve(TunerProvider.class.getName()), "plugin.Fixed\n");
        var loader =
                new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
        loaders.add(loader);
        return Tuners.from(loader);
    }

    private static String checksum(Tuners tuners) {
        return TunerCode.checksum(tuners.named("fixed"));
    }

    @Test
    void theChecksumIsOfTheCodeAndOfWhatItCalls() throws IOException {
        String first = checksum(built("first", "0.2"));
        assertTrue(first.matches("[0-9a-f]{16}"), first);
        assertEquals(first, checksum(built("again", "0.2")), "the same sources");
        assertNotEquals(first, checksum(built("changed", "0.3")), "another class has changed");
        assertNotEquals(
                TunerCode.checksum(new TestTuners.Throwing()),
                TunerCode.checksum(new TestTuners.Sweeping()));
    }

    private BenchRun bench(Tuners tuners) {
        return BenchRun.suite("public")
                .tuners("fixed,random")
                .available(tuners)
                .problems("branin")
                .seeds("0")
                .trials(3)
                .out(folder.resolve("results.jsonl"));
    }

    @Test
    void resultsOfAnotherBuildAreRefusedOrRunAgainOrKept() throws IOException {
        Tuners first = built("first", "0.2");
        assertEquals(2, bench(first).run(line -> {}).runs());
        assertEquals(0, bench(built("same", "0.2")).run(line -> {}).runs());
        Tuners second = built("second", "0.7");
        var refused =
                assertThrows(IllegalArgumentException.class, () -> bench(second).run(line -> {}));
        assertEquals(
                folder.resolve("results.jsonl")
                        + " has results of 1 of these runs from another build of fixed, or one that"
                        + " is not recorded. Maybe run them again (--older again), count them as"
                        + " they are (--older keep), or name another file (--out).",
                refused.getMessage());
        assertEquals(0, bench(second).older(BenchRun.Older.KEEP).run(line -> {}).runs());
        assertEquals(1, bench(second).older(BenchRun.Older.AGAIN).run(line -> {}).runs());
        assertEquals(0, bench(second).run(line -> {}).runs(), "the newer result counts");
        List<RunResult> results = ResultFile.read(folder.resolve("results.jsonl"));
        assertEquals(3, results.size());
        List<Comparison.Row> rows =
                Comparison.of(
                        List.of(folder.resolve("results.jsonl")), "fixed", "random", List.of(3));
        assertEquals(results.getLast().best().getLast(), rows.getFirst().median());
    }

    @Test
    void aTunerThatRefusesAProblemIsNotRankedOnIt() throws IOException {
        Path out = folder.resolve("results.jsonl");
        var lines = new ArrayList<String>();
        BenchRun.Summary done =
                bench(built("first", "0.2"))
                        .problems("branin,hartmann6")
                        .tuners("fixed,random,sobol")
                        .run(lines::add);
        assertEquals(new BenchRun.Summary(6, 0, 0), done);
        assertTrue(
                lines.toString().contains("nothing; the tuner refuses it: two parameters only"),
                lines.toString());
        BenchReport.write(List.of(out), folder.resolve("page"));
        String page = Files.readString(folder.resolve("page/index.html"));
        assertTrue(
                page.contains(
                        "fixed refuses hartmann6:0 and is left out of its ranks: two parameters"
                                + " only, not 6"),
                "the page says so");
        List<Comparison.Row> rows = Comparison.of(List.of(out), "fixed", "random", List.of());
        assertEquals(List.of("branin:0"), rows.stream().map(Comparison.Row::problem).toList());
        assertEquals(List.of(3), rows.stream().map(Comparison.Row::budget).toList(), "the last");
    }

    /** The refusal of all tasks together says nothing of a task alone. */
    @Test
    void aRefusalOfAllTasksIsNoneOfOneTask() throws IOException {
        Tuners fixed = built("first", "0.2");
        bench(fixed).problems("pdgeqrf:*").tuners("fixed").run(line -> {});
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> bench(fixed).problems("pdgeqrf:1").tuners("fixed").run(line -> {}));
        assertTrue(e.getMessage().contains("together with other tasks"), e.getMessage());
    }
}
