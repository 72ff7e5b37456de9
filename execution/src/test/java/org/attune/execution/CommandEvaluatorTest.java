package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** What children do, and what becomes of it. */
class CommandEvaluatorTest {
    @TempDir Path folder;
    private Bench bench;

    @BeforeEach
    void open() {
        bench = new Bench(folder);
    }

    private static List<Double> values(Outcome outcome, String output) {
        return assertInstanceOf(Outcome.Measured.class, outcome, outcome.toString())
                .outputs()
                .get(output);
    }

    private static void assertFailed(FailureCause cause, String contains, Outcome outcome) {
        var failed = assertInstanceOf(Outcome.Failed.class, outcome);
        assertEquals(cause, failed.cause(), failed.detail());
        assertTrue(failed.detail().contains(contains), failed.detail());
    }

    @Test
    void measuresRepeatsAfterWarmUps() throws Exception {
        String script = "echo x >>count; echo time=$(wc -l <count)";
        Outcome outcome = bench.outcome(Bench.script(script, "repeats", 3, "warmup", 2));
        assertEquals(List.of(3.0, 4.0, 5.0), values(outcome, "seconds"));
        assertTrue(((Outcome.Measured) outcome).elapsed() > 0);
        assertEquals(5, ((Outcome.Measured) outcome).runs());
    }

    /**
     * Trials with values of their own, line by line: the first is measured to the end, the second
     * until it falls behind it, the third not again.
     */
    @Test
    void whatWouldBeTheBestIsMeasuredAgain() throws Exception {
        Files.writeString(folder.resolve("1"), "5\n6\n7\n8\n");
        Files.writeString(folder.resolve("2"), "4\n10\n3\n3\n");
        Files.writeString(folder.resolve("3"), "6.6\n1\n1\n1\n");
        Files.writeString(folder.resolve("4"), "4\n4\n4\n4\n");
        Map<String, Object> section =
                Bench.script(
                        "head -1 $T | sed s/^/time=/; sed -i 1d $T",
                        "environment",
                        Map.of("T", "{trial}"),
                        "repeats_if_best",
                        4);
        try (var evaluator = bench.evaluator(section)) {
            assertEquals(List.of(5.0, 6.0, 7.0, 8.0), secondsOf(evaluator, 1));
            assertEquals(List.of(4.0, 10.0), secondsOf(evaluator, 2));
            assertEquals(List.of(6.6), secondsOf(evaluator, 3));
        }
        try (var evaluator = bench.evaluator(section)) {
            Outcome known = Outcome.measured("seconds", 4.5);
            evaluator.recall(List.of(Bench.trial(9).with(known)));
            assertEquals(List.of(4.0, 4.0, 4.0, 4.0), secondsOf(evaluator, 4));
        }
    }

