package org.attune.history.formats;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Texts that are read as a whole, and so must not be too large. */
public final class WholeText {
    /**
     * Bytes of the largest text. What is made of one takes some twenty times its size, and more
     * than the heap that a computer of 8 GB gives.
     */
    public static final int MOST_BYTES = 1 << 27;

    private WholeText() {}

    /**
     * Returns the text of a file in UTF-8, which may be a pipe.
     *
     * @throws java.nio.charset.CharacterCodingException if it is no such text
     * @throws IllegalArgumentException if it is too large, with a way out
     */
    public static String read(Path file) throws IOException {
        return read(file, MOST_BYTES);
    }

    /** As {@link #read(Path)}, with another limit. */
    static String read(Path file, int most) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(most);
            if (in.read() >= 0) {
                throw new IllegalArgumentException(
                        "%s is larger than %d MB, the most that is read of a text at once. Maybe split it by records, and import the parts one after the other; histories of Attune (.jsonl) and Optuna's databases may be larger."
                                .formatted(file, most >> 20));
            }
        }
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
}
