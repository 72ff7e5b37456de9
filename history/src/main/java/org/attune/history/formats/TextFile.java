package org.attune.history.formats;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that a user names. */
public final class TextFile {
    private TextFile() {}

    /**
     * Returns the text of a file in UTF-8.
     *
     * @throws IllegalArgumentException if it is a folder, or no text
     */
    public static String read(Path file) {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(
                    "%s is a folder. Maybe name the files in it.".formatted(file));
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "%s is no text in UTF-8. Maybe it is damaged, or another file was meant."
                            .formatted(file),
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
