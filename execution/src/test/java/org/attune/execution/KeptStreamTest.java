package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

class KeptStreamTest {
    @TempDir Path folder;

    /** Random bytes in pieces of random sizes: the ends are kept exactly, whatever the total. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1 << 20, (1 << 20) + 1, 2 << 20, (2 << 20) + 1, 3 << 20, 5_000_000})
    void keepsBothEnds(int size) throws Exception {
        var random = new Seed(size).generator("bytes", 0);
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        try (var kept = new KeptStream(folder, "s")) {
            for (int at = 0; at < size; ) {
                int count = Math.min(size - at, 1 + random.nextInt(70_000));
                kept.write(Arrays.copyOfRange(bytes, at, at + count), count);
                at += count;
            }
        }
        byte[] head = unpacked("s.gz");
        int end = KeptStream.END;
        if (size <= 2 * end) {
            assertArrayEquals(bytes, head);
            assertTrue(Files.notExists(folder.resolve("s.tail.gz")));
        } else {
            assertArrayEquals(Arrays.copyOf(bytes, end), head);
            assertArrayEquals(Arrays.copyOfRange(bytes, size - end, size), unpacked("s.tail.gz"));
        }
    }

    private byte[] unpacked(String name) throws Exception {
        try (var in = new GZIPInputStream(Files.newInputStream(folder.resolve(name)))) {
            return in.readAllBytes();
        }
    }

    @Test
    void remembersTheLastLines() {
        try (var kept = new KeptStream(folder, "s")) {
            byte[] line = "0123456789\n".getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 10_000; i++) {
                kept.write(line, line.length);
            }
            kept.write("end".getBytes(StandardCharsets.UTF_8), 3);
            assertEquals(16 << 10, kept.last().length());
            assertTrue(kept.last().endsWith("0123456789\nend"));
        }
    }

    static boolean hasFullDevice() {
        return Files.exists(Path.of("/dev/full"));
    }

    @Test
    @EnabledIf("hasFullDevice")
    void namesTheFileOfAFullDisk() throws Exception {
        Files.createSymbolicLink(folder.resolve("s.gz"), Path.of("/dev/full"));
        var failure =
                assertThrows(
                        UncheckedIOException.class,
                        () -> {
                            try (var kept = new KeptStream(folder, "s")) {
                                kept.write(new byte[10], 10);
                            }
                        });
        assertTrue(failure.getMessage().contains(folder.resolve("s.gz").toString()));
    }
}
