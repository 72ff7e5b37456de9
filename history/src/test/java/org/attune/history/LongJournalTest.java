package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Entry;
import org.attune.api.ModelRecord;
import org.attune.api.Records;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Journals that are read in blocks of a megabyte, many at once. */
class LongJournalTest {
    private static final int TRIALS = 12_000; // some 5 MB

    @TempDir Path folder;
    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("matmul.jsonl");
    }

    private Journal open() {
        return Journal.open(file, "matmul");
    }

    private Records written(Entry... more) {
        try (Journal journal = open()) {
            journal.study("main")
                    .update(r ->
                            LongStream.rangeClosed(1, TRIALS)
                                    .<Entry>mapToObj(Samples::measured)
                                    .toList());
            return journal.study("main").update(r -> List.of(more));
        }
    }

    private Records read() {
        try (Journal journal = open()) {
            return journal.study("main").records();
        }
    }

    @Test
    void isReadAsItWasWritten() throws IOException {
        Records written = written();
        assertTrue(Files.size(file) > 4 << 20);
        assertEquals(written, read());
    }

    @Test
    void mayHaveLinesLongerThanABlock() {
        var model = new ModelRecord("k", "b", Map.of("text", "x".repeat(3 << 20)));
        Records written = written(model, Samples.measured(TRIALS + 1));
        assertEquals(written, read());
    }

    @Test
    void namesTheLineThatWasChanged() throws IOException {
        written();
        try (var out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek(3 << 20);
            int old = out.read();
            out.seek(3 << 20);
            out.write(old ^ 1);
        }
        long line = 1;
        byte[] text = Files.readAllBytes(file);
        for (int i = 0; i < 3 << 20; i++) {
            line += text[i] == '\n' ? 1 : 0;
        }
        var e = assertThrows(JournalException.class, this::open);
        assertTrue(e.getMessage().contains(":" + line + ":"), e.getMessage());
    }

    @Test
    void namesTheLineThatIsOutOfPlace() throws IOException {
        List<String> lines;
        written();
        lines = Files.readAllLines(file);
        lines.remove(7000);
        Files.write(file, lines);
        Files.delete(folder.resolve("matmul.jsonl.end"));
        var e = assertThrows(JournalException.class, this::open);
        assertTrue(e.getMessage().contains(":7001:"), e.getMessage());
    }
}
