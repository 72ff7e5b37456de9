package org.attune.problemfile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The text of a problem file, if it is one. */
final class SourceFile {
    /** Far beyond any problem file by hand, and small enough to parse in a second. */
    private static final long MAX_BYTES = 4 << 20;

    private SourceFile() {}

    static boolean isJson(Path file) {
        return extension(file).equals("json");
    }

    /**
     * Reads the file.
     *
     * @throws ProblemFileException if it is not there, is no file, or holds no text
     * @throws UncheckedIOException if it cannot be read
     */
    static String text(Path file) {
        requireFile(file);
        try {
            return decoded(file, Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException("%s cannot be read: %s".formatted(file, e), e);
        }
    }

    private static void requireFile(Path file) {
        if (!Files.exists(file)) {
            throw wrong(file, "there is no such file.");
        }
        if (Files.isDirectory(file)) {
            throw wrong(file, "is a folder. Maybe name the problem file in it.");
        }
        if (!List.of("yaml", "yml", "json").contains(extension(file))) {
            throw wrong(file, "the name must end in .yaml, .yml or .json.");
        }
        long bytes = file.toFile().length();
        if (bytes > MAX_BYTES) {
            throw wrong(
                    file,
                    "has %d bytes, but a problem file has at most %d.".formatted(bytes, MAX_BYTES));
        }
    }

    private static String decoded(Path file, byte[] bytes) throws CharacterCodingException {
        for (byte b : bytes) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') {
                throw wrong(file, "is not a text file: it holds a byte %d.".formatted(b));
            }
        }
        var decoder = StandardCharsets.UTF_8.newDecoder();
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        out.flip();
        String text = out.toString();
        if (result.isError()) {
            long line = 1 + text.chars().filter(c -> c == '\n').count();
            throw new ProblemFileException(
                    List.of("%s:%d: is not encoded in UTF-8.".formatted(file, line)));
        }
        text = text.startsWith("\uFEFF") ? text.substring(1) : text; // byte order mark
        if (text.isBlank()) {
            throw wrong(file, "is empty.");
        }
        return text;
    }

    private static ProblemFileException wrong(Path file, String what) {
        return new ProblemFileException(List.of("%s: %s".formatted(file, what)));
    }

    private static String extension(Path file) {
        String name = file.toString();
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }
}
