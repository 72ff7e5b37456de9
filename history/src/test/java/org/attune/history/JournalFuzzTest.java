package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Entry;
import org.attune.api.FailureCause;
import org.attune.api.ModelRecord;
import org.attune.api.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Journals, marks and locks that are changed at random. */
@Timeout(1_800)
class JournalFuzzTest {
    @TempDir Path folder;
    private Path file;

    /** The texts of a journal and of the mark beside it. */
    private record Written(String journal, String end) {}

    private Written written() throws IOException {
        Path whole = folder.resolve("whole.jsonl");
        try (Journal journal = Journal.open(whole, "matmul")) {
            var history = journal.study("main");
            Samples.append(history, Samples.setUp("main"), Samples.trial(1, Outcome.PENDING));
            Samples.append(history, Samples.measured(1), Samples.measured(2));
            Samples.append(
                    history,
                    Samples.trial(3, Outcome.failed(FailureCause.CRASH, "line 1\nline 2")),
                    new ModelRecord("m", "b", Map.of("a", List.of(1.5, 2L, "x"))));
            Entry setUp = Samples.setUp("other");
            Samples.append(journal.study("other"), setUp, Samples.measured(1));
        }
        return new Written(text(whole), text(folder.resolve("whole.jsonl.end")));
    }

    private static String text(Path path) throws IOException {
        return new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
    }

    private void write(String text, String end) throws IOException {
        file = folder.resolve("j.jsonl");
        Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
        Files.write(folder.resolve("j.jsonl.end"), end.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A journal is read or refused, and what {@code repair} makes of it is sound. */
    private void look() throws IOException {
        List<Finding> findings = Journal.check(file);
        findings.forEach(f -> Fuzzing.requireLine(f.toString(), "check"));
        Path repaired = folder.resolve("r.jsonl");
        Files.deleteIfExists(repaired);
        Files.deleteIfExists(folder.resolve("r.jsonl.end"));
        try {
            Journal.repair(file, repaired)
                    .forEach(f -> Fuzzing.requireLine(f.toString(), "repair"));
            assertEquals(List.of(), Journal.check(repaired));
        } catch (IllegalArgumentException nothing) {
            Fuzzing.requireLine(nothing.getMessage(), "repair"); // nothing is readable
        }
        try (Journal journal = Journal.open(file, Journal.problem(file))) {
            for (String study : journal.studies()) {
                journal.study(study).records();
            }
        }
    }

    @Test
    void journals() throws IOException {
        Written whole = written();
        Fuzzing.fuzz(
                "JOURNAL_FILE",
                List.of(whole.journal()),
                text -> {
                    write(text, whole.end());
                    look();
                },
                400);
    }

    /** Strangers compute checksums, too. */
    @Test
    void journalsWhoseChecksumsFit() throws IOException {
        Fuzzing.fuzz(
                "SIGNED_JOURNAL",
                List.of(written().journal()),
                text -> {
                    write(signed(text), "");
                    look();
                },
                400);
    }

    /** Returns the lines with links and checksums that fit. */
    private static String signed(String text) {
        var signed = new StringBuilder();
        long before = Line.NO_LINK;
        for (String line : text.split("\n")) {
            String object =
                    line.replaceFirst(
                            "(,\"after\":\"[^\"]*\")?(,\"crc32c\":\"[^\"]*\")?\\}?$", "}");
            byte[] bytes = object.getBytes(StandardCharsets.ISO_8859_1);
            byte[] framed = before == Line.NO_LINK ? Line.of(bytes) : Line.of(bytes, before);
            before = Line.sum(framed, 0, framed.length - 1);
            signed.append(new String(framed, StandardCharsets.ISO_8859_1));
        }
        return signed.toString();
    }

    @Test
    void marks() throws IOException {
        Written whole = written();
        Fuzzing.fuzz(
                "END_MARK",
                List.of(whole.end()),
                text -> {
                    write(whole.journal(), text);
                    look();
                },
                400);
    }

    @Test
    void locks() {
        String lock =
                "{\"host\":\"node1\",\"pid\":4711,\"started\":1799999999123,\"birth\":\"b ns"
                        + " 17\",\"token\":\"t\",\"renewed\":1800000000000}";
        Fuzzing.fuzz(
                "LOCK",
                List.of(lock),
                text -> {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    Holder.read(bytes).ifPresent(Holder::isDead);
                    assertEquals(8, LeaseLock.name(bytes, 0).length());
                },
                4_000);
    }
}
