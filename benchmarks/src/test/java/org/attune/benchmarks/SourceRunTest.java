package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.SourceRecord;
import org.attune.api.Trial;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Runs whose tuners are given sources. */
class SourceRunTest {
    @TempDir private Path folder;

    @BeforeEach
    void forget() {
        TestTuners.Transferring.GIVEN.clear();
    }

    private Path out() {
        return folder.resolve("results.jsonl");
    }

    private BenchRun run(String problems, String tuners) {
        return BenchRun.suite("public").problems(problems).tuners(tuners).seeds("0-1").trials(4);
    }

    private List<RunResult> results(BenchRun run) {
        run.out(out()).run(line -> {});
        return ResultFile.read(out());
    }

    /** What a source has: where it was measured, and what was. */
    private static List<Object> content(SourceRecord source) {
        return source.trials().stream()
                .map(t -> (Object) List.of(t.candidate(), t.outcome().words()))
                .toList();
    }

    @Test
    void everyRunGetsTheTrialsOfTheSourceTasks() {
        List<RunResult> results =
                results(
                        run("pdgeqrf:0", "transferring")
                                .sources("pdgeqrf:1,pdgeqrf:3")
                                .sourceTrials(6));
        assertEquals(2, results.size());
        assertEquals(
                Optional.of(new RunSources(List.of("pdgeqrf:1", "pdgeqrf:3"), 6, "sobol")),
                results.getFirst().key().sources());
        for (RunResult r : results) { // of the target's own trials
            assertEquals(4, r.best().size());
            assertEquals(4, r.overhead().size());
        }
        assertEquals(2, TestTuners.Transferring.GIVEN.size());
        for (List<SourceRecord> given : TestTuners.Transferring.GIVEN) {
            assertEquals(
                    List.of("pdgeqrf:1", "pdgeqrf:3"),
                    given.stream().map(SourceRecord::name).toList());
            given.forEach(s -> assertEquals(6, s.trials().size()));
            assertNotEquals(given.getFirst().task(), given.getLast().task());
        }
        assertNotEquals(
                content(TestTuners.Transferring.GIVEN.getFirst().getFirst()),
                content(TestTuners.Transferring.GIVEN.getLast().getFirst()),
                "another seed has other source trials");
    }

    /** The sources are what a run of the source tuner with that seed has, for every tuner. */
    @Test
    void sourcesAreTheSameForAllTuners() throws IOException {
        results(
                run("pdgeqrf:0", "transferring,transferring[parallel=2]")
                        .seeds("1")
                        .sources("pdgeqrf:2")
                        .sourceTrials(5)
                        .sourceTuner("random"));
        List<List<SourceRecord>> given = TestTuners.Transferring.GIVEN;
        assertEquals(2, given.size());
        assertEquals(content(given.getFirst().getFirst()), content(given.getLast().getFirst()));
        BenchRun.suite("public")
                .problems("pdgeqrf:2")
                .tuners("random")
                .seeds("1")
                .trials(5)
                .out(folder.resolve("source"))
                .run(line -> {});
        double best =
                given.getFirst().getFirst().trials().stream()
                        .map(Trial::outcome)
                        .mapToDouble(o -> value(o.words()))
                        .min()
                        .orElseThrow();
        assertEquals(
                ResultFile.read(folder.resolve("source")).getFirst().best().getLast(),
                best,
                1e-8 * best);
    }

    private static double value(String words) {
        return Double.parseDouble(words.substring(words.lastIndexOf(' ') + 1));
    }

    /** The best configurations of three other tasks of a family are better than random ones. */
    @Test
    void whatATunerLearnsShowsInItsCurve() {
        List<RunResult> results =
                results(
                        run("pdgeqrf:0", "transferring,random")
                                .seeds("0-4")
                                .sources("pdgeqrf:*")
                                .sourceTrials(40));
        Map<String, Double> means =
                results.stream()
                        .collect(
                                Collectors.groupingBy(
                                        r -> r.key().peer(),
                                        Collectors.averagingDouble(r -> r.best().getLast())));
        assertEquals(3, results.getFirst().key().sources().orElseThrow().tasks().size());
        assertTrue(means.get("transferring") < means.get("random"), means.toString());
    }

    @Test
    void aTunerWithoutUseForSourcesRunsAsWithout() {
        List<RunResult> with = results(run("pdgeqrf:0", "random").sources("pdgeqrf:1"));
        run("pdgeqrf:0", "random").out(folder.resolve("without")).run(line -> {});
        List<RunResult> without = ResultFile.read(folder.resolve("without"));
        assertEquals(
                without.stream().map(RunResult::best).toList(),
                with.stream().map(RunResult::best).toList());
    }

    /** Runs with and without sources are other runs, and none is repeated. */
    @Test
    void linesTellSourcesApart() throws IOException {
        assertEquals(2, results(run("pdgeqrf:0", "random")).size());
        assertEquals(4, results(run("pdgeqrf:0", "random").sources("pdgeqrf:1")).size());
        assertEquals(4, results(run("pdgeqrf:0", "random").sources("pdgeqrf:1")).size());
        List<RunResult> all =
                results(run("pdgeqrf:0", "random").sources("pdgeqrf:1").sourceTrials(5));
        assertEquals(6, all.size());
        String line = Files.readAllLines(out()).getLast();
        assertTrue(
                line.contains(
                        "\"sources\":[\"pdgeqrf:1\"],\"source_trials\":5,\"source_tuner\":\"sobol\""),
                line);
        assertEquals(
                List.of(
                        "random",
                        "random (1 source of 20 trials by sobol)",
                        "random (1 source of 5 trials by sobol)"),
                all.stream()
                        .map(r -> RunSources.peer(r.key(), RunSources.mixed(all)))
                        .distinct()
                        .toList());
        assertEquals(
                List.of("random"),
                all.subList(2, 4).stream()
                        .map(r -> RunSources.peer(r.key(), RunSources.mixed(all.subList(2, 4))))
                        .distinct()
                        .toList());
    }

    @Test
    void sourcesThatCannotBeAreRefused() {
        refused("no source but itself", run("pdgeqrf:0", "random").sources("pdgeqrf:0"));
        refused("has no task '9'", run("pdgeqrf:0", "random").sources("pdgeqrf:9"));
        refused("does not fit", run("pdgeqrf:0", "random").sources("branin"));
        refused(
                "by one tuner",
                run("pdgeqrf:0", "random").sources("pdgeqrf:1").sourceTuner("random,sobol"));
        refused(
                "no option",
                run("pdgeqrf:0", "random").sources("pdgeqrf:1").sourceTuner("random[a=b]"));
        assertThrows(
                IllegalArgumentException.class, () -> run("pdgeqrf:0", "random").sourceTrials(0));
    }

    private void refused(String why, BenchRun run) {
        String message =
                assertThrows(IllegalArgumentException.class, () -> run.out(out()).run(line -> {}))
                        .getMessage();
        assertTrue(message.contains(why), message);
    }
}
