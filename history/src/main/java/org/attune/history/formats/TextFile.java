package org.attune.history.formats;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files that a user names. */
public final class TextFile {
    private TextFile() {}

    /** Returns whether a file begins with an ASCII text. */
    public static boolean startsWith(Path file, String beginning) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(beginning.length());
            return beginning.equals(new String(bytes, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the text of a file in UTF-8.
     *
     * @throws IllegalArgumentException if there is none, or it is a folder, no text, or too large
     */
    public static String read(Path file) {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(
                    "%s is a folder. Maybe name the files in it.".formatted(file));
        }
        try {
            return WholeText.read(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("There is no file %s.".formatted(file), e);
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
