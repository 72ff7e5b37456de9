package org.attune.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Where an experiment draws what it has measured, if anywhere.
 *
 * @param file ending in {@code .svg}, in a folder that is there; null for none
 */
record PictureFile(Path file) {
    /**
     * Takes the argument that ends in {@code .svg}, before anything is measured.
     *
     * @throws IllegalArgumentException if it cannot be written
     */
    static PictureFile of(String[] args) {
        Path file =
                Stream.of(args).filter(PictureFile::isOne).map(Path::of).findFirst().orElse(null);
        if (file != null) {
            Path folder = file.toAbsolutePath().getParent();
            if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
                throw new IllegalArgumentException(
                        "The picture %s cannot be written. Maybe make its folder first."
                                .formatted(file));
            }
        }
        return new PictureFile(file);
    }

    /** Returns whether an argument names a picture. */
    static boolean isOne(String argument) {
        return argument.endsWith(".svg");
    }

    /** Writes the picture, if one was asked for. */
    void write(Supplier<String> svg) throws IOException {
        if (file != null) {
            Files.writeString(file, svg.get());
        }
    }
}
