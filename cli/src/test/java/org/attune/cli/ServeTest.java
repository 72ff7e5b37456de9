package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class ServeTest {
    @TempDir private Path folder;
    private Path toy;
    private String open;

    @BeforeEach
    void setUp() {
        toy = Cli.toy(folder);
        open = "{\"cmd\": \"open\", \"problem\": \"%s\"}".formatted(toy);
    }

    /** It said "No parameter is named 'n'" of the task, and "Known are: ." of a request. */
    @Test
    void aTaskOfAProblemWithoutTasksIsSaidToBeTooMuch() throws IOException {
        Path single =
                Cli.problem(
                        Files.createDirectories(folder.resolve("single")),
                        Cli.TOY
                                .replaceFirst("(?s)input_space:.*?(?=parameter_space)", "")
                                .replaceFirst("(?s)constraints:.*?(?=trials)", ""));
        String task = "\"task\": {\"n\": 3}";
        List<Map<?, ?>> said =
                replies(
                        "{\"cmd\": \"open\", \"problem\": \"%s\"}".formatted(single),
                        "{\"cmd\": \"predict\", \"configurations\": [{}], %s}".formatted(task),
                        "{\"cmd\": \"best\", %s}".formatted(task));
        assertEquals(
                "'n' is no task parameter: the problem has no input_space, and one task. Maybe"
                        + " leave the task out.",
                error(said.get(1)));
        assertEquals("'best' has no key 'task'. It has none.", error(said.get(2)));
    }

    /** Its messages advised options of the command line, which a request does not have. */
    @Test
    void adviceIsInTheWordsOfARequest() {
        String tell = "{\"cmd\": \"tell\", \"trial\": 1, \"outputs\": {\"seconds\": ";
        List<Map<?, ?>> said =
                replies(
                        open.replace("}", ", \"tuner\": \"nobody\"}"),
                        open,
                        "{\"cmd\": \"ask\"}",
                        tell + "\"fast\"}}",
                        tell + "1}}",
                        tell + "2}}",
                        open.replace("}", ", \"trials\": 1}"));
        assertTrue(error(said.getFirst()).contains("(attune serve --plugin FILE)"), "" + said);
        assertTrue(error(said.get(3)).endsWith("failed: \"failed\": \"CAUSE\"."), "" + said);
        assertTrue(error(said.get(5)).endsWith("correct it (\"correct\": true)."), "" + said);
        assertFalse(error(said.getLast()).contains(" --"), "" + said);
    }

    /** As the command line does; of a task of two parameters the missing one alone was named. */
    @Test
    void aTaskThatIsNoneIsAnsweredWithThoseThatThereAre() {
        Cli.run("tune", toy, "--tuner", "gp-lcm", "--trials", 5).exits(0);
        String predict = "{\"cmd\": \"predict\", \"configurations\": [{\"x\": 3}], \"task\": ";
        List<Map<?, ?>> said =
                replies(open, predict + "{}}", predict + "{\"m\": 1}}", predict + "{\"n\": 7}}");
        for (Map<?, ?> reply : said.subList(1, 4)) {
            assertTrue(error(reply).endsWith("tasks of the study are: n=1; n=2."), "" + reply);
        }
    }

    /** A request cannot take over trials: {@code --reuse} is the command line's. */
    @Test
    void whatOnlyTheCommandLineCanDoIsWrittenAsItsCommand() throws IOException {
        replies(open, "{\"cmd\": \"ask\"}");
        String text = Files.readString(toy);
        Files.writeString(toy, text.replace("20, default: 10", "9, default: 0"));
        String error = error(replies(open).getFirst());
        assertTrue(
                error.endsWith(
                        "takes over the trials that fit: attune tune FILE --study NEW --reuse main,"
                                + " then \"study\": \"NEW\""),
                error);
    }

    /** Returns the replies of a process to these lines. */
    private static List<Map<?, ?>> replies(String... lines) {
        InputStream before = System.in;
        try {
            System.setIn(
                    new ByteArrayInputStream(
                            String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
            return Cli.run("serve").exits(0).lines().stream()
                    .<Map<?, ?>>map(l -> JsonMapper.shared().readValue(l, Map.class))
                    .toList();
        } finally {
            System.setIn(before);
        }
    }

    private static String error(Map<?, ?> reply) {
        return String.valueOf(reply.get("error"));
    }

    @Test
    void answersAsTheVerbsOfTheSameNames() {
        Map<?, ?> asked = replies(open, "{\"cmd\": \"ask\", \"count\": 2}").get(1);
        String shown = Cli.run("ask", toy, "--study", "other", "--count", 2, "--json").out();
        assertEquals(JsonMapper.shared().readValue(shown, Map.class), asked);
        List<Map<?, ?>> told =
                replies(
                        open,
                        "{\"cmd\": \"tell\", \"trial\": 1, \"outputs\": {\"seconds\": [11, 13]},"
                                + " \"elapsed\": 2}",
                        "{\"cmd\": \"tell\", \"trial\": 2, \"failed\": \"crash\", \"detail\": \"at"
                                + " 3\"}",
                        "{\"cmd\": \"best\"}");
        assertEquals(List.of(1, 2), told.get(0).get("pending"));
        assertEquals(Map.of("seconds", 12.0), told.get(1).get("outputs"));
        assertEquals("at 3", told.get(2).get("detail"));
        assertEquals(Cli.run("best", toy, "--json").json(), told.get(3));
    }

    @Test
    void aMistakeIsAnsweredAndChangesNothing() {
        List<Map<?, ?>> replies =
                replies(
                        "{\"cmd\": \"ask\"}",
                        "no JSON",
                        "[1]",
                        "{\"cmd\": \"aks\"}",
                        "{\"cmd\": \"open\", \"problem\": \"missing.yaml\"}",
                        "{\"cmd\": \"open\"}",
                        open,
                        "{\"cmd\": \"ask\", \"conut\": 2}",
                        "{\"cmd\": \"ask\", \"count\": 1.5}",
                        "{\"cmd\": \"ask\", \"count\": 0}",
                        "{\"cmd\": \"tell\", \"trial\": 7, \"outputs\": {\"seconds\": 1}}",
                        "{\"cmd\": \"ask\", \"id\": \"a\"}",
                        "{\"cmd\": \"tell\", \"trial\": 1}",
                        "{\"cmd\": \"tell\", \"trial\": 1, \"outputs\": {\"secs\": 1}}",
                        "{\"cmd\": \"tell\", \"trial\": 1, \"outputs\": {\"seconds\": null}}",
                        "{\"cmd\": \"predict\", \"configurations\": [{\"x\": 3}]}",
                        "{\"cmd\": \"tell\", \"trial\": 1, \"outputs\": {\"seconds\": 1},"
                                + " \"failed\": \"crash\"}",
                        "{\"cmd\": \"tell\", \"trial\": 1, \"outputs\": {\"seconds\": \"nan\"}}");
        List<String> said =
                List.of(
                        "No study is open",
                        "No JSON",
                        "a JSON object",
                        "Maybe you meant 'ask'",
                        "There is no problem file 'missing.yaml'",
                        "'open' needs a problem file",
                        "null",
                        "Maybe you meant 'count'",
                        "'count' must be a whole number, not 1.5",
                        "'count' must be at least 1",
                        "7",
                        "null",
                        "either \"outputs\" or \"failed\"",
                        "no output 'secs'",
                        "each a number",
                        "The model knows nothing yet",
                        "either \"outputs\" or \"failed\"",
                        "null");
        for (int i = 0; i < said.size(); i++) {
            assertTrue(error(replies.get(i)).contains(said.get(i)), i + ": " + replies.get(i));
        }
        assertEquals("a", replies.get(11).get("id"));
        assertEquals("failed", replies.getLast().get("state"));
        assertTrue(replies.getLast().get("remark").toString().contains("is not finite"));
    }

    @Test
    void aWrongRequestLeavesTheStudyOpen() {
        var replies =
                replies(
                        open,
                        "{\"cmd\": \"ask\", \"count\": 5000000000}",
                        "{\"cmd\": \"open\", \"problem\": \"missing.yaml\"}",
                        "{\"cmd\": \"ask\"}");
        assertEquals(
                "'count' must be a smaller whole number, not 5000000000.", error(replies.get(1)));
        assertTrue(error(replies.get(2)).contains("There is no problem file"), replies.toString());
        assertEquals("run", replies.get(3).get("state"), replies.toString());
    }

    @Test
    void aTextIsShownAsOne() {
        var replies =
                replies(
                        open,
                        "{\"cmd\": \"ask\", \"count\": \"2\"}",
                        "{\"cmd\": \"ask\"}",
                        "{\"cmd\": \"tell\", \"trial\": 1, \"failed\": \"crash\","
                                + " \"correct\": \"true\"}");
        assertEquals("'count' must be a whole number, not \"2\".", error(replies.get(1)));
        assertEquals("'correct' must be true or false, not \"true\".", error(replies.get(3)));
    }

    /** In the words of JSON, not in those of the library that reads it. */
    @Test
    void whatIsNoJsonIsSaidInWordsOfUsers() {
        var replies =
                replies(
                        "{\"cmd\": \"ask\"",
                        "{\"cmd\": \"ask\"} {\"cmd\": \"ask\"}",
                        "{\"cmd\": \"tell\", \"elapsed\": NaN}",
                        "{\"cmd\": \"ask\", \"count\": 1, \"count\": 2}");
        List<String> said =
                List.of(
                        "expected close marker",
                        "one request, and nothing after",
                        "'NaN'",
                        "Duplicate Object");
        for (int i = 0; i < said.size(); i++) {
            String error = error(replies.get(i));
            assertTrue(error.startsWith("No JSON: ") && error.contains(said.get(i)), error);
            assertFalse(error.contains("Feature") || error.contains("JsonToken"), error);
        }
    }

    /** The file can be read, and what it is opened with is wrong. */
    @Test
    void anOpeningThatIsRefusedLeavesTheStudyOpen() throws IOException {
        Path foreign = Files.writeString(folder.resolve("foreign.jsonl"), "{\"a\": 1}\n");
        var replies =
                replies(
                        open,
                        open.replace("}", ", \"tuner\": \"nobody\"}"),
                        open.replace("}", ", \"history\": \"%s\"}".formatted(foreign)),
                        "{\"cmd\": \"ask\"}",
                        open,
                        open.replace("}", ", \"study\": \"other\"}"),
                        "{\"cmd\": \"close\"}",
                        "{\"cmd\": \"ask\"}");
        assertTrue(error(replies.get(1)).contains("nobody"), replies.toString());
        assertTrue(error(replies.get(2)).contains("no Attune history"), replies.toString());
        assertEquals("run", replies.get(3).get("state"), replies.toString());
        assertEquals(List.of(1), replies.get(4).get("pending"), replies.toString());
        assertEquals(Map.of("closed", "other"), replies.get(6));
        assertTrue(error(replies.get(7)).contains("No study is open"), replies.toString());
    }

    @Test
    void predictsWhatTheVerbPredicts() {
        Cli.run("tune", toy, "--tuner", "gp-lcm", "--trials", 5).exits(0);
        Map<?, ?> predicted =
                replies(
                                open,
                                "{\"cmd\": \"predict\", \"configurations\": [{\"x\": 3, \"kind\":"
                                        + " \"b\"}], \"task\": {\"n\": 2}}")
                        .get(1);
        assertEquals(
                Cli.run("predict", toy, "--set", "x=3", "kind=b", "--task", "n=2", "--json").json(),
                predicted);
    }

    /** Not that nothing has been measured. */
    @Test
    void aTunerWithoutAModelIsNamed() {
        Cli.run("tune", toy, "--tuner", "sobol", "--trials", 3).exits(0);
        Map<?, ?> reply =
                replies(
                                open,
                                "{\"cmd\": \"predict\", \"configurations\": [{\"x\": 3, \"kind\":"
                                        + " \"b\"}]}")
                        .get(1);
        assertTrue(
                error(reply).contains("Tuner 'sobol' of study 'main' learns no model"), reply + "");
    }

    @Test
    void aPendingTrialOfAnEndedProcessIsHandedOutAgainOnRequest() {
        replies(open, "{\"cmd\": \"ask\"}");
        List<Map<?, ?>> again = replies(open, "{\"cmd\": \"close\"}", "{\"cmd\": \"ask\"}", open);
        assertEquals(Map.of("closed", "main"), again.get(1));
        assertTrue(error(again.get(2)).contains("No study is open"));
        assertEquals(List.of(1), again.get(3).get("pending"));
    }
}
