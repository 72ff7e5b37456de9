package org.attune.history;

import static org.attune.history.Samples.append;
import static org.attune.history.Samples.measured;
import static org.attune.history.Samples.setUp;
import static org.attune.history.Samples.trial;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Entry;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.History;
import org.attune.api.ModelRecord;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

class JournalTest {
    @TempDir Path folder;
    @AutoClose private final OpenJournals journals = new OpenJournals();
    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("attune.db").resolve("matmul.jsonl");
    }

    private Journal open() {
        return journals.open(file, "matmul");
    }

    /** Appends entries, and returns what another process would read. */
    private Records readBack(Entry... entries) {
        Records mine = open().study("main").update(r -> List.of(entries));
        Records read = open().study("main").records();
        assertEquals(read.trials(), mine.trials());
        assertEquals(read.finished(), mine.finished());
        assertEquals(read.study(), mine.study());
        return read;
    }

    @Test
    void isBegunByItsFirstRecord() {
        try (Journal mine = open();
                Journal other = open()) {
            assertEquals(List.of(), mine.studies());
            assertEquals(List.of(), mine.study("main").records().trials());
            mine.study("main").update(r -> List.of());
            assertFalse(Files.exists(file), "there is nothing to keep");
            other.study("main").update(r -> List.of(setUp("main")));
            assertEquals(List.of("main"), mine.studies());
            mine.study("main").update(r -> List.of(trial(1, Outcome.PENDING)));
            assertEquals(1, other.study("main").records().trials().size());
        }
        assertEquals(List.of(), Journal.check(file));
    }

    @Test
    void aSetUpComesBackAsItWas() {
        assertEquals(Optional.of(setUp("main")), readBack(setUp("main")).study());
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                3,
                0.1,
                1e-300,
                -0.0,
                0.0,
                4.9e-324,
                Double.MAX_VALUE,
                1e22,
                2e-3,
                1.0000000000000002
            })
    void realsComeBackBitForBitAndAsReals(double value) {
        Point point = Point.of("x", value);
        var candidate = new Candidate(Point.of("t", value), point, new Fidelity(1.0 / 3));
        var measured =
                new Outcome.Measured(Map.of("y", List.of(value, -value)), Map.of("e", value), 0.1);
        Trial trial =
                new Trial(1, candidate, Origin.of("s"), measured, Provenance.here(Effort.NONE));
        assertEquals(
                List.of(trial),
                readBack(trial).trials()); // Double.equals tells -0.0 from 0.0, and 3 from 3.0
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 9_007_199_254_740_993L})
    void integersComeBackExactlyAndAsIntegers(long value) {
        Trial trial =
                new Trial(
                        1,
                        Candidate.of(Point.of("t", value), Point.of("x", value)),
                        Origin.of("s"),
                        new Outcome.Measured(Map.of("y", List.of(1.0)), Map.of("e", value), 0),
                        Provenance.here(Effort.NONE));
        assertEquals(List.of(trial), readBack(trial).trials());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "two\nlines\r\n",
                "\u0000\u0007\u007f\u0085\u2028",
                "Zürich \uD83D\uDE80",
                "\"\\,crc32c:"
            })
    void stringsComeBackAsTheyWere(String text) throws IOException {
        Trial trial =
                new Trial(
                        1,
                        Candidate.of(Point.of(text, "v"), Point.of("x", text)),
                        Origin.of(text),
                        new Outcome.Failed(FailureCause.CRASH, text, 1.5),
                        Provenance.here(Effort.NONE));
        var model = new ModelRecord("k", text, Map.of(text, List.of(text, List.of(), Map.of())));
        Records records = readBack(trial, model);
        assertEquals(List.of(trial), records.trials());
        assertEquals(Optional.of(model), records.model("k"));
        assertEquals(3, Files.readAllLines(file, StandardCharsets.US_ASCII).size());
    }

    /** As when a program's last words are cut to a length. */
    @Test
    void halfACharacterComesBack() {
        Trial trial = trial(1, Outcome.failed(FailureCause.CRASH, "half a pair \uD83D"));
        assertEquals(List.of(trial), readBack(trial).trials());
    }

    @ParameterizedTest
    @EnumSource
    void everyCauseOfFailureComesBack(FailureCause cause) {
        Trial trial = trial(1, new Outcome.Failed(cause, "why", 2));
        assertEquals(List.of(trial), readBack(trial).trials());
    }

    @ParameterizedTest
    @EnumSource
    void everyPhaseComesBack(Origin.Phase phase) {
        Trial trial =
                new Trial(
                        1,
                        Candidate.of(Point.EMPTY, Point.EMPTY),
                        new Origin(phase, "t"),
                        Outcome.PENDING,
                        new Provenance(
                                Instant.EPOCH,
                                Optional.of(Instant.MAX),
                                new ProcessId("h", 0, 0),
                                Effort.NONE));
        assertEquals(List.of(trial), readBack(trial).trials());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-21T04:14:25.123456789Z",
                "2026-02-28T23:59:59.000001Z",
                "1969-12-31T23:59:59.999Z",
                "2024-02-29T00:00:00Z",
                "+31600-01-01T00:00:00.001Z",
                "-0001-01-01T00:00:00.000000001Z"
            })
    void instantsComeBackToTheNanosecond(String text) {
        Instant asked = Instant.parse(text);
        Trial trial =
                new Trial(
                        1,
                        Candidate.of(Point.EMPTY, Point.EMPTY),
                        Origin.of("s"),
                        Outcome.PENDING,
                        new Provenance(
                                asked,
                                Optional.of(asked.plusNanos(1)),
                                new ProcessId("h", 1, 2),
                                Effort.NONE));
        assertEquals(List.of(trial), readBack(trial).trials());
    }

    @Test
    void nestedDataComesBackWithLongsAndDoubles() {
        var extra = new LinkedHashMap<String, Object>();
        extra.put("int", 3);
        extra.put("float", 0.5f);
        extra.put("big", new java.math.BigInteger("42"));
        extra.put("decimal", new java.math.BigDecimal("3"));
        extra.put("list", List.of(1, 2.0, "three", true, Map.of("deep", List.of())));
        Trial trial = trial(1, new Outcome.Measured(Map.of("y", List.of(1.0)), extra, 0));
        var read =
                assertInstanceOf(
                        Outcome.Measured.class, readBack(trial).trials().getFirst().outcome());
        assertEquals(
                Map.of(
                        "int",
                        3L,
                        "float",
                        0.5,
                        "big",
                        42L,
                        "decimal",
                        3.0,
                        "list",
                        List.of(1L, 2.0, "three", true, Map.of("deep", List.of()))),
                read.extra());
    }

    @Test
    void theOrderOfOutcomesAndCorrectionsComeBack() {
        Records records =
                readBack(
                        trial(1, Outcome.PENDING),
                        trial(2, Outcome.PENDING),
                        measured(2),
                        measured(1),
                        trial(2, Outcome.failed(FailureCause.CANCELLED, "withdrawn")));
        assertEquals(List.of(2L, 1L), records.finished().stream().map(Trial::number).toList());
        assertEquals(
                Outcome.failed(FailureCause.CANCELLED, "withdrawn"),
                records.finished().getFirst().outcome());
    }

    @Test
    void whatCannotBeKeptIsRejectedAndLeavesNoTrace() throws IOException {
        History history = open().study("main");
        append(history, trial(1, Outcome.PENDING));
        byte[] before = Files.readAllBytes(file);
        Map<String, Entry> bad = new LinkedHashMap<>();
        bad.put(
                "'loss' is NaN",
                trial(
                        2,
                        new Outcome.Measured(
                                Map.of("y", List.of(1.0)), Map.of("loss", Double.NaN), 0)));
        bad.put("'o' is java.lang.Object", new ModelRecord("k", "b", Map.of("o", new Object())));
        bad.put("Trial 4 follows trial 2", trial(4, Outcome.PENDING));
        bad.put(
                "trial 1 is",
                new Trial(
                        1,
                        Candidate.of(Point.EMPTY, Point.of("tile", 9)),
                        Origin.of("s"),
                        Outcome.PENDING,
                        Provenance.here(Effort.NONE)));
        bad.put("the set-up of study 'other'", setUp("other"));
        bad.forEach((message, entry) -> {
            var e =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> append(history, trial(2, Outcome.PENDING), entry));
            assertTrue(e.getMessage().startsWith(message), e.getMessage());
        });
        assertEquals(new String(before, StandardCharsets.US_ASCII), Files.readString(file));
        assertEquals(2, append(history));
    }

    @Test
    void aChangeThatThrowsLeavesNoTraceAndNoLock() throws IOException {
        Journal journal = open();
        journal.begin();
        History history = journal.study("main");
        long size = Files.size(file);
        assertThrows(
                ArithmeticException.class,
                () ->
                        history.update(r -> {
                            throw new ArithmeticException("no");
                        }));
        assertEquals(size, Files.size(file));
        assertFalse(Files.exists(folder.resolve("attune.db/matmul.jsonl.lock")));
    }

    @Test
    void aFirstChangeThatThrowsLeavesNoFolder() throws IOException {
        History history = open().study("main");
        Path kept = Files.createFile(folder.resolve("kept"));
        assertThrows(
                ArithmeticException.class,
                () ->
                        history.update(r -> {
                            throw new ArithmeticException("no");
                        }));
        assertFalse(Files.exists(file.getParent()));
        assertTrue(Files.exists(kept));
        assertEquals(1, append(history));
    }

    @Test
    void anUpdateSeesWhatOthersAppendedBefore() {
        Journal one = open();
        Journal two = open();
        assertEquals(1, append(one.study("main")));
        assertEquals(2, append(two.study("main")));
        assertEquals(3, append(one.study("main")));
        assertEquals(3, two.study("main").records().trials().size());
        assertEquals(0, two.study("other").records().trials().size());
    }

    @Test
    void studiesAreKeptApart() {
        Journal journal = open();
        append(journal.study("b"), setUp("b"));
        append(journal.study("a"), setUp("a"), measured(1));
        append(journal.study("b"), trial(1, Outcome.PENDING));
        Journal again = open();
        assertEquals(List.of("b", "a"), again.studies());
        assertEquals(List.of(measured(1)), again.study("a").records().trials());
        assertEquals(Optional.of(setUp("b")), again.study("b").records().study());
        assertTrue(again.study("b").records().trials().getFirst().isPending());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a/b", "..", "a b", "ä", "-x", ".hidden"})
    void namesThatCannotNameAFolderAreRejected(String name) {
        Journal journal = open();
        assertThrows(IllegalArgumentException.class, () -> journal.study(name));
        assertThrows(IllegalArgumentException.class, () -> journal.study("x".repeat(65)));
    }

    @Test
    void recordsAreASnapshot() {
        History history = open().study("main");
        append(history);
        Records before = history.records();
        append(history);
        assertEquals(1, before.trials().size());
    }

    @Test
    void theJournalOfAnotherProblemIsRejected() {
        append(open().study("main"));
        var e = assertThrows(IllegalArgumentException.class, () -> Journal.open(file, "qr"));
        assertTrue(e.getMessage().contains("of problem 'matmul', not of 'qr'"), e.getMessage());
    }

    /** Reading it would never end, or fill the memory. */
    @Test
    void aDeviceIsRejected() {
        for (String device : List.of("/dev/full", "/dev/zero")) {
            Path path = Path.of(device);
            assumeTrue(Files.exists(path));
            var e =
                    assertThrows(
                            IllegalArgumentException.class, () -> Journal.open(path, "matmul"));
            assertTrue(e.getMessage().contains(device + " is a device"), e.getMessage());
        }
    }

    @Test
    void aFolderIsRejected() {
        var e = assertThrows(IllegalArgumentException.class, () -> Journal.open(folder, "matmul"));
        assertTrue(e.getMessage().contains("is a folder"), e.getMessage());
    }

    @Test
    void aFileInPlaceOfTheFolderIsNamed() throws IOException {
        Files.writeString(folder.resolve("attune.db"), "");
        var e = assertThrows(UncheckedIOException.class, this::open);
        assertTrue(e.getMessage().contains(folder.resolve("attune.db").toString()), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"func_eval\":[]}", "{\"func_eval\":[]}\n", "name: matmul\n", "x", "\n"})
    void whatIsNoJournalIsRejectedAndLeftAlone(String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        var e = assertThrows(JournalException.class, this::open);
        assertEquals(1, e.line());
        assertEquals(file, e.file());
        assertEquals(text, Files.readString(file));
    }

    @Test
    void aNewerFormatIsRejected() throws IOException {
        open().begin();
        String header = "{\"record\":\"journal\",\"format\":3,\"tuning_problem_name\":\"matmul\"}";
        Files.write(file, Line.of(header.getBytes(StandardCharsets.US_ASCII)));
        var e = assertThrows(JournalException.class, this::open);
        assertTrue(e.getMessage().contains("Maybe use a newer Attune"), e.getMessage());
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() {
        append(open().study("main"));
        Path db = file.getParent();
        Assumptions.assumeTrue(db.toFile().setWritable(false));
        try {
            Assumptions.assumeFalse(Files.isWritable(db), "root may write everywhere");
            Journal journal = open(); // to read is enough
            assertEquals(1, journal.study("main").records().trials().size());
            var e = assertThrows(UncheckedIOException.class, () -> append(journal.study("main")));
            assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
        } finally {
            assertTrue(db.toFile().setWritable(true));
        }
    }

    @Test
    void aLinkIsFollowed() throws IOException {
        append(open().study("main"));
        Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), file);
        Journal linked = journals.open(link, "matmul");
        assertEquals(file.toRealPath(), linked.file());
        assertEquals(2, append(linked.study("main")));
        Files.createSymbolicLink(folder.resolve("dangling.jsonl"), folder.resolve("missing"));
        assertThrows(
                UncheckedIOException.class,
                () -> Journal.open(folder.resolve("dangling.jsonl"), "matmul"));
    }

    @Test
    void anUpdateWithinAnUpdateIsRejected() {
        History history = open().study("main");
        assertThrows(
                IllegalStateException.class,
                () -> history.update(r -> history.update(q -> List.of()).trials()));
        assertEquals(1, append(history));
    }

    @Test
    void anInterruptedThreadStillWritesAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertEquals(1, append(open().study("main")));
            assertTrue(Thread.currentThread().isInterrupted());
        } finally {
            Thread.interrupted();
        }
        assertEquals(1, open().study("main").records().trials().size());
    }

    @Test
    void aClosedJournalSaysSo() {
        Journal journal = open();
        History history = journal.study("main");
        history.close();
        assertEquals(1, append(history), "a study's end is not the journal's");
        journal.close();
        assertThrows(IllegalStateException.class, history::records);
        assertThrows(IllegalStateException.class, () -> append(history));
        assertEquals(2, append(open().study("main")));
    }

    /** Long files are read by several threads. */
    @Test
    void aLongJournalIsReadLineForLine() throws IOException {
        try (Journal journal = Journal.open(file, "matmul")) {
            journal.study("main")
                    .update(r ->
                            LongStream.rangeClosed(1, 5000).mapToObj(Samples::measured).toList());
            journal.study("main").update(r -> List.of(trial(5001, Outcome.PENDING)));
            Records expected = journal.study("main").records();
            try (Journal again = Journal.open(file, "matmul")) {
                assertEquals(expected, again.study("main").records());
                assertEquals(5002, append(again.study("main")));
            }
        }
        byte[] text = Files.readAllBytes(file);
        for (int at : new int[] {text.length / 3, text.length / 2, text.length - 100}) {
            byte[] damaged = text.clone();
            damaged[at] ^= 1;
            Files.write(file, damaged);
            long line = 1 + IntStream.range(0, at).filter(i -> text[i] == '\n').count();
            var e = assertThrows(JournalException.class, () -> Journal.open(file, "matmul"));
            assertEquals(line, e.line());
        }
    }
}
