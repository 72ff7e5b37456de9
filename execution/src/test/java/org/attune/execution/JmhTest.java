package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The section {@code jmh}, with results that JMH 1.37 wrote, and a script in java's place. */
class JmhTest {
    @TempDir private Path folder;

    private static final Map<String, Object> JMH =
            Map.of(
                    "jar",
                    "b.jar",
                    "benchmark",
                    "Sum.chunked",
                    "forks",
                    "2",
                    "params",
                    List.of("b={b}"),
                    "jvm",
                    List.of("-Xmn{b}m", "-XX:Levels={levels}"),
                    "options",
                    List.of("-i", "3"));

    private static Map<String, Object> section(Object... changes) {
        var jmh = new LinkedHashMap<>(JMH);
        for (int i = 0; i < changes.length; i += 2) {
            jmh.put((String) changes[i], changes[i + 1]);
        }
        return Map.of("jmh", jmh);
    }

    private static List<String> command(Map<String, Object> section, Object... configuration) {
        return Bench.settings(section)
                .command(
                        Placeholders.of(
                                Bench.PROBLEM, Bench.trial(1, configuration), Path.of("/w")));
    }

    @Test
    void writesTheCommandLineOfJmh() {
        List<String> command =
                command(section(), "b", 8, "x", 0.5, "solver", "amg", "levels", 4, "smooth", 2);
        assertEquals(
                "java -jar b.jar Sum.chunked -foe true -rf json -rff /w/jmh.json -bm avgt -f 2 -p"
                        + " b=8 -jvmArgsAppend -Xmn8m -jvmArgsAppend -XX:Levels=4 -i 3",
                String.join(" ", command));
    }

    @Test
    void leavesOutFlagsOfInactiveParameters() {
        List<String> command = command(section(), "b", 8, "x", 0.5, "solver", "direct");
        assertEquals(1, command.stream().filter("-jvmArgsAppend"::equals).count());
        assertTrue(command.stream().noneMatch(w -> w.contains("Levels")), command.toString());
    }

    private static TuningProblem problem(Objective objective) {
        return TuningProblem.named("toy")
                .parameter(Parameter.integer("b", 1, 64))
                .objective(objective)
                .build();
    }

    private static List<String> words(Objective objective, Map<String, Object> section) {
        var trial =
                new org.attune.api.Trial(
                        1,
                        org.attune.api.Candidate.of(Point.EMPTY, Point.of("b", 8L)),
                        org.attune.api.Origin.of("test"),
                        Outcome.PENDING,
                        org.attune.api.Provenance.here(org.attune.api.Effort.NONE));
        TuningProblem problem = problem(objective);
        return CommandSettings.of(problem, section)
                .command(Placeholders.of(problem, trial, Path.of("/w")));
    }

