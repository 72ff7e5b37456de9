package org.attune.history.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

class WholeTextTest {
    @TempDir Path folder;

    @Test
    void whatFitsIsRead() throws Exception {
        Path file = Files.writeString(folder.resolve("f"), "größer");
        assertEquals("größer", WholeText.read(file));
        assertEquals("größer", WholeText.read(file, 8));
    }

    @Test
    void whatIsLargerIsRefusedWithTheLimitAndAWayOut() throws Exception {
        Path file = Files.write(folder.resolve("f"), new byte[(1 << 20) + 1]);
        var e = assertThrows(IllegalArgumentException.class, () -> WholeText.read(file, 1 << 20));
        assertTrue(
                e.getMessage().startsWith(file + " is larger than 1 MB, the most that is read")
                        && e.getMessage().contains("Maybe split it by records"),
                e.getMessage());
    }

    @Test
    void aDeviceWithoutEndIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> WholeText.read(Path.of("/dev/zero"), 1 << 20));
    }

    @Test
    void whatIsNoTextIsRefused() throws Exception {
        Path file = Files.write(folder.resolve("f"), new byte[] {'a', (byte) 0xff});
        assertThrows(CharacterCodingException.class, () -> WholeText.read(file));
    }
}
