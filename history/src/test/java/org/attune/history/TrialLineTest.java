package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Generator;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Source;
import org.attune.api.Trial;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class TrialLineTest {
    private final Generator random = new Generator(7);

    @Test
    void readsWhatIsWrittenAsJsonDoes() {
        var fast = new TrialLine();
        for (int i = 0; i < 2000; i++) {
            byte[] line = line("main", trial(Optional.empty()));
            assertEquals(
                    Optional.of(JournalContent.decode(line, 0, line.length)),
                    fast.read(line, 0, line.length));
        }
    }

    @Test
    void isWrittenAsJsonDoes() {
        for (int i = 0; i < 2000; i++) {
            Trial trial = trial(Optional.empty());
            byte[] object = TrialLineWriter.object("main", trial).orElseThrow();
            assertEquals(
                    new String(Json.write(EntryText.object("main", trial)), StandardCharsets.UTF_8),
                    new String(object, StandardCharsets.UTF_8));
        }
    }

    @Test
    void leavesOtherFormsToTheOtherWriter() {
        Outcome more = new Outcome.Measured(Map.of("y", List.of(1.0)), Map.of("z", 1L), 0);
        for (Trial trial :
                List.of(
                        trial(Optional.of(new Source("gptune", "u", "f", "{}"))),
                        Samples.trial(1, more),
                        Samples.trial(1, failed("say \"no\"")),
                        Samples.trial(1, failed("caf\u00e9")),
                        Samples.trial(1, failed("a\tb")))) {
            assertEquals(Optional.empty(), TrialLineWriter.object("main", trial));
            var text = EntryText.text("main", trial);
            assertEquals(trial, EntryText.entry(text), text);
        }
    }

    /** The order of a permutation is a list, and comes back as one. */
    @Test
    void ordersAreLists() {
        Trial plain = Samples.trial(1, Outcome.PENDING);
        Trial trial =
                new Trial(
                        1,
                        Candidate.of(plain.task(), Point.of("order", List.of("i", "k", "j"))),
                        plain.origin(),
                        plain.outcome(),
                        plain.provenance());
        String text = EntryText.text("main", trial);
        assertTrue(text.contains("\"order\":[\"i\",\"k\",\"j\"]"), text);
        assertEquals(trial, EntryText.entry(text));
    }

    @Test
    void leavesYearsWithASignToTheOtherWriter() {
        for (Instant moment :
                List.of(
                        Instant.MIN,
                        Instant.MAX,
                        Instant.parse("-0001-12-31T23:59:59Z"),
                        Instant.parse("+10000-01-01T00:00:00Z"))) {
            assertEquals(Optional.empty(), TrialLineWriter.object("main", at(moment)));
        }
    }

    private static Trial at(Instant moment) {
        Trial some = Samples.measured(1);
        return new Trial(
                1,
                some.candidate(),
                some.origin(),
                some.outcome(),
                new Provenance(moment, Optional.empty(), some.provenance().process(), Effort.NONE));
    }

    @Test
    void writesMomentsWithoutAndWithFewDigits() {
        for (String moment :
                List.of(
                        "2026-01-02T03:04:05Z",
                        "1969-12-31T23:59:59.900Z",
                        "0000-01-01T00:00:00Z",
                        "0001-01-01T00:00:00.000001Z",
                        "9999-12-31T23:59:59.000000001Z")) {
            Trial trial = at(Instant.parse(moment));
            byte[] object = TrialLineWriter.object("main", trial).orElseThrow();
            assertTrue(new String(object, StandardCharsets.UTF_8).contains('"' + moment + '"'));
        }
    }

    /** Whatever stands there in place of one character: the same, or the other reader decides. */
    @Test
    void neverReadsAnythingElseThanJsonDoes() {
        var fast = new TrialLine();
        int both = 0;
        for (int i = 0; i < 10_000; i++) {
            byte[] line = line("main", trial(Optional.empty()));
            int at = random.nextInt(line.length - Line.FRAME);
            String other = "\"{}[]:,.0123456789eE+-\\TZ ax\u0001\u00e9";
            line[at] = (byte) other.charAt(random.nextInt(other.length()));
            Optional<JournalContent.Decoded> read = fast.read(line, 0, line.length);
            if (read.isPresent()) {
                both++;
                assertEquals(
                        JournalContent.decode(line, 0, line.length),
                        read.get(),
                        new String(line, StandardCharsets.ISO_8859_1));
            }
        }
        assertTrue(both > 800, "both " + both);
    }

    @Test
    void leavesOtherFormsToTheOtherReader() {
        var fast = new TrialLine();
        Trial imported = trial(Optional.of(new Source("gptune", "u", "f", "{\"a\":1}")));
        Outcome more = new Outcome.Measured(Map.of("y", List.of(1.0)), Map.of("z", 1L), 0);
        Outcome y = Outcome.measured("y", 2);
        Trial again = Samples.measured(1).with(y).with(y);
        for (Trial trial :
                List.of(
                        imported,
                        again,
                        Samples.trial(1, more),
                        Samples.trial(1, failed("say \"no\"")))) {
            byte[] line = line("main", trial);
            assertEquals(Optional.empty(), fast.read(line, 0, line.length));
            assertEquals(trial, JournalContent.decode(fast, line, 0, line.length).entry());
        }
        byte[] study = Line.of(Json.write(EntryText.object("main", Samples.setUp("main"))));
        assertEquals(Optional.empty(), fast.read(study, 0, study.length - 1));
    }

    @Test
    void refusesWhatTheValuesForbid() {
        String text = new String(line("main", Samples.measured(1)), StandardCharsets.US_ASCII);
        for (String[] change :
                new String[][] {
                    {"\"number\":1", "\"number\":0"},
                    {"\"number\":1", "\"number\":1.0"},
                    {"\"elapsed\":0.0", "\"elapsed\":-1.0"},
                    {"[1.0]", "[1e999]"},
                    {"[1.0]", "[]"},
                    {"[1.0]", "[01.0]"},
                    {"\"model\"", "\"guess\""},
                    {"T08:00:00.000000001Z", "T24:00:00.000000001Z"},
                    {"2027-01-15T", "2027-02-30T"}
                }) {
            assertTrue(text.contains(change[0]), text);
            byte[] line = text.replace(change[0], change[1]).getBytes(StandardCharsets.US_ASCII);
            assertEquals(Optional.empty(), new TrialLine().read(line, 0, line.length), change[1]);
        }
    }

    @Test
    void sharesWhatRepeats() {
        var fast = new TrialLine();
        byte[] one = line("main", Samples.measured(1));
        byte[] two = line("main", Samples.measured(2));
        var first = (Trial) fast.read(one, 0, one.length).orElseThrow().entry();
        var second = (Trial) fast.read(two, 0, two.length).orElseThrow().entry();
        assertSame(second.task(), first.task());
        assertSame(second.origin(), first.origin());
        assertSame(second.provenance().process(), first.provenance().process());
    }

    private static Outcome failed(String detail) {
        return new Outcome.Failed(FailureCause.CRASH, detail, 1.5);
    }

    private Trial trial(Optional<Source> source) {
        Point task = random.nextInt(9) == 0 ? Point.EMPTY : Point.of("n", random.nextInt(300));
        Point configuration =
                Point.of(
                        "x",
                        real(),
                        "i",
                        random.nextLong() >> 4,
                        "s",
                        word(),
                        "k",
                        -random.nextInt(9));
        Outcome outcome =
                switch (random.nextInt(6)) {
                    case 0 -> Outcome.PENDING;
                    case 1 -> failed(word());
                    case 4 -> new Outcome.Failed(FailureCause.TIMEOUT, word(), 7, 1.5);
                    case 5 -> Outcome.measured("y", real()).inRuns(3);
                    case 2 -> Outcome.measured("y", real());
                    default ->
                            new Outcome.Measured(
                                    Map.of("y", List.of(real(), real()), "z", List.of(real())),
                                    Map.of(),
                                    Math.abs(real()));
                };
        var provenance =
                new Provenance(
                        moment(),
                        random.nextInt(2) == 0 ? Optional.empty() : Optional.of(moment()),
                        new ProcessId(
                                "node" + random.nextInt(3),
                                7,
                                random.nextInt(2),
                                random.nextInt(2) == 0 ? "" : "boot 1 2"),
                        random.nextInt(2) == 0 ? Effort.NONE : new Effort(0.5, Math.abs(real())),
                        source,
                        random.nextInt(2) == 0 ? Optional.empty() : Optional.of(word()),
                        random.nextInt(2) == 0 ? Double.NaN : real());
        var fidelity = new Fidelity(random.nextInt(2) == 0 ? 1 : 0.25);
        return new Trial(
                1 + random.nextLong(1_000_000),
                new Candidate(task, configuration, fidelity),
                new Origin(Origin.Phase.values()[random.nextInt(5)], word()),
                outcome,
                provenance);
    }

    private double real() {
        double value = random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
        return random.nextInt(4) == 0 ? Math.rint(value) : value;
    }

    private String word() {
        return List.of("log-ei", "a b", "", "{", "}", "[1,2]", "x=3", "ijk").get(random.nextInt(8));
    }

    private Instant moment() { // with 3, 6 or 9 digits
        int scale = new int[] {1, 1_000, 1_000_000}[random.nextInt(3)];
        long nanos = (1L + random.nextInt(1_000_000_000 / scale - 1)) * scale;
        return Instant.ofEpochSecond(random.nextLong(4_000_000_000L), nanos);
    }

    private static byte[] line(String study, Trial trial) {
        byte[] line = Line.of(Json.write(EntryText.object(study, trial)));
        return Arrays.copyOf(line, line.length - 1);
    }
}