    @Test
    void aNumberThatIsReadInPartIsSaidOnce() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo time=1,550",
                        "outputs",
                        Map.of("seconds", Map.of("regex", "time=([0-9]+)")));
        var notes = new ArrayList<String>();
        try (var evaluator = bench.evaluator(section)) {
            evaluator.notes(notes::add);
            assertEquals(List.of(1.0), secondsOf(evaluator, 1));
            assertEquals(List.of(1.0), secondsOf(evaluator, 2));
        }
        assertEquals(1, notes.size(), notes.toString());
        assertTrue(
                notes.getFirst()
                        .startsWith("Trial 1: only the beginning of '1,550' is read as seconds."),
                notes.getFirst());
    }

    private static List<Double> secondsOf(CommandEvaluator evaluator, long number)
            throws Exception {
        return values(evaluator.submit(Bench.trial(number)).get(240, TimeUnit.SECONDS), "seconds");
    }

    @Test
    void runsInTheProblemsFolderWithItsEnvironment() throws Exception {
        Files.writeString(folder.resolve("here"), "4");
        Outcome outcome =
                bench.outcome(
                        Bench.script(
                                "test -d \"$W\" && echo time=$(cat here)$B",
                                "environment",
                                Map.of("B", "{b}", "W", "{workdir}")));
        assertEquals(List.of(48.0), values(outcome, "seconds"));
    }

    @Test
    void runsInTheTrialsFolderIfToldSo() throws Exception {
        Outcome outcome =
                bench.outcome(Bench.script("echo a >left; echo time=1", "workdir", "{workdir}"));
        assertEquals(List.of(1.0), values(outcome, "seconds"));
        assertTrue(Files.exists(folder.resolve("runs/1/work/left")));
    }

    @Test
    void writesInputDecks() throws Exception {
        Files.writeString(folder.resolve("deck.tpl"), "{{\"t\": {b}}}\nline {solver}\n");
        Outcome outcome =
                bench.outcome(
                        Bench.script(
                                "sed -n 's/.*\"t\": \\([0-9]*\\)}/time=\\1/p' in/deck",
                                "workdir",
                                "{workdir}",
                                "files",
                                List.of(Map.of("template", "deck.tpl", "to", "in/deck"))));
        assertEquals(List.of(8.0), values(outcome, "seconds"));
        assertEquals(
                "{\"t\": 8}\nline direct\n",
                Files.readString(folder.resolve("runs/1/work/in/deck")));
    }

    /** A deck in the trial's folder stays there; one elsewhere is of the trial that ran last. */
    @Test
    void decksOutsideOfTheTrialsFolderCanBeMadeAgain() throws Exception {
        Files.writeString(folder.resolve("deck.tpl"), "tile {b}\n");
        Map<String, Object> section =
                Bench.script(
                        "echo time=1",
                        "files",
                        List.of(
                                Map.of("template", "deck.tpl", "to", "in/deck"),
                                Map.of("template", "deck.tpl", "to", "{workdir}/deck")));
        Trial first = Bench.trial(1);
        Trial second = Bench.trial(2, "b", 9, "x", 0.5, "solver", "direct");
        bench.outcome(section, first);
        bench.outcome(section, second);
        Path shared = folder.resolve("in/deck");
        assertEquals("tile 9\n", Files.readString(shared), "of the last trial");
        try (var evaluator = bench.evaluator(section)) {
            List<InputDeck> decks = evaluator.sharedDecks(first);
            assertEquals(List.of(new InputDeck(shared, "tile 8\n")), decks);
            decks.getFirst().write(folder.resolve("best/deck"));
        }
        assertEquals("tile 8\n", Files.readString(folder.resolve("best/deck")));
    }

    @Test
    void saysWhatIsWrongWithATemplate() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "true",
                        "files",
                        List.of(Map.of("template", "deck.tpl", "to", "{workdir}/deck")));
        assertFailed(FailureCause.BUILD, "evaluation.files[0].template", bench.outcome(section));
        Files.writeString(folder.resolve("deck.tpl"), "a\n{bb}\n");
        String message =
                assertThrows(IllegalArgumentException.class, () -> bench.evaluator(section))
                        .getMessage();
        assertTrue(message.contains("deck.tpl") && message.contains("Line 2"), message);
        Files.writeString(folder.resolve("deck.tpl"), "! Größe\n{b}\n", ISO_8859_1);
        message =
                assertThrows(IllegalArgumentException.class, () -> bench.evaluator(section))
                        .getMessage();
        assertTrue(message.startsWith("evaluation.files[0].template: "), message);
        assertTrue(message.contains("deck.tpl is no text in UTF-8"), message);
    }

    @Test
    void missingPrograms() throws Exception {
        assertFailed(
                FailureCause.BUILD,
                "no program 'no-such-program' on the PATH",
                command("no-such-program"));
        assertFailed(FailureCause.BUILD, "no program './gone'", command("./gone"));
        Path plain = Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(plain, PosixFilePermissions.fromString("rw-r--r--"));
        assertFailed(FailureCause.BUILD, "not executable", command("./plain"));
        assertFailed(
                FailureCause.BUILD,
                "exit code 127",
                bench.outcome(Bench.script("no-such-program")));
        Outcome outcome = bench.outcome(Bench.script("true", "workdir", "nowhere"));
        assertFailed(FailureCause.BUILD, "evaluation.workdir", outcome);
    }

    private Outcome command(String program) throws Exception {
        return bench.outcome(Map.of("command", List.of(program), "outputs", Bench.SECONDS));
    }

    @Test
    void unreadableOutput() throws Exception {
        assertFailed(
                FailureCause.UNREADABLE_OUTPUT,
                "printed nothing",
                bench.outcome(Bench.script("true")));
        assertFailed(
                FailureCause.UNREADABLE_OUTPUT,
                "'nan'",
                bench.outcome(Bench.script("echo time=nan")));
        assertFailed(
                FailureCause.UNREADABLE_OUTPUT,
                "'-inf'",
                bench.outcome(Bench.script("echo time=-inf")));
        assertFailed(
                FailureCause.UNREADABLE_OUTPUT,
                "last line printed is 'tim=2'",
                bench.outcome(Bench.script("echo tim=2")));
    }

    @Test
    void quotesTheLastLineOnce() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo '{\"seconds\": .79}'",
                        "outputs",
                        Map.of("seconds", Map.of("json", "/seconds")));
        Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, bench.outcome(section));
        assertEquals(2, failed.detail().split(": \\.79", -1).length, failed.detail());
    }

    @Test
    void crashes() throws Exception {
        assertFailed(
                FailureCause.CRASH,
                "exit code 3: bad luck",
                bench.outcome(Bench.script("echo time=1; echo bad luck >&2; exit 3")));
        assertFailed( // frames of a stack trace say less than what they belong to
                FailureCause.CRASH,
                "exit code 1: Caused by: bad flag",
                bench.outcome(
                        Bench.script(
                                "printf 'Caused by: bad flag\\n\\tat A.a(A.java:1)\\n' >&2;"
                                        + " exit 1")));
        assertFailed(FailureCause.CRASH, "SIGSEGV", bench.outcome(Bench.script("kill -SEGV $$")));
        assertFailed(FailureCause.CRASH, "SIGKILL", bench.outcome(Bench.script("kill -9 $$")));
    }

    @Test
    void outOfMemory() throws Exception {
        assertFailed(
                FailureCause.OUT_OF_MEMORY,
                "java.lang.OutOfMemoryError",
                bench.outcome(
                        Bench.script(
                                "echo 'java.lang.OutOfMemoryError: Java heap space' >&2; echo at f"
                                        + " >&2; exit 1")));
        assertFailed(
                FailureCause.OUT_OF_MEMORY,
                "bad_alloc",
                bench.outcome(Bench.script("echo terminating: std::bad_alloc; kill -ABRT $$")));
    }

    @Test
    void wrongAnswers() throws Exception {
        Map<String, Object> rule = Map.of("regex", "check=ok");
        Outcome wrong = bench.outcome(Bench.script("echo time=1; echo check=no", "ok", rule));
        assertFailed(FailureCause.WRONG_ANSWER, "check=no", wrong);
        Outcome right = bench.outcome(Bench.script("echo time=1; echo check=ok", "ok", rule));
        assertEquals(List.of(1.0), values(right, "seconds"));
    }

    @Test
    void readsFiles() throws Exception {
        String script =
                "echo '{\"t\": [1.5, 2]}' >a.json; printf 'k,v\\n1,7\\n2,8\\n' >a.csv; echo ok=3"
                        + " >a.txt";
        Outcome outcome =
                bench.outcome(
                        Bench.script(
                                script,
                                "workdir",
                                "{workdir}",
                                "ok",
                                Map.of("regex", "ok", "file", "a.txt"),
                                "outputs",
                                Map.of(
                                        "seconds",
                                        Map.of("json", "t", "file", "a.json"),
                                        "v",
                                        Map.of("csv", "v", "match", "last", "file", "a.csv"),
                                        "k",
                                        Map.of("regex", "ok=(.)", "file", "{workdir}/a.txt"))));
        assertEquals(List.of(1.5, 2.0), values(outcome, "seconds"));
        assertEquals(List.of(8.0), values(outcome, "v"));
        assertEquals(List.of(3.0), values(outcome, "k"));
    }

    /** A result of an earlier run must not be taken for one of this run. */
    @Test
    void noticesOldFiles() throws Exception {
        Files.writeString(folder.resolve("result"), "time=1\n");
        Map<String, Object> outputs =
                Map.of("seconds", Map.of("regex", "time=(.*)", "file", "result"));
        assertFailed(
                FailureCause.UNREADABLE_OUTPUT,
                "did not write",
                bench.outcome(Bench.script("true", "outputs", outputs)));
        assertEquals("time=1\n", Files.readString(folder.resolve("result")));
        Outcome again = bench.outcome(Bench.script("echo time=2 >result", "outputs", outputs));
        assertEquals(List.of(2.0), values(again, "seconds"));
        assertFailed(
                FailureCause.UNREADABLE_OUTPUT,
                "there is no file",
                bench.outcome(Bench.script("rm result", "outputs", outputs)));
    }

    /** Outputs that the problem can do without do not fail a trial. */
    @Test
    void furtherOutputs() throws Exception {
        Map<String, Object> outputs =
                Map.of(
                        "seconds", Map.of("regex", "time=(\\S+)"),
                        "there", Map.of("regex", "there=(\\S+)"),
                        "gone", Map.of("regex", "gone=(\\S+)"));
        Outcome outcome = bench.outcome(Bench.script("echo time=1 there=2", "outputs", outputs));
        var measured = assertInstanceOf(Outcome.Measured.class, outcome);
        assertEquals(List.of(2.0), measured.outputs().get("there"));
        assertEquals(java.util.Set.of("seconds", "there"), measured.outputs().keySet());
        assertTrue(measured.extra().get("unreadable").toString().contains("gone"));
    }

    /** Evaluates a script in a process of its own. */
    static final class Tuner {
        private Tuner() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println(
                    new Bench(Path.of(arguments[0])).outcome(Bench.script(arguments[1])));
        }
    }

    /** Colours and movements of the cursor that a program prints do nothing to our terminal. */
    @Test
    void controlCharactersAreShownEscaped() throws Exception {
        String script =
                "printf 'a\\tb 10%%\\r20%%\\n'; printf '\\033[31mno such file\\033[0m\\a\\n' >&2;"
                        + " exit 3";
        var failed = assertInstanceOf(Outcome.Failed.class, bench.outcome(Bench.script(script)));
        String said = "\\e[31mno such file\\e[0m\\x07";
        assertTrue(failed.detail().endsWith(said), failed.detail());
        var output = new KeptOutput(bench.runs());
        assertEquals(List.of(said), output.stderr(Bench.trial(1), "run-1"));
        assertEquals(List.of("a\tb 10%\\r20%"), output.stdout(Bench.trial(1), "run-1"));
    }

    /**
     * 200 MB to stdout: 32 MB of heap suffice, the log stays small, and what is read at the end is
     * found.
     */
    @Test
    void floods() throws Exception {
        String line = "the quick brown fox jumps over the lazy dog again and again";
        String script = "yes '" + line + "' | head -c 200000000; echo; echo time=5";
        Process tuner =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-Xmx32m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Tuner.class.getName(),
                                folder.toString(),
                                script)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(tuner.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(said.contains("seconds=[5.0]"), said);
        long kept = 0;
        try (var files = Files.walk(bench.runs())) {
            kept = files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum();
        }
        assertTrue(kept < 4 << 20, "%d bytes".formatted(kept));
        var output = new KeptOutput(bench.runs());
        List<String> lines = output.stdout(Bench.trial(1), "run-1");
        assertTrue(lines.contains("[...]") && lines.getLast().equals("time=5"));
        assertEquals(
                List.of(5.0),
                values(
                        output.reparse(
                                Bench.trial(1),
                                Bench.settings(
                                        Bench.script(
                                                "",
                                                "outputs",
                                                Map.of(
                                                        "seconds",
                                                        Map.of(
                                                                "regex",
                                                                "time=(.*)",
                                                                "match",
                                                                "last"))))),
                        "seconds"));
    }

    @Test
    void timesOut() throws Exception {
        assertFailed(
                FailureCause.TIMEOUT,
                "after 0.200 s",
                bench.outcome(Bench.script("sleep 60", "timeout", "200ms")));
        assertFailed(
                FailureCause.TIMEOUT,
                "",
                bench.outcome(
                        Bench.script("trap '' TERM; while :; do sleep 1; done", "timeout", 0.2)));
    }

    @Test
    void timesOutRelativeToTheBestOfItsTask() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "sleep $S; echo time=1",
                        "environment",
                        Map.of("S", "{x}"),
                        "timeout",
                        Map.of("times_best", 3, "at_least", "300ms"));
        try (var evaluator = bench.evaluator(section)) {
            var slow = Bench.trial(1, "b", 1, "x", 0.6, "solver", "direct");
            var fast = Bench.trial(2, "b", 1, "x", 0.01, "solver", "direct");
            assertInstanceOf(Outcome.Measured.class, evaluator.submit(slow).get());
            assertInstanceOf(Outcome.Measured.class, evaluator.submit(fast).get());
            assertFailed(FailureCause.TIMEOUT, "", evaluator.submit(slow).get());
        }
        try (var evaluator = bench.evaluator(section)) {
            var earlier = new Outcome.Measured(Map.of("seconds", List.of(1.0)), Map.of(), 0.02);
            var trial = Bench.trial(3, "b", 1, "x", 0.6, "solver", "direct");
            evaluator.recall(List.of(trial.with(earlier)));
            assertFailed(FailureCause.TIMEOUT, "", evaluator.submit(trial).get());
        }
    }

    /** Each run gives ten values; those of a trial that is not the best are those of one run. */
    @Test
    void severalValuesOfARunAreNotSeveralRuns() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "sleep 0.5; for i in 1 2 3 4 5 6 7 8 9 10; do echo time=$V; done",
                        "environment",
                        Map.of("V", "{b}"),
                        "repeats_if_best",
                        5,
                        "timeout",
                        Map.of("times_best", 3),
                        "outputs",
                        Map.of("seconds", Map.of("regex", "time=(.*)", "match", "all")));
        try (var evaluator = bench.evaluator(section)) {
            for (long n = 1; n <= 3; n++) {
                Trial trial = Bench.trial(n, "b", n, "x", 0.6, "solver", "direct");
                var measured =
                        assertInstanceOf(Outcome.Measured.class, evaluator.submit(trial).get());
                assertEquals(n == 1 ? 5 : 1, measured.runs());
            }
        }
    }

    /** A run of a tenth of the cost is short for that reason alone, told or recalled. */
    @Test
    void theBestRunTimeIsThatOfFullRuns() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "sleep $S; echo time=1",
                        "environment",
                        Map.of("S", "{x}"),
                        "timeout",
                        Map.of("times_best", 3, "at_least", "300ms"));
        var slow = Bench.trial(1, "b", 1, "x", 0.6, "solver", "direct");
        var fast = cheap(Bench.trial(2, "b", 1, "x", 0.01, "solver", "direct"));
        var recalled = new Outcome.Measured(Map.of("seconds", List.of(1.0)), Map.of(), 0.02);
        try (var evaluator = bench.evaluator(section)) {
            evaluator.recall(List.of(cheap(Bench.trial(3)).with(recalled)));
            assertInstanceOf(Outcome.Measured.class, evaluator.submit(fast).get());
            assertInstanceOf(Outcome.Measured.class, evaluator.submit(slow).get());
        }
    }

    private static Trial cheap(Trial trial) {
        var candidate = new Candidate(trial.task(), trial.configuration(), new Fidelity(0.1));
        return new Trial(
                trial.number(), candidate, trial.origin(), trial.outcome(), trial.provenance());
    }

    /** blocks = n // b has no value for b = 0 in a problem that allows it: nothing can be run. */
    @Test
    void infeasible() throws Exception {
        var trial = Bench.trial(1);
        var zero =
                new org.attune.api.Trial(
                        1,
                        org.attune.api.Candidate.of(
                                trial.task(), Point.of("b", 0, "x", 0.5, "solver", "direct")),
                        trial.origin(),
                        Outcome.PENDING,
                        trial.provenance());
        assertFailed(FailureCause.INFEASIBLE, "n // b", bench.outcome(Bench.script("true"), zero));
    }

    @Test
    void environmentErrorsNameThePath() throws Exception {
        Files.writeString(bench.runs(), "a file where a folder should be");
        var failure =
                assertThrows(ExecutionException.class, () -> bench.outcome(Bench.script("true")));
        assertInstanceOf(java.io.UncheckedIOException.class, failure.getCause());
        assertTrue(failure.getCause().getMessage().contains(bench.runs().toString()));
    }

    static boolean hasFullDevice() {
        return Files.exists(Path.of("/dev/full"));
    }

    @Test
    @EnabledIf("hasFullDevice")
    void fullDisksAreNoFailureOfTheTrial() throws Exception {
        Files.writeString(folder.resolve("deck"), "text");
        Map<String, Object> section =
                Bench.script(
                        "true", "files", List.of(Map.of("template", "deck", "to", "/dev/full")));
        var failure = assertThrows(ExecutionException.class, () -> bench.outcome(section));
        assertTrue(failure.getCause().getMessage().contains("/dev/full"));
    }

    @Test
    void refusesToShareFiles() {
        Map<String, Object> section =
                Bench.script(
                        "true",
                        "outputs",
                        Map.of("seconds", Map.of("regex", "(.)", "file", "result")));
        String message =
                assertThrows(IllegalArgumentException.class, () -> bench.evaluator(section, 2))
                        .getMessage();
        assertTrue(message.startsWith("evaluation.outputs.seconds.file: 2 trials"), message);
        bench.evaluator(section, 1).close();
    }

    @Test
    void countsCores() throws Exception {
        try (var evaluator = bench.evaluator(Bench.script("echo time=1", "ranks", "cores"), 1)) {
            assertEquals(List.of(), evaluator.notes());
        }
        try (var evaluator = bench.evaluator(Bench.script("echo time=1", "ranks", "cores"), 2)) {
            String note = evaluator.notes().getFirst();
            assertTrue(note.contains("with 4 ranks of 1 thread each, would take 8 cores"), note);
            assertTrue(note.contains(", but there are 4."), note);
        }
        for (Map<String, Object> section :
                List.of(
                        Bench.script("true", "ranks", 4, "threads", 5),
                        Bench.script("true", "ranks", 5, "strict_cores", true))) {
            assertThrows(IllegalArgumentException.class, () -> bench.evaluator(section, 1));
        }
        Map<String, Object> perTrial =
                Bench.script("echo time=1", "threads", "b", "strict_cores", true);
        assertFailed(FailureCause.INFEASIBLE, "would take 8 cores", bench.outcome(perTrial));
    }

    @Test
    void readsKeptOutputAgain() throws Exception {
        var trial = Bench.trial(1);
        Map<String, Object> wrong = Bench.script("echo T: 5; echo e >&2", "repeats", 2);
        assertFailed(FailureCause.UNREADABLE_OUTPUT, "", bench.outcome(wrong));
        Map<String, Object> outputs = Map.of("seconds", Map.of("regex", "T: (.*)"));
        var kept = new KeptOutput(bench.runs());
        Outcome right = kept.reparse(trial, Bench.settings(Bench.script("", "outputs", outputs)));
        assertEquals(List.of(5.0), values(right, "seconds"));
        assertEquals(List.of("run-1"), kept.runs(trial)); // the second was not made
        assertEquals(List.of("e"), kept.stderr(trial, "run-1"));
        assertThrows(
                IllegalStateException.class,
                () -> kept.reparse(Bench.trial(2), Bench.settings(wrong)));
    }

    @Test
    void aFailedTrialSaysHowLongItsLastRunTook() throws Exception {
        String script = "echo x >>n; [ $(wc -l <n) -lt 2 ] || exit 4; sleep 0.3; echo time=1";
        Map<String, Object> section = Bench.script(script, "repeats", 3);
        var failed = assertInstanceOf(Outcome.Failed.class, bench.outcome(section));
        assertTrue(failed.elapsed() >= failed.lastRun() + 0.3, failed.toString());
        assertTrue(failed.lastRun() > 0, failed.toString());
        var kept = new KeptOutput(bench.runs());
        assertEquals(failed, kept.reparse(Bench.trial(1), Bench.settings(section)));
        Outcome first = bench.outcome(Bench.script("exit 4", "repeats", 3), Bench.trial(2));
        assertEquals(first.elapsed(), ((Outcome.Failed) first).lastRun());
    }

    /** Reading again gives what was read while it ran, for every kind of source. */
    @Test
    void readingAgainGivesTheSame() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo time=$(wc -l <n); echo x >>n; echo '{\"a\": 1}' >f",
                        "repeats",
                        3,
                        "warmup",
                        1,
                        "outputs",
                        Map.of(
                                "seconds", Map.of("regex", "time=(.*)"),
                                "a", Map.of("json", "a", "file", "f"),
                                "w", Map.of("measure", "wall"),
                                "c", Map.of("measure", "cpu", "unit", "ms")));
        Files.writeString(folder.resolve("n"), "");
        var outcome = assertInstanceOf(Outcome.Measured.class, bench.outcome(section));
        var again = new KeptOutput(bench.runs()).reparse(Bench.trial(1), Bench.settings(section));
        assertEquals(outcome.outputs(), ((Outcome.Measured) again).outputs());
        Outcome crash = bench.outcome(Bench.script("echo time=1; exit 4"), Bench.trial(2));
        assertEquals(
                ((Outcome.Failed) crash).detail(),
                ((Outcome.Failed)
                                new KeptOutput(bench.runs())
                                        .reparse(Bench.trial(2), Bench.settings(section)))
                        .detail());
    }

    /** It was read from the copy of the file that the problem file had named before. */
    @Test
    void readingAgainFromAnotherFileNeedsACopyOfThatOne() throws Exception {
        Map<String, Object> one = reading("a.txt", "b.txt");
        Outcome outcome = bench.outcome(one);
        assertEquals(List.of(1.0), values(outcome, "seconds"));
        var kept = new KeptOutput(bench.runs());
        Trial trial = Bench.trial(1);
        Outcome exchanged = kept.reparse(trial, Bench.settings(reading("b.txt", "a.txt")));
        assertEquals(List.of(2.0), values(exchanged, "seconds"));
        assertEquals(List.of(1.0), values(exchanged, "other"));
        CommandSettings third = Bench.settings(reading("c.txt", "b.txt"));
        var unknown = assertThrows(UncheckedIOException.class, () -> kept.reparse(trial, third));
        assertEquals("no copy of {workdir}/c.txt is kept.", unknown.getMessage());
        Outcome some = kept.reparse(trial, Bench.settings(reading("a.txt", "c.txt")));
        assertEquals(List.of(1.0), values(some, "seconds"));
    }

    private static Map<String, Object> reading(String seconds, String other) {
        return Bench.script(
                "cd $W; echo v=1 >a.txt; echo v=2 >b.txt; echo v=3 >c.txt",
                "environment",
                Map.of("W", "{workdir}"),
                "outputs",
                Map.of(
                        "seconds", Map.of("regex", "v=(.*)", "file", "{workdir}/" + seconds),
                        "other", Map.of("regex", "v=(.*)", "file", "{workdir}/" + other)));
    }

    /** The last line was lost, and a missing file had another reason. */
    @Test
    void readingAgainFailsInTheSameWords() throws Exception {
        Map<String, Object> printed = Map.of("seconds", Map.of("regex", "v=(.*)"));
        Map<String, Object> written =
                Map.of("seconds", Map.of("regex", "v=(.*)", "file", "{workdir}/gone"));
        for (Map<String, Object> outputs : List.of(printed, written)) {
            Map<String, Object> section = Bench.script("echo v=nan; echo bye", "outputs", outputs);
            var failed = (Outcome.Failed) bench.outcome(section);
            assertTrue(failed.detail().endsWith("printed is 'bye'."), failed.detail());
            var kept = new KeptOutput(bench.runs());
            var again = (Outcome.Failed) kept.reparse(Bench.trial(1), Bench.settings(section));
            assertEquals(failed.detail(), again.detail());
        }
    }

    /** Two trials at once: each measure belongs to its own trial. */
    @Test
    void measuresWithoutHelp() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "if [ $B = 1 ]; then exec sh -c 'x=$(head -c 30000000 /dev/zero | tr"
                                + " \"\\0\" a); sleep 0.4'; fi; i=0; while [ $i -lt 400000 ]; do"
                                + " i=$((i+1)); done",
                        "environment",
                        Map.of("B", "{b}"),
                        "outputs",
                        Map.of(
                                "seconds", Map.of("measure", "cpu"),
                                "wall", Map.of("measure", "wall"),
                                "peak", Map.of("measure", "peak_rss", "unit", "MB")));
        try (var evaluator = bench.evaluator(section, 2)) {
            var large = evaluator.submit(Bench.trial(1, "b", 1, "x", 0, "solver", "direct"));
            var busy = evaluator.submit(Bench.trial(2, "b", 2, "x", 0, "solver", "direct"));
            Outcome l = large.get(240, TimeUnit.SECONDS);
            Outcome b = busy.get(240, TimeUnit.SECONDS);
            assertTrue(values(l, "peak").getFirst() > 29, l.toString());
            assertTrue(values(b, "peak").getFirst() < 15, b.toString());
            assertTrue(values(l, "wall").getFirst() >= 0.4, l.toString());
            assertTrue(values(b, "seconds").getFirst() >= 0.05, b.toString());
            assertTrue(
                    values(b, "seconds").getFirst() <= values(b, "wall").getFirst() + 0.02,
                    b.toString());
        }
    }

    /**
     * A run that is over before anybody can look at it: its shell has more than 100 kB, and much
     * less than this process.
     */
    @Test
    void peaksOfInstantRuns() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo time=1",
                        "repeats",
                        20,
                        "outputs",
                        Map.of(
                                "seconds", Map.of("regex", "time=(.*)"),
                                "peak", Map.of("measure", "peak_rss", "unit", "MB")));
        List<Double> peaks = values(bench.outcome(section), "peak");
        assertEquals(20, peaks.size());
        for (double peak : peaks) {
            assertTrue(peak > 0.1 && peak < 20, peaks.toString());
        }
        assertEquals(
                List.of("work"),
                leftovers(bench.runs().resolve("1")),
                "files of the measurement are left");
    }

    private static List<String> leftovers(Path folder) throws Exception {
        try (var files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(n -> !n.matches("run-.*(gz|properties)"))
                    .toList();
        }
    }
}
