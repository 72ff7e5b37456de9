package org.attune.history.formats;

import static org.attune.history.formats.GptuneSamples.PROBLEM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Study;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.history.Store;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

@Timeout(60)
class GptuneStoreTest {
    /** Proposes one configuration after the other. */
    private static final class Counter implements TunerProvider {
        @Override
        public String name() {
            return "counter";
        }

        @Override
        public String summary() {
            return "Counts.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return (records, demand) -> {
                long n = records.nextNumber();
                Point x = Point.of("mb", 1 + n % 16, "fill", 1.0 / n, "order", "2");
                return Proposal.run(
                        List.of(
                                new Suggestion(
                                        Candidate.of(demand.tasksInTurn().getFirst(), x),
                                        Origin.of("count"))));
            };
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.empty();
        }
    }

    @TempDir Path folder;
    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("gptune.db").resolve("qr.json");
    }

    private GptuneStore open() {
        return GptuneStore.open(file, PROBLEM);
    }

    private static Study study(Store store) {
        return Study.of(PROBLEM)
                .tasks(List.of(Point.of("m", 10), Point.of("m", 20)))
                .tuner(new Counter())
                .trials(20)
                .seed(Long.MIN_VALUE + 1)
                .history(store.study("main"))
                .open();
    }

    private List<Trial> asked(int count) {
        try (Study study = study(open())) {
            return study.ask(count);
        }
    }

    /** Changes the file as a script does. */
    @SuppressWarnings("unchecked") // the shape is known
    private void script(Consumer<List<Map<String, Object>>> change) throws IOException {
        var top = (Map<String, Object>) PythonJson.read(Files.readString(file));
        change.accept((List<Map<String, Object>>) top.get("func_eval"));
        Files.writeString(file, jq(PythonText.indented(top)));
    }

    /** What jq makes of a file: reals without a fraction lose their point, NaN becomes null. */
    private static String jq(String text) {
        return Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|(?<=\\d)[.]0\\b|NaN")
                .matcher(text)
                .replaceAll(m ->
                        Matcher.quoteReplacement(
                                m.group().startsWith("\"")
                                        ? m.group()
                                        : m.group().equals("NaN") ? "null" : ""));
    }

    private static void fill(Map<String, Object> record, Object value) {
        var result = new LinkedHashMap<String, Object>();
        result.put("r", value);
        record.put("evaluation_result", result);
    }

    private Trial trial(int number) {
        return open().study("main").records().trials().get(number - 1);
    }

    @Test
    void whatIsAskedForStandsInTheFileAndResultsAreRead() throws IOException {
        List<Trial> asked = asked(3);
        assertEquals(asked, open().study("main").records().trials());
        script(records -> {
            assertEquals(3, records.size());
            var results = new LinkedHashMap<String, Object>();
            results.put("r", null);
            assertEquals(results, records.get(2).get("evaluation_result"));
            assertEquals("RCI_measure", records.get(2).get("source"));
            assertEquals(
                    List.of("mb", "fill", "order"),
                    List.copyOf(((Map<?, ?>) records.get(0).get("tuning_parameter")).keySet()),
                    "in the order of definition");
            fill(records.get(1), 1L);
        });
        assertEquals(Outcome.PENDING, trial(1).outcome());
        var measured = assertInstanceOf(Outcome.Measured.class, trial(2).outcome());
        assertEquals(Map.of("r", List.of(1.0)), measured.outputs());
        script(records -> fill(records.get(0), 0.1 + 0.2));
        asked(1); // takes both over, in the order in which it finds them
        script(records -> fill(records.get(2), 3e-7));
        asked(1);
        var records = open().study("main").records();
        assertEquals(List.of(1L, 2L, 3L), records.finished().stream().map(Trial::number).toList());
        assertEquals(
                List.of(0.1 + 0.2), ((Outcome.Measured) trial(1).outcome()).outputs().get("r"));
        assertEquals(List.of(3e-7), ((Outcome.Measured) trial(3).outcome()).outputs().get("r"));
        assertEquals(records, open().study("main").records());
        assertEquals(Long.MIN_VALUE + 1, records.study().orElseThrow().seed());
    }

    @Test
    void aRefusedFirstUpdateLeavesNothing() {
        Path fresh = file.resolveSibling("fresh.db").resolve("x.json");
        var history = GptuneStore.open(fresh, PROBLEM).study("main");
        assertThrows(
                IllegalStateException.class,
                () ->
                        history.update(records -> {
                            throw new IllegalStateException("refused");
                        }));
        assertFalse(Files.exists(fresh.getParent()));
    }

    @Test
    void theOrderOfResultsIsThatInWhichTheyCame() throws IOException {
        asked(3);
        for (int i : new int[] {2, 0, 1}) {
            script(records -> fill(records.get(i), 1.5 + i));
            asked(1);
        }
        script(records -> {});
        assertEquals(
                List.of(3L, 1L, 2L),
                open().study("main").records().finished().stream().map(Trial::number).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    failed          | crash         | ''
                    Failed: core    | crash         | core
                    timeout         | timeout       | ''
                    out-of-memory: 9: killed | out-of-memory | 9: killed
                    """)
    void aTextIsAFailureAndStaysOne(String marker, String cause, String detail) throws IOException {
        asked(2);
        script(records -> fill(records.get(0), marker));
        for (int round = 0; round < 2; round++) {
            var failed = assertInstanceOf(Outcome.Failed.class, trial(1).outcome());
            assertEquals(FailureCause.of(cause), failed.cause());
            assertEquals(detail, failed.detail());
            asked(1);
            script(records -> {}); // jq has no NaN: the failure must not look like a null
        }
    }

    @Test
    void whatIsNoResultStaysPendingAndIsSaid() throws IOException {
        asked(2);
        script(records -> {
            fill(records.get(0), "1.5 s");
            fill(records.get(1), "2.5"); // jq --arg writes texts
        });
        assertEquals(Outcome.PENDING, trial(1).outcome());
        assertEquals(List.of(2.5), ((Outcome.Measured) trial(2).outcome()).outputs().get("r"));
        assertTrue(
                open().notes()
                        .getFirst()
                        .contains("evaluation_result.r is \"1.5 s\", not a number"),
                open().notes()::toString);
    }

    @Test
    void toldRepetitionsFailuresAndCorrectionsComeBack() throws IOException {
        asked(2);
        try (Study study = study(open())) {
            study.tell(
                    1,
                    new Outcome.Measured(
                            Map.of("r", List.of(1.5, 0.1, 9.0)), Map.of("k", 1L), 2.5));
            study.tell(2, new Outcome.Failed(FailureCause.BUILD, "line 1\nline 2", 0.5));
            List<Trial> told = study.records().trials();
            script(records -> {});
            assertEquals(told, open().study("main").records().trials());
            study.correct(2, Outcome.measured("r", 7));
        }
        assertEquals(List.of(7.0), ((Outcome.Measured) trial(2).outcome()).outputs().get("r"));
    }

    /** An output that the problem does not declare may have more values than runs. */
    @Test
    void theNumberOfRunsIsNotThatOfOtherOutputs() {
        asked(1);
        try (Study study = study(open())) {
            var outputs = Map.of("r", List.of(1.5, 0.1), "step", List.of(1.0, 2.0, 3.0, 4.0));
            var told = new Outcome.Measured(outputs, Map.of(), 2.5).inRuns(2);
            study.tell(1, told);
            assertEquals(told, trial(1).outcome());
        }
    }

    /** Those with whom a file is shared may write it after an update, too. */
    @Test
    void permissionsStay() throws IOException {
        asked(1);
        Assumptions.assumeTrue(
                Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class));
        Set<PosixFilePermission> shared = PosixFilePermissions.fromString("rw-rw-rw-");
        Files.setPosixFilePermissions(file, shared);
        asked(2);
        assertEquals(shared, Files.getPosixFilePermissions(file));
    }

    @Test
    void unknownKeysSurvive() throws IOException {
        asked(1);
        String text = Files.readString(file);
        Files.writeString(
                file,
                text.replaceFirst("\\{", "{\"mine\": [1, NaN, Infinity], ")
                        .replace("\"r\": null", "\"r\": 1.5, \"other\": 2")
                        .replace("\"source\"", "\"note\": \"x\", \"source\"")
                        .replace("\"surrogate_model\": []", "\"surrogate_model\": [{\"uid\": 1}]"));
        asked(1);
        var top = (Map<?, ?>) PythonJson.read(Files.readString(file));
        assertEquals(List.of(1L, Double.NaN, Double.POSITIVE_INFINITY), top.get("mine"));
        assertEquals(List.of(Map.of("uid", 1L)), top.get("surrogate_model"));
        var record = (Map<?, ?>) ((List<?>) top.get("func_eval")).getFirst();
        assertEquals("x", record.get("note"));
        assertEquals(Map.of("r", 1.5, "other", 2L), record.get("evaluation_result"));
    }

    @Test
    void aTrialThatIsHandedOutAgainIsCounted() throws IOException {
        asked(2);
        GptuneStore store = open();
        assertEquals(1, store.offers("main", 2));
        assertEquals(1, store.place("main", 2));
        store.study("main").update(r -> List.of(r.trials().get(1)));
        store.study("main").update(r -> List.of(r.trials().get(1)));
        script(records -> {});
        assertEquals(3, open().offers("main", 2));
        assertEquals(1, open().offers("main", 1));
    }

    @Test
    void recordsOfOthersAreOfferedOnceAndStayAsTheyWere() throws IOException {
        Files.createDirectories(file.getParent());
        String theirs =
                """
                {"tuning_problem_name": "qr", "func_eval": [
                  {"task_parameter": {"m": 10}, "tuning_parameter": {"mb": 5, "fill": 0.25, "order": "4"},
                   "evaluation_result": {"r": 2.5}, "source": "measure", "extra": [null]},
                  {"task_parameter": {"m": 10}, "tuning_parameter": {"mb": 99, "fill": 0.25, "order": "4"},
                   "evaluation_result": {"r": 2.5}}], "surrogate_model": []}
                """;
        Files.writeString(file, theirs);
        GptuneStore store = open();
        assertEquals(1, store.others().trials().size());
        assertEquals(1, store.others().skipped().size());
        try (Study study = study(store)) {
            assertEquals(1, study.reuse(store.others().trials()).taken().size());
            assertEquals(0, store.others().trials().size());
            study.ask(1);
        }
        List<Trial> trials = open().study("main").records().trials();
        assertEquals(2, trials.size());
        assertEquals(
                2.5,
                ((Outcome.Measured) trials.getFirst().outcome()).outputs().get("r").getFirst());
        assertTrue(trials.getFirst().provenance().source().isPresent());
        script(records -> {
            assertEquals(3, records.size());
            var extra = new ArrayList<>();
            extra.add(null);
            assertEquals(extra, records.getFirst().get("extra"));
            assertFalse(records.get(1).containsKey("attune"));
        });
    }

    @Test
    void whatAScriptWithoutTheLockOverwritesIsRestored() throws IOException {
        asked(1);
        String stale = Files.readString(file);
        asked(2);
        try (Study study = study(open())) {
            study.tell(2, Outcome.measured("r", 4));
        }
        Files.writeString(file, stale.replace("\"r\": null", "\"r\": 6"));
        var records = open().study("main").records();
        assertEquals(3, records.trials().size());
        assertEquals(2, records.finished().size());
        assertTrue(
                open().notes().getFirst().startsWith("2 of the records"),
                open().notes().toString());
        asked(1);
        assertEquals(List.of(), open().notes());
        assertEquals(4, open().study("main").records().trials().size());
        assertEquals(List.of(6.0), ((Outcome.Measured) trial(1).outcome()).outputs().get("r"));
    }

    @Test
    void aDamagedFileIsRefusedAndStaysAsItIs() throws IOException {
        asked(1);
        String text = Files.readString(file);
        for (String damaged : List.of(text.substring(0, text.length() / 2), "", "no JSON")) {
            Files.writeString(file, damaged);
            var e = assertThrows(IllegalArgumentException.class, this::open);
            assertTrue(e.getMessage().contains("qr.json.last"), e.getMessage());
            assertEquals(damaged, Files.readString(file));
        }
        for (String other :
                List.of("[1, 2]", "{\"a\": 1}", "{\"func_eval\": [1]}", "{\"func_eval\": {}}")) {
            Files.writeString(file, other);
            var e = assertThrows(IllegalArgumentException.class, this::open);
            assertTrue(e.getMessage().contains("no list 'func_eval' of objects"), e.getMessage());
            assertEquals(other, Files.readString(file));
        }
        Files.writeString(
                file,
                text.replace("\"tuning_problem_name\": \"qr\"", "\"tuning_problem_name\": \"lu\""));
        var e = assertThrows(IllegalArgumentException.class, this::open);
        assertTrue(e.getMessage().contains("of problem 'lu', not of 'qr'"), e.getMessage());
        Files.delete(file);
        assertTrue(open().notes().getFirst().contains("is gone; a new one is begun"));
        assertThrows(IllegalArgumentException.class, () -> open().study("a b"));
        assertEquals(text, Files.readString(folder.resolve("gptune.db/qr.json.gone")));
    }

    /** The first line of what is said of the file. */
    private String note() {
        List<String> notes = open().notes();
        assertEquals(1, notes.size(), notes::toString);
        return notes.getFirst();
    }

    @Test
    void aResultThatBecameAnotherOneCountsAndIsSaid() throws IOException {
        asked(2);
        try (Study study = study(open())) {
            study.tell(1, Outcome.measured("r", 4));
        }
        script(records -> fill(records.get(1), 7L)); // fills in what was asked for: nothing to say
        assertEquals(List.of(), open().notes());
        script(records -> fill(records.get(0), 5L));
        assertEquals(
                file
                        + ": func_eval[0], trial 1, had the result {\"r\": [4.0]}, and now has"
                        + " {\"r\": [5.0]}, which counts. If nobody meant that, put the old one"
                        + " back: attune tell PROBLEM --correct",
                note());
        assertEquals(List.of(5.0), ((Outcome.Measured) trial(1).outcome()).outputs().get("r"));
        asked(1); // takes it over
        assertEquals(List.of(), open().notes());
        assertEquals(List.of(5.0), ((Outcome.Measured) trial(1).outcome()).outputs().get("r"));
    }

    @ParameterizedTest
    @CsvSource({"mb, 9", "mb, 99", "fill, 0.125", "order, '\"4\"'"})
    void aConfigurationThatBecameAnotherOneIsRestored(String parameter, String value)
            throws IOException {
        Trial asked = asked(1).getFirst();
        script(records -> {
            var configuration =
                    new LinkedHashMap<>(
                            OwnRecord.object(records.getFirst().get("tuning_parameter")));
            configuration.put(parameter, PythonJson.read(value));
            records.getFirst().put("tuning_parameter", configuration);
            fill(records.getFirst(), 2L);
        });
        assertEquals(asked.candidate(), trial(1).candidate());
        assertEquals(List.of(2.0), ((Outcome.Measured) trial(1).outcome()).outputs().get("r"));
        assertTrue(
                note().startsWith(
                                file
                                        + ": func_eval[0], trial 1, had another task or"
                                        + " configuration"),
                this::note);
    }

    @Test
    void aSetUpThatWasChangedIsRestored() throws IOException {
        asked(1);
        long seed = open().study("main").records().study().orElseThrow().seed();
        String text = Files.readString(file);
        String changed = text.replace(Long.toString(seed), "17");
        assertFalse(changed.equals(text));
        Files.writeString(file, changed);
        assertTrue(note().contains("set-ups or models of studies"), this::note);
        assertEquals(seed, open().study("main").records().study().orElseThrow().seed());
    }

    @Test
    void aDamagedCopyIsNotUsed() throws IOException {
        asked(2);
        try (Study study = study(open())) {
            study.tell(1, Outcome.measured("r", 4));
        }
        Path last = folder.resolve("gptune.db/qr.json.last");
        String copy = Files.readString(last);
        String flipped =
                copy.replaceFirst("\"r\": 4[.]0", "\"r\": 6.0").replaceFirst("4[.]0", "6.0");
        assertFalse(flipped.equals(copy));
        for (String damaged : List.of(flipped, copy.substring(0, copy.length() / 2))) {
            Files.writeString(last, damaged);
            script(records -> fill(records.get(0), null)); // would be restored from the copy
            script(records -> records.get(0).remove("evaluation_detail"));
            assertTrue(
                    note().startsWith(last + " is damaged (its checksum does not fit)"),
                    this::note);
            assertEquals(Outcome.PENDING, trial(1).outcome());
        }
        asked(1);
        assertEquals(List.of(), open().notes());
        assertEquals(Files.readString(file), Files.readString(last));
    }

    @Test
    void aFileOfAnOlderAttuneHasNoChecksumAndIsRestored() throws IOException {
        asked(3);
        Path last = folder.resolve("gptune.db/qr.json.last");
        String old = Files.readString(last).replaceFirst(",\\s*\"crc32c\": \"[0-9a-f]{8}\"", "");
        assertFalse(old.contains("crc32c"));
        Files.writeString(last, old);
        Files.writeString(file, old);
        script(List::removeLast);
        assertTrue(note().startsWith("1 of the records"), this::note);
        assertEquals(3, open().study("main").records().trials().size());
    }

    /**
     * Each with a store of its own, as processes have, while a script writes with the lock held.
     */
    @Test
    void usersAtOnceLoseNothing() throws Exception {
        asked(1);
        var work = new ArrayList<Callable<Void>>();
        for (int worker = 0; worker < 4; worker++) {
            work.add(() -> {
                try (Study study = study(open())) {
                    for (int i = 0; i < 5; i++) {
                        long number = study.ask(1).getFirst().number();
                        study.tell(number, Outcome.measured("r", number));
                    }
                }
                return null;
            });
        }
        work.add(() -> {
            for (int i = 0; i < 20; i++) {
                try (var _ =
                        AdvisoryLock.acquire(folder.resolve("gptune.db/qr.json.lock"), n -> {})) {
                    script(records -> fill(records.getFirst(), 0.5));
                }
            }
            return null;
        });
        try (var pool = Executors.newFixedThreadPool(5)) {
            for (var future : pool.invokeAll(work)) {
                future.get();
            }
        }
        assertEquals(List.of(), open().notes());
        var records = open().study("main").records();
        assertEquals(21, records.trials().size());
        assertEquals(21, records.finished().size());
        for (Trial trial : records.trials().subList(1, 21)) {
            assertEquals(
                    List.of((double) trial.number()),
                    ((Outcome.Measured) trial.outcome()).outputs().get("r"));
        }
        assertEquals(
                List.of("qr.json", "qr.json.last", "qr.json.lock"),
                List.of(file.getParent().toFile().list()).stream().sorted().toList());
    }

    @Test
    void flockOfTheShellAndTheLockExcludeEachOther() throws Exception {
        Path lock = folder.resolve("x.lock");
        try (var _ = AdvisoryLock.acquire(lock, n -> {})) {
            assertEquals(1, flock(lock));
        }
        assertEquals(0, flock(lock));
    }

    /** Who holds the lock gives it back when it hears that somebody waits. */
    @Test
    void whoWaitsForTwoSecondsSaysSo() throws Exception {
        Path lock = folder.resolve("x.lock");
        var said = new CompletableFuture<String>();
        var held = AdvisoryLock.acquire(lock, n -> {});
        try (var pool = Executors.newSingleThreadExecutor()) {
            var waiter =
                    pool.submit(() -> {
                        AdvisoryLock.acquire(lock, said::complete).close();
                        return null;
                    });
            assertEquals(
                    "Waiting for another program to give back the lock %s. See who has it with: fuser %s"
                            .formatted(lock, lock),
                    said.get());
            held.close();
            waiter.get();
        }
    }

    private static int flock(Path lock) throws Exception {
        return new ProcessBuilder("flock", "-n", lock.toString(), "true").start().waitFor();
    }
}