    /** A throughput is maximised, a time minimised; the other way round is a mistake. */
    @Test
    void theGoalDecidesTheModeAndMustFitIt() {
        Map<String, Object> plain = section("jvm", List.of());
        assertTrue(words(Objective.minimize("y"), plain).contains("avgt"));
        assertTrue(words(Objective.maximize("y"), plain).contains("thrpt"));
        assertTrue(
                words(Objective.minimize("y"), section("jvm", List.of(), "mode", "ss"))
                        .contains("ss"));
        var wrong =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                words(
                                        Objective.minimize("y"),
                                        section("jvm", List.of(), "mode", "thrpt")));
        assertTrue(wrong.getMessage().startsWith("evaluation.jmh.mode: "), wrong.getMessage());
        assertTrue(wrong.getMessage().contains("goal: maximize"), wrong.getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> words(Objective.maximize("y"), section("jvm", List.of(), "mode", "avgt")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    forks   | 0        | evaluation.jmh.forks: '0' is no number of forks
                    forks   | many     | evaluation.jmh.forks: 'many' is no number
                    mode    | avg      | evaluation.jmh.mode: 'avg' is not known. Maybe you meant 'avgt'
                    params  | b={b}    | evaluation.jmh.params: 'b={b}' is not a list
                    jvmArgs | -Xmx1g   | evaluation.jmh.jvmArgs: there is no such key
                    jar     |          | evaluation.jmh.jar: it is missing
                    """)
    void explainsMistakes(String key, String value, String message) {
        Map<String, Object> section = section();
        @SuppressWarnings("unchecked")
        var jmh = (Map<String, Object>) section.get("jmh");
        if (value == null) {
            jmh.remove(key);
        } else {
            jmh.put(key, value);
        }
        var e = assertThrows(IllegalArgumentException.class, () -> Bench.settings(section));
        assertTrue(e.getMessage().startsWith(message), e.getMessage());
    }

    @Test
    void aPlaceholderOrParameterThatMeansNothingIsExplained() {
        var unknown =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> Bench.settings(section("jvm", List.of("-Xmn{bb}m"))));
        assertTrue(
                unknown.getMessage().startsWith("evaluation.jmh.jvm[0]: {bb} names nothing"),
                unknown.getMessage());
        var bare =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> Bench.settings(section("params", List.of("b"))));
        assertTrue(bare.getMessage().contains("Maybe b={b}"), bare.getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> Bench.settings(Map.of("jmh", JMH, "command", List.of("java"))));
    }

    private static List<Double> read(String resource, String metric)
            throws IOException, UnreadableException {
        return read(resource, metric, "");
    }

    private static List<Double> read(String resource, String metric, String unit)
            throws IOException, UnreadableException {
        Collector collector = new JmhCollector(metric, unit);
        try (InputStream in = JmhTest.class.getResourceAsStream(resource)) {
            new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                    .lines()
                    .forEach(l -> collector.line(l, 0, l.length()));
        }
        return collector.values();
    }

    /**
     * The means of the forks' iterations, worked out from the file's rawData; their mean is JMH's
     * score.
     */
    @Test
    void eachForkIsARepetition() throws Exception {
        List<Double> forks = read("jmh-avgt.json", "score");
        assertEquals(
                (106.91195205114545 + 280.18862316910787 + 273.1000763983629) / 3,
                forks.get(0),
                1e-9);
        assertEquals(2, forks.size());
        assertEquals(333.4947162760346, (forks.get(0) + forks.get(1)) / 2, 1e-9);
        assertEquals(List.of(400.38712623093886), read("jmh-avgt.json", "error"));
    }

    /** JMH wrote us/op; the numbers were recorded as they stood, as seconds. */
    @Test
    void whatJmhMeasuredIsConvertedToTheUnitOfTheOutput() throws Exception {
        double micros = read("jmh-avgt.json", "score").getFirst();
        assertEquals(micros, read("jmh-avgt.json", "score", "us/op").getFirst());
        assertEquals(micros, read("jmh-avgt.json", "score", "us").getFirst(), 1e-9);
        assertEquals(micros / 1e3, read("jmh-avgt.json", "score", "ms").getFirst(), 1e-12);
        assertEquals(micros / 1e6, read("jmh-avgt.json", "score", "s/op").getFirst(), 1e-15);
        assertEquals(micros * 1e3, read("jmh-avgt.json", "score", "ns").getFirst(), 1e-6);
        assertEquals(
                read("jmh-avgt.json", "error").getFirst() / 1e3,
                read("jmh-avgt.json", "error", "ms").getFirst(),
                1e-12);
        double bytes = read("jmh-sample.json", "gc.alloc.rate.norm").getFirst();
        assertEquals(
                bytes / 1024,
                read("jmh-sample.json", "gc.alloc.rate.norm", "KiB").getFirst(),
                1e-9);
        assertEquals(1e6, JmhUnit.factor("ops/us", "ops/s"), 1e-6);
        assertEquals(1e-3, JmhUnit.factor("MB/sec", "GB/s"), 1e-15);
        for (String other : List.of("MB", "ops/s", "parsecs")) {
            var e =
                    assertThrows(
                            UnreadableException.class, () -> read("jmh-avgt.json", "score", other));
            assertTrue(e.getMessage().contains("us/op"), e.getMessage());
            assertTrue(e.getMessage().contains("'" + other + "'"), e.getMessage());
        }
    }

    @Test
    void otherMetricsAreRead() throws Exception {
        assertEquals(List.of(1721.1309923664126), read("jmh-sample.json", "score"));
        assertEquals(1, read("jmh-sample.json", "gc.alloc.rate.norm").size());
        var unknown =
                assertThrows(UnreadableException.class, () -> read("jmh-sample.json", "gc.alloc"));
        assertTrue(unknown.getMessage().contains("gc.alloc.rate.norm"), unknown.getMessage());
    }

    @Test
    void severalResultsAreNone() {
        var e = assertThrows(UnreadableException.class, () -> read("jmh-two.json", "score"));
        assertTrue(e.getMessage().contains("JMH wrote 2 results"), e.getMessage());
        assertTrue(e.getMessage().contains("\"chunk\":\"16\""), e.getMessage());
    }

    /** A script in java's place writes a result of JMH where {@code -rff} says. */
    private Outcome run(String resource) throws Exception {
        Path result = folder.resolve("result.json");
        try (InputStream in = JmhTest.class.getResourceAsStream(resource)) {
            Files.write(result, in.readAllBytes());
        }
        Path java = folder.resolve("java");
        Files.writeString(
                java,
                """
                #!/bin/sh
                while [ "$1" != -rff ]; do shift; done
                cp %s "$2"
                """
                        .formatted(result));
        assertTrue(java.toFile().setExecutable(true));
        return new Bench(folder).outcome(section("java", java.toString()));
    }

    private static double mean(Outcome.Measured measured, String output) {
        return measured.outputs().get(output).stream().mapToDouble(v -> v).average().orElseThrow();
    }

    @Test
    void aRunGivesTheScoreOfEachForkAndTheError() throws Exception {
        var measured = assertInstanceOf(Outcome.Measured.class, run("jmh-avgt.json"));
        assertEquals(2, measured.outputs().get("seconds").size());
        // JMH wrote us/op, the problem's unit is s
        assertEquals(1e-6 * 333.4947162760346, mean(measured, "seconds"), 1e-12);
        assertEquals(1e-6 * 400.38712623093886, mean(measured, "seconds_error"), 1e-12);
        double t5 = 6.868826625877; // Student's 99.95 % quantile with 5 degrees of freedom
        assertEquals(
                1e-6 * 400.38712623093886 / t5, mean(measured, "seconds_standard_error"), 1e-12);
        var failed = assertInstanceOf(Outcome.Failed.class, run("jmh-two.json"));
        assertEquals(FailureCause.UNREADABLE_OUTPUT, failed.cause());
    }
}
