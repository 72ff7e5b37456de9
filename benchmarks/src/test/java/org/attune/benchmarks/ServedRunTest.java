package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Hypervolume;
import org.attune.api.Point;
import org.attune.api.Space;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Runs on a server in a process of its own. */
class ServedRunTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @TempDir private Path folder;

    private final List<String> progress = new ArrayList<>();

    private BenchRun run(String problems, String tuners) {
        return BenchRun.serve(
                        "'%s/bin/java' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s '%s'"
                                .formatted(
                                        System.getProperty("java.home"),
                                        System.getProperty("java.class.path"),
                                        FakeServer.class.getName(),
                                        requestFile()))
                .problems(problems)
                .tuners(tuners)
                .out(results());
    }

    private Path requestFile() {
        return folder.resolve("requests");
    }

    private Path results() {
        return folder.resolve("results.jsonl");
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(MAPPER::readTree).toList();
    }

    @Test
    void aParameterThatIsNotDescribedIsShown() {
        JsonNode description =
                MAPPER.readTree(
                        """
                        {"parameters": [{"name": "x", "type": "real", "lb": 0, "ub": 1}],
                         "objectives": ["y"], "task_parameters": ["n"], "tasks": [{"n": 1}]}
                        """);
        var refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> ServedProblem.of("p", description, r -> description));
        assertEquals(
                "Problem 'p' cannot be used: 'task_parameters' has \"n\". Maybe {\"name\": ...,"
                        + " \"type\": ...} was meant.",
                refused.getMessage());
    }

    /** Orders, and the quantity of a fidelity, may stand in constraints. */
    @Test
    void inactiveParametersKeepConstraintsOfEveryKind() {
        var description =
                MAPPER.readTree(
                        """
                        {"parameters": [{"name": "o", "type": "perm", "choices": ["i", "j", "k"]},
                          {"name": "c", "type": "cat", "choices": ["a", "b"]},
                          {"name": "n", "type": "int", "lb": 1, "ub": 9}],
                         "objectives": ["y"], "tasks": [{}], "active_if": {"n": "c == 'a'", "o": "c == 'a'"},
                         "fidelity": {"name": "s", "levels": [0.1, 1]},
                         "constraints": ["position(o, 'k') < position(o, 'i')", "n >= 8 * s"]}
                        """);
        var sent = new ArrayList<Object>();
        var problem =
                ServedProblem.of(
                        "p",
                        description,
                        request -> {
                            sent.add(request.get("x"));
                            return MAPPER.readTree("{\"outputs\": {\"y\": 1}}");
                        });
        problem.measure(Candidate.of(Point.EMPTY, Point.of("c", "b")), 0);
        JsonNode x = MAPPER.valueToTree(sent.getFirst());
        assertTrue(x.path("n").asInt() >= 8, x.toString());
        assertTrue(x.path("o").toString().matches(".*k.*i.*"), x.toString());
    }

    @Test
    void whatADescriptionLacksIsNamed() {
        assertNotDescribed("", "'lb' is missing in {\"name\":\"x\",\"type\":\"int\",\"ub\":9}.");
        assertNotDescribed("\"lb\": \"1\",", "'lb' is no number in {");
        assertNotDescribed("\"lb\": 1.5,", "'lb' is no integer in {");
    }

    /** Else the parameter that was meant would be varied where nothing reads it. */
    @Test
    void conditionsAreOfParameters() {
        assertNotDescribed(
                "\"lb\": 1, \"ub\": 9}], \"active_if\": {\"y\": \"x > 2\"}, \"task_parameters\":"
                        + " [{\"name\": \"n\", \"type\": \"int\", \"lb\": 1,",
                "'active_if' has 'y', which is no parameter.");
    }

    private static void assertNotDescribed(String lower, String why) {
        var description =
                MAPPER.readTree(
                        """
                        {"parameters": [{"name": "x", "type": "int", %s "ub": 9}], "objectives": ["y"], "tasks": [{}]}
                        """
                                .formatted(lower));
        var refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> ServedProblem.of("p", description, r -> description));
        assertTrue(
                refused.getMessage().startsWith("Problem 'p' cannot be used: " + why),
                refused.getMessage());
    }

    private static ServedProblem withDefaults(String... defaults) {
        var description =
                MAPPER.readTree(
                        """
                        {"parameters": [{"name": "x", "type": "real", "lb": 0, "ub": 1, "default": %s},
                          {"name": "i", "type": "int", "lb": 0, "ub": 9, "default": %s},
                          {"name": "c", "type": "cat", "choices": [16, 32], "default": %s},
                          {"name": "o", "type": "ordinal", "values": [1, 2.5], "default": %s},
                          {"name": "p", "type": "perm", "choices": ["a", "b"], "default": %s}],
                         "objectives": ["y"], "tasks": [{}]}
                        """
                                .formatted((Object[]) defaults));
        return ServedProblem.of("p", description, r -> description);
    }

    @Test
    void parametersHaveTheDefaultsThatTheServerSays() {
        Space space =
                withDefaults("0.25", "3", "32", "1", "[\"b\",\"a\"]").problem().parameterSpace();
        assertEquals(
                Map.of("x", 0.25, "i", 3L, "c", "32", "o", 1.0, "p", List.of("b", "a")),
                space.defaultPoint().orElseThrow().values());
        Space some = withDefaults("null", "3", "32", "1", "null").problem().parameterSpace();
        assertEquals(Optional.empty(), some.defaultPoint());
        assertEquals(Optional.of(3L), some.parameters().get(1).defaultValue());
    }

    @Test
    void aDefaultThatIsNoValueIsRefused() {
        Map<Integer, List<String>> wrong =
                Map.of(
                        0, List.of("2", "\"half\"", "[1]"),
                        1, List.of("1.5", "10", "true"),
                        2, List.of("17", "{}"),
                        3, List.of("2", "\"one\""),
                        4, List.of("[\"a\"]", "\"c\""));
        wrong.forEach((parameter, values) -> {
            for (String value : values) {
                String[] defaults = {"0", "0", "16", "1", "[\"a\",\"b\"]"};
                defaults[parameter] = value;
                String said =
                        assertThrows(
                                        IllegalArgumentException.class,
                                        () -> withDefaults(defaults),
                                        value)
                                .getMessage();
                String name = List.of("x", "i", "c", "o", "p").get(parameter);
                assertTrue(
                        said.startsWith(
                                "Problem 'p' cannot be used: a default is no value of "
                                        + name
                                        + ": "),
                        said);
            }
        });
    }

    @Test
    void writesALineForEachTunerProblemAndSeed() throws IOException {
        var summary = run("plain:1,noisy", "random").seeds("0-1").trials(5).run(progress::add);

        assertEquals(new BenchRun.Summary(4, 0, 0), summary);
        List<JsonNode> lines = lines(results());
        assertEquals(
                List.of("plain:1/0", "noisy:0/0", "plain:1/1", "noisy:0/1"),
                lines.stream()
                        .map(l -> l.path("problem").asString() + "/" + l.path("seed").asInt())
                        .toList());
        JsonNode first = lines.getFirst();
        assertEquals(
                List.of(
                        "peer",
                        "problem",
                        "budget",
                        "seed",
                        "best",
                        "overhead",
                        "goal",
                        "failures",
                        "sum",
                        "seconds",
                        "environment"),
                List.copyOf(first.propertyNames()));
        assertEquals("minimize", first.path("goal").asString());
        assertEquals(0, first.path("failures").asInt());
        assertTrue(first.path("seconds").path("objective").asDouble() > 0);
        assertTrue(first.path("environment").path("java").asString().startsWith("2"));
        assertTrue(
                first.path("environment").path("date").asString().matches("\\d{4}-\\d\\d-\\d\\d"));
        assertEquals("random", first.path("peer").asString());
        assertEquals(5, first.path("budget").asInt());
        assertEquals(5, first.path("best").size());
        assertEquals(5, first.path("overhead").size());
        assertTrue(first.path("overhead").valueStream().allMatch(v -> v.asDouble() >= 0));
        for (int i = 1; i < 5; i++) {
            assertTrue(
                    first.path("best").get(i).asDouble()
                            <= first.path("best").get(i - 1).asDouble());
        }
        assertEquals(4, progress.size());
    }

    /** A wrong name would look like a program that always crashes. */
    @Test
    void aReplyWithoutTheObjectiveEndsTheRun() throws IOException {
        Path server =
                Files.writeString(
                        folder.resolve("server.sh"),
                        """
                        while read -r line; do
                            case $line in
                                *describe*) echo '{"parameters":[{"name":"a","type":"real","lb":0,"ub":1}],
                                    "objectives":["z"],"tasks":[{}]}' | tr -d '\\n'; echo ;;
                                *eval*) echo '{"feasible":true,"outputs":{"y":1}}' ;;
                                *quit*) exit ;;
                            esac
                        done
                        """);
        BenchRun run =
                BenchRun.serve("sh '" + server + "'")
                        .problems("p")
                        .tuners("random")
                        .trials(2)
                        .out(results());
        var wrong = assertThrows(IllegalArgumentException.class, () -> run.run(progress::add));
        assertTrue(wrong.getMessage().contains("has no number 'z' in its outputs: {"));
    }

    @Test
    void aServerThatListsNothingIsRefused() {
        var wrong =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                BenchRun.serve("cat")
                                        .tuners("random")
                                        .out(results())
                                        .run(progress::add));
        assertTrue(
                wrong.getMessage()
                        .startsWith("Problem server 'cat' lists no problems: {\"cmd\":\"list\"}."));
    }

    /** Of constraint, log scale and coinciding bounds the tuner sees the same as the server. */
    @Test
    void sendsAdmissibleValuesOfTheRightTypes() throws IOException {
        run("plain:0", "random").seeds("0").trials(20).run(progress::add);

        for (JsonNode request : lines(requestFile())) {
            JsonNode x = request.path("x");
            assertTrue(x.path("a").isIntegralNumber() && x.path("a").asInt() <= 4, x.toString());
            assertTrue(x.path("b").asDouble() >= 0.001 && x.path("b").asDouble() <= 1000);
            assertTrue(x.path("one").isIntegralNumber() && x.path("one").asInt() == 3);
            assertEquals(0, request.path("task").asInt());
        }
        long small =
                lines(requestFile()).stream()
                        .filter(r -> r.path("x").path("b").asDouble() < 1)
                        .count();
        assertTrue(small > 3, "on a log scale about half of 20 values lie below 1, not " + small);
    }

    @Test
    void seedsTheNoiseByRunAndEvaluation() throws IOException {
        run("noisy", "random").seeds("2").trials(3).run(progress::add);

        assertEquals(
                List.of(200_006L, 200_007L, 200_008L),
                lines(requestFile()).stream().map(r -> r.path("seed").asLong()).toList());
    }

    /**
     * The sweep goes down from 950 in steps of 100; each third value looks a thousand times
     * smaller.
     */
    @Test
    void bestOfANoisyProblemIsTheTruthOfTheBestObserved() throws IOException {
        TestTuners.Sweeping.SEEN.clear();
        run("noisy", "sweeping").seeds("0").trials(12).run(progress::add);

        var seen = new ArrayList<Double>();
        var expected = new ArrayList<Double>();
        double observedBest = Double.POSITIVE_INFINITY;
        double truthOfBest = Double.NaN;
        for (int i = 0; i < 10; i++) {
            double truth = lines(requestFile()).get(i).path("x").path("a").asDouble();
            double observed = FakeServer.disturbed(truth, i);
            seen.add(observed);
            if (observed < observedBest) {
                observedBest = observed;
                truthOfBest = truth;
            }
            expected.add(truthOfBest);
        }
        expected.addAll(List.of(truthOfBest, truthOfBest)); // done after 10 of 12: padded
        JsonNode line = lines(results()).getFirst();
        assertEquals(expected, line.path("best").valueStream().map(JsonNode::asDouble).toList());
        assertTrue(expected.get(8) > seen.stream().mapToDouble(v -> v).min().orElseThrow());
        assertEquals(
                seen, TestTuners.Sweeping.SEEN.stream().map(OptionalDouble::getAsDouble).toList());
        assertEquals(10, line.path("overhead").size());
    }

    /** Odd values crash, and multiples of four measure NaN. */
    @Test
    void crashesCountAndLeaveNullUntilSomethingIsMeasured() throws IOException {
        run("crashing", "random").seeds("0-3").trials(8).run(progress::add);

        boolean startsWithFailure = false;
        for (JsonNode line : lines(results())) {
            double best = Double.NaN;
            for (int i = 0; i < 8; i++) {
                JsonNode request = lines(requestFile()).get(line.path("seed").asInt() * 8 + i);
                int a = request.path("x").path("a").asInt();
                if (a % 4 == 2 && !(a >= best)) {
                    best = a;
                }
                JsonNode written = line.path("best").get(i);
                assertEquals(Double.isNaN(best), written.isNull());
                startsWithFailure |= written.isNull();
                assertTrue(written.isNull() || written.asDouble() == best);
            }
        }
        assertTrue(startsWithFailure, "the seeds show no run that starts with a failure");
    }

    @Test
    void inactiveParametersAreSentWithAValueThatTheConstraintsAllow() throws IOException {
        run("conditional", "random").seeds("0").trials(20).run(progress::add);

        long inactive =
                lines(requestFile()).stream()
                        .filter(r -> r.path("x").path("kind").asString().equals("u"))
                        .peek(r -> assertTrue(r.path("x").path("b").asInt() < 10, r.toString()))
                        .count();
        assertEquals(2, inactive); // one for each flag: a small space has no repeats
        assertTrue( // numeric choices go back as numbers: else the server calls all of them
                // infeasible
                lines(results()).getFirst().path("best").get(0).isNumber());
    }

    /** Six of eight are admissible, and values go back as the server wrote them. */
    @Test
    void valuesOfOrdinalsAreNumbers() throws IOException {
        run("ordinal", "random").seeds("0").trials(20).run(progress::add);

        List<String> sent =
                lines(requestFile()).stream()
                        .map(r -> r.path("x").path("o") + " " + r.path("x").path("q"))
                        .sorted()
                        .toList();
        assertEquals(
                List.of(
                        "1 \"high\"",
                        "1 \"low\"",
                        "2.5 \"high\"",
                        "2.5 \"low\"",
                        "4 \"high\"",
                        "4 \"low\""),
                sent);
        assertEquals(1, lines(results()).getFirst().path("best").get(5).asDouble());
    }

    /** 64 times 2 is too much; of 16 the second is inactive, and some value is sent. */
    @Test
    void namesThatAreNumbersAreNumbersInExpressions() throws IOException {
        run("numbers", "random").seeds("0").trials(30).run(progress::add);

        List<String> sent =
                lines(requestFile()).stream()
                        .map(r -> r.path("x").path("c") + " " + r.path("x").path("d"))
                        .map(c -> c.startsWith("16") ? "16" : c)
                        .distinct()
                        .sorted()
                        .toList();
        assertEquals(List.of("16", "32 1", "32 2", "64 1"), sent);
        List<String> orders =
                lines(requestFile()).stream()
                        .map(r -> r.path("x").path("p").toString())
                        .distinct()
                        .sorted()
                        .toList();
        assertEquals(List.of("[\"a\",\"b\"]", "[\"b\",\"a\"]"), orders);
    }

    @Test
    void allTasksTogetherGiveALineEach() throws IOException {
        run("plain:*", "random").seeds("0").trials(6).run(progress::add);

        List<JsonNode> lines = lines(results());
        assertEquals(
                List.of("plain:0", "plain:1"),
                lines.stream().map(l -> l.path("problem").asString()).toList());
        assertTrue(lines.stream().allMatch(l -> l.path("best").size() == 6));
        assertTrue(lines.stream().allMatch(l -> l.path("overhead").size() == 6));
        List<JsonNode> requests = lines(requestFile());
        assertEquals(12, requests.size());
        assertEquals(11L, requests.getLast().path("seed").asLong());
        assertEquals(6, requests.stream().filter(r -> r.path("task").asInt() == 1).count());
    }

    @Test
    void aTunerThatThrowsHasALineToo() throws IOException {
        var summary =
                run("plain:1", "throwing[after=3],throwing[after=0]")
                        .seeds("0")
                        .trials(5)
                        .run(progress::add);

        assertEquals(new BenchRun.Summary(2, 0, 2), summary);
        JsonNode line = lines(results()).getFirst();
        assertEquals("throwing[after=3]", line.path("peer").asString());
        String failed = line.path("failed").asString();
        assertTrue(
                failed.startsWith("java.lang.ArithmeticException: no Cholesky factor at org.attune")
                        && failed.contains("(TestTuners.java:"),
                failed);
        assertEquals(5, line.path("best").size());
        assertEquals(line.path("best").get(2), line.path("best").get(4));
        assertFalse(line.path("best").get(4).isNull());
        assertTrue(lines(results()).get(1).path("best").get(4).isNull());
        assertTrue(progress.get(1).contains("no Cholesky factor"), progress.get(1));
    }

    @Test
    void goesOnWhereItWasInterrupted() throws IOException {
        run("plain:1,noisy", "random").seeds("0-1").trials(5).run(progress::add);
        List<String> whole = Files.readAllLines(results());
        Files.writeString(
                results(),
                whole.get(0) + "\n" + whole.get(1) + "\n" + whole.get(2).substring(0, 60));

        var summary =
                run("plain:1,noisy", "random").seeds("0-1").trials(5).workers(2).run(progress::add);

        assertEquals(new BenchRun.Summary(2, 2, 0), summary);
        assertEquals(4, lines(results()).size());
        for (int i = 0; i < 4; i++) { // the same values, in the order in which the workers finished
            String problem = MAPPER.readTree(whole.get(i)).path("problem").asString();
            int seed = MAPPER.readTree(whole.get(i)).path("seed").asInt();
            JsonNode again =
                    lines(results()).stream()
                            .filter(l -> l.path("problem").asString().equals(problem))
                            .filter(l -> l.path("seed").asInt() == seed)
                            .findFirst()
                            .orElseThrow();
            assertEquals(MAPPER.readTree(whole.get(i)).path("best"), again.path("best"));
        }
    }

    @Test
    void aServerThatDiesIsQuoted() throws IOException {
        var thrown =
                assertThrows(
                        UncheckedIOException.class,
                        () ->
                                run("plain:0,dying", "random")
                                        .seeds("0")
                                        .trials(5)
                                        .run(progress::add));

        assertTrue(thrown.getMessage().contains("exit code 7"), thrown.getMessage());
        String words = thrown.getCause().getMessage();
        assertTrue(words.contains("Traceback: no more memory"), words);
        assertEquals(1, lines(results()).size()); // what was finished is kept
    }

    /** Replies would answer the requests before them. */
    @Test
    void aLineTooManyEndsTheRun() throws IOException {
        var thrown =
                assertThrows(
                        UncheckedIOException.class,
                        () -> run("talkative", "random").seeds("0").trials(20).run(progress::add));

        assertTrue(thrown.getMessage().endsWith("and wrote another one"), thrown.getMessage());
        assertTrue(thrown.getCause().getMessage().contains("\"y\""), thrown.toString());
        assertEquals(List.of(), lines(results()));
    }

    @Test
    void aProblemThatRefusesARequestEndsTheRun() {
        var thrown =
                assertThrows(
                        UncheckedIOException.class,
                        () -> run("refusing", "random").seeds("0").trials(5).run(progress::add));

        assertTrue(thrown.getCause().getMessage().contains("a: out of bounds"), thrown.toString());
    }

    @Test
    void severalObjectivesAreComparedByTheirHypervolume() throws IOException {
        run("front", "random").seeds("0").trials(6).run(progress::add);

        RunResult result = ResultFile.read(results()).getFirst();
        var points = new ArrayList<double[]>();
        for (JsonNode request : lines(requestFile())) {
            double a = request.path("x").path("a").asDouble();
            points.add(new double[] {a, 1 - a});
            double volume = Hypervolume.of(points, new double[] {1, 1});
            assertEquals(volume, result.best().get(points.size() - 1), 1e-9);
        }
        assertEquals(6, points.size());
        assertTrue(result.isMaximized());
    }

    @Test
    void aProblemWithFidelitiesIsRunAtTheFullOne() throws IOException {
        run("levels", "random").seeds("0").trials(3).run(progress::add);

        List<JsonNode> requests = lines(requestFile());
        assertEquals(3, requests.size());
        assertTrue(requests.stream().allMatch(r -> r.path("fidelity").asDouble() == 1));
        assertFalse(lines(results()).getFirst().has("cost"));
        run("plain:1", "random").seeds("0").trials(1).run(progress::add);
        assertFalse(lines(requestFile()).getLast().has("fidelity"));
    }

    /** Twelve tenths, one full run, eight tenths. */
    @Test
    void cheapRunsCountForWhatTheyCost() throws IOException {
        run("levels", "cheap").seeds("0").trials(3).run(progress::add);

        List<Double> sent =
                lines(requestFile()).stream().map(r -> r.path("fidelity").asDouble()).toList();
        assertEquals(21, sent.size());
        JsonNode line = lines(results()).getFirst();
        assertEquals(sent, line.path("cost").valueStream().map(JsonNode::asDouble).toList());
        assertEquals(3, line.path("budget").asInt());
        JsonNode best = line.path("best");
        assertEquals(21, best.size());
        for (int i = 0; i < 12; i++) {
            assertTrue(best.get(i).isNull(), "no full run before evaluation " + i);
        }
        double full = lines(requestFile()).get(12).path("x").path("a").asDouble();
        assertTrue(sent.get(12) == 1);
        for (int i = 12; i < 21; i++) {
            assertEquals(full, best.get(i).asDouble(), 1e-9, "a cheap run is never the best");
        }
        assertEquals(0, line.path("failures").asInt());
    }

    @Test
    void whatRunsDoNotKnowIsRefusedBeforeAnythingRuns() {
        assertRefused("two", "random", "2 objectives, but 'hypervolume_reference' is missing");
        assertRefused("lacking", "random", "parameters");
        assertRefused("absent", "random", "KeyError");
        assertRefused("plain:2", "random", "Maybe 0 to 1");
        assertRefused("plain,plain:*", "random", "'plain:0' is listed twice");
        assertRefused("plain", "randon", "Maybe");
        assertRefused("plain", "random[speed=9]", "speed");
    }

    private void assertRefused(String problems, String tuners, String part) {
        var thrown =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> run(problems, tuners).seeds("0").run(progress::add));
        assertTrue(thrown.getMessage().contains(part), thrown.getMessage());
        assertFalse(Files.exists(results()));
    }

    @Test
    void aCommandThatIsNoServerIsQuoted() {
        var missing =
                assertThrows(
                        UncheckedIOException.class,
                        () ->
                                BenchRun.serve("no-such-program serve")
                                        .problems("plain")
                                        .tuners("random")
                                        .out(results())
                                        .run(progress::add));
        assertTrue(missing.getMessage().contains("no-such-program"), missing.getMessage());
        assertTrue(missing.getMessage().contains("127"), missing.getMessage());
        var chatty =
                assertThrows(
                        UncheckedIOException.class,
                        () ->
                                BenchRun.serve("echo Welcome; cat >/dev/null")
                                        .problems("plain")
                                        .tuners("random")
                                        .out(results())
                                        .run(progress::add));
        assertTrue(chatty.getMessage().contains("not with 'Welcome'"), chatty.getMessage());
    }
}
