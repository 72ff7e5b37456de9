package org.attune.charts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Files of pictures, SVG or PNG by the ending of their names. */
public final class PictureFile {
    private PictureFile() {}

    /**
     * Refuses a file of another kind.
     *
     * @throws IllegalArgumentException if its name ends neither in .svg nor in .png
     */
    public static void require(Path file) {
        if (!endsWith(file, ".svg") && !endsWith(file, ".png")) {
            throw new IllegalArgumentException(
                    "--plot %s: pictures are drawn as .svg or .png.".formatted(file));
        }
    }

    private static boolean endsWith(Path file, String ending) {
        Path name = file.getFileName();
        return name != null && name.toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    /**
     * Writes a picture.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public static void write(Picture picture, Path file) {
        byte[] bytes =
                endsWith(file, ".png")
                        ? Png.of(picture)
                        : picture.svg().getBytes(StandardCharsets.UTF_8);
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
    }
}
