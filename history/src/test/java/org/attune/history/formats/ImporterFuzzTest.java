package org.attune.history.formats;

import static org.attune.history.formats.GptuneSamples.NOW;
import static org.attune.history.formats.GptuneSamples.PROBLEM;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.attune.api.Generator;
import org.attune.api.MemoryHistory;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.history.EntryText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Files of strangers, changed at random: a reader either reads them or says in one line what is
 * wrong. The changes depend on the seed alone.
 */
@Timeout(300)
class ImporterFuzzTest {
    private static final int ROUNDS = 4_000; // of each reader
    private static final int MOST_CHANGES = 6;
    private static final int LONGEST_MESSAGE = 4_000;

    /** What has no place where it is put, or is too large. */
    private static final List<String> HOSTILE =
            List.of(
                    "9".repeat(5_000),
                    "1" + "0".repeat(400) + ".5",
                    "1e999999999",
                    "-1e-999999999",
                    "1e2147483647",
                    "99999999999999999999",
                    "[".repeat(3_000),
                    "{\"a\":".repeat(3_000),
                    "\"" + "x".repeat(5_000) + "\"",
                    "\\u0000",
                    "\\ud800",
                    "\u0000",
                    "\u001b[31m",
                    "\uFEFF",
                    "NaN",
                    "-inf",
                    "None",
                    "null",
                    "1.5f",
                    "0x1p3",
                    "{}",
                    "[]",
                    "\"",
                    ",",
                    "\n",
                    "',':",
                    "+31600-01-01T00:00:00Z",
                    "-999999999-01-01T00:00:00Z");

    /** A reader, and files that it reads. */
    enum Importer {
        GPTUNE(text -> GptuneReader.read(text, "f", PROBLEM, NOW), gptune()),
        GPTUNE_SALVAGED(text -> GptuneReader.readable(text, "f", PROBLEM, NOW), gptune()),
        T4(text -> T4Reader.read(text, "f", PROBLEM, NOW), List.of(T4Writer.text(PROBLEM, own()))),
        CSV(
                text -> CsvReader.read(text, "f", PROBLEM, NOW),
                List.of(CsvWriter.text(PROBLEM, own()))),
        T1(text -> T1Problem.read(text, "f", "add"), List.of(t1())),
        JOURNAL(
                EntryText::entry,
                own().trials().stream().map(t -> EntryText.text("s", t)).toList());

        private final Consumer<String> reader;
        private final List<String> files;

        Importer(Consumer<String> reader, List<String> files) {
            this.reader = reader;
            this.files = files;
        }
    }

    private static String t1() {
        return """
        {"ConfigurationSpace": {
           "TuningParameters": [
             {"Name": "block", "Type": "int", "Values": "list(range(1, 9, 2))"},
             {"Name": "cache", "Type": "bool", "Values": "[True, False]"}],
           "Conditions": [{"Parameters": ["block"], "Expression": "block % 2 == 1"}]},
         "General": {"TimeUnit": "Seconds"},
         "KernelSpecification": {"KernelName": "add", "KernelFile": "add.cu"}}\
        """;
    }

    private static List<String> gptune() {
        return GptuneSamples.FILES.stream().map(f -> f.get(1)).toList();
    }

    /** What Attune writes of the samples. */
    private static Records own() {
        var trials = new ArrayList<Trial>();
        for (String file : gptune()) {
            GptuneReader.read(file, "f", PROBLEM, NOW)
                    .trials()
                    .forEach(t ->
                            trials.add(
                                    new Trial(
                                            trials.size() + 1L,
                                            t.candidate(),
                                            t.origin(),
                                            t.outcome(),
                                            provenance(t))));
        }
        return new MemoryHistory().update(r -> trials);
    }

    /** Where and by whom a trial was read, the same on every machine. */
    private static Provenance provenance(Trial t) {
        Provenance p = t.provenance();
        return new Provenance(
                p.asked(), p.told(), new ProcessId("node1", 4711, 0), p.effort(), p.source());
    }

    @ParameterizedTest
    @EnumSource
    void saysWhatIsWrong(Importer importer) {
        for (int round = 0; round < ROUNDS; round++) {
            Generator random = new Seed(1).generator(importer.name(), round);
            String text =
                    changed(importer.files.get(random.nextInt(importer.files.size())), random);
            try {
                importer.reader.accept(text);
            } catch (IllegalArgumentException said) {
                String message = String.valueOf(said.getMessage());
                assertTrue(
                        !message.isBlank()
                                && message.length() < LONGEST_MESSAGE
                                && message.chars().noneMatch(c -> Character.isISOControl(c)),
                        "round %d says %s".formatted(round, message));
            } catch (RuntimeException | StackOverflowError unsaid) {
                fail("round %d of %s: %s".formatted(round, importer, text), unsaid);
            }
        }
    }

    /** Returns a text with some of its parts removed, doubled, exchanged or replaced. */
    static String changed(String text, Generator random) {
        var changed = new StringBuilder(text);
        for (int n = random.nextInt(MOST_CHANGES); n >= 0; n--) {
            int at = random.nextInt(changed.length() + 1);
            int end = Math.min(changed.length(), at + random.nextInt(40));
            switch (random.nextInt(6)) {
                case 0 -> changed.delete(at, end);
                case 1 -> changed.insert(at, changed.substring(at, end));
                case 2 -> changed.insert(at, HOSTILE.get(random.nextInt(HOSTILE.size())));
                case 3 -> replaceWord(changed, at, HOSTILE.get(random.nextInt(HOSTILE.size())));
                case 4 -> changed.insert(at, (char) random.nextInt(0x250));
                default -> changed.setLength(Math.max(end, 1));
            }
        }
        return changed.toString();
    }

    /** Puts something in place of the value or name that begins next. */
    private static void replaceWord(StringBuilder text, int from, String replacement) {
        int start = from;
        while (start < text.length() && !Character.isLetterOrDigit(text.charAt(start))) {
            start++;
        }
        int end = start;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        text.replace(start, end, replacement);
    }

    @Test
    void aTableOfVeryManyColumnsIsRefusedInOneLine() {
        String header = "c,".repeat(200_000) + "m,mb";
        try {
            CsvReader.read(header + "\n" + header, "t.csv", PROBLEM, NOW);
            fail("was read");
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().contains("line 1 has more than 10000 cells"), e.getMessage());
        }
    }
}
