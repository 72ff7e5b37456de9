package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.execution.CommandSettings;
import org.attune.problemfile.ProblemFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Problem files as problems of a run, with shell scripts as their programs. */
class ProblemFolderTest {
    @TempDir private Path folder;

    private Path file(String name, String script, String output) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        return Files.writeString(
                own.resolve("problem.yaml"),
                """
                tuning_problem_name: %s
                parameter_space: [{name: x, type: integer, lower_bound: 1, upper_bound: 9, default: 7}]
                output_space: [%s]
                evaluation:
                  command: [sh, -c, '%s', sh, "{x}"]
                  outputs: {y: {regex: "y=(.*)"}}
                """
                        .formatted(name, output, script));
    }

    private List<RunResult> run(Path what, List<String> lines) {
        Path out = folder.resolve("out.jsonl");
        BenchRun.suite(what.toString())
                .tuners("random")
                .seeds("0")
                .trials(4)
                .out(out)
                .run(lines::add);
        return ResultFile.read(out);
    }

    /** That is no failure of a tuner. */
    @Test
    void aProblemWithoutAnAdmissibleConfigurationIsSkipped() throws IOException {
        file("good", "echo y=$1", "{name: y}");
        Path none = file("none", "echo y=$1", "{name: y}");
        Files.writeString(
                none, Files.readString(none) + "constraints: {far: \"x > 10\", near: \"x < 3\"}\n");

        var lines = new ArrayList<String>();
        List<RunResult> results = run(folder, lines);
        assertEquals(List.of("good:0"), results.stream().map(r -> r.key().problem()).toList());
        assertTrue(
                lines.getFirst()
                        .startsWith("skipped: none:0: No configuration of 'none' was found"),
                lines.toString());
        String alone =
                assertThrows(IllegalArgumentException.class, () -> run(none, lines)).getMessage();
        assertTrue(alone.contains("Nothing is left to run"), alone);
    }

    @Test
    void whatCannotRunHereIsSkippedWithItsReason() throws IOException {
        file("good", "echo y=$1", "{name: y}");
        file("fails", "echo no library >&2; exit 3", "{name: y}");
        Path gone = file("gone", "", "{name: y}");
        Files.writeString(gone, Files.readString(gone).replace("[sh,", "[no-such-program,"));
        Files.writeString(folder.resolve("broken.yaml"), "tuning_problem_name: broken\n");

        var lines = new ArrayList<String>();
        List<RunResult> results = run(folder, lines);
        assertEquals(List.of("good:0"), results.stream().map(r -> r.key().problem()).toList());
        assertEquals(7.0, results.getFirst().best().getFirst(), "the default is the first trial");
        List<String> skipped = lines.stream().filter(l -> l.startsWith("skipped: ")).toList();
        assertEquals(3, skipped.size(), lines.toString());
        for (String reason :
                List.of("broken.yaml", "its default fails, crash", "no-such-program")) {
            assertTrue(skipped.stream().anyMatch(l -> l.contains(reason)), reason + skipped);
        }
        // What is asked for by name is not skipped in silence.
        Path out = folder.resolve("named.jsonl");
        BenchRun named = BenchRun.suite(folder.toString()).tuners("random").problems("fails");
        var refused =
                assertThrows(IllegalArgumentException.class, () -> named.out(out).run(l -> {}));
        assertTrue(refused.getMessage().contains("its default fails"), refused.getMessage());
    }

    @Test
    void runsOfAnEditedProblemAreNotPutBesideOlderOnes() throws IOException {
        Path file = file("edited", "echo y=$1", "{name: y}");
        List<RunResult> before = run(file, new ArrayList<>());
        String text = Files.readString(file);
        Files.writeString(file, "# said otherwise\n" + text);
        assertEquals(before, run(file, new ArrayList<>()), "all runs are there");
        for (String edited :
                List.of(
                        text.replace("upper_bound: 9", "upper_bound: 8"),
                        text.replace("$1", "1"))) {
            Files.writeString(file, edited);
            var refused =
                    assertThrows(
                            IllegalArgumentException.class, () -> run(file, new ArrayList<>()));
            assertTrue(
                    refused.getMessage().contains("'edited:0' was changed"), refused.getMessage());
        }
        assertEquals(before, ResultFile.read(folder.resolve("out.jsonl")));
    }

    @Test
    void aMaximisedObjectiveHasARisingCurve() throws IOException {
        Path file = file("up", "echo y=$1", "{name: y, goal: maximize}");
        RunResult result = run(file, new ArrayList<>()).getFirst();
        assertEquals("maximize", result.goal().orElseThrow());
        assertEquals(7.0, result.best().getFirst());
        assertEquals(result.best().stream().sorted().toList(), result.best());
    }

    /** Readings 1, 2, 3, 4...: the first is told; the second, third and fourth count. */
    @Test
    void aNewBestIsMeasuredAgain() throws IOException {
        String count = folder.resolve("count").toString();
        Path path =
                file(
                        "noisy",
                        "echo . >> " + count + "; echo y=$(wc -l < " + count + ")",
                        "{name: y}");
        try (var problem = new ProgramProblem(ProblemFile.read(path), new ReferencePoints())) {
            var candidate = Candidate.of(Point.EMPTY, Point.of("x", 3L));
            var measured = problem.measure(candidate, 0);
            assertEquals(1.0, measured.truth());
            assertArrayEquals(new double[] {3}, problem.truths(candidate, measured));
        }
        var results = run(path, new ArrayList<>());
        // After these 4, one reading tries the default; trial 1 is told 6, and 7, 8 and 9 count.
        assertEquals(List.of(8.0, 8.0, 8.0, 8.0), results.getFirst().best());
    }

    private Path front(String name) throws IOException {
        Path path = file(name, "echo y=$1 z=$1", "{name: y}, {name: z, goal: maximize}");
        String text = Files.readString(path);
        return Files.writeString(
                path, text.replace("(.*)\"}", "([0-9]+)\"}, z: {regex: \"z=([0-9]+)\"}"));
    }

    /** y = x is minimised and z = x maximised, so that the values 1 to 9 are all on the front. */
    @Test
    void severalObjectivesAreComparedUpToOnePoint() throws IOException {
        Path path = front("front");
        String text = Files.readString(path);
        Files.writeString(path, text.replace("y=$1 z", "y=$(($1*$(cat scale))) z"));
        Path scale = Files.writeString(path.resolveSibling("scale"), "1");
        Path out = folder.resolve("front.jsonl");
        var bench = BenchRun.suite(path.toString()).tuners("random").trials(12).out(out);
        bench.seeds("0").run(l -> {});
        RunResult first = ResultFile.read(out).getFirst();
        List<Double> point = first.reference().orElseThrow();
        double up = point.get(0);
        double down = -point.get(1); // values of z are negated
        // The sample has 7, its default, and at least one other value.
        assertTrue(up > 7 && up <= 9 + 0.8 && down < 7 && down >= 1 - 0.8, point.toString());
        double all = 0; // the steps under all nine, from the largest z down
        for (int x = 9; x >= 1; x--) {
            double width = Math.min(1, x - down); // of z, between x and the next, or the point
            all += Math.max(0, width) * Math.max(0, up - x);
        }
        assertEquals(all, first.best().getLast(), 1e-9);
        assertEquals(first.best().stream().sorted().toList(), first.best());
        assertEquals("maximize", first.goal().orElseThrow());
        assertEquals(9 * 10 / 2.0, first.account().orElseThrow().sum(), "of the first objective");

        // Runs that come later take the point of the file, whatever the program says now.
        Files.writeString(scale, "3");
        BenchRun.suite(path.toString())
                .tuners("random")
                .seeds("1")
                .trials(12)
                .out(out)
                .run(l -> {});
        assertEquals(point, ResultFile.read(out).getLast().reference().orElseThrow());
    }

    @Test
    void aPointThatNothingShowsIsExplained() throws IOException {
        Path path = front("nowhere");
        Files.writeString(
                path, Files.readString(path).replace("name: y}", "name: y, lower_bound: 100}"));
        BenchRun run = BenchRun.suite(path.toString()).tuners("random").trials(4);
        var refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> run.out(folder.resolve("nowhere.jsonl")).run(l -> {}));
        assertTrue(refused.getMessage().contains("usable values"), refused.getMessage());
    }

    @Test
    void aValueOutsideItsRangeIsNoBest() throws IOException {
        Path file = file("range", "echo y=$1", "{name: y, lower_bound: 100}");
        RunResult result = run(file, new ArrayList<>()).getFirst();
        assertTrue(result.best().stream().allMatch(v -> v.isNaN()), result.best().toString());
        assertEquals(4, result.account().orElseThrow().failures());
    }

    @Test
    void nothingIsLeftBehindAndMistakesAreExplained() throws IOException {
        Path path = file("one", "echo y=1; exit 1", "{name: y}");
        try (var source = new ProblemFolder(path, new ReferencePoints())) {
            assertThrows(IllegalArgumentException.class, source::names);
            assertThrows(IllegalArgumentException.class, () -> source.problem("other"));
        }
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertThrows(
                IllegalArgumentException.class,
                () -> new ProblemFolder(empty, new ReferencePoints()));
        assertThrows(IllegalArgumentException.class, () -> Suites.named("no/such/folder"));
        Files.copy(path, Files.createDirectories(folder.resolve("again")).resolve("problem.yaml"));
        var twice =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new ProblemFolder(folder, new ReferencePoints()));
        assertTrue(twice.getMessage().contains("is in "), twice.getMessage());
        try (var problem = new ProgramProblem(ProblemFile.read(path), new ReferencePoints())) {
            Benchmark benchmark = problem;
            var outcome =
                    benchmark.measure(Candidate.of(Point.EMPTY, Point.of("x", 1L)), 0).outcome();
            assertFalse(outcome instanceof Outcome.Measured);
        }
        assertEquals(0, Files.list(path.getParent()).filter(Files::isDirectory).count());
    }

    /** y = x: the default is 7; 30 random values of 1 to 9 have 1 among them. */
    @Test
    void speedUpsAreRatiosToTheDefaultAndToTheBestRandomOne() throws IOException {
        Path path = file("ratio", "echo y=$1", "{name: y}");
        var out = new ByteArrayOutputStream();
        String[] words = {"sobol", "0-2", "30", "30", path.toString()};
        SpeedUps.print(
                words,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream()));
        String row = out.toString(StandardCharsets.UTF_8).lines().toList().getLast();
        assertEquals("| ratio | 7 | sobol | 1 | 7.00 | 1.00 | 1.00 to 1.00 | 1.00 to 1.00 |", row);
    }

    /** The applications' own files, whose programs need not be here. */
    @Test
    void problemFilesOfTheApplicationsAreRight() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("applications"), 2)) {
            List<Path> files = all.filter(p -> p.endsWith("problem.yaml")).sorted().toList();
            assertEquals(6, files.size());
            for (Path path : files) {
                ProblemFile file = ProblemFile.read(path);
                assertEquals(path.getParent().getFileName().toString(), file.problem().name());
                CommandSettings.of(file.problem(), file.evaluation());
                assertTrue(file.problem().parameterSpace().defaultPoint().isPresent(), "default");
            }
        }
    }
}
