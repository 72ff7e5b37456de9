package org.attune.execution;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Small files that are kept beside runs. They may have been torn, damaged or exchanged since they
 * were written, so that nothing is believed of them.
 */
final class KeptProperties {
    private static final int MOST_BYTES = 1 << 20; // those of Attune have some hundred

    private KeptProperties() {}

    /**
     * Reads a file.
     *
     * @throws UncheckedIOException with the path, if it cannot be read or is damaged
     */
    static Properties read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw damaged(file, Files.exists(file) ? "it is no file" : "it is gone");
        }
        var properties = new Properties();
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw damaged(file, "it has more than %d bytes".formatted(MOST_BYTES));
            }
            properties.load(new StringReader(new String(bytes, StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        } catch (IllegalArgumentException e) {
            throw damaged(file, "it has an escape \\u without four digits");
        }
        return properties;
    }

    /** Writes a file, in the place of an older one. */
    static void write(Properties properties, Path file) {
        try (var out = new FileOutputStream(file.toFile())) {
            properties.store(out, null);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Returns what to throw where something in a file cannot be. */
    static UncheckedIOException damaged(Path file, String why) {
        String message = "%s is damaged: %s.".formatted(file, why);
        return new UncheckedIOException(message, new IOException(message));
    }
}
